/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/anonymous.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"

/* ---- Texts ------------------------------------------------------------- */

/* Directories whose names do not identify the author. */
static const char *const system_directory[] = {
	"/bin/",   "/boot/", "/dev/", "/etc/",	"/lib/", "/lib32/",
	"/lib64/", "/proc/", "/run/", "/sbin/", "/sys/", "/usr/"};

static bool is_of_system(const char *path)
{
	for (size_t i = 0;
	     i < sizeof(system_directory) / sizeof(system_directory[0]); i++)
		if (strncmp(path, system_directory[i],
			    strlen(system_directory[i])) == 0)
			return true;
	return false;
}

/* Return whether the text at `at` follows the name of an option without a
 * blank, as in "-I/home/me". */
static bool follows_option(const char *text, const char *at)
{
	const char *from = at;

	while (from > text && isalpha((unsigned char)from[-1]))
		from--;
	return from < at && from > text && from[-1] == '-' &&
	       (from - 1 == text || strchr(" '\"", from[-2]) != NULL);
}

/* Return whether a path begins at `at`, either an absolute path or one that
 * begins with "~".  After several slashes, as in file:///home, the path begins
 * at the last slash. */
static bool begins_path(const char *text, const char *at)
{
	const char *from = at;
	const char *name = at[0] == '~' && at[1] == '/' ? at + 2 : at + 1;

	if ((at[0] != '/' && at[0] != '~') ||
	    strchr(" \t\n'\"=:,;()<>|&`/", name[0]) != NULL)
		return false;
	while (from > text && from[-1] == '/')
		from--;
	if (from == text || strchr(" \t\n'\"=:,;(<>|&@`", from[-1]) != NULL)
		return at[0] == '/' || name == at + 2;
	return at[0] == '/' && follows_option(text, from);
}

/*
 * Return the length of the path that begins at `at`.  Its end depends on the
 * character before `at`:
 *
 *	quotation mark	the path ends at the next quotation mark of this kind,
 *			or at the end of the line
 *	none		the path may contain blanks, because the whole text may
 *			be a path.  It ends at a character such as ';'.  It also
 *			ends at a blank if an option, a quotation mark or
 *			another path follows the blank
 *	any other	the path ends at the next blank, or at a character such
 *			as ':' or ','
 */
static size_t path_length(const char *text, const char *at)
{
	size_t n = 0;

	if (at > text && strchr("'\"", at[-1]) != NULL)
		return strcspn(at, at[-1] == '"' ? "\"\n" : "'\n");
	if (at > text)
		return strcspn(at, " \t\n'\"=:,;()<>|&`");
	while (at[n] != '\0' && strchr("\n<>|&;`", at[n]) == NULL &&
	       !(at[n] == ' ' && strchr("-/'\"", at[n + 1]) != NULL))
		n++;
	return n;
}

char *rcc_anonymous_text(const char *text)
{
	struct rcc_strbuf out = {0};

	if (text == NULL)
		return NULL;
	for (const char *at = text; *at != '\0';) {
		size_t n = path_length(text, at);
		size_t last;

		if (!begins_path(text, at) || is_of_system(at)) {
			rcc_strbuf_add_char(&out, *at++);
			continue;
		}
		while (n > 1 && at[n - 1] == '/')
			n--;
		for (last = n; last > 0 && at[last - 1] != '/'; last--)
			;
		rcc_strbuf_add(&out, ".../");
		rcc_strbuf_add_bytes(&out, at + last, n - last);
		at += n;
	}
	return rcc_strbuf_take(&out);
}

static void shorten(char **text)
{
	char *anonymous = rcc_anonymous_text(*text);

	free(*text);
	*text = anonymous;
}

/* ---- JSON -------------------------------------------------------------- */

/* Add a value to the object under the anonymous version of its key.  Two paths
 * may be shortened to the same text.  The second one then gets a number. */
