/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statistics of layout studies, usable on any hierarchical measurements.
 *
 * Sources, cited below as
 *	KJ13	Kalibera & Jones, "Rigorous Benchmarking in Reasonable Time",
 *		ISMM 2013
 *	TR	Kalibera & Jones, "Quantifying Performance Changes with Effect
 *		Size Confidence Intervals", Kent TR 4-12
 *	BG92	Burdick & Graybill, "Confidence Intervals on Variance
 *		Components", 1992
 *
 * An experiment has n levels.  Level 1, the lowest, repeats the measurement
 * itself (an iteration); the highest level, n, repeats everything (a layout).
 * Arrays indexed by level hold level 1 at [0].  Values are doubles in any unit
 * (randstudy gives seconds); variances are in that unit squared.
 *
 * Conventions for every function:
 *  - it prints nothing, never exits, keeps no state, and allocates nothing
 *    unless its comment says so; inputs are only read;
 *  - it returns 0 or a negative enum rcc_error (common/error.h).  RCC_EDOM:
 *    a result is undefined; it is then NaN, never 0, and the results that are
 *    defined are set all the same (the mean of one value);
 *  - a NaN or an infinity among the values is RCC_EDOM, and all results are
 *    NaN;
 *  - `level` is the confidence level, such as 0.95: 0 < level < 1.  All
 *    intervals are two-sided with equal tails;
 *  - GSL's error handler must be off: main() calls rcc_stats_init() once.
 */
#ifndef RCC_STATS_RCC_STATS_H
#define RCC_STATS_RCC_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_random; /* common/random.h */

#define RCC_STATS_MAX_LEVELS 8

/* Turn off GSL's error handler for the whole process.  That handler would abort
 * the process. */
void rcc_stats_init(void);

/* ---- Data -------------------------------------------------------------- */

/*
 * A hierarchical sample, borrowed from the caller.
 *
 * The values are in nested order, the highest level slowest.  For layouts ×
 * executions × iterations, all iterations of the first execution of the first
 * layout come first: x[(layout * r[1] + execution) * r[0] + iteration].
 *
 * r[i - 1] is the number of repetitions at level i in each group.  In
 * unbalanced data size[i - 1] holds the sizes of the level's groups, in order,
 * and r[i - 1] is not read; size[i - 1] is NULL if each group has r[i - 1]
 * members.  The highest level is a single group, so for that level only r is
 * read.  Every group has at least one member.
 */
struct rcc_sample {
	const double *x;
	size_t n_levels; /* 1 … RCC_STATS_MAX_LEVELS */
	size_t r[RCC_STATS_MAX_LEVELS];
	const size_t *size[RCC_STATS_MAX_LEVELS];
};

/* Return a balanced sample of 1, 2 or 3 levels.  The parameters give the
 * counts, the highest level's first. */
struct rcc_sample rcc_sample_1(const double *x, size_t n_top);
struct rcc_sample rcc_sample_2(const double *x, size_t n_top, size_t n_low);
struct rcc_sample rcc_sample_3(const double *x, size_t n_top, size_t n_middle,
			       size_t n_low);

/* Return the number of values in x, or 0 if the description is not valid. */
size_t rcc_sample_n_values(const struct rcc_sample *sample);

/* ---- Levels and variances (KJ13 eq. 1, 2; TR 7.6) ---------------------- */

enum rcc_level_status {
	RCC_LEVEL_KEPT,
	/* T² <= 1e-9 S²: it is not positive, or only rounding error.  The
	 * level's repetitions were pooled into the level below.  The highest
	 * and the lowest level are never removed. */
	RCC_LEVEL_REMOVED,
	/* The level is not repeated: every group has one member.  Its variation
	 * is part of the variation of the level above. */
	RCC_LEVEL_SINGLE,
};

/*
 * The counts and variances of one level.
 *
 * S_i²	sample variance (divisor r_i - 1) of the level-i means within a group,
 *	pooled over the groups.  It includes the variation of the levels below.
 *	It is defined if a group has 2 members or more.
 * T_i²	the level's own variance, unbiased:
 *	T_1² = S_1²;  T_i² = S_i² - S_(i-1)² / r_(i-1).  May be <= 0.
 *
 * In unbalanced data means are unweighted at every level (each layout counts
 * the same, however many of its runs failed), S_i² pools the groups' variances
 * by their degrees of freedom, and T_i² solves
 *	E S_i² = T_i² + sum over k < i of c_ik T_k²
 * with coefficients from the counts.  With equal counts S_i² and T_i² are those
 * of the formulas above.  T_i² is always unbiased.
 */
struct rcc_level {
	enum rcc_level_status status;
	size_t n_groups;
	/* Least and most repetitions in a group; equal in balanced data. */
	size_t r_min, r_max;
	double df;     /* sum over groups of r - 1 */
	double s2, t2; /* before removal; NaN if single */
	/* After removal and regrouping; NaN unless the level is kept: */
	double s2_kept, t2_kept;
	double r_kept; /* mean repetitions per group */
	double df_kept;
};

struct rcc_levels {
	size_t n_levels;
	size_t n_values;
	bool balanced;
	struct rcc_level level[RCC_STATS_MAX_LEVELS];
	/* Indices of the kept levels, ascending; kept[n_kept - 1] is the
	 * highest level. */
	size_t n_kept;
	size_t kept[RCC_STATS_MAX_LEVELS];
	/* The unweighted mean of the means of the highest level.  Each of these
	 * is the unweighted mean of the means one level below.  Regrouping
	 * changes it only in unbalanced data. */
	double mean;
	/* The standard deviation of all values, ignoring levels (divisor
	 * n - 1).  It only describes the data; do not compute intervals from
	 * it. */
	double sd;
	double min, max;
};

/*
 * Compute all fields of struct rcc_levels.  The mean estimates the expectation
 * over the highest level.  The function makes two passes over the values, and
 * one more for each level that it removes.
 *
 * In balanced data the order of removal does not matter: removing a level pools
 * adjacent mean squares, as REML does with a component at zero.
 *
 * RCC_EDOM: a value is not finite, or the highest level is not repeated (the
 * mean, minimum, maximum and the lower variances are still set).  RCC_EFORMAT:
 * the description of the sample is not valid.
 */
int rcc_levels_compute(const struct rcc_sample *sample,
		       struct rcc_levels *levels);

/* Compute t2[n_levels], the T² of each level, from the S² and the counts of a
 * balanced experiment. */
