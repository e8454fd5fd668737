/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 4 of a study: run each layout once under each of valgrind's tools, and
 * read the tools' metrics.  Such a run takes about fifty times as long as a
 * plain one, and its time is not used.  It gives the same counts every time, so
 * one run is enough.
 */
#ifndef RCC_HARNESS_RUN_VALGRIND_RUNS_H
#define RCC_HARNESS_RUN_VALGRIND_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/build/experiment.h"
#include "harness/run/execute.h"

/* Make the runs whose counts are not stored yet.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_valgrind_runs_measure(struct rcc_experiment *x,
			      const struct rcc_executor *executor,
			      int64_t session);

/* Return whether all counts are stored. */
bool rcc_valgrind_runs_are_finished(const struct rcc_experiment *x);

#endif
