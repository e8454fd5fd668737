/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a study's programs run at their own path (build/place.h): because of
 * --in-place, because the reference run fails in the layout's folder and works
 * there, or because the program opens libraries of the build (opened.h).
 */
#ifndef RCC_HARNESS_RUN_OWN_PATH_H
#define RCC_HARNESS_RUN_OWN_PATH_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Set x->place as the study's settings and earlier sessions say.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_own_path_recall(struct rcc_experiment *x);

/* Whether a program that failed in its layout's folder can be tried at its own
 * path. */
bool rcc_own_path_can_try(const struct rcc_experiment *x, size_t system);

/* Run at the own path from now on, in the way that this machine allows. */
void rcc_own_path_enter(struct rcc_experiment *x, size_t system);

/* Say that a system's program works there alone. */
void rcc_own_path_say(const struct rcc_experiment *x, size_t system);

/* Store that the study's programs run there.  Returns an exit code. */
int rcc_own_path_store(struct rcc_experiment *x);

#endif