void rcc_levels_unbias(const double *s2, const double *r, size_t n_levels,
		       double *t2);

/* Compute the median of n values.  The function reorders the values.  NaN and
 * RCC_EDOM if n is 0 or a value is not finite.  O(n). */
int rcc_median(double *x, size_t n, double *median);

/* ---- Interval for the mean of one system (KJ13 eq. 4) ------------------ */

struct rcc_interval {
	double estimate;
	double lo, hi;
	double df;    /* degrees of freedom; NaN if the method has none */
	double level; /* the requested confidence level */
};

/*
 * A system's mean with its variance and count, which is all that a comparison
 * uses of a system: only the repetitions of the highest level are independent.
 */
struct rcc_mean {
	double mean;
	double s2; /* S_n² */
	size_t n;  /* r_n */
};
struct rcc_mean rcc_mean_of(const struct rcc_levels *levels);

/* Compute the interval mean ± t(1 - α/2, r_n - 1) sqrt(S_n² / r_n).  With one
 * level this is Student's interval; with one iteration per execution it is
 * Georges et al.'s start-up interval (OOPSLA 2007).  Minimum n: 2; else
 * RCC_EDOM and NaN. */
int rcc_interval_mean(const struct rcc_mean *mean, double level,
		      struct rcc_interval *out);

/* ---- Ratio of two systems (Fieller; KJ13 eq. 5) ------------------------ */

enum rcc_ratio_method {
	/* Fieller's limits with Welch–Satterthwaite degrees of freedom from the
	 * two variance terms at the estimate.  The default. */
	RCC_RATIO_WELCH,
	/* Fieller's limits as in KJ13: each side has its own t(r_n - 1).
	 * Covers too often: 99 % with 3 layouts for nominal 95 %. */
	RCC_RATIO_KJ,
	/* Welch's interval for the difference of the means' logarithms (delta
	 * method).  Always bounded, symmetric in old and new; both means must
	 * be positive. */
	RCC_RATIO_LOG,
	/* The ratio of geometric means, from log ratios within blocks:
	 * rcc_block_ratio().  It is CROSSED_BLOCKS if layouts of both sides
	 * occur in several blocks, with different partners. */
	RCC_RATIO_BLOCKS,
	RCC_RATIO_CROSSED_BLOCKS,
};

enum rcc_ratio_set {
	RCC_RATIO_BOUNDED, /* the interval [lo, hi] */
	/* All numbers outside the open interval (gap_lo, gap_hi).  It occurs if
	 * the old mean may be zero. */
	RCC_RATIO_OUTSIDE,
	RCC_RATIO_LINE, /* all numbers, if both means may be zero */
};

struct rcc_ratio {
	enum rcc_ratio_method method;
	enum rcc_ratio_set set;
	double estimate;       /* mean of new / mean of old */
	double lo, hi;	       /* NaN unless bounded */
	double gap_lo, gap_hi; /* NaN unless outside; one may be infinite */
	/* With RCC_RATIO_KJ, the smaller of the two sides' degrees of
	 * freedom. */
	double df;
	double level;
};

/* Compute θ = mean(now) / mean(old) with its confidence set.  An unbounded set
 * is a result, not an error: the function returns 0, and lo and hi are NaN.
 * The two n may differ; minimum n: 2 each.  RCC_EDOM: n < 2; the old mean is 0;
 * a mean is not positive and the method is RCC_RATIO_LOG; or the method is
 * RCC_RATIO_BLOCKS or RCC_RATIO_CROSSED_BLOCKS, which need more than means. */
int rcc_ratio_interval(const struct rcc_mean *old, const struct rcc_mean *now,
		       enum rcc_ratio_method method, double level,
		       struct rcc_ratio *out);

/* The names of the methods that rcc_ratio_interval() accepts: "welch", "kj",
 * "log".  The array ends with NULL. */
extern const char *const rcc_ratio_method_names[];
/* Return the name of a method: one in rcc_ratio_method_names, "blocks" or
 * "crossed-blocks". */
const char *rcc_ratio_method_name(enum rcc_ratio_method method);

/* ---- Ratio from blocks ------------------------------------------------- */

/*
 * Runs that were made in succession, as a block, share the state that the
 * machine had at that time.  That state cancels in their ratio.
 *
 * Block b has the values old[b] and now[b], both positive.  old_layout[b] and
 * now_layout[b] are the numbers, below n_layouts, of the layouts that were run.
 * An array is NULL if its side is the same program in every block.  Numbers may
 * be left out.
 */
struct rcc_block_pairs {
	const double *old, *now;
	const size_t *old_layout, *now_layout;
	size_t n; /* number of blocks */
	size_t n_layouts;
};

/*
 * D_b = ln(now[b] / old[b]).  A unit is what is repeated independently: a
 * layout if only one side has layouts; a block if neither side has layouts; a
 * pair of layouts if both sides have layouts and each layout is compared with
 * the same layout of the other side in all its blocks.
 *
 * ratio	blocks: exp of the mean, over N units, of each unit's mean D̄_i;
 *		limits exp(mean ± t(1 - α/2, N - 1) s(D̄) / sqrt(N)).  It
 *		estimates a ratio of geometric means over layouts.  Units count
 *		the same, however many blocks they have.  crossed-blocks (both
 *		sides have layouts, whose partners differ from block to block):
 *		exp of the mean over all n blocks.  Its variance is
 *		V_old + V_now - V_each, but at least V_each, since layouts can
 *		only add variance.  V_old is the variance of a mean over
 *		clusters, where a cluster is all blocks of an old layout; V_now
 *		is the same for new layouts; V_each is the variance if blocks
 *		were independent (Cameron, Gelbach & Miller 2011, with
 *		G / (G - 1) for G clusters).  df: the smaller side's number of
 *		layouts, minus 1.
 * log_se	the standard error of ln(ratio.estimate)
 * log_sd	s(D̄), the standard deviation of the units' D̄_i; NaN for
 *		crossed-blocks
 * log_sd_most	the upper limit, by chi-square at 1 - α/2, of the standard
 *		deviation that log_sd estimates.  That standard deviation is due
 *		to layouts and noise together, so this is an upper limit for
 *		layouts alone too.  From 5 units on the degrees of freedom are
 *		the smaller of N - 1 and rcc_kurtosis_df().  NaN for
 *		crossed-blocks.
 * hodges_lehmann
 *		exp of rcc_hodges_lehmann() of the D̄_i: a second estimate, as a
 *		check, which a few outlying blocks hardly affect.  It covers
 *		only 84 to 90 % for nominal 95 % if layouts are bimodal.  All of
 *		it is NaN for crossed-blocks; only the limits are NaN if there
 *		are too few units.
 *
 * All results except those for crossed-blocks are exact for normal D̄_i.
 * RCC_EDOM, all NaN: a value is not positive or not finite.  RCC_EDOM, with
 * only the estimate set: fewer than 2 units, or all D̄_i are equal (within
 * rounding), so that their variance is unknown.
 */
