/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two sides of `randstudy ab OLD NEW`.  Each word gives a system
 * (study/study.h).  The word may be:
 *
 *	"."		the working directory; in a git repository, a snapshot
 *			with changed and new files, without ignored files
 *	a directory	the side is built there
 *	a revision	of the git repository around the working directory
 *	a command	it builds what "." means; a command contains a blank, or
 *			is a program that can be found
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
