/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execute one planned run and store it.
 *
 * A run is one execution or, with --tune, several in a row.  The record of
 * several executions has the sums of their times and counts, their largest peak
 * memory, and the means of the study's own metrics.
 */
#ifndef RCC_HARNESS_RUN_PLANNED_RUN_H
#define RCC_HARNESS_RUN_PLANNED_RUN_H

#include "harness/run/runner.h"

/* The environment grows by 0 to 4095 bytes, which is less than a page.
 * Mytkowicz et al. (2009) found that the effect of the environment's size
 * repeats after a page. */
#define RCC_PLANNED_RUN_ENV_MAX 4096

/*
 * Execute a planned run and store its record durably.  The caller sets order,
 * layout, execution and session of *record; this function sets the rest.
 *
 * A run that could not be measured is an error, and is not stored.  A run whose
 * outcome is not OK is stored without values, and is not an error here.  Prints
 * what is wrong and returns an exit code (enum rcc_exit).
 */
int rcc_planned_run_make(struct rcc_runner *r, unsigned n_executions,
			 struct rcc_run_record *record,
			 struct rcc_measure_detail *d);

#endif
