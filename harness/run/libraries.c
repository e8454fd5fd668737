/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/libraries.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_place.h"

static const char path_variable[] = "LD_LIBRARY_PATH";

/* ---- The environment --------------------------------------------------- */

static const char *value_of(char *const *env, const char *name)
{
	const size_t len = strlen(name);

	for (; *env != NULL; env++)
		if (strncmp(*env, name, len) == 0 && (*env)[len] == '=')
			return *env + len + 1;
	return NULL;
}

void rcc_libraries_environment(char *const *environment, const char *folders,
			       const char *log, struct rcc_strvec *env)
{
	const char *old = value_of(environment, path_variable);

	/* Ignore an empty LD_LIBRARY_PATH.  Appending it would add an empty
	 * entry to the new list.  An empty entry means the working
	 * directory. */
	if (old != NULL && old[0] == '\0')
		old = NULL;
	if (folders != NULL)
		rcc_strvec_pushf(env, "%s=%s%s%s", path_variable, folders,
				 old != NULL ? ":" : "",
				 old != NULL ? old : "");
	if (log == NULL)
		return;
	/* Both words are needed: "libs" logs only objects with constructors,
	 * and "scopes" logs no objects that dlopen(3) loads. */
	rcc_strvec_push(env, "LD_DEBUG=libs,scopes");
	rcc_strvec_pushf(env, "LD_DEBUG_OUTPUT=%s", log);
}

/* ---- The logs ----------------------------------------------------- */

/* The paths from which processes loaded one library. */
struct seen {
	const char *name;
	char *ours; /* the path in the layout's folder */
	bool is_loaded;
	char *other; /* a path elsewhere; NULL if there is none */
};

/* Return the path of an object in a line of the log, or NULL.  The lines have
 * these forms:
 *	12967:	object=/dir/libf.so.1 [0]
 *	12967:	calling init: /dir/libf.so.1
 * The line is cut after the path. */
static char *path_in(char *line)
{
	static const char object[] = "\tobject=";
	static const char init[] = "\tcalling init: ";
	char *at = strstr(line, object);
	char *end;

	if (at != NULL) {
		end = strrchr(at, '[');
		if (end != NULL && end[-1] == ' ')
			end[-1] = '\0';
		return at + strlen(object);
	}
	at = strstr(line, init);
	return at != NULL ? at + strlen(init) : NULL;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat st_a;
	struct stat st_b;

	return strcmp(a, b) == 0 ||
	       (stat(a, &st_a) == 0 && stat(b, &st_b) == 0 &&
		st_a.st_dev == st_b.st_dev && st_a.st_ino == st_b.st_ino);
}

static void read_log(const char *file, struct rcc_strvec *path)
{
	char *text = rcc_file_read(file, NULL);
	char *next = text;
	char *line;

	while (next != NULL && (line = strsep(&next, "\n")) != NULL) {
		const char *one = path_in(line);

		if (one != NULL && !rcc_strvec_has(path, one))
			rcc_strvec_push(path, one);
	}
	free(text);
}

void rcc_libraries_loaded(const struct rcc_experiment *x,
			  struct rcc_strvec *path)
{
	char *folder = rcc_experiment_path(x, "loaded");
	DIR *dir = opendir(folder);
	const struct dirent *e;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		char *file;

		if (e->d_name[0] == '.')
			continue;
		file = rcc_file_join(folder, e->d_name);
		read_log(file, path);
		free(file);
	}
	if (dir != NULL)
		closedir(dir);
	free(folder);
}

static void take_path(struct seen *s, const char *path)
{
	if (strcmp(rcc_file_base(path), s->name) != 0)
		return;
	if (is_same_file(path, s->ours)) {
		s->is_loaded = true;
	} else if (s->other == NULL) {
		s->other = rcc_mem_strdup(path);
	}
}

/* Warn about a library that was not loaded from the layout.  This is no error,
 * since the user did not name libraries with --library. */
static int judge_needed(const struct seen *s)
{
	if (s->other != NULL)
		rcc_warn("\"%s\" is loaded from \"%s\", not from the layout: "
			 "layouts do not move it",
			 s->name, s->other);
	else if (!s->is_loaded)
		rcc_warn("\"%s\" was not loaded by the command: layouts do not "
			 "move it",
			 s->name);
	return RCC_EXIT_OK;
}

/* Refuse a library that was not loaded, or was loaded from elsewhere than the
 * layout's folder. */
static int judge(const struct seen *s)
{
	if (s->other != NULL) {
		rcc_error("\"%s\" is loaded from \"%s\", not from the layout",
			  s->name, s->other);
		rcc_hint("a path that is fixed in the program comes before "
			 "LD_LIBRARY_PATH: link it with "
			 "-Wl,--enable-new-dtags (DT_RUNPATH, not DT_RPATH) "
			 "and with -L and -l; COMMAND must not set the "
			 "variable");
		return RCC_EXIT_USAGE;
	}
	if (!s->is_loaded) {
		rcc_error("\"%s\" (--library) was not loaded by the command",
			  s->name);
		rcc_hint("no library is loaded by a static program, by one "
			 "that starts in another environment (env -i, sudo), "
			 "or by one that did not need it in this run");
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

int rcc_libraries_watch(const struct rcc_experiment *x, size_t system,
			char **log)
{
	char *folder;
	int status = RCC_EXIT_OK;

	*log = NULL;
	if (x->linked[system].n_libraries == 0 && !x->finds_opened)
		return RCC_EXIT_OK;
	folder = rcc_experiment_path(x, "loaded");
	if (rcc_file_remove_tree(folder) != 0 || rcc_file_mkdirs(folder) != 0) {
		rcc_error_errno("cannot make \"%s\"", folder);
		status = RCC_EXIT_FAILED;
	} else {
		*log = rcc_experiment_path(x, "loaded/ld");
	}
	free(folder);
	return status;
}

int rcc_libraries_check(const struct rcc_experiment *x, int64_t layout)
{
	const struct rcc_linked *linked = &x->linked[x->layout[layout].system];
	struct rcc_strvec loaded = {0};
	int status = RCC_EXIT_OK;

	rcc_libraries_loaded(x, &loaded);
	for (size_t i = 0; i < linked->n_libraries && status == RCC_EXIT_OK;
	     i++) {
		struct seen s = {.name = linked->library[i].name};

		s.ours = rcc_place_path(x, layout, &linked->library[i]);
		for (size_t k = 0; k < loaded.n; k++)
			take_path(&s, loaded.item[k]);
		status = x->study.has_libraries ? judge(&s) : judge_needed(&s);
		free(s.ours);
		free(s.other);
	}
	rcc_strvec_release(&loaded);
	return status;
}

void rcc_libraries_unwatch(const struct rcc_experiment *x, char **log)
{
	char *folder = rcc_experiment_path(x, "loaded");

	if (*log != NULL)
		rcc_file_remove_tree(folder);
	free(*log);
	*log = NULL;
	free(folder);
}
