/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compare every pair of systems of a study, with intervals and verdicts that
 * hold for all pairs together.  Georges, Buytaert & Eeckhout (OOPSLA 2007)
 * compare more than two systems in this way.
 *
 * Let 1 - α be the level at which the study's intervals are computed.  With n
 * pairs, the interval of each pair is computed at the level 1 - α / n
 * (Bonferroni).  This is valid for unequal variances and for dependent pairs.
 * Tukey's intervals would be 2 % narrower for three systems, but they assume
 * equal variances.
 */
#ifndef RCC_HARNESS_FINDINGS_ALL_PAIRS_H
#define RCC_HARNESS_FINDINGS_ALL_PAIRS_H

#include <stddef.h>

#include "harness/findings/comparison.h"

struct rcc_pair {
	/* The comparison of system `now` with system `old`, which comes before
	 * `now` in the study.  The comparison's fields `verdict` and p_holm
	 * are adjusted for the number of pairs. */
	struct rcc_comparison comparison;
	/* The claim about this pair (rcc_claims.h).  The level of its interval
	 * is `level` of struct rcc_all_pairs.  The claim is undefined if
	 * is_defined is false. */
	struct rcc_claim claim;
	bool is_defined;
};

struct rcc_all_pairs {
	struct rcc_pair *pair; /* owned */
	size_t n;
	double level; /* confidence level of each interval */
};

/* Compare all pairs of the study's systems.  `delta` is the threshold of the
 * verdicts, a fraction.  The caller must release *all in any case. */
void rcc_all_pairs_compute(const struct rcc_findings *f, double delta,
			   struct rcc_all_pairs *all);
void rcc_all_pairs_release(struct rcc_all_pairs *all);

#endif
