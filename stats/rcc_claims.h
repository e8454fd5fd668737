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
 * Determine the verdict on a ratio new / old.  δ >= 0 is the threshold.  Ratios
 * in the region from 1 / (1 + δ) to 1 + δ count as no difference.  If old and
 * new are exchanged, the region stays the same.
 *
 * The verdict comes from two intervals of the ratio: the interval of the
 * confidence level `level`, and the inner interval of the confidence level
 * 2 * level - 1.
 *
 * smaller		the interval of `level` lies below the region
 * larger		the interval of `level` lies above the region
 * no difference	the inner interval lies in the region.  Two one-sided
 *			tests at α = 1 - level then both reject (Schuirmann, J.
 *			Pharmacokinetics and Biopharmaceutics 15, 1987)
 * undecided		none of the above, or a limit is NaN.  Never report it
 *			as "equal"
 *
 * The probability of a false claim of any kind is at most 1 - level.
 */
struct rcc_claim_limits {
	double lo, hi; /* the limits of the interval of `level` */
	/* The limits of the inner interval. */
	double inner_lo, inner_hi;
};
enum rcc_verdict rcc_claim_of(const struct rcc_claim_limits *limits,
			      double delta);

/*
 * The claim for a ratio.  The region and the tests are those of rcc_claim_of().
 *
 * suggested	the verdict that the estimate suggests; never "undecided"
 * p_different	for an estimate outside the region: the two-sided p-value of the
 *		hypothesis that the ratio equals the nearer end of the region.
 *		For an estimate inside the region: 1
 * p_equivalent	the larger p-value of the two one-sided tests
 * p		the p-value of the suggested verdict: the smallest α = 1 - level
 *		at which that verdict is claimed
 *
 * The p-values use the degrees of freedom at the estimate.  So do the intervals
 * of RCC_RATIO_WELCH and of rcc_block_ratio().  For these intervals, therefore,
 * the suggested verdict is claimed if and only if p <= 1 - level.  If the
 * interval of `level` is not bounded, nothing is claimed, and the three p-values
 * are 1.
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

/* Compute the two-sided p-value of the hypothesis that the means are equal.  It
 * belongs to the interval of rcc_ratio_interval() with RCC_RATIO_WELCH: the
 * interval with confidence 1 - p has an end at 1.  So it has the degrees of
 * freedom at the estimated ratio.  Those of Welch's test are the ones at ratio
 * 1, and they differ if the means do.  The means may have any sign.  The errors
 * are those of rcc_ratio_interval(). */
int rcc_difference_p(const struct rcc_mean *old, const struct rcc_mean *now,
		     double *p);

/*
 * Compute the two-sided p-value of a test for skewed data.  The null hypothesis
 * is that samples a and b have the same mean.  If `b` is NULL, it is that the
 * mean of a is 0.  The statistic is Hall's transformation (J. Royal Statistical
 * Society B 54, 1992)
 *	t + κ t² / 3 + κ² t³ / 27 + κ / 6
 *	t	Student's t if `b` is NULL, otherwise Welch's t
 *	κ	the estimated skewness of the difference of the means, or of the
 *		mean of a if `b` is NULL
 *
 * If a few layouts are slow, t and random signs reject too often: a sample
 * without any of these layouts seems to have a smaller mean.  Simulated samples
 * of 10 values, for which the null hypothesis was true, were rejected at a
 * nominal 5 % as follows.  `larger` is the larger p-value of t and this test.
 *
 *			by t	by `larger`
 *	gamma(2)	7.5 %	4.6 %
 *	lognormal(0.5)	7.5 %	5.0 %
 *	lognormal(1)	15 %	8.6 %
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
 * Compute *n_each, the number of repetitions of the highest level, such as
 * layouts, that each system needs in a new study.  The study then claims the
 * verdict `suggested` of struct rcc_claim with probability `power` (0.5 < power
 * < 1), if means and variances are as estimated.  A shifted t approximates the
 * noncentral t.
 *
 * Returns RCC_EDOM and sets *n_each to 0 if rcc_claim_ratio() returns an error,
 * or if the number exceeds 10^9.  (The number grows without limit as the ratio
 * approaches an end of the region.)
 */
