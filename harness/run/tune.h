/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --tune: how many executions a planned run has (harness/study/tuning.h). */
#ifndef RCC_HARNESS_RUN_TUNE_H
#define RCC_HARNESS_RUN_TUNE_H

#include "harness/run/runner.h"
#include "harness/study/tuning.h"

/* Set *tuning: to what an earlier session has stored, or by trials, which are
 * stored.  All zero without --tune.  Prints what is wrong and returns an exit
 * code (enum rcc_exit). */
int rcc_tune(struct rcc_runner *r, struct rcc_tuning *tuning);

#endif