struct rcc_block_ratio {
	size_t n_blocks;
	size_t n_units;
	struct rcc_ratio ratio;
	double log_se, log_sd, log_sd_most;
	struct rcc_interval hodges_lehmann;
};
/* Return the bytes of scratch, aligned as doubles, that rcc_block_ratio()
 * needs. */
size_t rcc_block_ratio_scratch(const struct rcc_block_pairs *pairs);
int rcc_block_ratio(const struct rcc_block_pairs *pairs, double level,
		    void *scratch, struct rcc_block_ratio *out);

/* Compute the smallest relative difference that a ratio from blocks, with its
 * interval of `level`, detects with probability `power`, if the variance stays
 * the same.  rcc_detectable() does this for a ratio of means. */
int rcc_block_ratio_detectable(const struct rcc_block_ratio *r, double level,
			       double power, double *difference);

/*
 * Compute the Hodges–Lehmann estimate of the center of symmetric data: the
 * median of the n (n + 1) / 2 Walsh averages (x_i + x_j) / 2, i <= j.  Its
 * interval is from Wilcoxon's signed ranks (as R's wilcox.test): exact up to
 * n = 200, by the normal approximation beyond.  The interval covers at least
 * `level` if there are no ties.  df is NaN.
 * scratch: n doubles.  O(n log n).
 * RCC_EDOM: n is 0 or a value is not finite.  RCC_EDOM, with only the estimate
 * set: n is so small that even the interval from the minimum to the maximum
 * covers less than `level` (n < 6 at 95 %).
 */
int rcc_hodges_lehmann(const double *x, size_t n, double level, double *scratch,
		       struct rcc_interval *out);

/*
 * Test whether the runs of a block are alike, by a two-way analysis of variance
 * of x[block * n_cells + cell] (logarithms, so that sds are relative).  The
 * cells' means are subtracted first, so the result does not depend on the
 * differences between cells, and neither does a choice of method that uses it.
 *
 * correlation	intraclass correlation of two runs of a block:
 *		(MSB - MSE) / (MSB + (n_cells - 1) MSE); negative down to
 *		-1 / (n_cells - 1)
 * sd		standard deviation of runs within their cells
 * sd_within	standard deviation of runs within their cells and blocks,
 *		sqrt(MSE).  Both sd and sd_within include the effects of layouts
 * f, p		MSB / MSE and its upper tail, for normal data
 * is_seen	whether p <= RCC_BLOCKS_SIGNIFICANCE, that is, runs of a block
 *		correlate
 *
 * scratch: n_cells doubles.  RCC_EDOM: fewer than 2 blocks or cells, or no
 * variation.
 */
#define RCC_BLOCKS_SIGNIFICANCE 0.05
struct rcc_block_correlation {
	double correlation;
	double sd, sd_within;
	double f, p, df_between, df_within;
	bool is_seen;
};
int rcc_block_correlation(const double *x, size_t n_blocks, size_t n_cells,
			  double *scratch, struct rcc_block_correlation *out);

/* ---- Comparing, with a threshold (TR 4.2, 8.3) ------------------------- */

/* The claim about new / old that the data allow.  rcc_claim_of() in
 * rcc_claims.h determines it. */
enum rcc_verdict {
	RCC_VERDICT_SMALLER,	   /* new is smaller */
	RCC_VERDICT_LARGER,	   /* new is larger */
	RCC_VERDICT_NO_DIFFERENCE, /* no difference larger than the threshold */
	/* None of the above; must never be reported as "equal". */
	RCC_VERDICT_UNDECIDED,
};

/*
 * Why a ratio has no verdict, whatever its interval.
 *
 * not positive	a mean is 0 or less.  A ratio below 1 may then mean that the new
 *		value is larger
 * constant	neither side varies, or it varies only by rounding, or so little
 *		that its variance as a double is 0.  The true variance is then
 *		unknown, and an interval of width 0 would claim too much
 */
enum rcc_obstacle {
	RCC_OBSTACLE_NONE,
	RCC_OBSTACLE_NOT_POSITIVE,
	RCC_OBSTACLE_CONSTANT,
};
enum rcc_obstacle rcc_verdict_obstacle(const struct rcc_mean *old,
				       const struct rcc_mean *now);

/* Return "smaller", "larger", "no difference larger than the threshold" or
 * "undecided". */
const char *rcc_verdict_name(enum rcc_verdict verdict);

/* ---- Power and false alarms -------------------------------------------- */

/*
 * Compute the smallest relative difference of means that the `welch` interval
 * of `level` detects with probability `power` (0.5 < power < 1), if the
 * variances stay the same.  It is (t(1 - α/2, df) + t(power, df)) sqrt(sum of
 * the relative variances of the two means), with df by Welch–Satterthwaite.
 * This approximates the noncentral t within 1 % from 10 layouts on.  Minimum n:
 * 2 each; means not 0.
 */
int rcc_detectable(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double power, double *difference);

/*
 * Count how often a test finds a difference between halves of the same data.
 * x[n] is split at random n_splits times.  *n_alarms is the number of splits in
 * which Welch's test at 1 - level rejects.  The expected fraction is 1 - level
 * if the test suits the data.  scratch: n doubles.  RCC_EDOM: n < 4, or a value
 * is not finite.
 */
int rcc_false_alarms(const double *x, size_t n, size_t n_splits, double level,
		     struct rcc_random *random, double *scratch,
		     size_t *n_alarms);

/* ---- The effect of layout (KJ13 8.2) ----------------------------------- */

enum rcc_layout_method {
	/* Each layout has several runs.  The effect is T² of the layout
	 * level. */
	RCC_LAYOUT_WITHIN,
	/* Each layout has one run.  The effect is var(random) - var(fixed). */
	RCC_LAYOUT_TWO_ARMS,
};

