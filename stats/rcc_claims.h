/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The claims that a report may make about a ratio, about a single layout, and
 * about a study that grew.  rcc_stats.h has the conventions.
 */
#ifndef RCC_STATS_RCC_CLAIMS_H
#define RCC_STATS_RCC_CLAIMS_H

#include <stddef.h>

#include "stats/rcc_stats.h"

/* ---- Verdicts with a symmetric threshold ------------------------------- */

/*
 * Determine the verdict on a ratio new / old from two intervals of it.  δ >= 0
 * is the threshold.  Ratios in the region from 1 / (1 + δ) to 1 + δ count as no
 * difference.  If old and new are exchanged, the region stays the same.
 *
 * smaller, larger	the interval of `level` lies below the region, or above
 *			it
 * no difference	an equivalence claim: two one-sided tests at
 *			α = 1 - level both reject.  This is so if the interval
 *			of level 2 level - 1 lies in the region (Schuirmann, J.
 *			Pharmacokinetics and Biopharmaceutics 15, 1987)
 * undecided		none of the above, or a limit is NaN.  Never report it
 *			as "equal"
 *
 * The probability of a false claim of any kind is at most 1 - level.
 */
struct rcc_claim_limits {
	double lo, hi; /* the limits of the interval of `level` */
	/* The limits of the interval whose level is 2 * level - 1. */
	double inner_lo, inner_hi;
};
enum rcc_verdict rcc_claim_of(const struct rcc_claim_limits *limits,
			      double delta);

/*
 * The claim for a ratio.  The region from 1 / (1 + δ) to 1 + δ counts as no
 * difference; δ is the threshold of rcc_claim_of().
 *
 * suggested	the verdict that the estimate suggests; never "undecided"
 * p_different	if the estimate is outside the region, the two-sided p-value of
 *		the hypothesis that the ratio is at the nearer end of the
 *		region; otherwise 1
 * p_equivalent	the larger p-value of the two one-sided tests
 * p		the p-value of the suggested verdict: the smallest α = 1 - level
 *		at which that verdict is claimed
 *
 * The p-values use the degrees of freedom at the estimate, as the intervals of
 * RCC_RATIO_WELCH and of rcc_block_ratio() do.  Therefore p <= 1 - level if and
 * only if the verdict is claimed.
 */
struct rcc_claim {
	/* the ratio; its interval has the level `level` */
	struct rcc_ratio ratio;
	struct rcc_claim_limits limits;
	enum rcc_verdict verdict, suggested;
	double p, p_different, p_equivalent;
};

/* Compute the claim for θ = mean(now) / mean(old) from the intervals of
 * rcc_ratio_interval() with `method`.  The p-values are always those of Welch's
 * test.  Returns RCC_EDOM, with verdict "undecided", if a mean is not positive,
 * old->n or now->n is < 2, δ is negative or not finite, or level <= 0.5. */
int rcc_claim_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		    enum rcc_ratio_method method, double level, double delta,
		    struct rcc_claim *out);

/* Compute the claim for a result of rcc_block_ratio() from its standard error
 * and degrees of freedom.  The level of r->ratio does not matter.  Returns
 * RCC_EDOM, with verdict "undecided", if r has no interval, δ is negative or
 * not finite, or level <= 0.5. */
int rcc_claim_blocks(const struct rcc_block_ratio *r, double level,
		     double delta, struct rcc_claim *out);

/* Compute the two-sided p-value of Welch's test of equal means.  The means may
 * have any sign.  The errors are those of rcc_ratio_interval(). */
int rcc_difference_p(const struct rcc_mean *old, const struct rcc_mean *now,
		     double *p);

/*
 * Compute the two-sided p-value of a test for skewed data.  The hypothesis is
 * that samples a and b have the same mean or, if `b` is NULL, that the mean of
 * a is 0.  The statistic is Student's or Welch's t, transformed by Hall's
 * method (J. Royal Statistical Society B 54, 1992):
 *	t + κ t² / 3 + κ² t³ / 27 + κ / 6
 * where κ is the estimated skewness of the difference of the means.
 *
 * If a few layouts are slow, t and random signs reject too often, because a
 * sample without any of these layouts seems to have a smaller mean.  With 10
 * values and a nominal level of 5 %, t rejects in 7.5 % of samples of gamma(2)
 * and lognormal(0.5), and in 15 % of samples of lognormal(1).  The larger of
 * the p-values of t and of this test rejects in 4.6, 5.0 and 8.6 % of samples
 * of these three distributions.
 *
 * Returns RCC_EDOM if a sample has fewer than 3 values, all values of each
 * sample are equal, or a value is not finite.
 */
