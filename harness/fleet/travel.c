/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/travel.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/fleet/manifest.h"

/* The folder of the inputs in an unpacked pack, and its subfolder for inputs
 * that were outside the study's directory. */
static const char inputs[] = "files";
static const char outside[] = ".outside";

/* A file or folder that the user or the settings name. */
struct source {
	char *path; /* absolute, without "." and ".." */
	/* The text that replaces `path` in the pack's settings:
	 * RCC_FILES_WORD and the path within the folder of the unpacked
	 * inputs. */
	char *word;
};

struct finder {
	const struct rcc_study *study;
	struct rcc_travel *travel;
	char *directory;
	struct source *source;
	size_t n;
	size_t room;
	unsigned n_outside;
};

/* ---- Paths -------------------------------------------------------------- */

/* Return an absolute path without ".", ".." and repeated slashes; caller
 * frees. */
static char *clean_path(const char *directory, const char *path)
{
	char *joined = rcc_file_join(directory, path);
	char *clean = rcc_mem_calloc(strlen(joined) + 2, 1);
	char *next = joined;
	char *part;
	size_t n = 0;

	while ((part = strsep(&next, "/")) != NULL) {
		if (part[0] == '\0' || strcmp(part, ".") == 0)
			continue;
		if (strcmp(part, "..") == 0) {
			while (n > 0 && clean[--n] != '/')
				;
			clean[n] = '\0';
			continue;
		}
		clean[n++] = '/';
		memcpy(clean + n, part, strlen(part) + 1);
		n += strlen(part);
	}
	free(joined);
	if (n == 0)
		memcpy(clean, "/", 2);
	return clean;
}

/* Return the rest of `path` after `folder`.  The rest begins with a slash, or
 * is "" if both are equal.  Return NULL if `path` is not in `folder`. */
static const char *rest_of(const char *path, const char *folder)
{
	const size_t n = strlen(folder);

	/* The root directory is the only folder whose path ends with a slash.
	 * This slash begins the rest. */
	if (strcmp(folder, "/") == 0)
		return path[1] != '\0' ? path : path + 1;
	if (strncmp(path, folder, n) != 0 ||
	    (path[n] != '/' && path[n] != '\0'))
		return NULL;
	return path + n;
}

/* ---- Sources ------------------------------------------------------------ */

/* Return the text that replaces a path in the settings of the pack, such as
 * "{files}/input".  "{files}" (RCC_FILES_WORD) stands for the folder of the
 * unpacked inputs.  Returns NULL if the path is not packed.  Caller frees. */
static char *word_for(const struct finder *f, const char *path)
{
	for (size_t i = 0; i < f->n; i++) {
		const char *rest = rest_of(path, f->source[i].path);

		if (rest != NULL)
			return rcc_mem_printf("%s%s", f->source[i].word, rest);
	}
	return NULL;
}

/* Add a path to those that go into the pack.  Do nothing if the path, or a
 * folder that contains it, was added before. */
static void add_source(struct finder *f, const char *path)
{
	const char *rest = rest_of(path, f->directory);
	/* "/" and the name; "" for the root directory, which has no name */
	const char *name = rest_of(strrchr(path, '/'), "/");
	char *known = word_for(f, path);
	struct source *s;

	if (known != NULL) {
		free(known);
		return;
	}
	f->source = rcc_mem_grow(f->source, f->n, &f->room, sizeof(*s));
	s = &f->source[f->n++];
	s->path = rcc_mem_strdup(path);
	s->word = rest != NULL ? rcc_mem_printf("%s%s", RCC_FILES_WORD, rest)
			       : rcc_mem_printf("%s/%s/%u%s", RCC_FILES_WORD,
						outside, f->n_outside++, name);
}

static void add_file(struct rcc_travel *travel, const char *from,
		     const char *to)
{
	if (rcc_strvec_has(&travel->to, to))
		return;
	rcc_strvec_push(&travel->from, from);
	rcc_strvec_push(&travel->to, to);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Add the files of a source to travel->from and travel->to: the file itself, or
 * a folder and everything in it. */
static int list_source(struct rcc_travel *travel, const struct source *s)
{
	char *roots[] = {s->path, NULL};
	FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
			     by_name);
	int status = RCC_EXIT_OK;
	FTSENT *e;

	while (walk != NULL && (e = fts_read(walk)) != NULL) {
		char *to = rcc_mem_printf("%s%s%s", inputs,
					  s->word + strlen(RCC_FILES_WORD),
					  rest_of(e->fts_path, s->path));

		/* A link that is named itself travels as what it leads to. */
		char *whole =
			e->fts_level == 0 ? realpath(e->fts_path, NULL) : NULL;

		if (e->fts_info == FTS_F || e->fts_info == FTS_D ||
		    e->fts_info == FTS_SL || e->fts_info == FTS_SLNONE) {
			add_file(travel, whole != NULL ? whole : e->fts_path,
				 to);
		} else if (e->fts_info == FTS_DEFAULT) {
			rcc_error("cannot pack \"%s\": it is neither a file, "
				  "a folder nor a link",
				  e->fts_path);
			status = RCC_EXIT_USAGE;
		} else if (e->fts_info != FTS_DP) {
			errno = e->fts_errno != 0 ? e->fts_errno : EINVAL;
			rcc_error_errno("cannot pack \"%s\"", e->fts_path);
			status = RCC_EXIT_USAGE;
		}
		free(whole);
		free(to);
	}
	if (walk == NULL) {
		rcc_error_errno("cannot read \"%s\"", s->path);
		status = RCC_EXIT_USAGE;
	} else {
		fts_close(walk);
	}
	return status;
}

