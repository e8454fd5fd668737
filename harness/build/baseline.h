/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store of builds for comparisons that share a side (randstudy ab
 * --baseline).  The version that is the baseline is built only once.  It is
 * laid out and measured again in each comparison.
 *
 *	DIR/builds/KEY/build.json	the program and its libraries
 *	DIR/builds/KEY/record/		the files needed to repeat their links
 *
 * KEY begins with the commit and ends with a digest of everything that
 * determines the build: command, program, libraries, factors, compiler, version
 * of randcc.  Only builds of commits are kept, and only the RCC_BASELINE_MOST
 * that were used last.
 */
#ifndef RCC_HARNESS_BUILD_BASELINE_H
#define RCC_HARNESS_BUILD_BASELINE_H

#include <stdbool.h>

#include "harness/build/experiment.h"

#define RCC_BASELINE_MOST 4

/* Open the baseline in the directory `dir`.  A missing directory is made; any
 * other must be empty or a baseline already, and nothing is written into it.
 * *path becomes the absolute path (caller frees, after an error too), or NULL.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_baseline_open(const char *dir, char **path);

/* If the build of the i-th system is in x->baseline, copy it into the study and
 * set x->linked[i].  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_baseline_take(struct rcc_experiment *x, size_t i, bool *is_taken);

/* Keep the build of the i-th system in x->baseline, and remove builds that were
 * not used recently.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_baseline_keep(const struct rcc_experiment *x, size_t i);

#endif
