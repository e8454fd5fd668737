/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 3 of a study: the reference runs, then every planned run that is not
 * stored yet.
 *
 *	runs		the plan and the loop over it
 *	reference, tune, tandem_check
 *			the runs before the planned runs
 *	planned_run	one planned run, executed and stored
 *	tandem		the planned runs of a block, executed at the same time
 *	runner		one run of a layout's program
 *	measure, setup	one run, prepared, executed and judged
 *	execute, execute_together
 *			one program, or several at the same time
 *	launch		one process
 *
 * Each of these files uses those below it.  All of them call the executor only
 * through struct rcc_executor, so that tests can replace the executor.
 *
 * Results in harness/run: functions that take a study print what is wrong and
 * return an exit code (enum rcc_exit).  The functions of runner.h that return
 * enum rcc_measured print too.  All other functions print nothing and return 0
 * or a negative enum rcc_error.
 */
#ifndef RCC_HARNESS_RUN_RUNS_H
#define RCC_HARNESS_RUN_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/execute.h"

/* Make only the reference runs, to show that the command works.  Their results
 * are stored.  If the reference runs set x->has_opened, the layouts must be
 * made again. */
int rcc_runs_try(struct rcc_experiment *x, const struct rcc_executor *executor);

/* Measure until all planned runs are stored.  Stop earlier and set
 * *is_out_of_time if there is no time for another block before `deadline_ns` on
 * the executor's clock.  A deadline of 0 means that there is none. */
int rcc_runs_measure(struct rcc_experiment *x,
		     const struct rcc_executor *executor, int64_t session,
		     int64_t deadline_ns, bool *is_out_of_time);

#endif
