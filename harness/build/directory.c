/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/directory.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"

bool rcc_directory_has(const char *dir, const char *name)
{
	char *path = rcc_file_join(dir, name);
	const bool has = access(path, F_OK) == 0;

	free(path);
	return has;
}

int rcc_directory_check(const char *dir, bool (*is_ours)(const char *name),
			const char *what, const char *option)
{
	DIR *d = opendir(dir);
	const struct dirent *e;
	int status = RCC_EXIT_OK;

	while (d != NULL && status == RCC_EXIT_OK && (e = readdir(d)) != NULL) {
		if (strcmp(e->d_name, ".") == 0 ||
		    strcmp(e->d_name, "..") == 0 || is_ours(e->d_name))
			continue;
		rcc_error("\"%s\" holds no %s, but other files (\"%s\")", dir,
			  what, e->d_name);
		rcc_hint("give a new directory: %s %s%s%s", option, dir,
			 dir[strlen(dir) - 1] == '/' ? "" : "/", what);
		status = RCC_EXIT_USAGE;
	}
	if (d != NULL)
		closedir(d);
	return status;
}

void rcc_directory_hide(const char *dir)
{
	char *path = rcc_file_join(dir, ".gitignore");

	if (access(path, F_OK) != 0)
		rcc_file_replace(path, "*\n", 2, 0666);
	free(path);
}
