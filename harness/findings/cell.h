/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cell is one arm of one system: its good values in the order that stats/
 * needs, the variances of its levels, and the interval of its mean.
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
	size_t n_planned; /* runs */
	size_t n_stored;
	size_t n_ok;	  /* good runs that have the metric, none replaced */
	size_t n_without; /* good runs that lack it */
	size_t n_values;  /* all values of the n_ok runs, one per iteration */
	size_t n_scaled;  /* values that were counted for part of the time */
	size_t n_layouts; /* layouts that have at least one good run */
	/* Good values whose distance from the median exceeds 14.826 times the
	 * median of these distances (Iglewicz & Hoaglin's modified z-score
	 * above 10).  They are flagged, never dropped. */
	size_t n_far;
	size_t n_digests; /* different layouts */
	/* The good values: layout by layout, then by execution, then by
	 * iteration.  Only the first n_layouts sizes and n_values values
	 * count. */
	double *value;
	size_t *size; /* runs of each layout */
	/* Values of each run; NULL where every run has one. */
	size_t *iterations;
	double *layout_mean;
	int64_t *layout_id;
	int levels_error; /* the result of rcc_levels_compute() */
	struct rcc_levels levels;
	int interval_error;	      /* the result of rcc_interval_mean() */
	struct rcc_interval interval; /* the mean's interval */
};

/* Compute the cell of arm `arm` of system `system` from the stored rows. */
void rcc_cell_compute(struct rcc_cell *c, size_t system, size_t arm,
		      const struct rcc_stored *stored,
		      const struct rcc_question *asked);
void rcc_cell_release(struct rcc_cell *c);

/* The good values as stats/ takes them, borrowed from the cell. */
struct rcc_sample rcc_cell_sample(const struct rcc_cell *c);

/* The value of one run: the mean of its iterations.  NaN if it has none. */
double rcc_run_value(const struct rcc_stored *stored,
		     const struct rcc_metric *metric,
		     const struct rcc_run_record *run);

#endif
