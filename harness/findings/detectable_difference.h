/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest difference that a comparison can detect: on this machine, of
 * this program, with these numbers of layouts and runs.  It follows from a
 * program that is measured against itself, with other layouts on either side
 * (`randstudy aa`).
 */
#ifndef RCC_HARNESS_FINDINGS_DETECTABLE_DIFFERENCE_H
#define RCC_HARNESS_FINDINGS_DETECTABLE_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

#define RCC_DETECTABLE_POWER 0.8
#define RCC_DETECTABLE_SPLITS 2000
#define RCC_DETECTABLE_SIMULATED 4000

struct rcc_detectable_difference {
	/* The comparison of the two sides.  If it has an error, nothing below
	 * is defined. */
	struct rcc_comparison comparison;
	double half_width;   /* the half-width of the ratio's interval */
	double detectable;   /* its probability: RCC_DETECTABLE_POWER */
	bool is_false_alarm; /* the interval excludes 1 */
	/* False alarms when all layouts are split into two sides at random,
	 * many times. */
	size_t n_splits;
	size_t n_split_alarms;
	/* The rate of false alarms with one layout for each side, run n_runs
	 * times: simulated with the variances found.  NaN if unknown. */
	size_t n_runs;
	double one_layout_rate;
	/* The same counted over every pair of layouts that were run more than
	 * once. */
	size_t n_pairs;
	size_t n_pair_alarms;
};

/* Compute *d from a study of `randstudy aa`. */
void rcc_detectable_difference_compute(const struct rcc_findings *f,
				       struct rcc_detectable_difference *d);

#endif