int rcc_skewed_p(const double *a, size_t n_a, const double *b, size_t n_b,
		 double *p);

/* The usual value of `power` for rcc_claim_plan() and
 * rcc_claim_blocks_plan(). */
#define RCC_CLAIM_POWER 0.8

/*
 * Compute how many repetitions of the highest level, such as layouts, each
 * system needs in a new study.  With this number, the study claims the verdict
 * `suggested` of struct rcc_claim with probability `power` (0.5 < power < 1),
 * if means and variances are as estimated.  A shifted t approximates the
 * noncentral t.
 *
 * Returns RCC_EDOM and sets *n_each to 0 if rcc_claim_ratio() returns an error,
 * or if the number exceeds 10^9 because the ratio is at an end of the region.
 */
int rcc_claim_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double delta, double power, size_t *n_each);
/* Do the same for ratios from blocks: compute how many units of
 * rcc_block_ratio() a new study needs.  Parameters and errors are as for
 * rcc_claim_plan(). */
int rcc_claim_blocks_plan(const struct rcc_block_ratio *r, double level,
			  double delta, double power, size_t *n);

/*
 * Return the p-value of a Student's t that was picked from n_tried values
 * because its absolute value is the largest.  It is min(1, n_tried p), where p
 * is the two-sided p-value of t (Bonferroni).  It holds whether or not the
 * values are independent.  Returns NaN if t is NaN or df is not positive.
 */
double rcc_screened_p(double t, double df, size_t n_tried);

/* ---- A single layout --------------------------------------------------- */

/*
 * Estimate the true mean of a layout that was picked because of its observed
 * mean x, such as the fastest of all.  The observed mean of such a layout is on
 * average too extreme.  The empirical Bayes estimate of Efron & Morris (JASA
 * 70, 1975) for normal data is
 *	mean + B (x - mean),  B = max(0, 1 - (n - 3) / (n - 1) w / v)
 * where `mean` and v are the mean and the variance of the observed means of the
 * n layouts, and w is the part of v that is due to noise.
 *
 * Returns the mean if v is 0.  Returns NaN if n < 4, v or w is negative or NaN,
 * or the result is not finite.
 */
double rcc_shrunken(double x, double mean, double v, double w, size_t n);

/*
 * The position of a layout, such as the original one, among the values x[n] of
 * random layouts.
 *
 * n_below	the number of layouts with a smaller value
 * percentile	100 (n_below + half the number of layouts with an equal
 *		value) / n
 * z		|value - mean of x| / sd, where sd is the standard deviation due
 *		to layout, the square root of T².  NaN unless sd > 0
 *
 * Returns RCC_EDOM if n is 0 or a value is not finite.
 */
struct rcc_position {
	size_t n_below;
	double percentile, z;
};
int rcc_position_of(const double *x, size_t n, double value, double sd,
		    struct rcc_position *out);

/* Return the distance d such that, with probability `level`, the true mean of
 * one layout is within d of the mean over all layouts (normal data).  sd is the
 * standard deviation of the layouts' true means.  More runs of the layout do
 * not reduce d.  Returns NaN unless sd >= 0. */
double rcc_one_layout_error(double sd, double level);

/* Return the probability that the mean of one more layout lies between the
 * means of the fastest and the slowest of n layouts: (n - 1) / (n + 1).  This
 * holds for any distribution if all layouts are run the same number of times.
 * Returns NaN if n is 0. */
double rcc_between_extremes(size_t n);

/* ---- Interim analyses -------------------------------------------------- */

/*
 * A study that grows after a result was seen is analysed several times.  A
 * false claim at any analysis is a false claim of the study.  Each analysis
 * therefore spends a part of α, the probability of a false claim (Lan & DeMets,
 * Biometrika 70, 1983).  Each analysis computes its interval at a level of its
 * own, so that all intervals together cover with probability 1 - α.
 */

/* Return the part of α that this and all earlier analyses have spent together.
 * t is the present size of the study as a fraction of its planned size, 0 < t
 * <= 1.  The result is α at t = 1. */
