/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/git_tree.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/build/git.h"

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

/* Return the changes of tracked files, as git lists them; caller frees.
 * Returns NULL if there are none, or if `directory` is not in a git tree. */
static char *changes_in(const char *directory)
{
	char *list =
		rcc_git_ask(directory, RCC_GIT_WORDS("status", "--porcelain",
						     "--untracked-files=no"));

	if (list != NULL && list[0] != '\0')
		return list;
	free(list);
	return NULL;
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
