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

/* Look whether the tools or the sources of a stored build have changed since: the
 * study's answer is that of the older ones.  The sources of a commit cannot
 * change, and a build that is not stored will be made.  If is_refused, a change
 * is an error; otherwise it is a warning.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_stale_build_check(struct rcc_experiment *x, bool is_refused);

#endif