enum rcc_spending {
	RCC_SPENDING_OBRIEN_FLEMING, /* 4 - 4 Φ(z(1 - α/4) / sqrt(t)) */
	RCC_SPENDING_POCOCK,	     /* α ln(1 + (e - 1) t) */
};
double rcc_spending(enum rcc_spending kind, double t, double alpha);

/*
 * Return the cumulative α that a study has spent at n layouts, if the study may
 * grow without limit: α (1 - n_first / (2 n)).  The first analysis spends half
 * of α.
 *
 * Simulations had 4,000 studies for each of three ways to grow: 30 and 60
 * layouts; 30, 60, 120 and 240; 10, 20 … 60.  If each analysis spends α by this
 * function, 3.8, 4.7 and 4.7 % of the studies make a false claim.  If each
 * analysis uses a 95 % interval, 8.6, 14 and 16 % do.  The price is that the
 * last interval is 1.21, 1.43 and 1.55 times as wide as the interval of a study
 * with a single analysis.
 */
double rcc_spending_open(double n, double n_first, double alpha);

/*
 * Compute level[k], the confidence level of each analysis k < n.  spent[k] is
 * the α that the analyses 0 … k have spent together.  information[k] is the
 * number of layouts at analysis k, and must ascend.  An analysis that spends
 * nothing has level 1, so it claims nothing.  The level of an analysis does not
 * depend on later analyses.
 *
 * Recursive numerical integration (Armitage, McPherson & Rowe, JRSS A 132,
 * 1969) gives the boundaries of the normal scores, with an error of about 1e-6,
 * for independent increments.  Student's interval at the computed level has
 * nearly the same coverage.
 *
 * `scratch` must hold RCC_INTERIM_SCRATCH doubles.  Returns RCC_EDOM and sets
 * all levels to NaN if n is 0, spent[] descends or is not in 0 <= α < 1,
 * information[] does not ascend, or two analyses are too close (about 1 part in
 * 3,000).
 */
#define RCC_INTERIM_SCRATCH 16004
int rcc_interim_levels(const double *information, const double *spent, size_t n,
		       double *scratch, double *level);

/*
 * Return the cumulative α spent by a study whose first look was at n_first
 * layouts, and whose present look is at n.  A look is an analysis whose result
 * was read before the study went on.
 *
 * planned	the study was planned to grow.  The result is that of
 *		rcc_spending_open(), at most α
 * unplanned	the first look, at the planned number of layouts, has spent all
 *		of α.  All later looks together spend at most RCC_LOOKS_EXTRA α
 *		more.  The result is α (1 + 0.07 (1 - (n_first / n)²))
 */
enum rcc_looks_kind {
	RCC_LOOKS_UNPLANNED,
	RCC_LOOKS_PLANNED,
};
#define RCC_LOOKS_EXTRA 0.07
double rcc_look_spent(enum rcc_looks_kind kind, double n, double n_first,
		      double alpha);

/*
 * Compute the confidence level of the last of the looks at n_layouts[0 … n - 1]
 * layouts, ascending.  The intervals of all looks together then cover with
 * probability `level` if the looks are planned, otherwise 1 - 1.07 (1 - level).
 * The level of a single unplanned look is `level`.  `scratch` must hold
 * RCC_LOOKS_SCRATCH(n) doubles.  The errors are those of rcc_interim_levels().
 */
#define RCC_LOOKS_SCRATCH(n) (RCC_INTERIM_SCRATCH + 3 * (n))
int rcc_look_level(enum rcc_looks_kind kind, const size_t *n_layouts, size_t n,
		   double level, double *scratch, double *out);

/*
 * Simulate `n` studies of values with mean 0.  Each study grows until Student's
 * interval excludes 0, or until the last look.  If `runs` is NULL, the values
 * are normal.  Otherwise they are log ratios of blocks, drawn as by
 * rcc_simulate_blocks() for one round with the shape, standard deviations and
 * noise of *runs.  The other fields of *runs are ignored.
 *
 * Returns the number of studies that made a false claim: an interval excluded
 * 0.  *width is set to the width of the last look's interval divided by the
 * width that it would have without the other looks.  `scratch` must hold
 * RCC_LOOKS_SCRATCH(n_looks) doubles.
 */
struct rcc_block_simulation; /* stats/rcc_blocks.h */
size_t rcc_simulate_looks(enum rcc_looks_kind kind, const size_t *n_layouts,
			  size_t n_looks, double level,
			  const struct rcc_block_simulation *runs, size_t n,
			  struct rcc_random *random, double *scratch,
			  double *width);

#endif