/*
 * random	the sample of N layouts, which are its highest level.  The level
 * 		below, if there is one, is executions; with several levels it
 * 		must be given even if each layout has one execution
 * fixed	the sample of the original layout: N' executions, which are its
 * 		highest level
 *
 * V is S_n² of the random arm.  W is the variance that its layout means would
 * have if layout had no effect: S_n² of the fixed arm (two arms), or
 * S_n² - T_n² = S_(n-1)² / r_(n-1) of the random arm (within).
 *
 * tails	the degrees of freedom of V and W in the intervals of
 * 		`variance`, `percent` and `share`, from rcc_layout_tails(); NULL:
 * 		those for normal data
 * variance	the variance due to layout, V - W, with the interval of
 * 		rcc_layout_variance(); the estimate is not cut off and may be
 * 		negative.  df is NaN.  doc/STATISTICS.md describes its coverage
 * 		for skewed and bimodal data
 * percent	100 sqrt(variance) / mean of the random arm; its limits are
 * 		computed in the same way from the limits of variance.  0 where
 * 		the variance is <= 0
 * ratio	V / W with its F interval, exact for normal data.  Above 1,
 * 		layout adds variation.  estimate and hi are infinite if W is 0.
 * 		df is that of V.
 * ratio_p	the probability of a V / W at least this large if layout has no
 * 		effect (F's upper tail, for normal data); 0 if W is 0 and V is
 * 		not
 * share	layout's share of the variance of one execution in a new layout:
 * 		(V - W) / (V - W + m W) with m executions per layout (1 in two
 * 		arms); its limits are computed from those of V / W, with the
 * 		degrees of freedom of `tails`, and cut off at 0
 * shift	mean of random / mean of fixed by RCC_RATIO_WELCH: the
 * 		systematic effect of random layouts
 * fixed_half_width, random_half_width
 * 		half-widths of the means' intervals, relative to the means: the
 * 		precision that the original layout alone suggests, and the
 * 		precision over layouts.
 */
struct rcc_layout_effect {
	enum rcc_layout_method method;
	struct rcc_interval random_mean, fixed_mean;
	double random_sd, fixed_sd; /* sqrt(S_n²) */
	struct rcc_interval variance;
	struct rcc_interval percent;
	struct rcc_interval ratio;
	double ratio_p;
	struct rcc_interval share;
	struct rcc_ratio shift;
	double random_half_width, fixed_half_width;
	bool noise_seen; /* layout adds variation: ratio.lo > 1 */
	bool shift_seen; /* shift is bounded and does not contain 1 */
};

/*
 * The degrees of freedom of V and W that hold for skewed data and heavy tails
 * too (rcc_kurtosis_df() in rcc_blocks.h).
 *
 * v_df	from the kurtosis of the layouts' means
 * w_df	two arms: from the kurtosis of the fixed arm's executions.  within:
 *	max(1, min(df, 2 N / (κ - (N - 3) / N))) with κ = N sum x_i² /
 *	(sum x_i)², where x_i is the sum of squared deviations of the means of
 *	layout i's executions, and df that of all layouts together.  With two
 *	executions this is the kurtosis of their differences about 0.
 * Where these are undefined (fewer than 5 values, or all the same), the degrees
 * of freedom for normal data.
 *
 * scratch: rcc_layout_tails_scratch() doubles.  RCC_EDOM: a sample is not
 * valid, a layout's value is not finite, or `fixed` is NULL and no layout has
 * several runs.
 */
struct rcc_layout_tails {
	double v_df, w_df;
};
size_t rcc_layout_tails_scratch(const struct rcc_sample *random,
				const struct rcc_sample *fixed);
int rcc_layout_tails(const struct rcc_sample *random,
		     const struct rcc_sample *fixed, double *scratch,
		     struct rcc_layout_tails *out);

/* Compute the effect of layout.  Minimum: 2 layouts and 2 executions of the
 * fixed arm; else RCC_EDOM.  `fixed` may be NULL if layouts have several runs;
 * the results that need it are then NaN.  RCC_EUNSUP: the method is
 * RCC_LAYOUT_TWO_ARMS, and the executions of the arms differ in their number of
 * iterations.  That difference would count as an effect of layout. */
int rcc_layout_effect(const struct rcc_levels *random,
		      const struct rcc_levels *fixed,
		      const struct rcc_layout_tails *tails, double level,
		      struct rcc_layout_effect *out);

/*
 * Test whether sample a varies more than sample b.  This is the one-sided test
 * of Brown & Forsythe (JASA 69, 1974): Student's t of the distances from each
 * sample's own median (their one-way analysis of variance has F = t²).
 * Outliers, which dominate a ratio of variances, here also increase the
 * standard error.
 *
 * ratio	mean distance from the median in a / mean distance from the
 *		median in b; infinite if b does not vary
 * t, df	t is positive if a varies more; df = n_a + n_b - 2
 * p		the probability of a t at least this large if both samples vary
 *		equally; 0 if all distances within each sample are the same and
 *		those in a are larger
 *
 * scratch: as many doubles as the larger sample has.  RCC_EDOM, all NaN: fewer
 * than 3 values in a sample (two always have the same distance from their
 * median), a value is not finite, or neither sample varies.
 */
struct rcc_spread {
	double ratio;
	double t, df, p;
};
int rcc_spread_compare(const double *a, size_t n_a, const double *b, size_t n_b,
		       double *scratch, struct rcc_spread *out);

/* Return the one-sided p-value of the claim that layouts differ.  It is
 * effect->ratio_p if layouts have several runs, or if runs of one layout do not
 * vary at all (V / W is infinite).  If each layout has one run, disturbed runs
 * alone can make ratio_p small.  Both tests must then agree: the p-value is the
 * larger of ratio_p and spread->p, and NaN if either is NaN. */
double rcc_variation_p(const struct rcc_layout_effect *effect,
		       const struct rcc_spread *spread);

/* Compute the interval of γ = E s1 - E s2 for independent mean squares s1, s2
 * with df1, df2 degrees of freedom (BG92 eq. 3.3.1 f.).  It is not cut off at
 * 0. */
int rcc_layout_difference(double s1, double df1, double s2, double df2,
			  double level, struct rcc_interval *out);

/*
 * Compute the interval of a variance E s1 - E s2 >= 0 by the modified large-
 * sample method (Ting et al. 1990; BG92 3.3): that of rcc_layout_difference(),
 * cut off at 0. The estimate s1 - s2 may be negative.  The limits are those for
 * an s2 of at most s1 F(0.9; df2, df1): noise that was measured as larger than
 * the sum of noise and effect, by more than chance does once in ten times, must
 * have differed, and does not show that the effect is ever smaller.  So the
 * upper limit is 0 only if s1 is. RCC_EDOM as rcc_layout_difference().
 */
