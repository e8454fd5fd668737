/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The claims that a report may make about a ratio, a single layout, and a study
 * that grew.  rcc_stats.h has the conventions.
 */
#ifndef RCC_STATS_RCC_CLAIMS_H
#define RCC_STATS_RCC_CLAIMS_H

#include <stddef.h>

#include "stats/rcc_stats.h"

/* ---- Verdicts with a symmetric threshold ------------------------------- */

/*
 * Ratios from 1 / (1 + δ) to 1 + δ, δ >= 0 being the threshold, count as no
 * difference: the region is the same when old and new are exchanged.
 *
 * smaller, larger
 *		the interval of `level` lies below or above the region
 * no difference	an equivalence claim: two one-sided tests at
 *			α = 1 - level both reject, that is, the interval of level
 *			2 level - 1 lies in the region (Schuirmann, J.
 *			Pharmacokinetics and Biopharmaceutics 15, 1987)
 * undecided		else; NaN limits are undecided.  Never to be reported as
 *			equal
 *
 * A false claim of any kind has probability at most 1 - level.
 */
struct rcc_claim_limits {
	double lo, hi;		   /* the limits of the interval of `level` */
	double inner_lo, inner_hi; /* those of 2 level - 1 */
};
enum rcc_verdict rcc_claim_of(const struct rcc_claim_limits *limits,
			      double delta);

/*
 * The claim for a ratio.
 *
 * suggested	the verdict that the estimate suggests, never undecided
 * p_different	two-sided p-value of the nearer end of the region, for an
 *		estimate outside it; else 1
 * p_equivalent	the larger p-value of the two one-sided tests
 * p		that of the suggested verdict: the smallest α = 1 - level at
 *		which it is claimed
 *
 * The p-values use the degrees of freedom at the estimate, as `welch` and block
 * intervals do, so that p <= 1 - level if and only if the verdict is claimed.
 */
struct rcc_claim {
	struct rcc_ratio ratio; /* the interval is that of `level` */
	struct rcc_claim_limits limits;
	enum rcc_verdict verdict, suggested;
	double p, p_different, p_equivalent;
};

/* θ = mean(now) / mean(old), from intervals of rcc_ratio_interval() by `method`;
 * the p-values are those of `welch`.
 * RCC_EDOM, undecided: a mean is not positive, n < 2, δ < 0 or not finite, or
 * level <= 0.5. */
int rcc_claim_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		    enum rcc_ratio_method method, double level, double delta,
		    struct rcc_claim *out);

/* The ratio of rcc_block_ratio(), from its standard error and degrees of freedom;
 * the level of r->ratio does not matter.  RCC_EDOM, undecided: it has no interval,
 * δ < 0 or not finite, or level <= 0.5. */
int rcc_claim_blocks(const struct rcc_block_ratio *r, double level,
		     double delta, struct rcc_claim *out);

/* The two-sided p-value of Welch's test that the means are equal, whatever their
 * sign.  RCC_EDOM as rcc_ratio_interval(). */
int rcc_difference_p(const struct rcc_mean *old, const struct rcc_mean *now,
		     double *p);

/*
 * The smallest number of highest-level repetitions on each side with which a
 * repeated study reaches the verdict that the estimate suggests, with probability
 * `power` (0.5 < power < 1), if means and variances are as estimated.  The
 * noncentral t is approximated by a shifted one.
 * RCC_EDOM and *n_each = 0: more than 10^9 (the ratio is at a threshold), or as
 * rcc_claim_ratio().
 */
#define RCC_CLAIM_POWER 0.8
int rcc_claim_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double delta, double power, size_t *n_each);
/* The same in units of rcc_block_ratio(). */
int rcc_claim_blocks_plan(const struct rcc_block_ratio *r, double level,
			  double delta, double power, size_t *n);

/* ---- A single layout --------------------------------------------------- */

/*
 * The estimate of one layout's true mean, when it was picked because of its result
 * (the fastest of all): the observed extreme is too extreme.  The empirical Bayes
 * estimate of Efron & Morris (JASA 70, 1975),
 *	mean + B (x - mean),  B = max(0, 1 - (n - 3) / (n - 1) w / v)
 * for n layouts with the mean and the variance v of their observed means, of which
 * w is due to noise.  For normal data.
 * NaN: n < 4, not v >= 0, not w >= 0, or not finite.  v = 0 gives the mean.
 */
double rcc_shrunken(double x, double mean, double v, double w, size_t n);

/*
 * The position of a layout, such as the original one, among the values x[n] of
 * random layouts.
 *
 * n_below	layouts with a smaller value
 * percentile	100 (n_below + half of the equal ones) / n
 * z		|value - mean of x| / sd, with sd the standard deviation due to
 *		layout, a root of T²; NaN unless sd > 0
 *
 * RCC_EDOM: n is 0, or a value is not finite.
 */
