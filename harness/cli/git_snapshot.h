/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A commit of a git working tree as it is: with the files that were changed,
 * added or removed since HEAD, and without those that git ignores.
 *
 * No branch, no index and no file of the user changes; the commit is an object
 * that nothing refers to.  The same tree gives the same commit.
 */
#ifndef RCC_HARNESS_CLI_GIT_SNAPSHOT_H
#define RCC_HARNESS_CLI_GIT_SNAPSHOT_H

#include <jansson.h>

struct rcc_git_snapshot {
	char *commit;	 /* HEAD if nothing was changed; caller frees */
	json_t *changes; /* names of the files that differ; NULL: none */
};

/* `top` is the top directory of the working tree.  Prints what is wrong and
 * returns an exit code (enum rcc_exit); *snapshot is set on success. */
int rcc_git_snapshot_take(const char *top, struct rcc_git_snapshot *snapshot);

#endif
