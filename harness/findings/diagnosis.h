/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the runs of a study depend on when they were made and on what ran
 * before them: series in the order of time, and the same values in random order
 * for comparison.  The user judges; the tests are hints.
 */
#ifndef RCC_HARNESS_FINDINGS_DIAGNOSIS_H
#define RCC_HARNESS_FINDINGS_DIAGNOSIS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/findings.h"

#define RCC_DIAGNOSIS_LAGS 10

/* The values of a series in one order, and their autocorrelations. */
struct rcc_ordered_values {
	double *x; /* owned */
	double r[RCC_DIAGNOSIS_LAGS];
};

struct rcc_series {
	char *name;
	bool is_relative;   /* each value is divided by the mean of its arm */
	bool is_iterations; /* values are a run's iterations; else runs */
	size_t n;
	/* The number of autocorrelations: fewer in a short series, 0 where they
	 * are undefined. */
	size_t n_lags;
	struct rcc_ordered_values measured; /* the order of time */
	struct rcc_ordered_values shuffled; /* a random order */
	/* Autocorrelations of independent values lie within +-bound 19 times
	 * of 20. */
	double bound;
	double q, p;	/* Ljung & Box over n_lags; NaN where undefined */
	size_t *change; /* indices after a jump (rcc_jumps.h); owned */
	size_t n_changes;
	struct rcc_interval drift; /* from first to last; NaN: undefined */
};

/* An F test of whether groups of runs differ; NaN where undefined. */
struct rcc_group_test {
	double f, p;
};

struct rcc_diagnosis {
	/* All good runs, relative; the runs of each cell; then for each cell
	 * its iterations, as means over the runs and of its first run. */
	struct rcc_series *series;
	size_t n_series;
	struct rcc_group_test by_previous_arm;
	struct rcc_group_test by_block_position;
};

/* Caller releases *d. */
void rcc_diagnose(const struct rcc_findings *f, struct rcc_diagnosis *d);
void rcc_diagnosis_release(struct rcc_diagnosis *d);

#endif
