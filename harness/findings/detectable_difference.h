/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The floor: what a comparison on this machine, of this program, with these
 * counts can tell apart from nothing.  From a program measured against itself,
 * with other layouts on either side (`randstudy aa`).
 */
#ifndef RCC_HARNESS_FINDINGS_DETECTABLE_DIFFERENCE_H
#define RCC_HARNESS_FINDINGS_DETECTABLE_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

#define RCC_FLOOR_POWER 0.8
#define RCC_FLOOR_SPLITS 2000
#define RCC_FLOOR_SIMULATED 4000

struct rcc_floor {
	struct rcc_comparison c; /* the two sides; nothing else if its error */
	double half_width;	 /* of the ratio's interval */
	double detectable;	 /* with RCC_FLOOR_POWER */
	bool is_told_apart;	 /* a false alarm: the interval excludes 1 */
	/* The layouts of both sides, dealt out at random again and again. */
	size_t n_splits;
	size_t n_split_alarms;
	/* One layout for each side instead, run as often as there are layouts:
	 * simulated from the variances found. */
	size_t n_runs;
	double one_layout_rate; /* of false alarms; NaN: not known */
	/* The same counted: every pair of layouts that were run more than
	 * once. */
	size_t n_pairs;
	size_t n_pair_alarms;
};

/* The study must be one of `randstudy aa`. */
void rcc_floor_of(const struct rcc_findings *f, struct rcc_floor *floor);

#endif