struct rcc_position {
	size_t n_below;
	double percentile, z;
};
int rcc_position_of(const double *x, size_t n, double value, double sd,
		    struct rcc_position *out);

/* How far one layout's mean is from the mean over layouts: ± this with
 * probability `level`, for normal data, however often the layout is run.  NaN
 * unless sd >= 0. */
double rcc_one_layout_error(double sd, double level);

/* The probability that a run of one more layout lies between the fastest and the
 * slowest of n layouts, run as often, whatever their distribution:
 * (n - 1) / (n + 1).  NaN if n is 0. */
double rcc_between_extremes(size_t n);

/* ---- Interim analyses -------------------------------------------------- */

/*
 * A study that grows after a result was seen has several analyses, and a false
 * claim in any of them is false.  Each analysis spends a part of the probability α
 * of a false claim (Lan & DeMets, Biometrika 70, 1983), and computes its interval
 * at a level of its own, so that all intervals together cover with probability
 * 1 - α.
 */

/* The cumulative α spent at the fraction 0 < t <= 1 of the planned size; α at 1. */
enum rcc_spending {
	RCC_SPENDING_OBRIEN_FLEMING, /* 4 - 4 Φ(z(1 - α/4) / sqrt(t)) */
	RCC_SPENDING_POCOCK,	     /* α ln(1 + (e - 1) t) */
};
double rcc_spending(enum rcc_spending kind, double t, double alpha);

/* The cumulative α spent at n layouts by a study that may grow without limit:
 * α (1 - n_first / (2 n)).  The first analysis spends half of α.  Growing from 30
 * layouts to 60, to 240 by doubling, or 10, 20 … 60, then gives 3.8, 4.7 and 4.7 %
 * of studies a false claim, where 95 % at each analysis gives 8.6, 14 and 16 %; the
 * last interval is 1.21, 1.43 and 1.55 times as wide (4,000 studies each). */
double rcc_spending_open(double n, double n_first, double alpha);

/*
 * Computes level[k], the confidence level of analysis k, from the cumulative α
 * spent[k] and information[k] (the number of layouts), k < n, both ascending.  An
 * analysis that spends nothing has level 1: no claim.  The levels of the first
 * analyses do not depend on later ones.
 *
 * The boundaries of the normal scores are computed by recursive numerical
 * integration (Armitage, McPherson & Rowe, JRSS A 132, 1969), to about 1e-6, for
 * independent increments.  An interval by Student's t at this level covers nearly
 * as often.
 *
 * scratch: RCC_INTERIM_SCRATCH doubles.  RCC_EDOM, all NaN: n is 0, α is not in
 * 0 … 1 or descends, information does not ascend, or two analyses are too close
 * (about 1 part in 3,000).
 */
#define RCC_INTERIM_SCRATCH 16004
int rcc_interim_levels(const double *information, const double *spent, size_t n,
		       double *scratch, double *level);

/*
 * The looks at a study that grew: its analyses at n_layouts[0 … n - 1] layouts,
 * ascending, of which each was read before the study went on.
 *
 * planned	the study was going to grow: rcc_spending_open(), α in all
 * unplanned	the first look, at the number of layouts that was planned, has
 *		spent all of α.  All later ones together spend at most
 *		RCC_LOOKS_EXTRA α more: α (1 + 0.07 (1 - (n_first / n)²))
 */
enum rcc_looks_kind {
	RCC_LOOKS_UNPLANNED,
	RCC_LOOKS_PLANNED,
};
#define RCC_LOOKS_EXTRA 0.07
double rcc_look_spent(enum rcc_looks_kind kind, double n, double n_first,
		      double alpha);

/*
 * Computes the confidence level of the last look, so that the intervals of all
 * looks together cover with probability `level` (planned), or 1 - 1.07 (1 - level)
 * (unplanned).  One unplanned look has `level`.
 * scratch: RCC_LOOKS_SCRATCH(n) doubles.  RCC_EDOM as rcc_interim_levels().
 */
#define RCC_LOOKS_SCRATCH(n) (RCC_INTERIM_SCRATCH + 3 * (n))
int rcc_look_level(enum rcc_looks_kind kind, const size_t *n_layouts, size_t n,
		   double level, double *scratch, double *out);

/*
 * Simulates `n` studies of normal values with mean 0 that grow until Student's
 * interval does not contain 0; returns how many ever claim that, falsely.
 * *width: how many times as wide the last look's interval is as that of a single
 * look at as many layouts.  scratch: RCC_LOOKS_SCRATCH(n_looks) doubles.
 */
size_t rcc_simulate_looks(enum rcc_looks_kind kind, const size_t *n_layouts,
			  size_t n_looks, double level, size_t n,
			  struct rcc_random *random, double *scratch,
			  double *width);

#endif
