/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/recipe.h"

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
#include "wrapper/content.h"
#include "wrapper/inputs.h"

#define MAGIC "randcc-recipe"
#define VERSION "1"

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

/* In place; -1 when an escape is broken. */
static int decode(char *s)
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

			if (decode(value) == 0)
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

static void put_recipe(const struct rcc_link *l, const char *dir,
		       const char *output, FILE *out)
{
	char cwd[PATH_MAX];
	char id[RCC_CONTENT_ID_LEN + 1] = "";
	char *linker;

	if (getcwd(cwd, sizeof(cwd)) == NULL)
		cannot_record(l, ".");
	if (rcc_content_id(l->linker, id) != 0)
		cannot_record(l, l->linker);
	put(out, MAGIC, VERSION);
	put(out, "output", output);
	put(out, "cwd", cwd);
	linker = rcc_mem_printf("%s %s", id, l->linker);
	put(out, "linker", linker);
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
	put_lto(l, dir, out);
	fprintf(out, "end\n");
}

void rcc_recipe_write(const struct rcc_link *l, const char *dir)
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

/* A recipe while it is read. */
struct reader {
	const char *record; /* DIR/NAME */
	char *dir;	    /* DIR */
	struct rcc_link *l;
	char *cwd;
	struct rcc_strvec arg;
	char **file; /* by argument: the file behind it */
	size_t n_files;
	struct rcc_strvec lto;
	bool has_end;
};

__attribute__((noreturn)) static void damaged(const struct reader *r,
					      size_t line, const char *what)
{
	rcc_error("the record \"%s\" is damaged: recipe line %zu: %s",
		  r->record, line, what);
	rcc_hint("build again with RANDCC_RECORD set");
	exit(RCC_EXIT_OURS);
}

__attribute__((noreturn)) static void changed(const struct reader *r,
					      const char *path,
					      const char *what)
{
	rcc_error("\"%s\" %s since \"%s\" was recorded", path, what,
		  r->record);
	rcc_hint("build again with RANDCC_RECORD set");
	exit(RCC_EXIT_OURS);
}

static void check_content(const struct reader *r, const char *file,
			  const char *path, const char *id)
{
	char now[RCC_CONTENT_ID_LEN + 1];

	if (rcc_content_id(file, now) != 0)
		changed(r, path, "has gone");
	if (strcmp(now, id) != 0)
		changed(r, path, "has changed");
}

/* "ID PATH" */
static char *split_id(struct reader *r, char *value, size_t line)
{
	if (strlen(value) < RCC_CONTENT_ID_LEN ||
	    strspn(value, "0123456789abcdef") != RCC_CONTENT_ID_LEN)
		damaged(r, line, "no checksum");
	if (value[RCC_CONTENT_ID_LEN] == '\0')
		return value + RCC_CONTENT_ID_LEN;
	value[RCC_CONTENT_ID_LEN] = '\0';
	return value + RCC_CONTENT_ID_LEN + 1;
}

static void read_file_line(struct reader *r, const char *key, char *value,
			   size_t line)
{
	char *end;
	unsigned long arg = strtoul(value, &end, 10);
	char *id = end + 1;
	const char *path;
	char *file;

	if (end == value || *end != ' ' || arg >= r->arg.n)
		damaged(r, line, "no such argument");
	path = split_id(r, id, line);
	file = strcmp(key, "system") == 0 ? rcc_mem_strdup(path)
					  : rcc_content_path(r->dir, id);
	check_content(r, file, path, id);
	if (strcmp(key, "system") == 0) {
		/* The linker finds it again by the word itself. */
		free(file);
		return;
	}
	if (r->file == NULL) {
		r->n_files = r->arg.n;
		r->file = rcc_mem_calloc(r->n_files, sizeof(*r->file));
	}
	if (arg >= r->n_files || r->file[arg] != NULL)
		damaged(r, line, "argument out of order");
	r->file[arg] = file;
}

static void read_line(struct reader *r, char *text, size_t line)
{
	char *value = strchr(text, ' ');

	if (line == 1) {
		if (value == NULL || strncmp(text, MAGIC " ", sizeof(MAGIC)))
			damaged(r, line, "not a recipe");
		if (strcmp(value + 1, VERSION) != 0) {
			rcc_error("the record \"%s\" has version %s; this "
				  "randcc reads version " VERSION,
				  r->record, value + 1);
			rcc_hint("build again with RANDCC_RECORD set");
			exit(RCC_EXIT_OURS);
		}
		return;
	}
	if (strcmp(text, "end") == 0) {
		r->has_end = true;
		return;
	}
	if (value == NULL || r->has_end)
		damaged(r, line, "no value");
	*value++ = '\0';
	if (decode(value) != 0)
		damaged(r, line, "bad escape");
	if (strcmp(text, "output") == 0) {
		; /* for people, and for --list-records */
	} else if (strcmp(text, "cwd") == 0) {
		free(r->cwd);
		r->cwd = rcc_mem_strdup(value);
	} else if (strcmp(text, "linker") == 0) {
		const char *path = split_id(r, value, line);

		check_content(r, path, path, value);
		free(r->l->linker);
		r->l->linker = rcc_mem_strdup(path);
	} else if (strcmp(text, "env") == 0) {
		char *equals = strchr(value, '=');

		if (equals == NULL)
			damaged(r, line, "no variable");
		*equals = '\0';
		setenv(value, equals + 1, 1);
	} else if (strcmp(text, "arg") == 0) {
		rcc_strvec_push(&r->arg, value);
	} else if (strcmp(text, "stored") == 0 || strcmp(text, "system") == 0) {
		read_file_line(r, text, value, line);
	} else if (strcmp(text, "lto") == 0) {
		char *file;

		split_id(r, value, line);
		file = rcc_content_path(r->dir, value);
		check_content(r, file, file, value);
		rcc_strvec_take(&r->lto, file);
	} else {
		damaged(r, line, "unknown key");
	}
}

