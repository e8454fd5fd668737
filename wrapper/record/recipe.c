/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/recipe.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/record/content_store.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/script_files.h"

/* Variables that GNU ld and gcc's plugin read. */
static const char *const recorded_env[] = {
	"LD_RUN_PATH", "LD_LIBRARY_PATH", "GNUTARGET", "LDEMULATION",
	"COLLECT_NO_DEMANGLE", "COLLECT_GCC", "COLLECT_GCC_OPTIONS",
	"COLLECT_LTO_WRAPPER", "COMPILER_PATH", "LIBRARY_PATH",
	"SOURCE_DATE_EPOCH", "RANDCC_PIN",
};
#define N_ENV (sizeof(recorded_env) / sizeof(recorded_env[0]))

static void put(FILE *out, const char *key, const char *value)
{
	fprintf(out, "%s ", key);
	for (; *value != '\0'; value++) {
		unsigned char c = (unsigned char)*value;

		if (c < 0x20 || c == 0x7f || c == '%')
			fprintf(out, "%%%02X", c);
		else
			putc(c, out);
	}
	putc('\n', out);
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int rcc_recipe_decode(char *s)
{
	char *out = s;

	for (; *s != '\0'; s++) {
		if (*s != '%') {
			*out++ = *s;
			continue;
		}
		if (hex_value(s[1]) < 0 || hex_value(s[2]) < 0)
			return -1;
		*out++ = (char)(hex_value(s[1]) << 4 | hex_value(s[2]));
		s += 2;
	}
	*out = '\0';
	return 0;
}

static void cannot_record(const struct rcc_link *l, const char *path)
{
	rcc_error_errno("cannot record \"%s\" in RANDCC_RECORD: \"%s\"",
			l->args.output, path);
	rcc_hint("make room or name another directory, and build again");
	/* Make must not take it for done. */
	rcc_link_remove_output(l);
	exit(RCC_EXIT_OURS);
}

/* The absolute path of the output, links in its directory resolved. */
static char *output_path(const char *output)
{
	char real[PATH_MAX];

	if (realpath(output, real) != NULL)
		return rcc_mem_strdup(real);
	if (getcwd(real, sizeof(real)) == NULL)
		return rcc_mem_strdup(output);
	return rcc_file_join(real, output);
}

/* The first line of `text` that begins with "KEY ", decoded; caller frees. */
static char *find_value(const char *text, const char *key)
{
	size_t len = strlen(key);

	while (text != NULL && *text != '\0') {
		if (strncmp(text, key, len) == 0 && text[len] == ' ') {
			text += len + 1;
			char *value =
				rcc_mem_strndup(text, strcspn(text, "\n"));

			if (rcc_recipe_decode(value) == 0)
				return value;
			free(value);
			return NULL;
		}
		text = strchr(text, '\n');
		if (text != NULL)
			text++;
	}
	return NULL;
}

static char *recorded_output(const char *record)
{
	char *path = rcc_mem_printf("%s/recipe", record);
	char *text = rcc_file_read(path, NULL);
	char *output = text != NULL ? find_value(text, "output") : NULL;

	free(text);
	free(path);
	return output;
}

/* Names that --list-records does not show, and that of the store. */
static bool is_reserved(const char *base)
{
	return base[0] == '.' || strcmp(base, "store") == 0;
}

/* The folder of an output's record: its base name, unless that is taken. */
static char *record_folder(const char *dir, const char *output)
{
	const char *base = rcc_file_base(output);
	char *folder = rcc_mem_printf("%s/%s%s", dir,
				      base[0] == '.' ? "_" : "", base);
	char *owner;
	bool is_ours;

	if (rcc_file_mkdirs(dir) != 0)
		return folder;
	if (!is_reserved(base) && mkdir(folder, 0777) == 0)
		return folder;
	owner = is_reserved(base) ? NULL : recorded_output(folder);
	is_ours = owner != NULL && strcmp(owner, output) == 0;
	free(owner);
	if (!is_ours) {
		char *plain = folder;

		folder = rcc_mem_printf(
			"%s.%08x", plain,
			(unsigned)(rcc_rank_hash(output, strlen(output), 0) >>
				   32));
		free(plain);
		mkdir(folder, 0777);
	}
	return folder;
}

static void put_input(const struct rcc_link *l, const struct rcc_link_input *in,
		      const char *dir, FILE *out)
{
	char id[RCC_CONTENT_ID_LEN + 1];
	bool is_system = in->full == NULL && rcc_inputs_is_system(in->path);
	char *real = realpath(in->path, NULL);
	char *value;
	int err;

	err = is_system
		      ? rcc_content_id(in->path, id)
		      : rcc_content_add(dir,
					in->full != NULL ? in->full : in->path,
					id);
	if (err != 0)
		cannot_record(l, in->path);
	value = rcc_mem_printf("%zu %s %s", l->args.word[in->word].at, id,
			       real != NULL ? real : in->path);
	put(out, is_system ? "system" : "stored", value);
	free(value);
	free(real);
}

static void put_id(FILE *out, const char *key, const char *id,
		   const char *rest)
{
	char *value = rcc_mem_printf("%s %s", id, rest);

	put(out, key, value);
	free(value);
}

static void put_kept(const struct rcc_link *l, const char *dir,
		     const struct rcc_named *named, FILE *out)
{
	char id[RCC_CONTENT_ID_LEN + 1];

	if (rcc_content_add(dir, named->file, id) != 0)
		cannot_record(l, named->file);
	put_id(out, "kept", id, named->file);
	if (rcc_content_id(named->script, id) != 0)
		cannot_record(l, named->script);
	put_id(out, "as", id, named->name);
}

/* What scripts name: the user's own files are kept.  Those of the system, most of
 * it the C library's, stay where they are. */
static void put_named(struct rcc_link *l, const char *dir, FILE *out)
{
	struct rcc_named_list list = {0};
	struct rcc_strvec done = {0};

	rcc_named_list(l, &list);
	for (size_t i = 0; i < list.n; i++) {
		char id[RCC_CONTENT_ID_LEN + 1];

		if (rcc_named_is_kept(&list.item[i])) {
			put_kept(l, dir, &list.item[i], out);
			continue;
		}
		if (rcc_strvec_has(&done, list.item[i].file))
			continue;
		rcc_strvec_push(&done, list.item[i].file);
		if (rcc_content_id(list.item[i].file, id) != 0)
			cannot_record(l, list.item[i].file);
		put_id(out, "named", id, list.item[i].file);
	}
	rcc_strvec_release(&done);
	rcc_named_release(&list);
}

/* The objects that came out of LTO, kept by the stand-in. */
static void put_lto(const struct rcc_link *l, const char *dir, FILE *out)
{
	char *list = rcc_mem_printf("%s/lto/" RCC_LTO_KEPT_LIST, l->tmp_dir);
	char *text = rcc_file_read(list, NULL);
	char *at = text;
	char *path;

	while (at != NULL && (path = strsep(&at, "\n")) != NULL) {
		char id[RCC_CONTENT_ID_LEN + 1];

		if (path[0] == '\0')
			continue;
		if (rcc_content_add(dir, path, id) != 0)
			cannot_record(l, path);
		put(out, "lto", id);
	}
	free(text);
	free(list);
}

static void put_recipe(struct rcc_link *l, const char *dir,
		       const char *output, FILE *out)
{
	char cwd[PATH_MAX];
	char id[RCC_CONTENT_ID_LEN + 1] = "";
	char *linker;

	if (getcwd(cwd, sizeof(cwd)) == NULL)
		cannot_record(l, ".");
	if (rcc_content_id(l->linker, id) != 0)
		cannot_record(l, l->linker);
	put(out, RCC_RECIPE_MAGIC, RCC_RECIPE_VERSION);
	put(out, "output", output);
	put(out, "cwd", cwd);
	linker = rcc_mem_printf("%s %s", id, l->linker);
	put(out, "linker", linker);
	put(out, "banner", l->banner != NULL ? l->banner : "");
	free(linker);
	for (size_t i = 0; i < N_ENV; i++) {
		const char *value = getenv(recorded_env[i]);
		char *pair;

		if (value == NULL)
			continue;
		pair = rcc_mem_printf("%s=%s", recorded_env[i], value);
		put(out, "env", pair);
		free(pair);
	}
	for (size_t i = 0; i < l->args.arg.n; i++)
		put(out, "arg", l->args.arg.item[i]);
	for (size_t i = 0; i < l->n_inputs; i++)
		if (l->input[i].path != NULL)
			put_input(l, &l->input[i], dir, out);
	put_named(l, dir, out);
	put_lto(l, dir, out);
	fprintf(out, "end\n");
}

void rcc_recipe_write(struct rcc_link *l, const char *dir)
{
	char *output = output_path(l->args.output);
	char *folder = record_folder(dir, output);
	char *path = rcc_mem_printf("%s/recipe", folder);
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	if (out == NULL)
		rcc_die("out of memory");
	put_recipe(l, dir, output, out);
	if (fclose(out) != 0 || rcc_file_replace(path, text, n, 0644) != 0)
		cannot_record(l, path);
	free(text);
	free(path);
	free(folder);
	free(output);
}

/* By what name programs load the shared library that these arguments link;
 * NULL: it is none.  Caller frees. */
static char *soname(char *const *argv, const char *output)
{
	struct rcc_ldargs args;
	const char *bad = NULL;
	const char *name = rcc_file_base(output);
	char *result = NULL;

	if (rcc_ldargs_parse(&args, argv, &bad) == 0 && args.is_shared) {
		for (size_t i = 0; i < args.n_words; i++)
			if (args.word[i].name != NULL &&
			    (strcmp(args.word[i].name, "soname") == 0 ||
			     strcmp(args.word[i].name, "h") == 0))
				name = args.word[i].text;
		result = rcc_mem_strdup(name);
	}
	rcc_ldargs_release(&args);
	return result;
}

static char *recorded_soname(const char *record, const char *output)
{
	char *path = rcc_mem_printf("%s/recipe", record);
	char *text = rcc_file_read(path, NULL);
	char *at = text;
	struct rcc_strvec arg = {0};
	char *result = NULL;
	char *line;

	while (at != NULL && (line = strsep(&at, "\n")) != NULL)
		if (strncmp(line, "arg ", 4) == 0 &&
		    rcc_recipe_decode(line + 4) == 0)
			rcc_strvec_push(&arg, line + 4);
	if (arg.n != 0)
		result = soname(arg.item, output);
	rcc_strvec_release(&arg);
	free(text);
	free(path);
	return result;
}

static void list_record(const char *dir, const char *name)
{
	char *record = rcc_mem_printf("%s/%s", dir, name);
	char *output = recorded_output(record);
	char *library = NULL;

	if (output != NULL) {
		library = recorded_soname(record, output);
		printf("%s\t%s%s%s\n", name, output,
		       library != NULL ? "\t" : "",
		       library != NULL ? library : "");
	}
	free(library);
	free(output);
	free(record);
}

static int is_folder(const struct dirent *e)
{
	return !is_reserved(e->d_name);
}

int rcc_recipe_list(const char *dir)
{
	struct dirent **entry;
	int n = scandir(dir, &entry, is_folder, alphasort);

	if (n < 0)
		return RCC_ESYS;
	for (int i = 0; i < n; i++) {
		list_record(dir, entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	return 0;
}
