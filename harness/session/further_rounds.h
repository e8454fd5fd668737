/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs that a study adds to its plan by itself: a second round with
 * --executions auto, and blocks that are run again with --redo on.
 */
#ifndef RCC_HARNESS_SESSION_FURTHER_ROUNDS_H
#define RCC_HARNESS_SESSION_FURTHER_ROUNDS_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Decide what is added to the plan, all of whose runs are stored; store it, and say
 * what and why.  *goes_on says whether anything was added.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_further_rounds_plan(struct rcc_experiment *x, bool *goes_on);

#endif
