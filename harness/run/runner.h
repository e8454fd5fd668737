/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run a study's programs one at a time.  In `randstudy run`, rcc_runner_run()
 * makes all runs except tandem and duet runs, for which the programs of a block
 * run at the same time (tandem.h).
 */
#ifndef RCC_HARNESS_RUN_RUNNER_H
#define RCC_HARNESS_RUN_RUNNER_H

#include <stdint.h>

#include "common/progress.h"
#include "harness/build/experiment.h"
#include "harness/run/input_watch.h"
#include "harness/run/measure.h"

struct rcc_runner {
	struct rcc_experiment *x;
	struct rcc_measure measure;
	struct rcc_metric_values values; /* the values of the last run */
	struct rcc_progress progress;
	/* The inputs; empty, if no run is stored. */
	struct rcc_input_watch watch;
	char *reference; /* path of the expected output */
	char *directory; /* the runs' directory if --fresh-cwd is given */
};

/* Set the members that are the same for all runs of the study.  The caller sets
 * the command, and measure.reference as soon as it is known. */
void rcc_runner_init(struct rcc_runner *r, struct rcc_experiment *x,
		     const struct rcc_executor *executor);
void rcc_runner_release(struct rcc_runner *r);

/* Set the time limit of all runs.  It is the user's limit, else the limit that
 * an earlier session stored, else 0.  Prints what is wrong and returns an exit
 * code (enum rcc_exit). */
int rcc_runner_recall_timeout(struct rcc_runner *r);
/* If there is no time limit, set it to ten times the wall time of a reference
 * run, but at least a minute, and store it.  Prints what is wrong and returns
 * an exit code (enum rcc_exit). */
int rcc_runner_settle_timeout(struct rcc_runner *r, int64_t wall_ns);

/* Run a layout's program once and judge the run, as rcc_measure_run() does.  If
 * the run was not measured, print why, unless the user abandoned it. */
enum rcc_measured rcc_runner_run(struct rcc_runner *r, int64_t layout,
				 unsigned env_bytes,
				 struct rcc_run_record *record,
				 struct rcc_measure_detail *d);
/* Check after a run that its inputs have not changed.  Prints what is wrong and
 * returns an exit code (enum rcc_exit); the run must then not be stored. */
int rcc_runner_check_inputs(struct rcc_runner *r);
/* Print why a run was not measured, unless the user abandoned it. */
void rcc_runner_say_unmeasured(struct rcc_runner *r, const char *program,
			       enum rcc_measured got,
			       const struct rcc_measure_detail *d);

#endif
