/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keep the build of a version for later comparisons with this version
 * (randstudy ab --baseline DIR).  The version is then built only once, but it
 * is laid out and measured again in each comparison.  The directory DIR of kept
 * builds is called a baseline:
 *
 *	DIR/builds/KEY/build.json	the program and its libraries
 *	DIR/builds/KEY/record/		the files needed to repeat their links
 *
 * KEY begins with the commit, because only builds of commits are kept.  It ends
 * with a digest of everything else that determines the build: command, program,
 * libraries, factors, tools (build_tools.h), version of randcc.
 *
 * If there are more than RCC_BASELINE_MOST builds, the least recently used ones
 * are removed.
 */
#ifndef RCC_HARNESS_BUILD_BASELINE_H
#define RCC_HARNESS_BUILD_BASELINE_H

#include <stdbool.h>

#include "harness/build/experiment.h"

#define RCC_BASELINE_MOST 4

/* Open the baseline in the directory `dir`.  A missing directory is made.  An
 * existing directory must be empty or a baseline.  Nothing is written into the
 * directory.  *path is set to the absolute path or NULL; caller frees, after an
 * error too.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_baseline_open(const char *dir, char **path);

/* If the build of the i-th system is in x->baseline, copy it into the study,
 * set x->linked[i], and set *is_taken to true; otherwise set *is_taken to
 * false.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_baseline_take(struct rcc_experiment *x, size_t i, bool *is_taken);

/* Keep the build of the i-th system in x->baseline.  If there are more than
 * RCC_BASELINE_MOST builds, remove those that were used longest ago.  Prints
 * what is wrong and returns an exit code (enum rcc_exit). */
int rcc_baseline_keep(const struct rcc_experiment *x, size_t i);

#endif