/* ---- The settings ------------------------------------------------------- */

static void add_setting(struct finder *f, const char *path)
{
	struct stat st;
	char *clean;

	/* A device, such as /dev/null, is on every machine. */
	if (path == NULL || (stat(path, &st) == 0 && S_ISCHR(st.st_mode)))
		return;
	clean = clean_path(f->directory, path);
	add_source(f, clean);
	free(clean);
}

static void place_setting(const struct finder *f, const char *key)
{
	const char *text =
		json_string_value(json_object_get(f->travel->design, key));
	char *clean = text != NULL ? clean_path(f->directory, text) : NULL;
	char *word = clean != NULL ? word_for(f, clean) : NULL;

	if (word != NULL)
		json_object_set_new(f->travel->design, key, json_string(word));
	free(word);
	free(clean);
}

/* Return whether a word of the command may be a file.  A first word without a
 * slash is a program in PATH. */
static bool may_be_file(const struct finder *f, size_t i)
{
	const char *word = f->study->command[i];
	struct stat st;
	char *path;
	bool is_file;

	if (strstr(word, "{binary}") != NULL ||
	    (i == 0 && strchr(word, '/') == NULL))
		return false;
	path = rcc_file_join(f->directory, word);
	is_file = stat(path, &st) == 0 && S_ISREG(st.st_mode);
	free(path);
	return is_file;
}

static void set_word(struct finder *f, size_t i, const char *text)
{
	json_array_set_new(json_object_get(f->travel->design, "command"), i,
			   json_string(text));
}

/* Decide what a word of the command becomes in the pack's settings.  If the
 * word names a file inside the study's directory, the file is packed.  A
 * relative word then stays as it is, so that programs see the same argument on
 * every machine.  A file outside that directory must exist on each machine
 * already, unless the user named it for the pack (randstudy pack --input). */
static void settle_word(struct finder *f, size_t i)
{
	const char *text = f->study->command[i];
	char *path = clean_path(f->directory, text);
	const bool is_inside = rest_of(path, f->directory) != NULL;
	char *word;

	if (may_be_file(f, i) && is_inside)
		add_source(f, path);
	word = word_for(f, path);
	if (word != NULL && (text[0] == '/' || !is_inside)) {
		set_word(f, i, word);
	} else if (word == NULL && may_be_file(f, i)) {
		rcc_strvec_push(&f->travel->expected, path);
		set_word(f, i, path);
	}
	free(word);
	free(path);
}

static int find(struct finder *f, const struct rcc_strvec *input)
{
	static const char *const key[] = {"stdin", "template"};
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < input->n; i++)
		add_setting(f, input->item[i]);
	add_setting(f, f->study->stdin_path);
	add_setting(f, f->study->template_dir);
	for (size_t i = 0; i < f->study->n_command; i++)
		settle_word(f, i);
	for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++)
		place_setting(f, key[i]);
	json_object_set_new(f->travel->design, "directory",
			    json_string(RCC_FILES_WORD));
	for (size_t i = 0; i < f->n && status == RCC_EXIT_OK; i++)
		status = list_source(f->travel, &f->source[i]);
	return status;
}

int rcc_travel_find(const struct rcc_study *study,
		    const struct rcc_strvec *input, struct rcc_travel *travel)
{
	struct finder f = {.study = study, .travel = travel};
	int status;

	*travel = (struct rcc_travel){.design = json_deep_copy(study->json)};
	f.directory = clean_path("/", study->directory);
	status = find(&f, input);
	for (size_t i = 0; i < f.n; i++) {
		free(f.source[i].path);
		free(f.source[i].word);
	}
	free(f.source);
	free(f.directory);
	return status;
}

void rcc_travel_release(struct rcc_travel *travel)
{
	rcc_strvec_release(&travel->from);
	rcc_strvec_release(&travel->to);
	rcc_strvec_release(&travel->expected);
	json_decref(travel->design);
	*travel = (struct rcc_travel){0};
}
