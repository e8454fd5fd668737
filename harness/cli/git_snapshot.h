/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A snapshot: a commit of a git working tree as it is now, with its changed,
 * added and removed files.
 *
 * The snapshot leaves out the files that git ignores.  It also leaves out
 * untracked files that an earlier build made, or that are in a submodule, and
 * warns about them.  It refuses changes of a submodule's tracked files.
 *
 * The user's branches, index and files do not change, and nothing refers to the
 * new commit.  The same tree gives the same commit.
 */
#ifndef RCC_HARNESS_CLI_GIT_SNAPSHOT_H
#define RCC_HARNESS_CLI_GIT_SNAPSHOT_H

#include <jansson.h>

struct rcc_git_snapshot {
	/* Hash of the snapshot's commit, or of HEAD if nothing has changed;
	 * caller frees. */
	char *commit;
	/* Names of the files that differ from HEAD; NULL if none does. */
	json_t *changes;
};

/* Take a snapshot of the working tree whose top directory is `top`.  Prints
 * what is wrong and returns an exit code (enum rcc_exit); *snapshot is set on
 * success. */
int rcc_git_snapshot_take(const char *top, struct rcc_git_snapshot *snapshot);

#endif
