/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/built_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/build/directory.h"
#include "harness/build/git.h"

/* Return whether a file with this beginning is an object, a library or a script
 * of libtool.  All three are text files, and libtool itself recognizes them by
 * these words. */
static bool is_of_libtool(const char *begin)
{
	return strstr(begin, " - a libtool object file") != NULL ||
	       strstr(begin, " - a libtool library file") != NULL ||
	       strstr(begin, " - temporary wrapper script for ") != NULL;
}

bool rcc_built_file(const char *top, const char *name)
{
	char *path = rcc_file_join(top, name);
	FILE *file = fopen(path, "rb");
	char begin[256] = "";
	const size_t n =
		file != NULL ? fread(begin, 1, sizeof(begin) - 1, file) : 0;

	if (file != NULL)
		fclose(file);
	free(path);
	return (n >= 4 && memcmp(begin, "\177ELF", 4) == 0) ||
	       (n >= 8 && memcmp(begin, "!<arch>\n", 8) == 0) ||
	       (n >= 8 && memcmp(begin, "!<thin>\n", 8) == 0) ||
	       is_of_libtool(begin);
}

bool rcc_built_tree(const char *dir)
{
	return (rcc_directory_has(dir, "CMakeCache.txt") &&
		!rcc_directory_has(dir, "CMakeLists.txt")) ||
	       (rcc_directory_has(dir, "meson-private") &&
		!rcc_directory_has(dir, "meson.build"));
}

/* Return whether a directory is a build tree without files that git tracks. */
static bool is_build_tree(const char *top, const char *name)
{
	char *dir = rcc_file_join(top, name);
	bool is_tree = rcc_built_tree(dir);
	char *tracked = NULL;

	if (is_tree)
		tracked =
			rcc_git_ask(top, RCC_GIT_WORDS("ls-files", "--", name));
	is_tree = is_tree && tracked != NULL && tracked[0] == '\0';
	free(tracked);
	free(dir);
	return is_tree;
}

/* Return whether a file is in a build tree.  If so, `built` gets the outermost
 * build tree around the file, as "DIR/".  `known` lists the directories that
 * were checked already. */
static bool is_in_build_tree(const char *top, const char *name,
			     struct rcc_strvec *known, struct rcc_strvec *built)
{
	bool is_in = false;

	for (const char *end = strchr(name, '/'); end != NULL && !is_in;
	     end = strchr(end + 1, '/')) {
		char *dir = rcc_mem_strndup(name, (size_t)(end + 1 - name));

		if (!rcc_strvec_has(known, dir)) {
			rcc_strvec_push(known, dir);
			if (is_build_tree(top, dir))
				rcc_strvec_push(built, dir);
		}
		is_in = rcc_strvec_has(built, dir);
		free(dir);
	}
	return is_in;
}

/* Return whether CMake itself writes this file when a source tree is built in
 * place. */
static bool is_of_cmake(const char *name)
{
	return strcmp(rcc_file_base(name), "CMakeCache.txt") == 0 ||
	       strncmp(name, "CMakeFiles/", 11) == 0 ||
	       strstr(name, "/CMakeFiles/") != NULL;
}

/* Git writes names with special characters in quotes.  This function skips such
 * files. */
void rcc_built_files_find(const char *top, struct rcc_strvec *built)
{
	char *list = rcc_git_ask(
		top, RCC_GIT_WORDS("-c", "core.quotePath=false", "ls-files",
				   "--others", "--exclude-standard"));
	struct rcc_strvec known = {0};
	char *next = list;
	char *name;

	while (next != NULL && (name = strsep(&next, "\n")) != NULL)
		if (name[0] != '\0' && name[0] != '"' &&
		    !is_in_build_tree(top, name, &known, built) &&
		    (is_of_cmake(name) || rcc_built_file(top, name)))
			rcc_strvec_push(built, name);
	rcc_strvec_release(&known);
	free(list);
}
