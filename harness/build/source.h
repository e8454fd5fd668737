/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place where each system is built: the directory in which the study was
 * begun, another one, or a git worktree of its own.
 *
 * The worktree of system i is DIR/source/i.  It stays as long as the study:
 * programs may look for files beside the place where they were built.
 */
#ifndef RCC_HARNESS_BUILD_SOURCE_H
#define RCC_HARNESS_BUILD_SOURCE_H

#include <stddef.h>

#include "harness/build/experiment.h"

/* The directory in which the build command of system i runs; caller frees. */
char *rcc_source_directory(const struct rcc_experiment *x, size_t i);

/* Make the worktree of system i, if it needs one, in the place of one that is
 * there: a build begins with a clean tree.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_source_check_out(const struct rcc_experiment *x, size_t i);

#endif
