/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running the programs of a study one at a time: each reference, warm-up and
 * tuning run, each planned run that takes turns, and each run under valgrind
 * goes through rcc_runner_run().  Tandem runs have tandem.c.
 */
#ifndef RCC_HARNESS_RUN_RUNNER_H
#define RCC_HARNESS_RUN_RUNNER_H

#include <stdint.h>

#include "common/progress.h"
#include "harness/build/experiment.h"
#include "harness/run/measure.h"

struct rcc_runner {
	struct rcc_experiment *x;
	struct rcc_measure measure;
	struct rcc_metric_values values; /* the last run's values */
	struct rcc_progress progress;
	char *reference; /* path of the expected output */
	char *directory; /* the runs' directory, if each has a new one */
};

/* Take from the study what holds for all its runs.  The caller sets the
 * command, and measure.reference when it is known. */
void rcc_runner_init(struct rcc_runner *r, struct rcc_experiment *x,
		     const struct rcc_executor *executor);
void rcc_runner_release(struct rcc_runner *r);

/* The time limit of all runs: the user's, or the one that an earlier session
 * has stored; 0 if there is none yet.  Prints what is wrong and returns an exit
 * code (enum rcc_exit), as does the next. */
int rcc_runner_recall_timeout(struct rcc_runner *r);
/* Set the limit from the time of the first reference run, and store it. */
int rcc_runner_settle_timeout(struct rcc_runner *r, int64_t wall_ns);

/* Run a layout's program once and judge the run; see rcc_measure_run().  Prints
 * why a run was not measured, unless the user abandoned it. */
enum rcc_measured rcc_runner_run(struct rcc_runner *r, int64_t layout,
				 unsigned env_bytes,
				 struct rcc_run_record *record,
				 struct rcc_measure_detail *d);
/* Print why a run of a program was not measured, unless the user abandoned
 * it. */
void rcc_runner_say_unmeasured(struct rcc_runner *r, const char *program,
			       enum rcc_measured got,
			       const struct rcc_measure_detail *d);

#endif
