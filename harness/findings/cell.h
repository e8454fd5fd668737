/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One arm of one system: its good values, arranged for stats/, and what stats/
 * says of them.
 */
#ifndef RCC_HARNESS_FINDINGS_CELL_H
#define RCC_HARNESS_FINDINGS_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rcc_stats.h"

struct rcc_findings;

struct rcc_cell {
	size_t system;
	size_t arm;
	bool is_original;
	size_t n_planned; /* runs */
	size_t n_stored;
	size_t n_ok;	  /* good ones that have the metric */
	size_t n_without; /* good ones that have not */
	size_t n_values;  /* n_ok times the iterations of each */
	size_t n_layouts; /* with at least one good run */
	/* Good values whose distance from the median is more than 14.826 times
	 * the median of these distances (Iglewicz & Hoaglin's modified z-score
	 * above 10): flagged, never dropped. */
	size_t n_far;
	size_t n_digests; /* different ones among the layouts */
	/* Good values: layout by layout, in the order of executions, and of
	 * iterations; only the first n_layouts sizes and n_values values count. */
	double *value;
	size_t *size; /* runs of each layout */
	/* Values of each run; NULL where each has one. */
	size_t *iterations;
	double *layout_mean;
	int64_t *layout_id;
	int levels_error; /* as rcc_levels_compute() returned it */
	struct rcc_levels levels;
	int interval_error;
	struct rcc_interval interval; /* of the mean */
};

/* From what was stored; the caller has said which arm it is, and of which
 * system.  f->n_scaled grows by the values that were counted in part. */
void rcc_cell_compute(struct rcc_cell *c, struct rcc_findings *f);
void rcc_cell_release(struct rcc_cell *c);

/* Replace the values of every layout by one. */
void rcc_cell_reduce(struct rcc_cell *c, enum rcc_statistic statistic);

/* The good values, for stats/: borrowed from the cell. */
struct rcc_sample rcc_cell_sample(const struct rcc_cell *c);

#endif
