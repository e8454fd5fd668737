/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that a study adds to its own plan: a second round with --executions
 * auto, and blocks that are run again with --redo on.
 */
#ifndef RCC_HARNESS_SESSION_FURTHER_ROUNDS_H
#define RCC_HARNESS_SESSION_FURTHER_ROUNDS_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* Decide which runs to add to the plan when all its runs are stored.  Store the
 * new plan, and print what was added and why.  *goes_on is whether anything was
 * added.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_further_rounds_plan(struct rcc_experiment *x, bool *goes_on);

#endif
