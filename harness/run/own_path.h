/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decide whether a study's programs run at their own path, the path to which
 * the build linked them (build/place.h).  They do so in these cases:
 *
 *	- --in-place is given
 *	- the reference run fails in the layout's folder, and succeeds at the
 *	  program's own path
 *	- the program opens libraries of the build (opened.h)
 */
#ifndef RCC_HARNESS_RUN_OWN_PATH_H
#define RCC_HARNESS_RUN_OWN_PATH_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Set x->place from the study's settings and the results of earlier sessions.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_own_path_recall(struct rcc_experiment *x);

/* Return whether a program that failed in its layout's folder can be tried at
 * its own path. */
bool rcc_own_path_can_try(const struct rcc_experiment *x, size_t system);

/* Make programs run at their own path from now on, by mounts or, if the machine
 * allows none, by exchanging files. */
void rcc_own_path_enter(struct rcc_experiment *x, size_t system);

/* Print that a system's program works only at its own path. */
void rcc_own_path_say(const struct rcc_experiment *x, size_t system);

/* Store that the study's programs run at their own path.  Returns an exit
 * code. */
int rcc_own_path_store(struct rcc_experiment *x);

#endif
