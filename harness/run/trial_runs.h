/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run several programs of a system as a block, for `randstudy explain` and
 * `randstudy best`.
 *
 * The programs are in folders, and not in the study's table of layouts.  They
 * run in tandem if the metric is CPU time and a first run shows that they can
 * share one CPU.  Otherwise they run in turns.
 *
 * Each block gets new copies of the programs, and new copies are in other pages
 * of physical memory.  An effect of the pages therefore differs from block to
 * block, and cannot be mistaken for an effect of a program.
 */
#ifndef RCC_HARNESS_RUN_TRIAL_RUNS_H
#define RCC_HARNESS_RUN_TRIAL_RUNS_H

#include <stddef.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/run/runner.h"
#include "harness/study/tandem.h"

/* One run of a block. */
struct rcc_trial_run {
	const char *folder; /* set by the caller; borrowed */
	struct rcc_run_record record;
	double value; /* value of the metric; NaN if the run has none */
	/* The counted events, {NAME: count}; NULL if there are none.  The
	 * caller releases them. */
	json_t *counts;
};

struct rcc_trial_runs {
	struct rcc_runner runner;
	size_t system;
	unsigned arm;
	struct rcc_metric metric;
	/* The study's own metrics, and behind them the events that
	 * rcc_trial_runs_count() adds. */
	struct rcc_metric_values values;
	struct rcc_metric_spec *own;
	struct rcc_strvec event; /* the names of the added events */
	bool counts_events;
	struct rcc_tandem_setup tandem; /* if not settled, runs take turns */
	char **command;
	/* The folder in the study's directory that has the copies of programs.
	 * The caller sets it before the first run.  Borrowed. */
	const char *work;
};

/* Prepare to run programs of the given system and arm.  `executor` is borrowed.
 * Prints what is wrong and returns an exit code (enum rcc_exit).  The caller
 * must release *t in any case. */
int rcc_trial_runs_begin(struct rcc_trial_runs *t, struct rcc_experiment *x,
			 const struct rcc_executor *executor, size_t system,
			 unsigned arm, const struct rcc_metric *metric);
void rcc_trial_runs_release(struct rcc_trial_runs *t);

/* From now on, count events in each run: those of the study's own metrics, and
 * the n events in `name` (perf_event.h).  Events that the kernel does not
 * grant are left out.  At most one call is allowed. */
void rcc_trial_runs_count(struct rcc_trial_runs *t, const char *const *name,
			  size_t n);

/* Run the program in `folder` once, and decide whether the runs of later blocks
 * share a CPU or take turns.  `sampler` may be NULL.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_trial_runs_try(struct rcc_trial_runs *t, const char *folder,
		       struct rcc_sampler *sampler, struct rcc_trial_run *run);

/* Decide how later blocks run, whatever rcc_trial_runs_try() has decided.
 * `is_tandem` says whether an earlier session made its blocks in tandem.  If it
 * is true, later blocks run in tandem too, as far as that is still possible.
 * If it is false, they run in turns. */
void rcc_trial_runs_keep_tandem(struct rcc_trial_runs *t, bool is_tandem);

/* Make a block of n <= RCC_TOGETHER_MAX runs, in the order of `run`.  A run
 * that failed has a bad outcome and no value.  `seed` decides how many bytes
 * are added to the environment, the same number in all runs.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_trial_runs_block(struct rcc_trial_runs *t, struct rcc_trial_run **run,
			 size_t n, uint64_t seed);

#endif
