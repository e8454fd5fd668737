/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 4: the metrics of valgrind's tools, from one run of each layout under
 * each tool.  Such a run takes fifty times as long as a plain one, so its time
 * is not a measurement; and it gives the same counts each time, so one is
 * enough.
 */
#ifndef RCC_HARNESS_RUN_VALGRIND_RUNS_H
#define RCC_HARNESS_RUN_VALGRIND_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/execute.h"

/* Count what is not stored yet.  Prints what is wrong and returns an exit code
 * (enum rcc_exit). */
int rcc_valgrind_runs_measure(struct rcc_experiment *x,
			      const struct rcc_executor *executor,
			      int64_t session);

/* Whether all counts are stored. */
bool rcc_valgrind_runs_are_finished(const struct rcc_experiment *x);

#endif
