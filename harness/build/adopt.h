/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Take over builds that another study of the same suite has made.  Benchmarks
 * often differ only in their input.  The first benchmark then builds the
 * program, and the others use its build.  A second build in the same tree would
 * link nothing, because the tree is up to date.
 */
#ifndef RCC_HARNESS_BUILD_ADOPT_H
#define RCC_HARNESS_BUILD_ADOPT_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/build/experiment.h"

/* The keys under which a study's database has texts about a system's build.
 * The system's index is appended, as in "program-0". */
#define RCC_ADOPT_N_TEXTS 7
extern const char *const rcc_adopt_text[RCC_ADOPT_N_TEXTS];

/* Return whether two designs build the i-th system with the same command, from
 * the same sources. */
bool rcc_adopt_is_same(const json_t *a, const json_t *b, size_t i);

/* Take over the build of the i-th system from the study x->built_in, if that
 * study has built the system with the same settings.  *is_adopted is set to
 * whether the build was taken over.  Prints what is wrong and returns an exit
 * code (enum rcc_exit). */
int rcc_adopt_build(struct rcc_experiment *x, size_t i, bool *is_adopted);

#endif
