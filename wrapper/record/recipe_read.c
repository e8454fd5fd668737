/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a recipe, the description of a recorded link (recipe.h), and checking
 * that the files in it have not changed. */
#include "wrapper/record/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/record/content_store.h"

static const char build_again[] = "build again with RANDCC_RECORD set";

/* The state of reading a recipe. */
struct reader {
	struct rcc_recipe *r;
	size_t line;
	struct rcc_refusal *why;
};

static int damaged(const struct reader *rd, const char *what)
{
	rcc_refuse(rd->why, RCC_EFORMAT, build_again,
		   "the record \"%s\" is damaged: recipe line %zu: %s",
		   rd->r->record, rd->line, what);
	return RCC_EFORMAT;
}

static int changed(const struct reader *rd, const char *path, const char *what)
{
	return rcc_refuse(rd->why, RCC_EFORMAT, build_again,
			  "\"%s\" %s since \"%s\" was recorded", path, what,
			  rd->r->record);
}

/* Report that `file` in the store is no copy of the user's file `path`. */
static int is_damaged(const struct reader *rd, const char *file,
		      const char *path, const char *what, const char *remedy)
{
	return rcc_refuse(rd->why, RCC_EFORMAT, remedy,
			  "the record \"%s\" is damaged: \"%s\", its copy of "
			  "\"%s\", %s",
			  rd->r->record, file, path, what);
}

/* Check that the file `file` still has the contents with this ID.  Its path was
 * `path` when the link was recorded; `file` differs from it if it is in the
 * store. */
static int check_content(const struct reader *rd, const char *file,
			 const char *path, const char *id)
{
	const bool is_copy = strcmp(file, path) != 0;
	char now[RCC_CONTENT_ID_LEN + 1];

	if (rcc_content_store_id(file, now) != 0)
		return is_copy ? is_damaged(rd, file, path, "cannot be read",
					    build_again)
			       : changed(rd, path, "was removed");
	if (strcmp(now, id) == 0)
		return 0;
	return is_copy ? is_damaged(rd, file, path, "was changed",
				    "remove that copy, and build again with "
				    "RANDCC_RECORD set")
		       : changed(rd, path, "has changed");
}

/* Split a value "ID PATH".  Ends `value` after the ID and sets *path. */
static int split_id(const struct reader *rd, char *value, const char **path)
{
	if (strlen(value) < RCC_CONTENT_ID_LEN ||
	    strspn(value, "0123456789abcdef") != RCC_CONTENT_ID_LEN)
		return damaged(rd, "no checksum");
	*path = value + RCC_CONTENT_ID_LEN;
	if (value[RCC_CONTENT_ID_LEN] == '\0')
		return 0;
	value[RCC_CONTENT_ID_LEN] = '\0';
	++*path;
	return 0;
}

/* Read "ID PATH", and check that the file at PATH still has the contents with
 * this ID. */
static int read_id_line(const struct reader *rd, char *value, const char **path)
{
	int err = split_id(rd, value, path);

	return err != 0 ? err : check_content(rd, *path, *path, value);
}

/* Store the path `file` as the file of argument `arg` of the linker.  Takes
 * ownership of `file` if it returns 0. */
static int set_file(const struct reader *rd, unsigned long arg, char *file,
		    bool is_system)
{
	struct rcc_recipe *r = rd->r;

	if (r->file == NULL) {
		r->n_files = r->arg.n;
		r->file = rcc_mem_calloc(r->n_files, sizeof(*r->file));
		r->path = rcc_mem_calloc(r->n_files, sizeof(*r->path));
		r->system = rcc_mem_calloc(r->n_files, sizeof(*r->system));
	}
	if (arg >= r->n_files || r->file[arg] != NULL || r->system[arg] != NULL)
		return damaged(rd, "argument out of order");
	/* A file of the system goes into another list, because the linker must
	 * find it by itself. */
	*(is_system ? &r->system[arg] : &r->file[arg]) = file;
	return 0;
}

/* Read the "ARG ID PATH" of a line "stored" or "system". */
static int read_file_line(const struct reader *rd, char *value, bool is_system)
{
	char *end;
	unsigned long arg = strtoul(value, &end, 10);
	char *id = end + 1;
	const char *path;
	char *file;
	int err;

	if (end == value || *end != ' ' || arg >= rd->r->arg.n)
		return damaged(rd, "no such argument");
	err = split_id(rd, id, &path);
	if (err != 0)
		return err;
	file = is_system ? rcc_mem_strdup(path)
			 : rcc_content_store_path(rd->r->dir, id);
	err = check_content(rd, file, path, id);
	if (err == 0)
		err = set_file(rd, arg, file, is_system);
	if (err != 0)
		free(file);
	else if (!is_system)
		rd->r->path[arg] = rcc_mem_strdup(path);
	return err;
}

