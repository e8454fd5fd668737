/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a report may claim about a ratio, a single layout, and a study that grew.
 * rcc_stats.h has the conventions.
 */
#ifndef RCC_STATS_RCC_CLAIMS_H
#define RCC_STATS_RCC_CLAIMS_H

#include <stddef.h>

#include "stats/rcc_stats.h"

/* ---- Verdicts with a symmetric threshold ------------------------------- */

/*
 * With the threshold δ >= 0, ratios from 1 / (1 + δ) to 1 + δ count as no
 * difference: the region is the same when old and new are exchanged.
 *
 * faster, slower	the interval of `level` lies below or above the region
 * no difference	an equivalence claim: two one-sided tests at
 *			α = 1 - level both reject, that is, the interval of level
 *			2 level - 1 lies in the region (Schuirmann, J.
 *			Pharmacokinetics and Biopharmaceutics 15, 1987)
 * undecided		else; NaN limits are undecided
 *
 * A false claim of any kind has probability at most 1 - level.
 */
struct rcc_claim_limits {
	double lo, hi;		   /* of the interval of `level` */
	double inner_lo, inner_hi; /* of that of 2 level - 1 */
};
enum rcc_verdict rcc_claim_of(const struct rcc_claim_limits *limits,
			      double delta);

/*
 * The claim for the ratio of two means, θ = mean(now) / mean(old), from `welch`
 * intervals (rcc_ratio_interval()).
 *
 * p_different	two-sided p-value of the nearer end of the region, for an
 *		estimate outside it; else 1
 * p_equivalent	the larger p-value of the two one-sided tests
 *
 * Both use the degrees of freedom at the estimate, as the intervals do, so that
 * p <= 1 - level if and only if the verdict is claimed.
 * RCC_EDOM, undecided: a mean is not positive, n < 2, δ < 0 or not finite, or
 * level <= 0.5.
 */
struct rcc_claim {
	struct rcc_ratio ratio; /* of `level` */
	struct rcc_claim_limits limits;
	enum rcc_verdict verdict;
	double p_different, p_equivalent;
};
int rcc_claim_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		    double level, double delta, struct rcc_claim *out);

/*
 * The smallest number of highest-level repetitions on each side with which a
 * repeated study reaches the verdict that the estimate suggests, with probability
 * `power` (0.5 < power < 1), if means and variances are as estimated.  The
 * noncentral t is approximated by a shifted one.
 * RCC_EDOM and *n_each = 0: more than 10^9 (the ratio is at a threshold), or as
 * rcc_claim_ratio().
 */
int rcc_claim_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double delta, double power, size_t *n_each);

#endif
