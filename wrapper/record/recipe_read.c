/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recipe, read and checked against the files that it names. */
#include "wrapper/record/recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "wrapper/record/content_store.h"

__attribute__((noreturn)) static void damaged(const struct rcc_recipe *r,
					      size_t line, const char *what)
{
	rcc_error("the record \"%s\" is damaged: recipe line %zu: %s",
		  r->record, line, what);
	rcc_hint("build again with RANDCC_RECORD set");
	exit(RCC_EXIT_OURS);
}

__attribute__((noreturn)) static void changed(const struct rcc_recipe *r,
					      const char *path,
					      const char *what)
{
	rcc_error("\"%s\" %s since \"%s\" was recorded", path, what,
		  r->record);
	rcc_hint("build again with RANDCC_RECORD set");
	exit(RCC_EXIT_OURS);
}

static void check_content(const struct rcc_recipe *r, const char *file,
			  const char *path, const char *id)
{
	char now[RCC_CONTENT_ID_LEN + 1];

	if (rcc_content_id(file, now) != 0)
		changed(r, path, "has gone");
	if (strcmp(now, id) != 0)
		changed(r, path, "has changed");
}

/* "ID PATH" */
static char *split_id(struct rcc_recipe *r, char *value, size_t line)
{
	if (strlen(value) < RCC_CONTENT_ID_LEN ||
	    strspn(value, "0123456789abcdef") != RCC_CONTENT_ID_LEN)
		damaged(r, line, "no checksum");
	if (value[RCC_CONTENT_ID_LEN] == '\0')
		return value + RCC_CONTENT_ID_LEN;
	value[RCC_CONTENT_ID_LEN] = '\0';
	return value + RCC_CONTENT_ID_LEN + 1;
}

static void read_file_line(struct rcc_recipe *r, const char *key, char *value,
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
	if (r->file == NULL) {
		r->n_files = r->arg.n;
		r->file = rcc_mem_calloc(r->n_files, sizeof(*r->file));
		r->system = rcc_mem_calloc(r->n_files, sizeof(*r->system));
	}
	if (arg >= r->n_files || r->file[arg] != NULL || r->system[arg] != NULL)
		damaged(r, line, "argument out of order");
	/* A file of the system the linker finds again by the word itself. */
	if (strcmp(key, "system") == 0)
		r->system[arg] = file;
	else
		r->file[arg] = file;
}

/* "kept ID PATH" */
static void read_kept_line(struct rcc_recipe *r, char *value, size_t line)
{
	const char *path = split_id(r, value, line);
	const char *base = rcc_file_base(path);

	if (base[0] == '\0' || strcmp(base, ".") == 0 ||
	    strcmp(base, "..") == 0)
		damaged(r, line, "no file");
	free(r->kept_file);
	free(r->kept_base);
	r->kept_file = rcc_content_path(r->dir, value);
	r->kept_base = rcc_mem_strdup(base);
	check_content(r, r->kept_file, path, value);
}

/* "as ID NAME" */
static void read_as_line(struct rcc_recipe *r, char *value, size_t line)
{
	const char *name = split_id(r, value, line);

	if (r->kept_file == NULL)
		damaged(r, line, "nothing is kept");
	r->kept = rcc_mem_grow(r->kept, r->n_kept, &r->kept_room,
			       sizeof(*r->kept));
	r->kept[r->n_kept++] = (struct rcc_link_kept){
		.script = rcc_mem_strdup(value),
		.name = rcc_mem_strdup(name),
		.file = rcc_mem_strdup(r->kept_file),
		.base = rcc_mem_strdup(r->kept_base),
	};
}

static void read_line(struct rcc_recipe *r, char *text, size_t line)
{
	char *value = strchr(text, ' ');

	if (line == 1) {
		if (value == NULL ||
		    strncmp(text, RCC_RECIPE_MAGIC " ",
			    sizeof(RCC_RECIPE_MAGIC)) != 0)
			damaged(r, line, "not a recipe");
		if (strcmp(value + 1, RCC_RECIPE_VERSION) != 0) {
			rcc_error("the record \"%s\" has version %s; this "
				  "randcc reads version " RCC_RECIPE_VERSION,
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
	if (rcc_recipe_decode(value) != 0)
		damaged(r, line, "bad escape");
	if (strcmp(text, "output") == 0) {
		; /* for people, and for --list-records */
	} else if (strcmp(text, "cwd") == 0) {
		free(r->cwd);
		r->cwd = rcc_mem_strdup(value);
	} else if (strcmp(text, "linker") == 0) {
		const char *path = split_id(r, value, line);

		check_content(r, path, path, value);
		free(r->linker);
		r->linker = rcc_mem_strdup(path);
	} else if (strcmp(text, "banner") == 0) {
		free(r->banner);
		r->banner = rcc_mem_strdup(value);
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
	} else if (strcmp(text, "named") == 0) {
		const char *path = split_id(r, value, line);

		check_content(r, path, path, value);
	} else if (strcmp(text, "kept") == 0) {
		read_kept_line(r, value, line);
	} else if (strcmp(text, "as") == 0) {
		read_as_line(r, value, line);
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

static void read_lines(struct rcc_recipe *r)
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
	if (!r->has_end || r->linker == NULL || r->banner == NULL ||
	    r->arg.n == 0)
		damaged(r, n, "it ends early");
	free(text);
	free(path);
}

void rcc_recipe_read(struct rcc_recipe *r, const char *record)
{
	*r = (struct rcc_recipe){.record = realpath(record, NULL)};
	if (r->record == NULL) {
		rcc_error_errno("cannot read the record \"%s\"", record);
		rcc_hint("randld --list-records DIR lists what is recorded");
		exit(RCC_EXIT_OURS);
	}
	r->dir = rcc_mem_strndup(
		r->record, (size_t)(rcc_file_base(r->record) - r->record));
	read_lines(r);
}

void rcc_recipe_release(struct rcc_recipe *r)
{
	for (size_t i = 0; i < r->n_files; i++) {
		free(r->file[i]);
		free(r->system[i]);
	}
	free(r->file);
	free(r->system);
	for (size_t i = 0; i < r->n_kept; i++) {
		free(r->kept[i].script);
		free(r->kept[i].name);
		free(r->kept[i].file);
		free(r->kept[i].base);
	}
	free(r->kept);
	free(r->kept_file);
	free(r->kept_base);
	rcc_strvec_release(&r->arg);
	rcc_strvec_release(&r->lto);
	free(r->linker);
	free(r->banner);
	free(r->cwd);
	free(r->dir);
	free(r->record);
	*r = (struct rcc_recipe){0};
}