int rcc_layout_variance(double s1, double df1, double s2, double df2,
			double level, struct rcc_interval *out);

/* Return the upper limit, by chi-square at 1 - α/2, of the variance that s2
 * estimates with df degrees of freedom, for normal data.  NaN if df is not
 * positive. */
double rcc_variance_limit(double s2, double df, double level);

/* ---- How many repetitions (KJ13 eq. 3; TR eq. 13, 14; TR 8.5) ---------- */

enum rcc_plan_rule {
	RCC_PLAN_FORMULA, /* the advice is KJ13 eq. 3, rounded up */
	RCC_PLAN_TOP,	  /* the highest level, for which use rcc_plan_top() */
	RCC_PLAN_LEVEL_REMOVED, /* the level was removed; the advice is 1 */
	/* The level was not repeated, so its variance is unknown; the advice is
	 * 1. */
	RCC_PLAN_LEVEL_SINGLE,
	/* The highest level was not repeated, or a cost is not known.  The
	 * advice is 1. */
	RCC_PLAN_UNKNOWN,
	/* The formula gives more than the cap; the advice is the cap. */
	RCC_PLAN_CAPPED,
	/* The level above has no variation of its own (T² <= 0; it was kept
	 * because it is the highest).  The advice is the cap. */
	RCC_PLAN_NOTHING_ABOVE,
};

struct rcc_plan_level {
	enum rcc_plan_rule rule;
	size_t r; /* the repetitions to make */
	/* The formula's value before rounding; NaN if undefined. */
	double optimum;
	/* Interval for the optimum, from the F interval of the ratio of two
	 * variances: the level above to this level.  It is exact for level 1
	 * with normal data; for other levels T²/S² is taken as known.  hi is
	 * infinite if the level above may have no variance.  A 3×3×3 pilot
	 * gives intervals wider than a factor of ten. */
	double lo, hi;
};

struct rcc_plan {
	size_t n_levels;
	struct rcc_plan_level level[RCC_STATS_MAX_LEVELS];
};

/* Compute the number of repetitions to make at each level.  cost[i - 1] is the
 * cost, in any unit, of one more repetition at level i without the repetitions
 * inside it: an iteration; a new execution up to its first useful iteration; a
 * new layout.  The result is r_i = ceil(sqrt(c_(i+1) / c_i * T_i² / T_(i+1)²)),
 * but at least 1 and at most cap.  RCC_EDOM: a cost is not positive, or the
 * variances are undefined. */
int rcc_plan_repetitions(const struct rcc_levels *levels, const double *cost,
			 size_t cap, double level, struct rcc_plan *out);

/* Return the r of KJ13 eq. 3 before rounding:
 * sqrt(cost_above / cost * t2 / t2_above). */
double rcc_plan_optimum(double cost, double cost_above, double t2,
			double t2_above);

/* Compute the smallest number of highest-level repetitions, at least 5 (KJ13
 * tables 6, 7), with which the half-width of the mean's interval is at most
 * relative * |mean|.
 * RCC_EDOM and *n = 0 if it is undefined or more than 10^9. */
int rcc_plan_top(const struct rcc_mean *mean, double relative, double level,
		 size_t *n);

/* Return the expected half-width of the mean's interval, relative to the mean,
 * with n highest-level repetitions.  NaN if n < 2. */
double rcc_plan_half_width(const struct rcc_mean *mean, size_t n, double level);

/* Return S_n² of a balanced experiment with the variances t2[n_levels] and the
 * counts r[n_levels]: the sum over i of T_i² / (r_i … r_(n-1)).  The highest
 * level's count is not used. */
double rcc_plan_s2(const double *t2, const size_t *r, size_t n_levels);

/* Plan for a time budget: compute *n = floor(budget / cost_each), where
 * cost_each is the cost of one highest-level repetition, and the half-width to
 * expect with n repetitions (TR 8.5).  RCC_EDOM if fewer than 2 fit; *n is set
 * even then. */
int rcc_plan_budget(const struct rcc_mean *mean, double budget,
		    double cost_each, double level, size_t *n,
		    double *half_width);

/*
 * Plan a ratio (KJ13 10.2), of means or from blocks.  The first two functions
 * return the half-width of the ratio's interval with n highest-level
 * repetitions on each side; the other two compute the smallest n >= 5 with
 * which it is `relative` or less.  The half-width is half the length of the
 * interval / the estimate; for rcc_block_ratio() it is sinh(t s / sqrt(n)).  If
 * the result is undefined, unbounded or more than 10^9, it is NaN, or RCC_EDOM
 * and *n = 0.
 */
double rcc_plan_ratio_half_width(const struct rcc_mean *old,
				 const struct rcc_mean *now, size_t n,
				 double level);
double rcc_plan_blocks_half_width(const struct rcc_block_ratio *r, size_t n,
				  double level);
int rcc_plan_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		   double relative, double level, size_t *n);
int rcc_plan_blocks(const struct rcc_block_ratio *r, double relative,
		    double level, size_t *n);

/* ---- Bootstrap (TR figures 1, 2; 7.2.1) -------------------------------- */

enum rcc_statistic {
	RCC_STATISTIC_MEAN,   /* unweighted mean of means, level by level */
	RCC_STATISTIC_MEDIAN, /* the median of all values */
	RCC_STATISTIC_MIN,
};

/* A choice of levels to resample with replacement.  The other levels are used
 * as they are.  Names such as "RRN" describe three levels, the highest first: R
 * is resampled, N is not. */
enum rcc_scheme {
	RCC_SCHEME_ALL,	    /* "RRR": every level */
	RCC_SCHEME_UPPER,   /* "RRN": every level but the lowest */
	RCC_SCHEME_HIGHEST, /* "RNN": only the highest level */
	/* "FLAT": all values, as if they were independent.  This scheme shows
	 * the error of ignoring levels: its intervals cover only 30 to 40 % if
	 * layouts differ. */
	RCC_SCHEME_FLAT,
};

struct rcc_bootstrap_options {
	enum rcc_statistic statistic;
	enum rcc_scheme scheme;
	size_t n_replicates; /* at least 100; 10,000 is usual */
	size_t n_threads;    /* 0 means 1 */
	double level;
};

