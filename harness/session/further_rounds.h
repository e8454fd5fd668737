/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Add runs to a study's plan because of its results.  With --executions auto, a
 * study may get a second round; a round is one run of every layout
 * (study/schedule.h).  In turns it gets one if the first round was not calm
 * (stats/rcc_rounds.h).  If its runs share a CPU, a study of one system gets
 * one whatever the first round was, because the differences of two rounds tell
 * noise from layouts; a study of several systems gets none, because the
 * comparison of the systems needs none.  With --redo on, blocks of some layouts may be run again.
 */
#ifndef RCC_HARNESS_SESSION_FURTHER_ROUNDS_H
#define RCC_HARNESS_SESSION_FURTHER_ROUNDS_H

#include <stdbool.h>

#include "harness/build/experiment.h"

/* When all planned runs are stored, decide which runs to add to the plan.
 * Write the new plan to the study's database, and print what was added and why.
 * *goes_on is set to whether anything was added.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_further_rounds_plan(struct rcc_experiment *x, bool *goes_on);

#endif
