/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Add runs to a study's plan because of its results.  --executions auto adds a
 * second round.  --redo on adds blocks that are run again.
 */
#ifndef RCC_HARNESS_SESSION_FURTHER_ROUNDS_H
#define RCC_HARNESS_SESSION_FURTHER_ROUNDS_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* When all planned runs are stored, decide which runs to add to the plan.
 * Store the new plan, and print what was added and why.  *goes_on is set to
 * whether anything was added.  Prints what is wrong and returns an exit code
 * (enum rcc_exit). */
int rcc_further_rounds_plan(struct rcc_experiment *x, bool *goes_on);

#endif
