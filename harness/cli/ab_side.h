/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sides of `randstudy ab OLD NEW`: what a word stands for, and the system
 * (study/study.h) that it means.
 *
 *	"."		the tree as it is: in a git repository a snapshot of it,
 *			with files that are changed or new, without ignored ones
 *	a directory	built there
 *	a revision	of the git repository around the working directory
 *	a command	that builds the tree as it is: it contains a blank, or is a
 *			program that can be found
 *
 * A side from git is built in a worktree of its own, in the same folder below
 * its top as the working directory.
 */
#ifndef RCC_HARNESS_CLI_AB_SIDE_H
#define RCC_HARNESS_CLI_AB_SIDE_H

#include <stdbool.h>
#include <jansson.h>

struct rcc_ab_side {
	const char *word; /* borrowed */
	char *name;
	json_t *system;
	bool is_command;
};

/* The two sides; `build` is the build command of a side that is none itself,
 * and may be NULL.  Prints what is wrong and returns an exit code (enum rcc_exit).
 * Release both in any case. */
int rcc_ab_sides_find(const char *old, const char *now, const char *build,
		      struct rcc_ab_side side[2]);

void rcc_ab_side_release(struct rcc_ab_side *side);

#endif