/*
 * Intervals for the statistic of one system, or for the ratio of two.
 *
 * center	median of the replicates
 * percentile	quantiles of the B replicates: for p, the (B + 1) p-th,
 *		interpolated.  It covers too rarely with few layouts: 77, 86, 91
 *		and 95 % with 3, 5, 10 and 30 layouts (normal data), and too
 *		often if lower levels dominate.
 * student	bootstrap-t over the highest level: quantiles of (θ* - θ) / se*,
 *		with se from S_n² (for a ratio by the delta method).  With few
 *		layouts it covers best of the three methods, about as well as
 *		Student's t.  It is NaN for statistics other than the mean.
 * bca		bias-corrected and accelerated (Efron 1987), with the
 *		acceleration from the jackknife over the highest level; for two
 *		systems as in Davison & Hinkley, "Bootstrap Methods", eq. 5.23
 *		with strata.  Worthwhile from 20 layouts on.  A replicate equal
 *		to the estimate counts half.  NaN if the jackknife would read
 *		more than 2e9 values.
 * few		whether a system has fewer than 10 highest-level repetitions,
 *		which a report must then say
 */
struct rcc_bootstrap {
	double estimate, center;
	struct rcc_interval percentile, student, bca;
	size_t n_replicates;
	bool few;
};

/* Return the bytes of scratch that rcc_bootstrap() needs; `now` may be NULL. */
size_t rcc_bootstrap_scratch(const struct rcc_sample *old,
			     const struct rcc_sample *now,
			     const struct rcc_bootstrap_options *options);

/*
 * Bootstrap the statistic of `old` if `now` is NULL; else the ratio of the
 * statistic of `now` to the statistic of `old`, with both resampled
 * independently.  replicate[n_replicates] receives the replicates in the order
 * drawn, in which rcc_suite_bootstrap() needs them.  `scratch` is aligned as
 * malloc() aligns.
 *
 * One number is drawn from `random` and seeds a stream for each block of
 * replicates, so the result does not depend on the number of threads.  If a
 * thread cannot be started, the calling thread runs its blocks.
 *
 * Indices are drawn by multiply-shift without rejection: the relative error of
 * a member's probability is at most 2^-14.
 *
 * RCC_EDOM: a value is not finite, a highest level has fewer than 2 members,
 * there are too few replicates, or the old statistic of a ratio is 0.  If only
 * one method is undefined (student for a median; bca if all replicates are
 * equal), only its result is NaN.
 */
int rcc_bootstrap(const struct rcc_sample *old, const struct rcc_sample *now,
		  const struct rcc_bootstrap_options *options,
		  struct rcc_random *random, void *scratch, double *replicate,
		  struct rcc_bootstrap *out);

/*
 * Estimate how often the percentile intervals of a mean, or of a ratio of
 * means, cover the true value, for normal data with the variances and counts of
 * these systems (`now` may be NULL).  BCa intervals cover about as often.  The
 * result is an estimate because the variances are.  With known variances it is
 * within half a percentage point of simulations (doc/STATISTICS.md), 1.5 points
 * with three highest-level repetitions.  The coverage is below `level` with few
 * highest-level repetitions, and above `level` if most of S_n² comes from lower
 * levels that are resampled.  stats/bootstrap_coverage.c has the formula.
 * NaN: a highest level has fewer than 2 members, there is no variance, or the
 * scheme is RCC_SCHEME_FLAT.
 */
double rcc_bootstrap_coverage(const struct rcc_levels *old,
			      const struct rcc_levels *now,
			      enum rcc_scheme scheme, double level);

/* The names of statistics: "mean", "median", "min".  The array ends with
 * NULL. */
extern const char *const rcc_statistic_names[];
const char *rcc_statistic_name(enum rcc_statistic statistic);
/* Return the median (for RCC_STATISTIC_MEDIAN) or the minimum of n > 0 values.
 * For the median the function reorders the values, and returns NaN if a value
 * is not finite. */
double rcc_median_or_min(double *x, size_t n, enum rcc_statistic statistic);
/* The names of schemes: "RRR", "RRN", "RNN", "FLAT".  The array ends with
 * NULL. */
extern const char *const rcc_scheme_names[];
const char *rcc_scheme_name(enum rcc_scheme scheme);

/* Return the p-quantile of sorted data: the (n + 1) p-th value, interpolated
 * (R's type 6), but never outside the data. */
double rcc_quantile_sorted(const double *x, size_t n, double p);

/* ---- Suites ------------------------------------------------------------ */

/* Adjust p-values by Holm's step-down method (Scandinavian J. of Statistics
 * 1979): the probability that adjusted[i] <= α for at least one true null
 * hypothesis is at most α.  A p-value of NaN stays NaN and does not count as a
 * test.  order: scratch for n numbers. */
void rcc_holm(const double *p, size_t n, double *adjusted, size_t *order);

/* Return the geometric mean of positive ratios, computed from their logarithms
 * because a product can overflow (three ratios of 1e200).  NaN if n is 0 or a
 * ratio is not positive. */
double rcc_geometric_mean(const double *ratio, size_t n);

/*
 * Compute a suite's geometric mean of ratios, with its percentile interval.
 * The replicates were drawn independently for each benchmark by
 * rcc_bootstrap().  Replicate b of the suite is the geometric mean of replicate
 * b of each benchmark.  replicate[n_benchmarks][n_replicates]; scratch:
 * n_replicates doubles.  The benchmarks count as fixed, not as a sample of all
 * possible benchmarks.
 * RCC_EDOM: a ratio or a replicate is not positive.
 */
int rcc_suite_bootstrap(const double *estimate, const double *const *replicate,
			size_t n_benchmarks, size_t n_replicates, double level,
			double *scratch, struct rcc_interval *out);

/* Compute a suite's geometric mean of ratios from the means, with its interval
 * by the delta method on logarithms and Welch–Satterthwaite degrees of freedom
 * over all 2 n variances.  Use it for few layouts, where the bootstrap covers
 * too rarely. */
int rcc_suite_log(const struct rcc_mean *old, const struct rcc_mean *now,
		  size_t n_benchmarks, double level, struct rcc_interval *out);

/*
 * A benchmark of a suite.  It has a verdict of its own, and one that holds for
 * all benchmarks at once (by Holm's method).
 */
