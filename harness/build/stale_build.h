/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notice that a stored build is not what the same command would build now. */
#ifndef RCC_HARNESS_BUILD_STALE_BUILD_H
#define RCC_HARNESS_BUILD_STALE_BUILD_H

#include "harness/build/experiment.h"

/* Store when the build of the i-th system has ended, and the tools that it used
 * (build_tools.h).  Returns 0 or a negative enum rcc_error. */
int rcc_stale_build_store(struct rcc_experiment *x, size_t i);

/* Compare the tools of the stored builds of the first n systems with those of
 * now.  *difference says what differs (caller frees).  It is NULL if nothing
 * does, if there is no build, or if an older version of randstudy made it.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_stale_build_tools(struct rcc_experiment *x, size_t n,
			  char **difference);

/* Look whether tools or sources have changed since the stored build.  The study
 * answers for the old ones.  The sources of a commit cannot change, and a build
 * that is not stored will be made.  If is_refused, a change of any file is an
 * error.  Otherwise a change of a file that is named as a source is a warning.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_stale_build_check(struct rcc_experiment *x, bool is_refused);

#endif
