/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two sides of `randstudy ab OLD NEW`.  Each of the two words stands for a
 * system (study/study.h).  A word may be:
 *
 *	"."		the working directory; in a git repository, a snapshot
 *			with changed and new files, without ignored files
 *	a directory	the directory in which the side is built
 *	a revision	a revision of the git repository that contains the
 *			working directory
 *	a command	the command that builds the side; the sources are those
 *			that "." stands for.  A word is a command if it contains
 *			a blank or names a program that can be run.
 *
 * A side from git is built in a separate worktree.  The build runs in the
 * worktree's folder that corresponds to the working directory.
 */
#ifndef RCC_HARNESS_CLI_AB_SIDE_H
#define RCC_HARNESS_CLI_AB_SIDE_H

#include <stdbool.h>
#include <jansson.h>

struct rcc_ab_side {
	const char *word; /* OLD or NEW as the user wrote it; borrowed */
	char *name;
	json_t *system;
	bool is_command;
};

/* Find the two sides.  A side that is not a command itself is built by the
 * command `build`, which may be NULL.  Prints what is wrong and returns an exit
 * code (enum rcc_exit).  The caller must release both sides in any case. */
int rcc_ab_sides_find(const char *old, const char *now, const char *build,
		      struct rcc_ab_side side[2]);

void rcc_ab_side_release(struct rcc_ab_side *side);

#endif
