/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --tune: find the number of executions in a planned run
 * (harness/study/tuning.h). */
#ifndef RCC_HARNESS_RUN_TUNE_H
#define RCC_HARNESS_RUN_TUNE_H

#include "harness/run/runner.h"
#include "harness/study/tuning.h"

/* Load the number of executions in a planned run from the study's database into
 * *tuning.  If the database has no number, find it by trials and store it.
 * Without --tune, *tuning is all zero.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_tune(struct rcc_runner *r, struct rcc_tuning *tuning);

#endif
