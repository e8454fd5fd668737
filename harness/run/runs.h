/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 3: the reference runs, then every planned run that is not stored yet.
 *
 *	runs		the plan and the loop over it
 *	reference, tune	what comes before
 *	planned_run	one planned run, executed and stored
 *	tandem		the planned runs of a block, executed at the same time
 *	runner		one run of a layout's program
 *	measure, setup	one run, prepared, executed and judged
 *	execute		one process
 *
 * Each of them uses those below it.  The executor is known by its interface
 * alone; tests put a fake in its place.
 *
 * Results in this room: functions that take a study print what is wrong and
 * return an exit code (enum rcc_exit).  runner prints for those that return enum
 * rcc_measured.  The rest print nothing and return 0 or a negative enum
 * rcc_error.
 */
#ifndef RCC_HARNESS_RUN_RUNS_H
#define RCC_HARNESS_RUN_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/execute.h"

/* Measure until all planned runs are stored, or there is no time for another
 * block of runs before `deadline_ns` on the executor's clock (0: never); then
 * *is_out_of_time is set. */
int rcc_runs_measure(struct rcc_experiment *x,
		     const struct rcc_executor *executor, int64_t session,
		     int64_t deadline_ns, bool *is_out_of_time);

#endif
