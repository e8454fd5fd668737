/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/loader_hint.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"

/* The largest depth of a search, and the largest number of directory entries
 * that a search looks at. */
#define DEPTH_MAX 8
#define ENTRIES_MAX 200000

struct search {
	const char *name;
	const char *not_below;
	int n_entries;
	/* The folder that has the library; NULL until it is found. */
	char *found;
};

static void search_folder(struct search *s, const char *folder, int depth);

static void look_at(struct search *s, const char *folder,
		    const struct dirent *e, int depth)
{
	char *path = rcc_file_join(folder, e->d_name);
	struct stat st;

	if (strcmp(e->d_name, s->name) == 0 && stat(path, &st) == 0 &&
	    S_ISREG(st.st_mode))
		s->found = rcc_mem_strdup(folder);
	else if (depth < DEPTH_MAX && strcmp(path, s->not_below) != 0 &&
		 lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
		search_folder(s, path, depth + 1);
	free(path);
}

static void search_folder(struct search *s, const char *folder, int depth)
{
	DIR *dir = opendir(folder);
	const struct dirent *e;

	while (dir != NULL && s->found == NULL && (e = readdir(dir)) != NULL)
		if (strcmp(e->d_name, ".") != 0 &&
		    strcmp(e->d_name, "..") != 0 &&
		    s->n_entries++ < ENTRIES_MAX)
			look_at(s, folder, e, depth);
	if (dir != NULL)
		closedir(dir);
}

/* Return the name of the library that the dynamic linker did not find, or NULL.
 * The caller must free it. */
static char *missing_library(const char *stderr_path)
{
	static const char message[] = "error while loading shared libraries: ";
	char *text = rcc_file_read(stderr_path, NULL);
	const char *at = text != NULL ? strstr(text, message) : NULL;
	char *name = NULL;

	if (at != NULL &&
	    strstr(at, "cannot open shared object file") != NULL) {
		at += strlen(message);
		name = rcc_mem_strndup(at, strcspn(at, ":\n"));
	}
	free(text);
	return name;
}

bool rcc_loader_hint(const char *stderr_path, const char *tree,
		     const char *not_below)
{
	char *name = missing_library(stderr_path);
	struct search s = {.name = name, .not_below = not_below};
	char *quoted;

	if (name == NULL)
		return false;
	search_folder(&s, tree, 0);
	if (s.found == NULL) {
		rcc_hint("the program does not find \"%s\": add its directory "
			 "to LD_LIBRARY_PATH when you call randstudy",
			 name);
	} else {
		quoted = rcc_shell_quote(s.found);
		rcc_hint("the program looks for \"%s\" beside itself, or in a "
			 "path relative to it: call LD_LIBRARY_PATH=%s "
			 "randstudy run ...",
			 name, quoted);
		free(quoted);
	}
	free(s.found);
	free(name);
	return true;
}