static void read_recipe(struct reader *r)
{
	char *path = rcc_mem_printf("%s/recipe", r->record);
	char *text = rcc_file_read(path, NULL);
	char *at = text;
	char *line;
	size_t n = 0;

	if (text == NULL) {
		rcc_error_errno("cannot read the record \"%s\"", path);
		rcc_hint("randld --list-records DIR lists what is recorded");
		exit(RCC_EXIT_OURS);
	}
	while ((line = strsep(&at, "\n")) != NULL) {
		n++;
		if (line[0] != '\0')
			read_line(r, line, n);
	}
	if (!r->has_end || r->l->linker == NULL || r->arg.n == 0)
		damaged(r, n, "it ends early");
	free(text);
	free(path);
}

/* The recorded files by word of the parsed line. */
static void assign_files(struct reader *r)
{
	struct rcc_link *l = r->l;

	l->stored = rcc_mem_calloc(l->args.n_words, sizeof(*l->stored));
	for (size_t i = 0; i < l->args.n_words; i++)
		if (l->args.word[i].at < r->n_files &&
		    r->file[l->args.word[i].at] != NULL)
			l->stored[i] = rcc_mem_strdup(
				r->file[l->args.word[i].at]);
}

static char *write_lto_list(const struct reader *r)
{
	char *dir = rcc_file_tmp_dir("randld");
	char *path;
	FILE *out;

	if (dir == NULL)
		rcc_file_die_no_tmp();
	path = rcc_mem_printf("%s/kept", dir);
	out = fopen(path, "we");
	for (size_t i = 0; out != NULL && i < r->lto.n; i++)
		fprintf(out, "%s\n", r->lto.item[i]);
	if (out == NULL || fclose(out) != 0)
		rcc_die_errno("cannot write \"%s\"", path);
	free(dir);
	return path;
}

static void remove_lto_list(char *path)
{
	char *slash = strrchr(path, '/');

	unlink(path);
	*slash = '\0';
	rmdir(path);
	free(path);
}

/* A replay works in the directory of the recorded link. */
static void make_tmp_absolute(void)
{
	const char *dir = getenv("TMPDIR");
	char *real = dir != NULL && dir[0] != '/' ? realpath(dir, NULL) : NULL;

	if (real != NULL)
		setenv("TMPDIR", real, 1);
	free(real);
}

int rcc_recipe_replay(const char *record, const struct rcc_settings *settings,
		      const char *output)
{
	struct rcc_settings set = *settings;
	struct rcc_link l = {.settings = &set};
	struct reader r = {.l = &l};
	char *real = realpath(record, NULL);
	char *absolute = output_path(output);
	const char *bad;
	char *list = NULL;
	int status;

	if (real == NULL) {
		rcc_error_errno("cannot read the record \"%s\"", record);
		rcc_hint("randld --list-records DIR lists what is recorded");
		exit(RCC_EXIT_OURS);
	}
	r.record = real;
	r.dir = rcc_mem_strndup(real, (size_t)(strrchr(real, '/') - real));
	make_tmp_absolute();
	read_recipe(&r);
	/* What was pinned stays so, unless the caller pins by himself. */
	if (set.pin == NULL)
		set.pin = getenv("RANDCC_PIN");
	if (rcc_ldargs_parse(&l.args, r.arg.item, &bad) != 0)
		damaged(&r, 0, bad);
	assign_files(&r);
	/* Relative words (-rpath-link, -L) mean this directory, where it still
	 * is; everything that is read comes from the record. */
	if (r.cwd == NULL || chdir(r.cwd) != 0)
		errno = 0;
	l.output = absolute;
	if (r.lto.n != 0)
		l.kept_lto = list = write_lto_list(&r);
	if (!rcc_link_open(&l))
		damaged(&r, 0, "nothing to link");
	status = rcc_link_run(&l);
	if (list != NULL)
		remove_lto_list(list);
	for (size_t i = 0; i < l.args.n_words; i++)
		free(l.stored[i]);
	free(l.stored);
	rcc_link_release(&l);
	for (size_t i = 0; i < r.n_files; i++)
		free(r.file[i]);
	free(r.file);
	rcc_strvec_release(&r.arg);
	rcc_strvec_release(&r.lto);
	free(r.cwd);
	free(r.dir);
	free(real);
	free(absolute);
	return status;
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
		char *record = rcc_mem_printf("%s/%s", dir, entry[i]->d_name);
		char *output = recorded_output(record);

		if (output != NULL)
			printf("%s\t%s\n", entry[i]->d_name, output);
		free(output);
		free(record);
		free(entry[i]);
	}
	free(entry);
	return 0;
}
