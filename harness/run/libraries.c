/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/libraries.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"

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

void rcc_libraries_environment(const struct rcc_measure *m, const char *binary,
			       struct rcc_strvec *env)
{
	const size_t len = (size_t)(rcc_file_base(binary) - binary);
	const char *old = value_of(m->environment, path_variable);

	if (!m->has_libraries || len < 2)
		return;
	/* An empty one must not become an empty directory: the current one. */
	if (old != NULL && old[0] == '\0')
		old = NULL;
	rcc_strvec_pushf(env, "%s=%.*s%s%s", path_variable, (int)(len - 1),
			 binary, old != NULL ? ":" : "",
			 old != NULL ? old : "");
	if (m->loaded == NULL)
		return;
	/* "libs" for what has constructors, "scopes" for all but what comes
	 * with dlopen(3). */
	rcc_strvec_push(env, "LD_DEBUG=libs,scopes");
	rcc_strvec_pushf(env, "LD_DEBUG_OUTPUT=%s", m->loaded);
}

bool rcc_libraries_replaces(const struct rcc_strvec *env, const char *pair)
{
	const size_t len = strcspn(pair, "=") + 1;

	for (size_t i = 0; i < env->n; i++)
		if (strncmp(env->item[i], pair, len) == 0)
			return true;
	return false;
}

/* ---- What was loaded --------------------------------------------------- */

/* What processes loaded under the name of one library. */
struct seen {
	const char *name;
	char *ours; /* the path that it should have */
	bool is_loaded;
	char *other; /* a path from which it was loaded instead; NULL: none */
};

/* The path in a line of LD_DEBUG that tells of an object, or NULL:
 *	12967:	object=/dir/libf.so.1 [0]
 *	12967:	calling init: /dir/libf.so.1
 * The line is cut behind it. */
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

static bool is_file(const char *a, const char *b)
{
	struct stat st_a;
	struct stat st_b;

	return strcmp(a, b) == 0 ||
	       (stat(a, &st_a) == 0 && stat(b, &st_b) == 0 &&
		st_a.st_dev == st_b.st_dev && st_a.st_ino == st_b.st_ino);
}

static void look_at(struct seen *s, const char *path)
{
	if (strcmp(rcc_file_base(path), s->name) != 0)
		return;
	if (is_file(path, s->ours)) {
		s->is_loaded = true;
	} else if (s->other == NULL) {
		s->other = rcc_mem_strdup(path);
	}
}

static void read_log(const char *file, struct seen *s)
{
	char *text = rcc_file_read(file, NULL);
	char *next = text;
	char *line;

	while (next != NULL && (line = strsep(&next, "\n")) != NULL) {
		const char *path = path_in(line);

		if (path != NULL)
			look_at(s, path);
	}
	free(text);
}

static void read_logs(const char *folder, struct seen *s)
{
	DIR *dir = opendir(folder);
	const struct dirent *e;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		char *file;

		if (e->d_name[0] == '.')
			continue;
		file = rcc_file_join(folder, e->d_name);
		read_log(file, s);
		free(file);
	}
	if (dir != NULL)
		closedir(dir);
}

static int judge(const struct seen *s)
{
	if (s->other != NULL) {
		rcc_error("\"%s\" is loaded from \"%s\", not from the layout",
			  s->name, s->other);
		rcc_hint("a path that is fixed in the program comes before "
			 "LD_LIBRARY_PATH: link it with "
			 "-Wl,--enable-new-dtags (DT_RUNPATH, not DT_RPATH) "
			 "and with -L and -l; nor may COMMAND set the "
			 "variable anew");
		return RCC_EXIT_USAGE;
	}
	if (!s->is_loaded) {
		rcc_error("\"%s\" (--library) was not loaded by the command",
			  s->name);
		rcc_hint("a static program loads none, nor does one that "
			 "starts in an environment of its own (env -i, sudo), "
			 "or that needs the library only at times");
		return RCC_EXIT_USAGE;
	}
	return RCC_EXIT_OK;
}

int rcc_libraries_place(const struct rcc_experiment *x)
{
	if (!x->study.has_libraries || strpbrk(x->dir, ":;$") == NULL)
		return RCC_EXIT_OK;
	rcc_error("no library can be loaded from \"%s\": the path has a colon, "
		  "a semicolon or a dollar sign",
		  x->dir);
	rcc_hint("LD_LIBRARY_PATH gives these another meaning: keep the study "
		 "elsewhere");
	return RCC_EXIT_USAGE;
}

int rcc_libraries_watch(const struct rcc_experiment *x, size_t system,
			struct rcc_measure *m)
{
	char *folder;
	int status = RCC_EXIT_FAILED;

	if (x->linked[system].n_libraries == 0)
		return RCC_EXIT_OK;
	folder = rcc_experiment_path(x, "loaded");
	if (rcc_file_remove_tree(folder) == 0 && rcc_file_mkdirs(folder) == 0)
		status = RCC_EXIT_OK;
	else
		rcc_error_errno("cannot make \"%s\"", folder);
	free(folder);
	if (status == RCC_EXIT_OK)
		m->loaded = rcc_experiment_path(x, "loaded/ld");
	return status;
}

int rcc_libraries_check(const struct rcc_experiment *x, int64_t layout)
{
	const struct rcc_linked *linked = &x->linked[x->layout[layout].system];
	char *folder = rcc_experiment_path(x, "loaded");
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < linked->n_libraries && status == RCC_EXIT_OK;
	     i++) {
		struct seen s = {.name = linked->library[i].name};

		s.ours = rcc_mem_printf("%s/layouts/%06lld/%s", x->dir,
					(long long)layout, s.name);
		read_logs(folder, &s);
		status = judge(&s);
		free(s.ours);
		free(s.other);
	}
	free(folder);
	return status;
}

void rcc_libraries_unwatch(const struct rcc_experiment *x,
			   struct rcc_measure *m)
{
	char *folder = rcc_experiment_path(x, "loaded");

	if (m->loaded != NULL)
		rcc_file_remove_tree(folder);
	free(m->loaded);
	m->loaded = NULL;
	free(folder);
}
