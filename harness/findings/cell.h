/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of a cell, which is one arm of one system.  A system is one build
 * of a program.  An arm is the original layout, or a set of random layouts.
 *
 * The results are computed from the cell's good runs, which are the runs that
 * ended with RCC_OUTCOME_OK.  The results are:
 *
 *	- the values of these runs in the order that stats/ needs
 *	- the interval of their mean
 *	- the variances of the levels: layouts, executions of a layout, and
 *	  iterations of an execution
 */
#ifndef RCC_HARNESS_FINDINGS_CELL_H
#define RCC_HARNESS_FINDINGS_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/findings/question.h"
#include "harness/findings/stored.h"
#include "stats/rcc_stats.h"

struct rcc_cell {
	size_t system;
	size_t arm;
	bool is_original;
	/* Number of planned runs, and of stored ones.  Both include the runs
	 * that others replaced. */
	size_t n_planned;
	size_t n_stored;
	size_t n_replaced;
	/* Number of good runs that have the metric and were not replaced. */
	size_t n_ok;
	size_t n_without; /* number of good runs that lack the metric */
	/* Number of values of the n_ok runs, one per iteration. */
	size_t n_values;
	/* Number of values that were scaled up, because the hardware counter
	 * counted during only a part of the run. */
	size_t n_scaled;
	size_t n_layouts; /* number of layouts that have a good run */
	/* The smallest and the largest number of values that --estimator
	 * summarized as the value of a layout; 0 without it. */
	size_t fewest_summarized, most_summarized;
	/* The number of elements of `value` that are far from the median.
	 * Their distance from it exceeds 14.826 times the median absolute
	 * deviation, so Iglewicz & Hoaglin's modified z-score exceeds 10.  Such
	 * values are flagged, never dropped. */
	size_t n_far;
	/* Number of different layouts.  Two seeds may give the same layout,
	 * which shows in equal digests of the files. */
	size_t n_digests;
	/* The values of the n_ok runs, sorted by layout, then by execution,
	 * then by iteration.  Only the first n_layouts elements of `size` and
	 * the first n_values elements of `value` are used. */
	double *value;
	size_t *size; /* number of runs of each layout */
	/* Number of values of each run; NULL if every run has one value. */
	size_t *iterations;
	double *layout_mean;
	int64_t *layout_id;
	int levels_error;   /* the result of rcc_levels_compute() */
	int interval_error; /* the result of rcc_interval_mean() */
	struct rcc_levels levels;
	struct rcc_interval interval; /* interval of the mean */
	/* How coarse the values are.  Counts by valgrind, and what the kernel
	 * counts (page faults, context switches, memory), are not rounded: all
	 * fields are then 0. */
	struct rcc_rounding rounding;
};

/* Compute the results of the cell of this system and arm from the stored
 * runs. */
void rcc_cell_compute(struct rcc_cell *c, size_t system, size_t arm,
		      const struct rcc_stored *stored,
		      const struct rcc_question *asked);
void rcc_cell_release(struct rcc_cell *c);

/* Return the cell's values in the form that stats/ takes.  They belong to the
 * cell. */
struct rcc_sample rcc_cell_sample(const struct rcc_cell *c);

/* Return how far rounding may have moved the mean, as a part of the mean.  It is
 * 0 if the values are fine enough. */
double rcc_cell_rounding(const struct rcc_cell *c);

/* Return the value of a run: the mean of the values of its iterations; NaN if
 * the run has no value. */
double rcc_run_value(const struct rcc_stored *stored,
		     const struct rcc_metric *metric,
		     const struct rcc_run_record *run);

#endif
