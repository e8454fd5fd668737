/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The directory in which each system (version of the program) is built.  It is
 * one of these:
 *
 *	- the directory in which the study was begun
 *	- another directory
 *	- a git worktree of its own, DIR/source/i for system i
 *
 * The worktree is kept as long as the study, because programs may look for
 * files where they were built.  After the build it becomes a plain directory,
 * so that the user's repository does not list it as a worktree.
 */
#ifndef RCC_HARNESS_BUILD_SOURCE_H
#define RCC_HARNESS_BUILD_SOURCE_H

#include <stddef.h>

#include "harness/build/experiment.h"

/* Return the directory in which the build command of system i runs; caller
 * frees. */
char *rcc_source_directory(const struct rcc_experiment *x, size_t i);

/* Make the worktree of system i, if the system needs one.  An existing worktree
 * is replaced, so that the build begins with a clean tree.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_source_check_out(const struct rcc_experiment *x, size_t i);

/* Make the worktree of system i a plain directory with the same files, so that
 * the user's repository does not list it.  A study that builds again for each
 * layout keeps the worktree, since builds may ask git for their version. */
void rcc_source_detach(const struct rcc_experiment *x, size_t i);

#endif