int rcc_claim_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double delta, double power, size_t *n_each);
/* Do the same for ratios from blocks: compute how many units of
 * rcc_block_ratio() a new study needs.  Parameters and errors are as for
 * rcc_claim_plan(). */
int rcc_claim_blocks_plan(const struct rcc_block_ratio *r, double level,
			  double delta, double power, size_t *n);

/*
 * Return the p-value of the largest of n_tried values of Student's t, by
 * absolute value.  t is that largest value, with df degrees of freedom.  The
 * result is min(1, n_tried p), where p is the two-sided p-value of t
 * (Bonferroni).  The n_tried values need not be independent.  Returns NaN if t
 * is NaN or df is not positive, and 0 if n_tried is 0.
 */
double rcc_screened_p(double t, double df, size_t n_tried);

/* ---- A single layout --------------------------------------------------- */

/*
 * Estimate the true mean of a layout that was picked because of its observed
 * mean x, such as the fastest of n layouts.  The observed mean of such a layout
 * is on average too extreme.  The result is the empirical Bayes estimate of
 * Efron & Morris (JASA 70, 1975) for normal data:
 *	mean + B (x - mean)
 *	B	max(0, 1 - (n - 3) w / ((n - 1) v))
 *	mean	the mean of the observed means of the n layouts
 *	v	the variance of these observed means
 *	w	the part of v that is due to noise
 *
 * Returns `mean` if v is 0.  Returns NaN if n < 4, v or w is negative or NaN,
 * or the result is not finite.
 */
double rcc_shrunken(double x, double mean, double v, double w, size_t n);

/*
 * The position of one layout, such as the original layout, among n random
 * layouts.  `value` is the value of the one layout, and x[n] those of the
 * random layouts.  sd is the standard deviation due to layout, sqrt(T²).
 *
 * n_below	the number of x[i] that are smaller than `value`
 * percentile	100 (n_below + n_equal / 2) / n, where n_equal is the number of
 *		x[i] that equal `value`
 * z		|value - mean of x| / sd; NaN unless sd > 0
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
 * false claim at any analysis is a false claim of the study.  α is the allowed
 * probability of a false claim of the study.  Each analysis spends a part of α
 * (Lan & DeMets, Biometrika 70, 1983): it computes its interval at a confidence
 * level of its own.  The intervals of all analyses then cover together with
 * probability 1 - α.
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
 * Return the cumulative α that a study has spent at n layouts, if it may grow
 * without limit:
 *	α (1 - n_first / (2 n))
 * n_first is the number of layouts at the first analysis, which spends half of
 * α.
 *
 * The table has the percentage of studies that made a false claim, in 4,000
 * simulated studies for each way to grow.
 *	spending	each analysis spent α = 5 % by this function
 *	fixed		each analysis had a 95 % interval
 *	width		the price of spending: the width of the last interval,
 *			divided by its width in a study with one analysis
 *
 *	analyses at		spending	fixed	width
 *	30, 60			3.8 %		8.6 %	1.21
 *	30, 60, 120, 240	4.7 %		14 %	1.43
 *	10, 20 … 60		4.7 %		16 %	1.55
 */
double rcc_spending_open(double n, double n_first, double alpha);

/*
 * Return the cumulative α that a study has spent at n layouts, if it is expected
 * to end at about n_end:
 *	0.8 α n / n_end		up to n_end layouts
 *	α (1 - 0.2 n_end / n)	beyond
 * The part of 0.2 is left for a study that goes on after all.  With analyses at
 * 10, 15, 23, 35, 53, 80 and 103 layouts, the last interval is 1.21 times as wide
 * as in a study with one analysis if n_end is 103, 1.35 times if it is 80, and 1.29
 * times if it is 150.  With rcc_spending_open() it is 1.60 times as wide.
 *
 * n_end must not depend on the results.  If n_end is much too large, most of α is
 * never spent.
 */
double rcc_spending_toward(double n, double n_end, double alpha);

