/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/record/recipe.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"
#include "wrapper/link/inputs.h"
#include "wrapper/link/lto_link.h"
#include "wrapper/link/needed_files.h"
#include "wrapper/link/script_files.h"
#include "wrapper/record/content_store.h"

const char *const rcc_recipe_variable[] = {
	"LD_RUN_PATH",
	"LD_LIBRARY_PATH",
	"GNUTARGET",
	"LDEMULATION",
	"COLLECT_NO_DEMANGLE",
	"COLLECT_GCC",
	"COLLECT_GCC_OPTIONS",
	"COLLECT_LTO_WRAPPER",
	"COMPILER_PATH",
	"LIBRARY_PATH",
	"SOURCE_DATE_EPOCH",
	"RANDCC_PIN",
	NULL,
};

/* Append a line "KEY VALUE".  Special characters are escaped (recipe.h). */
static void put(struct rcc_strbuf *out, const char *key, const char *value)
{
	rcc_strbuf_printf(out, "%s ", key);
	for (; *value != '\0'; value++) {
		unsigned char c = (unsigned char)*value;

		if (c < 0x20 || c == 0x7f || c == '%')
			rcc_strbuf_printf(out, "%%%02X", c);
		else
			rcc_strbuf_add_char(out, *value);
	}
	rcc_strbuf_add_char(out, '\n');
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

/* Return the absolute path of the output, with symbolic links resolved.  Caller
 * frees. */
static char *output_path(const char *output)
{
	char real[PATH_MAX];

	if (realpath(output, real) != NULL)
		return rcc_mem_strdup(real);
	if (getcwd(real, sizeof(real)) == NULL)
		return rcc_mem_strdup(output);
	return rcc_file_join(real, output);
}

/* Find the first line "KEY VALUE" in `text`.  Returns its decoded value (caller
 * frees), or NULL if there is none. */
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

/* Return the path of the program that was linked, from the recipe of the record
 * `record`, or NULL.  Caller frees. */
static char *recorded_output(const char *record)
{
	char *path = rcc_mem_printf("%s/recipe", record);
	char *text = rcc_file_read(path, NULL);
	char *output = text != NULL ? find_value(text, "output") : NULL;

	free(text);
	free(path);
	return output;
}

/* Return whether a record must have another name than `base`.  --list-records
 * skips names that begin with a dot, and "store" is the content store. */
static bool is_reserved(const char *base)
{
	return base[0] == '.' || strcmp(base, "store") == 0;
}

/* Return the folder for the record of an output.  Its name is the output's base
 * name.  A hash is appended if that name is reserved, or if a folder of that
 * name is not the record of this output.  '_' is inserted before a leading dot.
 * Caller frees. */
static char *record_folder(const char *dir, const char *output)
{
	const char *base = rcc_file_base(output);
	char *folder =
		rcc_mem_printf("%s/%s%s", dir, base[0] == '.' ? "_" : "", base);
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

/* A link that is being recorded. */
struct recording {
	const struct rcc_link *link;
	const char *dir;
	struct rcc_strbuf text;
	struct rcc_refusal *why;
};

/* Report that `path` could not be read or written. */
static int cannot_record(const struct recording *r, const char *path)
{
	rcc_refuse(r->why, RCC_ESYS,
		   "free some space or name another directory, and build again",
		   "cannot record \"%s\" in RANDCC_RECORD: \"%s\"",
		   r->link->request->args->output, path);
	/* Remove the output, because make would consider it complete. */
	rcc_link_remove_output(r->link);
	return RCC_ESYS;
}

static int put_input(struct recording *r, const struct rcc_input *in)
{
	const struct rcc_ld_word *w = &r->link->request->args->word[in->word];
	const char *path = rcc_input_read_from(in);
	bool is_system = in->ordinary == NULL && rcc_inputs_is_system(path);
	char id[RCC_CONTENT_ID_LEN + 1];
	char *value;
	char *real = NULL;
	int err;

	if (rcc_inputs_is_pipe(path)) {
		rcc_refuse(r->why, RCC_EFORMAT, "write its text to a file",
			   "cannot record \"%s\" in RANDCC_RECORD: \"%s\" is a "
			   "pipe, which can be read only once",
			   r->link->request->args->output, path);
		rcc_link_remove_output(r->link);
		return RCC_EFORMAT;
	}
	err = is_system ? rcc_content_store_id(path, id)
			: rcc_content_store_add(r->dir, path, id);
	if (err != 0)
		return cannot_record(r, in->path);
	/* The name of a library's copy is made of the path as it is. */
	if (is_system || w->kind != RCC_LD_LIBRARY)
		real = realpath(in->path, NULL);
	value = rcc_mem_printf("%zu %s %s", w->at, id,
			       real != NULL ? real : in->path);
	put(&r->text, is_system ? "system" : "stored", value);
	free(value);
	free(real);
	return 0;
}

static void put_id(struct recording *r, const char *key, const char *id,
		   const char *rest)
{
	char *value = rcc_mem_printf("%s %s", id, rest);

	put(&r->text, key, value);
	free(value);
}

/* Store the file `path`.  Its line is "KEY ID REST". */
static int put_stored(struct recording *r, const char *key, const char *path,
		      const char *rest)
{
	char id[RCC_CONTENT_ID_LEN + 1];

	if (rcc_content_store_add(r->dir, path, id) != 0)
		return cannot_record(r, path);
	put_id(r, key, id, rest);
	return 0;
}

/* Record the checksum of the file `path`.  Its line is "KEY ID REST". */
static int put_sum(struct recording *r, const char *key, const char *path,
		   const char *rest)
{
	char id[RCC_CONTENT_ID_LEN + 1];

	if (rcc_content_store_id(path, id) != 0)
		return cannot_record(r, path);
	put_id(r, key, id, rest);
	return 0;
}

/* Record a file that a script names and that is not stored. */
static int put_in_place(struct recording *r, const struct rcc_script_file *file,
			struct rcc_strvec *done)
{
	/* The copy of the script in a replay is outside the sysroot, so the name
	 * would mean another file. */
	const bool is_renamed =
		file->is_rooted && !rcc_inputs_is_system(file->script);
	int err = 0;

	if (is_renamed || !rcc_strvec_has(done, file->path))
		err = put_sum(r, "named", file->path, file->path);
	rcc_strvec_push(done, file->path);
	if (err == 0 && is_renamed)
		err = put_sum(r, "as", file->script, file->name);
	return err;
}

/* Record the files that scripts name.  The store keeps the user's files.  A
 * replay needs the system's files at their paths; most of these belong to the C
 * library. */
static int put_script_files(struct recording *r)
{
	const struct rcc_script_files *files = &r->link->script_files;
	struct rcc_strvec done = {0};
	int err = 0;

	for (size_t i = 0; i < files->n && err == 0; i++) {
		const struct rcc_script_file *f = &files->item[i];

		if (!rcc_script_file_can_be_kept(f)) {
			err = put_in_place(r, f, &done);
			continue;
		}
		err = put_stored(r, "kept", f->path, f->path);
		if (err == 0)
			err = put_sum(r, "as", f->script, f->name);
	}
	rcc_strvec_release(&done);
	return err;
}

/* Record a library that others need. */
static int put_needed(struct recording *r, const struct rcc_needed_file *file)
{
	char *real;
	int err;

	if (rcc_needed_file_can_be_kept(file))
		return put_stored(r, "needed", file->path, file->name);
	real = realpath(file->path, NULL);
	err = put_sum(r, "named", file->path, real != NULL ? real : file->path);
	free(real);
	return err;
}

/* Record the user's libraries that the linker loads because others need them. */
static int put_needed_files(struct recording *r)
{
	struct rcc_needed_files files;
	int err = 0;

	rcc_needed_files_find(&files, r->link);
	for (size_t i = 0; i < files.n && err == 0; i++)
		err = put_needed(r, &files.item[i]);
	rcc_needed_files_release(&files);
	return err;
}

/* Record the objects that LTO made.  The stand-in for lto-wrapper has kept
 * copies of them. */
static int put_lto(struct recording *r)
{
	char *list = rcc_lto_kept_list(r->link->dir.path);
	char *text = rcc_file_read(list, NULL);
	char *at = text;
	char *path;
	int err = 0;

	while (err == 0 && at != NULL && (path = strsep(&at, "\n")) != NULL) {
		char id[RCC_CONTENT_ID_LEN + 1];

		if (path[0] == '\0')
			continue;
		err = rcc_content_store_add(r->dir, path, id);
		if (err != 0)
			err = cannot_record(r, path);
		else
			put(&r->text, "lto", id);
	}
	free(text);
	free(list);
	return err;
}

static void put_environment(struct recording *r)
{
	for (const char *const *name = rcc_recipe_variable; *name != NULL;
	     name++) {
		const char *value = getenv(*name);
		char *pair;

		if (value == NULL)
			continue;
		pair = rcc_mem_printf("%s=%s", *name, value);
		put(&r->text, "env", pair);
		free(pair);
	}
}

static int put_head(struct recording *r, const char *output)
{
	const struct rcc_linker *linker = r->link->request->linker;
	char id[RCC_CONTENT_ID_LEN + 1] = "";
	char cwd[PATH_MAX];
	char *path;

	if (getcwd(cwd, sizeof(cwd)) == NULL)
		return cannot_record(r, ".");
	if (rcc_content_store_id(linker->path, id) != 0)
		return cannot_record(r, linker->path);
	path = rcc_file_join(cwd, linker->path);
	put(&r->text, RCC_RECIPE_MAGIC, RCC_RECIPE_VERSION);
	put(&r->text, "output", output);
	put(&r->text, "cwd", cwd);
	put_id(r, "linker", id, path);
	free(path);
	put(&r->text, "banner", linker->banner != NULL ? linker->banner : "");
	return 0;
}

static int put_recipe(struct recording *r, const char *output)
{
	const struct rcc_ldargs *args = r->link->request->args;
	const struct rcc_inputs *inputs = &r->link->inputs;
	int err = put_head(r, output);

	if (err != 0)
		return err;
	put_environment(r);
	for (size_t i = 0; i < args->arg.n; i++)
		put(&r->text, "arg", args->arg.item[i]);
	for (size_t i = 0; i < inputs->n && err == 0; i++)
		if (inputs->item[i].path != NULL)
			err = put_input(r, &inputs->item[i]);
	if (err == 0)
		err = put_script_files(r);
	if (err == 0)
		err = put_needed_files(r);
	if (err == 0)
		err = put_lto(r);
	rcc_strbuf_add(&r->text, "end\n");
	return err;
}

int rcc_recipe_write(const struct rcc_link *l, const char *dir,
		     struct rcc_refusal *why)
{
	struct recording r = {.link = l, .dir = dir, .why = why};
	char *output = output_path(l->request->args->output);
	char *folder = record_folder(dir, output);
	char *path = rcc_mem_printf("%s/recipe", folder);
	int err = put_recipe(&r, output);

	if (err == 0 &&
	    rcc_file_replace(path, r.text.text, r.text.n, 0644) != 0)
		err = cannot_record(&r, path);
	/* The next build would take an empty folder for another program's. */
	if (err != 0)
		(void)rmdir(folder);
	rcc_strbuf_release(&r.text);
	free(path);
	free(folder);
	free(output);
	return err;
}

/* ---- Listing the records ------------------------------------------------ */

/* Return the soname of the shared library that a link with these arguments
 * makes, or its base name if it has none.  Returns NULL if the link makes no
 * shared library.  Caller frees. */
static char *soname(char *const *argv, const char *output)
{
	struct rcc_ldargs args;
	const char *bad = NULL;
	char *result = NULL;

	if (rcc_ldargs_parse(&args, argv, &bad) == 0 && args.is_shared) {
		const char *name = rcc_ldargs_soname(&args);

		result = rcc_mem_strdup(name != NULL ? name
						     : rcc_file_base(output));
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
