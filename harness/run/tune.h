/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --tune: find how many executions a planned run has
 * (harness/study/tuning.h). */
#ifndef RCC_HARNESS_RUN_TUNE_H
#define RCC_HARNESS_RUN_TUNE_H

#include "harness/run/runner.h"
#include "harness/study/tuning.h"

/* Load *tuning, or find it by trials and store it.  Without --tune, it is all
 * zero.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_tune(struct rcc_runner *r, struct rcc_tuning *tuning);

#endif