/*
 * Compute level[k], the confidence level of each analysis k < n.  spent[k] is
 * the α that the analyses 0 … k have spent together.  information[k] is the
 * number of layouts at analysis k, and must ascend.  An analysis that spends
 * nothing has level 1, so it claims nothing.  The level of an analysis does not
 * depend on later analyses.
 *
 * The levels are for normal values with independent increments.  They are
 * computed by recursive numerical integration (Armitage, McPherson & Rowe, JRSS
 * A 132, 1969), with an error of about 1e-6 in the normal scores.  Student's
 * interval at the computed level has nearly the same coverage.
 *
 * `scratch` must hold RCC_INTERIM_SCRATCH doubles.  Returns RCC_EDOM and sets
 * all levels to NaN in any of these cases:
 *  - n is 0
 *  - spent[] descends, or is not in 0 <= α < 1
 *  - information[] does not ascend
 *  - two successive numbers of layouts differ by less than about 1 part in
 *    3,000
 */
#define RCC_INTERIM_SCRATCH 16004
int rcc_interim_levels(const double *information, const double *spent, size_t n,
		       double *scratch, double *level);

/*
 * Return the α that a study has spent in all its looks.  A look is an analysis
 * whose result was read before the study went on.  The first look was at
 * n_first layouts, and the present look is at n.
 *
 * planned	The study was planned to grow.  The result is that of
 *		rcc_spending_open(), at most α.
 * limited	The study was planned to grow, and to end at about n_end layouts.
 *		The result is that of rcc_spending_toward(), at most α.
 * unplanned	The first look was at the planned number of layouts, and spent
 *		all of α.  The result is
 *			α (1 + RCC_LOOKS_EXTRA (1 - (n_first / n)²))
 */
enum rcc_looks_kind {
	RCC_LOOKS_UNPLANNED,
	RCC_LOOKS_PLANNED,
	RCC_LOOKS_LIMITED,
};
#define RCC_LOOKS_EXTRA 0.07
struct rcc_looks_plan {
	enum rcc_looks_kind kind;
	double n_end; /* the expected end of a limited study, in layouts */
};
double rcc_look_spent(const struct rcc_looks_plan *plan, double n,
		      double n_first, double alpha);

/*
 * Compute *out, the confidence level of the interval at the last of n looks.
 * Look i was at n_layouts[i] layouts; these numbers ascend.  The intervals of
 * all looks then cover together at least with the probability
 *	planned, limited	level
 *	unplanned	1 - (1 + RCC_LOOKS_EXTRA) (1 - level)
 * *out is `level` if there is only one look, and it is unplanned.
 *
 * `scratch` must hold RCC_LOOKS_SCRATCH(n) doubles.  The errors are those of
 * rcc_interim_levels().
 */
#define RCC_LOOKS_SCRATCH(n) (RCC_INTERIM_SCRATCH + 3 * (n))
int rcc_look_level(const struct rcc_looks_plan *plan, const size_t *n_layouts,
		   size_t n, double level, double *scratch, double *out);

/*
 * Simulate `n` studies of values with mean 0.  Each study grows until Student's
 * interval excludes 0, or until the last look.  If `runs` is NULL, the values
 * are normal.  Otherwise they are log ratios of blocks, drawn as by
 * rcc_simulate_blocks() for one round with the shape, standard deviations and
 * noise of *runs.  The other fields of *runs are ignored.
 *
 * Returns the number of studies that made a false claim: an interval excluded
 * 0.  *width is set to the width of the last look's interval, divided by the
 * width that this interval has in a study with one look.  If no levels can be
 * computed (rcc_look_level()), the result is 0 and *width is NaN.  `scratch`
 * must hold RCC_LOOKS_SCRATCH(n_looks) doubles.
 */
struct rcc_block_simulation; /* stats/rcc_blocks.h */
size_t rcc_simulate_looks(const struct rcc_looks_plan *plan,
			  const size_t *n_layouts, size_t n_looks, double level,
			  const struct rcc_block_simulation *runs, size_t n,
			  struct rcc_random *random, double *scratch,
			  double *width);

#endif
