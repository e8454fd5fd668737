/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/git_tree.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

static bool checks_out(const char *build)
{
	return strstr(build, "git checkout") != NULL ||
	       strstr(build, "git switch") != NULL;
}

static bool any_checks_out(const struct rcc_study *study)
{
	for (size_t i = 0; i < study->n_systems; i++)
		if (checks_out(study->system[i].build))
			return true;
	return false;
}

/* The changes of tracked files, as git lists them; NULL: none, or no git tree;
 * caller frees. */
static char *changes_in(const char *directory)
{
	const char *path = getenv("PATH");
	char *git = rcc_file_find_program(
		"git", path != NULL ? path : "/usr/bin:/bin", NULL);
	char at[] = "-C";
	char status[] = "status";
	char porcelain[] = "--porcelain";
	char tracked[] = "--untracked-files=no";
	char *dir = rcc_mem_strdup(directory);
	char *argv[] = {git, at, dir, status, porcelain, tracked, NULL};
	char *list = NULL;

	if (git == NULL || rcc_process_ask(argv, &list) != 0 ||
	    list[0] == '\0') {
		free(list);
		list = NULL;
	}
	free(dir);
	free(git);
	return list;
}

void rcc_git_tree_warn(const struct rcc_study *study)
{
	char *list;

	if (!any_checks_out(study))
		return;
	list = changes_in(study->directory);
	if (list == NULL)
		return;
	list[strcspn(list, "\n")] = '\0';
	rcc_warn("the tree has uncommitted changes (\"%s\"): they are part of "
		 "every revision that a build checks out",
		 list);
	rcc_hint("commit them, or put them aside (git stash)");
	free(list);
}
