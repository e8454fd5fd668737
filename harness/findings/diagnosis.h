/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the runs of a study look independent of when they were made and of
 * what ran before them: series in the order of time, each beside the same
 * values in random order, for the eye to judge; and hints.
 */
#ifndef RCC_HARNESS_FINDINGS_DIAGNOSIS_H
#define RCC_HARNESS_FINDINGS_DIAGNOSIS_H

#include <stddef.h>

#include "harness/findings/findings.h"

#define RCC_DIAGNOSIS_LAGS 10

/* What is computed of a series, and of the same values shuffled. */
struct rcc_series_view {
	double *x; /* owned */
	double r[RCC_DIAGNOSIS_LAGS];
};

struct rcc_series {
	char *name;
	size_t n;
	size_t n_lags; /* as many as the series allows; r is defined for them
			  unless n_lags is 0 */
	struct rcc_series_view measured;
	struct rcc_series_view shuffled;
	double bound;	/* of r, if independent, 19 times of 20 */
	double q, p;	/* Ljung & Box over n_lags; NaN where undefined */
	size_t *change; /* where a new segment begins; owned */
	size_t n_changes;
	struct rcc_interval drift; /* from first to last; NaN: undefined */
};

struct rcc_neighbours {
	double f, p; /* NaN where undefined */
};

struct rcc_diagnosis {
	/* First all good runs, each over the mean of its arm; then the runs of
	 * each arm; then the iterations of each arm, a mean over its runs, and
	 * those of its first run. */
	struct rcc_series *series;
	size_t n_series;
	struct rcc_neighbours before; /* by the arm that ran before */
	struct rcc_neighbours place;  /* by the place in the block */
};

/* Caller releases. */
void rcc_diagnose(const struct rcc_findings *f, struct rcc_diagnosis *d);
void rcc_diagnosis_release(struct rcc_diagnosis *d);

#endif