struct rcc_suite_pair {
	/* Given by the caller: */
	const char *name; /* borrowed */
	struct rcc_sample old, now;
	struct rcc_mean old_mean, now_mean;
	/* The ratio from blocks, borrowed.  NULL if the ratio is that of the
	 * means. */
	const struct rcc_block_ratio *blocks;
	/* 0, or the error that leaves no ratio; computing may set it */
	int error;
	/* Computed, undefined if error is not 0: the ratio now / old. */
	struct rcc_ratio ratio;
	/* The verdict on this benchmark alone, from rcc_claim_ratio() or
	 * rcc_claim_blocks(). */
	enum rcc_verdict verdict, suggested;
	double p;
	double p_holm;
	/* The verdict at p_holm: the probability that at least one benchmark
	 * has a false joint verdict is at most 1 - level. */
	enum rcc_verdict joint;
};

struct rcc_suite_ratio_options {
	enum rcc_ratio_method method;
	double level;
	double delta; /* threshold of all verdicts */
	/* Whether values are exact, so that equal ones have no variation.  If
	 * not, equal values give no limits and no verdict. */
	bool is_exact;
	size_t n_replicates; /* replicates of the bootstrap; 0: no bootstrap */
	size_t n_threads;
	uint64_t seed;
};

struct rcc_suite_ratio {
	struct rcc_suite_pair *pair; /* allocated and owned by the caller */
	size_t n;
	/* Computed from the n_defined pairs without error: */
	size_t n_defined;
	/* Two intervals of the geometric mean: by the RRR percentile bootstrap,
	 * and by rcc_suite_log_pairs().  Each is undefined if its error is not
	 * 0.  The bootstrap resamples means, so it is undefined if a ratio is
	 * from blocks. */
	int bootstrap_error;
	struct rcc_interval bootstrap;
	int log_error;
	struct rcc_interval log;
	bool few; /* whether `few` of struct rcc_bootstrap holds for any pair */
};

/* Compute the geometric mean of the ratios of all pairs without error, with its
 * interval, as rcc_suite_log() does.  A pair whose ratio is from blocks enters
 * with the logarithm, the standard error and the degrees of freedom of that
 * ratio.  RCC_EDOM as rcc_suite_log(), or a ratio from blocks has no
 * interval. */
int rcc_suite_log_pairs(const struct rcc_suite_pair *pair, size_t n,
			double level, struct rcc_interval *out);

/* Return the bytes of scratch that rcc_suite_ratio_compute() needs. */
size_t rcc_suite_ratio_scratch(const struct rcc_suite_ratio *s,
			       const struct rcc_suite_ratio_options *options);
/* Compute the ratios, verdicts and geometric mean of a suite.  `scratch` is
 * aligned as malloc() aligns. */
void rcc_suite_ratio_compute(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *options,
			     void *scratch);

/* ---- Is a run in steady state? (KJ13 6.1, 6.2) ------------------------- */

/*
 * Compute the autocorrelations r_1 … r_max_lag of a series in time order
 * (divisor n, as R's acf): r_k = sum (x_t - m)(x_(t+k) - m) / sum (x_t - m)².
 * For independent values 19 of 20 lie within ±1.96 / sqrt(n).
 * RCC_EDOM, all NaN: n < 2, max_lag >= n, constant, or not finite.
 */
int rcc_autocorrelation(const double *x, size_t n, size_t max_lag, double *r);
double rcc_autocorrelation_bound(size_t n, double level);

/* Copy a series in random order, to be plotted beside the series as an example
 * of independence. */
void rcc_shuffled(const double *x, size_t n, struct rcc_random *random,
		  double *out);

/*
 * Test independence by the method of Ljung & Box (Biometrika 1978): Q = n
 * (n + 2) sum r_k² / (n - k), which has a chi-square distribution with `n_lags`
 * degrees of freedom if values are independent.  It is only a hint: a small p
 * suggests that the series is not independent.
 */
int rcc_ljung_box(const double *r, size_t n, size_t n_lags, double *q,
		  double *p);

/*
 * Find the places where the mean or the variance of a series changes, by PELT
 * (Killick, Fearnhead & Eckley, JASA 2012) with the normal likelihood and the
 * penalty 15 ln n of Barrett et al., "Virtual Machine Warmup Blows Hot and
 * Cold" (OOPSLA 2017).  Segments have at least 2 values.  The result is only a
 * hint.
 *
 * begin[n / 2] receives the first index of each segment but the first,
 * ascending.  scratch: rcc_changes_scratch(n) bytes.  Cost: linear in n if
 * changes are frequent, quadratic if there are none.
 * RCC_EDOM: n < 4 or not finite.
 */
size_t rcc_changes_scratch(size_t n);
int rcc_changes(const double *x, size_t n, double penalty, void *scratch,
		size_t *begin, size_t *n_begin);
double rcc_changes_penalty(size_t n);

/* Compute the change of x from the first time to the last, by a straight line
 * over time t (least squares), with Student's interval (df n - 2).  RCC_EDOM:
 * n < 3, not finite, or all at one time. */
int rcc_drift(const double *t, const double *x, size_t n, double level,
	      struct rcc_interval *out);

/* Test whether the means of groups of values differ, by the F test of a one-way
 * analysis of variance.  group[i] < n_groups is the group of value i.
 * RCC_EDOM: fewer than two groups have values, or there are no more values than
 * groups that have values. */
int rcc_groups_differ(const double *x, const size_t *group, size_t n,
		      size_t n_groups, double *f, double *p);

/* ---- Very short or very noisy runs (Chen & Revels 2016) ---------------- */

/*
 * Compute ν(t), the number of executions of t ns to time together so that the
 * timer's resolution does not matter:
 *	ν(t) = floor(1 + (j - 1) / (1 + exp(a (t - b accuracy))))
 * with j = ceil(accuracy / precision).  CR16 requires
 * 0.005 < a precision < 0.02 and 0.4 < b < 0.6.
 * RCC_EDOM: a or b is outside, or a number is not positive.
 */
struct rcc_timer {
	double accuracy_ns, precision_ns;
	double a, b;
};
/* Return a timer with a precision = 0.01 and b = 0.5. */
struct rcc_timer rcc_timer_usual(double accuracy_ns, double precision_ns);
int rcc_minimum_executions(const struct rcc_timer *timer, double t_ns,
			   size_t *n);

/* Compute t̂, the minimum over i = 1 … j of total_ns[i - 1] / i, where
 * total_ns[i - 1] is the time of i executions together, and n = ν(t̂). */
int rcc_minimum_tune(const struct rcc_timer *timer, const double *total_ns,
		     size_t j, double *t_ns, size_t *n);

