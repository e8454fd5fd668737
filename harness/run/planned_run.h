/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execute one planned run and store it.
 *
 * A run is one execution or, with --tune, several in a row.  With several
 * executions, the record has the sums of times and counts, the largest peak
 * memory, and the mean of each of the study's own metrics.
 */
#ifndef RCC_HARNESS_RUN_PLANNED_RUN_H
#define RCC_HARNESS_RUN_PLANNED_RUN_H

#include "harness/run/runner.h"

/* The environment grows by 0 to 4095 bytes.  This is one page, which Mytkowicz
 * et al.  (2009) found to be the period of the effect. */
#define RCC_PLANNED_RUN_ENV_MAX 4096

/* Execute a planned run and store its record durably.  The caller sets order,
 * layout, execution and session of *record; this function sets the rest.  If
 * the run could not be measured, nothing is stored.  If its outcome is not OK,
 * no values are stored.  Prints what is wrong and returns an exit code (enum
 * rcc_exit); a bad outcome is not an error here. */
int rcc_planned_run_make(struct rcc_runner *r, unsigned n_executions,
			 struct rcc_run_record *record,
			 struct rcc_measure_detail *d);

#endif
