/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds that another study of the same suite has made.  Benchmarks often
 * differ in their input alone: then the program is built once, and the second
 * build, in a tree that is up to date, would link nothing.
 */
#ifndef RCC_HARNESS_BUILD_ADOPT_H
#define RCC_HARNESS_BUILD_ADOPT_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* The texts about the build of a system, stored as KEY-INDEX. */
#define RCC_ADOPT_N_TEXTS 5
extern const char *const rcc_adopt_text[RCC_ADOPT_N_TEXTS];

/* Take over the build of the i-th system from x->built_in, if it was built
 * there with the same settings.  Prints what is wrong and returns an exit code
 * (enum rcc_exit). */
int rcc_adopt_build(struct rcc_experiment *x, size_t i, bool *is_adopted);

#endif
