/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Diagnose whether the runs of a study depend on when they were made, and on
 * the runs before them.  A series is a list of values in order of time, such
 * as the values of all good runs (RCC_OUTCOME_OK) of a cell.  A cell is one arm
 * of one system.  A report shows each series in this order and, for comparison,
 * in random order.  The user judges the series.  The tests are only hints.
 */
#ifndef RCC_HARNESS_FINDINGS_DIAGNOSIS_H
#define RCC_HARNESS_FINDINGS_DIAGNOSIS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/findings.h"

/* The largest number of autocorrelations of a series: lags 1 to 10. */
#define RCC_DIAGNOSIS_LAGS 10

/* The values of a series in one order, and their autocorrelations. */
struct rcc_ordered_values {
	double *x; /* owned */
	double r[RCC_DIAGNOSIS_LAGS];
};

struct rcc_series {
	char *name;
	/* Whether each value is divided by the mean of its cell. */
	bool is_relative;
	/* Whether the values are iterations of a run.  Otherwise they are
	 * runs. */
	bool is_iterations;
	size_t n;
	/* The number of autocorrelations.  It is RCC_DIAGNOSIS_LAGS, or less in
	 * a short series, or 0 if the autocorrelations are undefined. */
	size_t n_lags;
	struct rcc_ordered_values measured; /* in the order of time */
	struct rcc_ordered_values shuffled; /* in random order */
	/* If the values are independent, the absolute value of an
	 * autocorrelation exceeds this bound with probability 1 - asked.level
	 * (struct rcc_findings). */
	double bound;
	double q, p; /* Ljung-Box test of n_lags lags; NaN if undefined */
	/* Index of the first value after each jump (rcc_jumps.h); owned. */
	size_t *change;
	size_t n_changes;
	/* Change from the beginning of the series to its end, along a straight
	 * line fitted to the values; NaN if undefined. */
	struct rcc_interval drift;
};

/* An F test for differences between the means of groups of runs; NaN if
 * undefined. */
struct rcc_group_test {
	double f, p;
};

struct rcc_diagnosis {
	/* The first series has all good runs, each divided by the mean of its
	 * cell (one arm of one system).  A series for the runs of each cell
	 * follows.  If the runs have iterations, each cell then has two
	 * series of iterations: the means over its runs, and the iterations of
	 * its first run. */
	struct rcc_series *series;
	size_t n_series;
	struct rcc_group_test by_previous_arm;
	struct rcc_group_test by_block_position;
};

/* Compute the series of a study and the tests.  The caller must release *d. */
void rcc_diagnose(const struct rcc_findings *f, struct rcc_diagnosis *d);
void rcc_diagnosis_release(struct rcc_diagnosis *d);

#endif