/* ---- Simulation (TR 8.3, 8.4) ------------------------------------------ */

/* The distribution of the effects of the highest level.  Before scaling it has
 * mean 0 and standard deviation 1.  Effects of lower levels are normal. */
enum rcc_shape {
	RCC_SHAPE_NORMAL,
	RCC_SHAPE_LOGNORMAL, /* exp of a standard normal */
	RCC_SHAPE_BIMODAL,   /* -0.5 with probability 0.8, else 2 */
	RCC_SHAPE_HEAVY,     /* Student's t with 3 degrees of freedom */
	RCC_SHAPE_GAMMA,     /* gamma with shape parameter 2 */
	RCC_SHAPE_NONE,	     /* the effect is always 0, whatever sd is given */
	RCC_SHAPE_LOGNORMAL_HALF, /* exp of a normal with sd 0.5 */
};
/* The names of shapes: "normal", "lognormal", "bimodal", "heavy", "gamma",
 * "none", "lognormal0.5".  The array ends with NULL. */
extern const char *const rcc_shape_names[];
const char *rcc_shape_name(enum rcc_shape shape);

/* A model of simulated values: each value is mean (1 + sum over levels of sd_i
 * e_i).  All values of a unit of level i share the unit's effect e_i.  sd[] is
 * relative to the mean, lowest level first. */
struct rcc_model {
	size_t n_levels;
	double mean;
	double sd[RCC_STATS_MAX_LEVELS];
	enum rcc_shape shape;
};

/* Draw a balanced sample with counts r[] into x, in nested order. */
void rcc_model_draw(const struct rcc_model *model, const size_t *r,
		    struct rcc_random *random, double *x);

/* The intervals computed for every simulated pair of samples. */
enum rcc_trial {
	RCC_TRIAL_MEAN, /* Student's interval for the mean */
	/* Student's interval from all values, as if independent */
	RCC_TRIAL_FLAT,
	/* Ratio by RCC_RATIO_WELCH, RCC_RATIO_KJ, RCC_RATIO_LOG: */
	RCC_TRIAL_WELCH,
	RCC_TRIAL_KJ,
	RCC_TRIAL_LOG,
	RCC_TRIAL_NORMAL,	   /* ratio: Fieller with normal quantiles */
	RCC_TRIAL_BOOT_PERCENTILE, /* RRR, mean of one system: */
	RCC_TRIAL_BOOT_STUDENT,
	RCC_TRIAL_BOOT_BCA,
	RCC_TRIAL_BOOT_RATIO, /* RRR, ratio */
	RCC_TRIAL_BOOT_RATIO_STUDENT,
	RCC_TRIAL_LAYOUT_VARIANCE,
	RCC_TRIAL_LAYOUT_RATIO,
	RCC_N_TRIALS
};
const char *rcc_trial_name(enum rcc_trial trial);

struct rcc_simulation {
	struct rcc_model model; /* model of the old system */
	/* True ratio of the means; the relative sds of both systems are the
	 * same. */
	double ratio;
	size_t r[RCC_STATS_MAX_LEVELS];
	double level;
	double delta;	    /* threshold of the verdict */
	size_t n_bootstrap; /* number of replicates; 0: no bootstrap */
};

struct rcc_simulated {
	size_t n;
	size_t covered[RCC_N_TRIALS];
	size_t undefined[RCC_N_TRIALS]; /* no interval: not in `covered` */
	/* Confidence sets by Welch that are not bounded. */
	size_t unbounded;
	/* Count of each enum rcc_verdict, by Welch. */
	size_t verdict[4];
};

size_t rcc_simulate_scratch(const struct rcc_simulation *simulation);

/* Simulate n experiments with both systems.  With two levels or more also
 * simulate a fixed arm: one layout with as many executions as the random arm
 * has layouts.
 * RCC_EDOM: the simulation is not valid. */
int rcc_simulate(const struct rcc_simulation *simulation, size_t n,
		 struct rcc_random *random, void *scratch,
		 struct rcc_simulated *out);

/* Simulate n experiments that compare one layout per side, with `runs` runs
 * each, by Welch's test at 1 - level.  Returns the number of false alarms,
 * which shows why layouts must be sampled.  scratch: 2 * runs doubles. */
size_t rcc_simulate_one_layout(double sd_layout, double sd_run, size_t runs,
			       double level, size_t n,
			       struct rcc_random *random, double *scratch);

/* Simulate n experiments that stop once the mean's interval is narrow enough.
 * Returns the number of experiments whose interval covers the mean.  The first
 * interim analysis is at `fewest` layouts; further ones follow after each
 * layout (growth 0) or at growth times as many layouts (rcc_stopping_next()),
 * up to `most`.  sd is the relative standard deviation of one layout's mean.
 * scratch: `most` doubles. */
size_t rcc_simulate_stopping(double sd, enum rcc_shape shape, double half_width,
			     size_t fewest, size_t most, double growth,
			     double level, size_t n, struct rcc_random *random,
			     double *scratch);

/* ---- Stopping when precise enough -------------------------------------- */

/* The fewest layouts at which a study may stop, and the growth from one interim
 * analysis to the next.  Stopping when the interval happens to be narrow
 * reduces coverage: nominal 95 % intervals cover at least 93.5 % (normal data,
 * first interim analysis at 10 layouts, each further one at 1.5 times as many).
 * Therefore a study has a minimum number of layouts, few interim analyses,
 * fixed in advance, and intervals of a higher level. */
#define RCC_STOPPING_FEWEST 10
#define RCC_STOPPING_GROWTH 1.5

/* Return the number of layouts at the interim analysis that follows the one at
 * n layouts: ceil(growth n), but at least n + 1. */
size_t rcc_stopping_next(size_t n, double growth);

/*
 * Return the level at which to compute intervals, at interim analyses and at
 * the end, so that they cover with probability `level`: 1 - 0.7 (1 - level).
 * The interim analyses begin at RCC_STOPPING_FEWEST layouts and grow by
 * RCC_STOPPING_GROWTH.  In simulations with `level` 95 %, normal data and up to
 * 1000 layouts the coverage is at least 95.2 % for every spread (100,000
 * experiments each); a factor of 0.75 gives 94.9 %.  No level helps much if a
 * few layouts are far slower than the others (lognormal: 78 %), since they may
 * not have been drawn yet.
 */
double rcc_stopping_level(double level);

#endif