static void set_under_new_key(json_t *object, const char *key, json_t *value)
{
	char *name = rcc_anonymous_text(key);
	unsigned n = 1;

	while (json_object_get(object, name) != NULL) {
		char *base = rcc_anonymous_text(key);

		free(name);
		name = rcc_mem_printf("%s (%u)", base, ++n);
		free(base);
	}
	json_object_set(object, name, value);
	free(name);
}

static void anonymize_object(json_t *json)
{
	json_t *copy = json_object();
	const char *key;
	json_t *value;

	json_object_foreach(json, key, value)
	{
		rcc_anonymous_json(value);
		set_under_new_key(copy, key, value);
	}
	json_object_clear(json);
	json_object_update(json, copy);
	json_decref(copy);
}

void rcc_anonymous_json(json_t *json)
{
	if (json_is_string(json)) {
		char *text = rcc_anonymous_text(json_string_value(json));

		json_string_set(json, text);
		free(text);
	} else if (json_is_array(json)) {
		for (size_t i = 0; i < json_array_size(json); i++)
			rcc_anonymous_json(json_array_get(json, i));
	} else if (json_is_object(json)) {
		anonymize_object(json);
	}
}

/* Give each object in an array another name.  Two paths may be shortened to the
 * same text.  The second one then gets a number. */
static void separate_names(json_t *array)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		json_t *one = json_array_get(array, i);
		char *base = rcc_mem_strdup(
			json_string_value(json_object_get(one, "name")));
		unsigned n = 1;

		for (size_t k = 0; k < i;) {
			json_t *name = json_object_get(json_array_get(array, k),
						       "name");

			k++;
			if (!json_equal(name, json_object_get(one, "name")))
				continue;
			json_object_set_new(one, "name",
					    json_sprintf("%s (%u)", base, ++n));
			k = 0;
		}
		free(base);
	}
}

/* ---- Studies and suites ------------------------------------------------ */

/* Make a study's settings anonymous.  The settings borrow strings from their
 * JSON, so the anonymous copy of the JSON is parsed to new settings. */
static void anonymize_design(struct rcc_study *study)
{
	json_t *json = json_deep_copy(study->json);
	struct rcc_study anonymous;
	char *problem = NULL;

	rcc_anonymous_json(json);
	separate_names(json_object_get(json, "systems"));
	separate_names(json_object_get(json, "arms"));
	/* Parsing cannot fail, since only paths differ from the accepted
	 * settings. */
	if (rcc_study_parse(json, &anonymous, &problem) != 0)
		abort();
	json_decref(json);
	free(problem);
	rcc_study_release(study);
	*study = anonymous;
}

void rcc_anonymous_dir(char **dir)
{
	char *path = *dir;
	size_t n = strlen(path);
	size_t begin;

	while (n > 1 && path[n - 1] == '/')
		n--;
	for (begin = n; begin > 0 && path[begin - 1] != '/'; begin--)
		;
	*dir = rcc_mem_strndup(path + begin, n - begin);
	free(path);
}

void rcc_stored_anonymize(struct rcc_stored *s)
{
	rcc_anonymous_dir(&s->dir);
	anonymize_design(&s->study);
	json_object_del(s->host, "hostname");
	json_object_del(s->host, "boot-id");
	json_object_del(s->host, "kernel-command-line");
	rcc_anonymous_json(s->host);
	rcc_anonymous_json(s->inputs);
	rcc_anonymous_json(s->compile_options);
	rcc_anonymous_json(s->code_share);
	rcc_anonymous_json(s->toolchains);
	shorten(&s->compiler);
	shorten(&s->compilers);
	shorten(&s->linker);
	shorten(&s->program);
	shorten(&s->in_place);
	for (size_t i = 0; s->refused != NULL && i < s->study.n_metrics; i++)
		shorten(&s->refused[i]);
}

void rcc_suite_anonymize(struct rcc_suite *suite)
{
	shorten(&suite->file);
	for (size_t i = 0; i < suite->n; i++) {
		shorten(&suite->benchmark[i].directory);
		shorten(&suite->benchmark[i].problem);
	}
}