static int read_stored(const struct reader *rd, char *value)
{
	return read_file_line(rd, value, false);
}

static int read_system(const struct reader *rd, char *value)
{
	return read_file_line(rd, value, true);
}

static void set(char **to, const char *value)
{
	free(*to);
	*to = rcc_mem_strdup(value);
}

/* Read the "ID PATH" of a line "kept". */
static int read_kept(const struct reader *rd, char *value)
{
	struct rcc_recipe *r = rd->r;
	const char *path;
	const char *base;
	int err = split_id(rd, value, &path);

	if (err != 0)
		return err;
	base = rcc_file_base(path);
	if (base[0] == '\0' || strcmp(base, ".") == 0 ||
	    strcmp(base, "..") == 0)
		return damaged(rd, "no file");
	free(r->named_file);
	r->named_file = rcc_content_store_path(r->dir, value);
	set(&r->named_base, base);
	return check_content(rd, r->named_file, path, value);
}

/* Read the "ID NAME" of a line "as". */
static int read_as(const struct reader *rd, char *value)
{
	struct rcc_recipe *r = rd->r;
	const char *name;
	int err = split_id(rd, value, &name);

	if (err != 0)
		return err;
	if (r->named_file == NULL)
		return damaged(rd, "no line \"kept\" or \"named\" before it");
	r->script_file = rcc_mem_grow(r->script_file, r->n_script_files,
				      &r->n_allocated, sizeof(*r->script_file));
	r->script_file[r->n_script_files++] = (struct rcc_recorded_script_file){
		.script = rcc_mem_strdup(value),
		.name = rcc_mem_strdup(name),
		.file = rcc_mem_strdup(r->named_file),
		.base = r->named_base != NULL ? rcc_mem_strdup(r->named_base)
					      : NULL,
	};
	return 0;
}

/* Ignore the output's path.  It is for people and for --list-records; a replay
 * does not need it. */
static int read_output(const struct reader *rd, char *value)
{
	(void)rd;
	(void)value;
	return 0;
}

static int read_cwd(const struct reader *rd, char *value)
{
	set(&rd->r->cwd, value);
	return 0;
}

static int read_linker(const struct reader *rd, char *value)
{
	const char *path;
	int err = read_id_line(rd, value, &path);

	if (err == 0)
		set(&rd->r->linker, path);
	return err;
}

static int read_banner(const struct reader *rd, char *value)
{
	set(&rd->r->banner, value);
	return 0;
}

/* Variables that the recorded link did not have would change the replay. */
static void unset_variables(void)
{
	for (const char *const *name = rcc_recipe_variable; *name != NULL;
	     name++)
		if (strcmp(*name, "RANDCC_PIN") != 0)
			unsetenv(*name);
}

static int read_env(const struct reader *rd, char *value)
{
	char *equals = strchr(value, '=');

	if (equals == NULL)
		return damaged(rd, "no variable");
	*equals = '\0';
	setenv(value, equals + 1, 1);
	return 0;
}

static int read_arg(const struct reader *rd, char *value)
{
	rcc_strvec_push(&rd->r->arg, value);
	return 0;
}

static int read_named(const struct reader *rd, char *value)
{
	struct rcc_recipe *r = rd->r;
	const char *path;
	int err = read_id_line(rd, value, &path);

	if (err != 0)
		return err;
	set(&r->named_file, path);
	free(r->named_base);
	r->named_base = NULL;
	return 0;
}

/* Read the "ID NAME" of a line "needed". */
static int read_needed(const struct reader *rd, char *value)
{
	struct rcc_recipe *r = rd->r;
	const char *name;
	char *file;
	int err = split_id(rd, value, &name);

	if (err != 0)
		return err;
	if (name[0] == '\0' || name[0] == '/' || strstr(name, "..") != NULL)
		return damaged(rd, "no name of a library");
	file = rcc_content_store_path(r->dir, value);
	r->needed = rcc_mem_grow(r->needed, r->n_needed, &r->n_needed_allocated,
				 sizeof(*r->needed));
	r->needed[r->n_needed++] = (struct rcc_recorded_needed){
		.name = rcc_mem_strdup(name), .file = file};
	return check_content(rd, file, name, value);
}

