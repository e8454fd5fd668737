/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One planned run: execute it and store it.
 *
 * It is one execution, or with --tune several in a row.  Then its record holds
 * the sums of times and counts, the largest peak memory, and the mean of each
 * of the study's own metrics.
 */
#ifndef RCC_HARNESS_RUN_PLANNED_RUN_H
#define RCC_HARNESS_RUN_PLANNED_RUN_H

#include "harness/run/runner.h"

/* The environment grows by 0 ... 4095 bytes: a page, which Mytkowicz et al.
 * (2009) found to be the period of its effect. */
#define RCC_PLANNED_RUN_ENV_MAX 4096

/* The caller sets order, layout, execution and session of *record; this sets
 * the rest and stores the record durably.  Nothing is stored of a run that
 * could not be measured, and no values of one whose outcome is not OK.  Prints
 * what is wrong and returns an exit code (enum rcc_exit); a bad outcome is not
 * wrong here. */
int rcc_planned_run_make(struct rcc_runner *r, unsigned n_executions,
			 struct rcc_run_record *record,
			 struct rcc_measure_detail *d);

#endif
