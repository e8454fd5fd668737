/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest difference that a comparison can detect.  It depends on the
 * machine, the program, and the numbers of layouts and runs.  It is computed
 * from a study that compares a program with itself, with different layouts on
 * the two sides (`randstudy aa`).
 */
#ifndef RCC_HARNESS_FINDINGS_DETECTABLE_DIFFERENCE_H
#define RCC_HARNESS_FINDINGS_DETECTABLE_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

/* The probability with which the smallest difference is detected. */
#define RCC_DETECTABLE_POWER 0.8
/* The number of random splits of the layouts into two sides. */
#define RCC_DETECTABLE_SPLITS 2000
/* The number of simulated comparisons with one layout on each side. */
#define RCC_DETECTABLE_SIMULATED 4000

struct rcc_detectable_difference {
	/* The comparison of the two sides.  If it has an error, all other
	 * fields are undefined. */
	struct rcc_comparison comparison;
	double half_width; /* half-width of the ratio's interval / ratio */
	/* Smallest relative difference that is detected with probability
	 * RCC_DETECTABLE_POWER. */
	double detectable;
	bool is_false_alarm; /* the interval excludes 1 */
	/* The number of random splits of all layouts into two sides, and the
	 * number of splits that gave a false alarm. */
	size_t n_splits;
	size_t n_split_alarms;
	/* one_layout_rate is the rate of false alarms if each side has one
	 * layout that is run n_runs times.  The rate is simulated with the
	 * variances of the study.  It is NaN if they are unknown, or if layouts
	 * are not seen to differ. */
	size_t n_runs;
	double one_layout_rate;
	/* If layouts were run more than once, every pair of layouts is compared
	 * as if they were two systems.  n_pairs is the number of these
	 * comparisons, and n_pair_alarms the number of false alarms. */
	size_t n_pairs;
	size_t n_pair_alarms;
};

/* Compute *d from a study of `randstudy aa`. */
void rcc_detectable_difference_compute(const struct rcc_findings *f,
				       struct rcc_detectable_difference *d);

#endif