static int read_lto(const struct reader *rd, char *value)
{
	const char *rest;
	char *file;
	int err = split_id(rd, value, &rest);

	if (err != 0)
		return err;
	file = rcc_content_store_path(rd->r->dir, value);
	err = check_content(rd, file, file, value);
	rcc_strvec_take(&rd->r->lto, file);
	return err;
}

static const struct key {
	const char *name;
	int (*read)(const struct reader *rd, char *value);
} key_table[] = {
	{"output", read_output}, {"cwd", read_cwd},
	{"linker", read_linker}, {"banner", read_banner},
	{"env", read_env},	 {"arg", read_arg},
	{"stored", read_stored}, {"system", read_system},
	{"named", read_named},	 {"kept", read_kept},
	{"as", read_as},	 {"needed", read_needed},
	{"lto", read_lto},
};

static int read_version(const struct reader *rd, const char *text)
{
	const char *value = strchr(text, ' ');

	if (value == NULL ||
	    strncmp(text, RCC_RECIPE_MAGIC " ", sizeof(RCC_RECIPE_MAGIC)) != 0)
		return damaged(rd, "not a recipe");
	if (strcmp(value + 1, RCC_RECIPE_VERSION) == 0)
		return 0;
	return rcc_refuse(rd->why, RCC_EFORMAT, build_again,
			  "the record \"%s\" has version %s; this randcc reads "
			  "version " RCC_RECIPE_VERSION,
			  rd->r->record, value + 1);
}

static int read_line(const struct reader *rd, char *text)
{
	char *value = strchr(text, ' ');

	if (rd->line == 1)
		return read_version(rd, text);
	if (strcmp(text, "end") == 0) {
		rd->r->has_end = true;
		return 0;
	}
	if (value == NULL || rd->r->has_end)
		return damaged(rd, "no value");
	*value++ = '\0';
	if (rcc_recipe_decode(value) != 0)
		return damaged(rd, "bad escape");
	for (size_t i = 0; i < sizeof(key_table) / sizeof(key_table[0]); i++)
		if (strcmp(text, key_table[i].name) == 0)
			return key_table[i].read(rd, value);
	return damaged(rd, "unknown key");
}

static int cannot_read(const char *path, struct rcc_refusal *why)
{
	return rcc_refuse(why, RCC_ESYS,
			  "randld --list-records DIR lists what is recorded",
			  "cannot read the record \"%s\"", path);
}

static int read_lines(struct rcc_recipe *r, char *text, struct rcc_refusal *why)
{
	struct reader rd = {.r = r, .why = why};
	char *line;
	int err = 0;

	while (err == 0 && (line = strsep(&text, "\n")) != NULL) {
		rd.line++;
		if (line[0] != '\0')
			err = read_line(&rd, line);
	}
	if (err == 0 && (!r->has_end || r->linker == NULL ||
			 r->banner == NULL || r->arg.n == 0))
		err = damaged(&rd, "it ends early");
	return err;
}

int rcc_recipe_read(struct rcc_recipe *r, const char *record,
		    struct rcc_refusal *why)
{
	char *path;
	char *text;
	int err;

	*r = (struct rcc_recipe){.record = realpath(record, NULL)};
	if (r->record == NULL)
		return cannot_read(record, why);
	r->dir = rcc_mem_strndup(
		r->record, (size_t)(rcc_file_base(r->record) - r->record));
	unset_variables();
	path = rcc_mem_printf("%s/recipe", r->record);
	text = rcc_file_read(path, NULL);
	err = text != NULL ? read_lines(r, text, why) : cannot_read(path, why);
	free(text);
	free(path);
	return err;
}

void rcc_recipe_release(struct rcc_recipe *r)
{
	for (size_t i = 0; i < r->n_files; i++) {
		free(r->file[i]);
		free(r->path[i]);
		free(r->system[i]);
	}
	free(r->file);
	free(r->path);
	free(r->system);
	for (size_t i = 0; i < r->n_script_files; i++) {
		free(r->script_file[i].script);
		free(r->script_file[i].name);
		free(r->script_file[i].file);
		free(r->script_file[i].base);
	}
	free(r->script_file);
	for (size_t i = 0; i < r->n_needed; i++) {
		free(r->needed[i].name);
		free(r->needed[i].file);
	}
	free(r->needed);
	free(r->named_file);
	free(r->named_base);
	rcc_strvec_release(&r->arg);
	rcc_strvec_release(&r->lto);
	free(r->linker);
	free(r->banner);
	free(r->cwd);
	free(r->dir);
	free(r->record);
	*r = (struct rcc_recipe){0};
}
