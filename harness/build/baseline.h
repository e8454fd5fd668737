/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store of builds, for comparisons that share a side (randstudy ab
 * --baseline): the version that is the baseline is built once, and laid out and
 * measured with each version that is compared with it.
 *
 *	DIR/builds/KEY/build.json	the program and its libraries
 *	DIR/builds/KEY/record/		what repeating their links needs
 *
 * KEY begins with the commit and ends with a digest of all that decides on the
 * build: command, program, libraries, factors, compiler, version of randcc.  Only
 * builds of commits are kept, the RCC_BASELINE_MOST that were used last.
 */
#ifndef RCC_HARNESS_BUILD_BASELINE_H
#define RCC_HARNESS_BUILD_BASELINE_H

#include <stdbool.h>

#include "harness/build/experiment.h"

#define RCC_BASELINE_MOST 4

/* Take the build of the i-th system from x->baseline, if it is there, to the
 * study and to x->linked[i].  Prints what is wrong and returns an exit code (enum
 * rcc_exit), as does the next. */
int rcc_baseline_take(struct rcc_experiment *x, size_t i, bool *is_taken);

/* Keep the build of the i-th system in x->baseline, and remove builds that were
 * not used lately. */
int rcc_baseline_keep(const struct rcc_experiment *x, size_t i);

#endif
