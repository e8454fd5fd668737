/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All pairs of the systems of a study, with intervals and verdicts that hold
 * together (Georges, Buytaert & Eeckhout, OOPSLA 2007, compare more than two
 * systems so).
 *
 * The interval of each of n pairs is computed at 1 - α / n (Bonferroni), which
 * holds whatever the variances are and however the pairs depend on each other.
 * Tukey's intervals, of equal variances, would be 2 % narrower for three systems.
 */
#ifndef RCC_HARNESS_FINDINGS_ALL_PAIRS_H
#define RCC_HARNESS_FINDINGS_ALL_PAIRS_H

#include <stddef.h>

#include "harness/findings/comparison.h"

struct rcc_pair {
	/* System `now`, the later one, over `old`; its `joint` verdict and
	 * p_holm hold for all pairs together. */
	struct rcc_comparison comparison;
	/* With the joint interval; undefined without one (n/a in *ratio). */
	struct rcc_claim claim;
	bool is_defined;
};

struct rcc_all_pairs {
	struct rcc_pair *pair; /* owned */
	size_t n;
	double level; /* the level of each interval */
};

/* Release *all in any case. */
void rcc_all_pairs_compute(const struct rcc_findings *f, double delta,
			   struct rcc_all_pairs *all);
void rcc_all_pairs_release(struct rcc_all_pairs *all);

#endif
