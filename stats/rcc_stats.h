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
 * itself (an iteration).  Level n, the highest, repeats everything (a layout).
 * The repetitions of level i inside one repetition of level i + 1 are a group
 * of level i, and each of them is a member of this group.  For example, the
 * executions of one layout are a group.  The highest level is a single group.
 * A sample is balanced if all groups of a level have the same number of
 * members.
 *
 * Arrays indexed by level hold level 1 at [0].  Values are doubles in any unit;
 * randstudy uses seconds.  Variances are in that unit squared.
 *
 * Conventions for every function:
 *  - It prints nothing, never exits, keeps no state, and allocates nothing
 *    unless its comment says so.  Inputs are only read, unless its comment says
 *    that it reorders them.
 *  - It returns 0 or a negative enum rcc_error (common/error.h).  RCC_EDOM
 *    means that a result is undefined.  An undefined result is NaN, never 0.
 *    Results that are still defined, such as the mean of one value, are set.
 *  - If a value is NaN or infinite, it returns RCC_EDOM and all results are
 *    NaN.
 *  - `level` is the confidence level, 0 < level < 1, such as 0.95.  All
 *    intervals are two-sided with equal tails.
 *  - GSL's error handler must be off: main() calls rcc_stats_init() once.
 */
#ifndef RCC_STATS_RCC_STATS_H
#define RCC_STATS_RCC_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_random; /* common/random.h */

#define RCC_STATS_MAX_LEVELS 8

/* Turn off GSL's error handler, which would abort the process. */
void rcc_stats_init(void);

/* ---- Data -------------------------------------------------------------- */

/*
 * A hierarchical sample.  The caller owns the arrays.
 *
 * The values are in nested order; the index of the highest level varies
 * slowest.  For layouts × executions × iterations, all iterations of the first
 * execution of the first layout come first:
 *	x[(layout * r[1] + execution) * r[0] + iteration]
 *
 * r[i - 1] is the number of members in each group of level i.  If the groups
 * differ in size, size[i - 1] holds their sizes in order, and r[i - 1] is not
 * read.  Otherwise size[i - 1] is NULL.  For the highest level, only r is read.
 * Every group must have at least one member.
 */
struct rcc_sample {
	const double *x;
	size_t n_levels; /* 1 … RCC_STATS_MAX_LEVELS */
	size_t r[RCC_STATS_MAX_LEVELS];
	const size_t *size[RCC_STATS_MAX_LEVELS];
};

/* Return a balanced sample of 1, 2 or 3 levels.  n_top, n_middle and n_low are
 * the numbers of members in a group of the highest, the middle and the lowest
 * level. */
struct rcc_sample rcc_sample_1(const double *x, size_t n_top);
struct rcc_sample rcc_sample_2(const double *x, size_t n_top, size_t n_low);
struct rcc_sample rcc_sample_3(const double *x, size_t n_top, size_t n_middle,
			       size_t n_low);

/* Return the number of values in x.  Returns 0 if n_levels is 0 or more than
 * RCC_STATS_MAX_LEVELS, if a group is empty, or if the number overflows. */
size_t rcc_sample_n_values(const struct rcc_sample *sample);

/* ---- Levels and variances (KJ13 eq. 1, 2; TR 7.6) ---------------------- */

/* Whether rcc_levels_compute() kept a level, and if not, why.  S² and T² are
 * the variances of struct rcc_level. */
enum rcc_level_status {
	RCC_LEVEL_KEPT,
	/* T² <= 1e-9 S², so T² is not positive or only rounding error.  The
	 * repetitions of the level were pooled into the level below.  The
	 * highest and the lowest level are never removed. */
	RCC_LEVEL_REMOVED,
	/* Every group has one member.  The variation of this level is part of
	 * the variation of the level above. */
	RCC_LEVEL_SINGLE,
};

/*
 * The counts and variances of level i.  A group of level i has r_i members, and
 * each member has a mean.
 *
 * S_i²	the variance (divisor r_i - 1) of the means of the members of a group,
 *	averaged over the groups.  It includes the variation of the levels
 *	below.  It is undefined if every group has one member
 * T_i²	the level's own variance.  It is unbiased, and may be <= 0:
 *		T_1² = S_1²
 *		T_i² = S_i² - S_(i-1)² / r_(i-1)
 *
 * In unbalanced data, means are unweighted at every level: each layout counts
 * the same, even if some of its runs failed.  S_i² is the average of the
 * groups' variances, weighted by their degrees of freedom.  T_i² is then the
 * solution of
 *	S_i² = T_i² + sum over k < i of c_ik T_k²
 * The coefficients c_ik depend on the counts.  T_i² is still unbiased.
 */
struct rcc_level {
	enum rcc_level_status status;
	size_t n_groups;
	/* Fewest and most members of a group; equal in balanced data. */
	size_t r_min, r_max;
	double df; /* sum over groups of the number of members - 1 */
	/* S_i² and T_i² before any level was removed; NaN if `status` is
	 * RCC_LEVEL_SINGLE */
	double s2, t2;
	/* The same numbers after the removal of levels; NaN unless `status` is
	 * RCC_LEVEL_KEPT: */
	double s2_kept, t2_kept;
	double r_kept; /* mean number of members per group */
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
	 * is the unweighted mean of the means one level below.  Removing levels
	 * changes `mean` only in unbalanced data. */
	double mean;
	/* The standard deviation of all values, ignoring levels (divisor
	 * n - 1).  It only describes the data.  Do not compute intervals from
	 * it. */
	double sd;
	double min, max;
};

/*
 * Compute all fields of struct rcc_levels.  The field `mean` estimates the
 * expected result of one more member of the highest level, such as one more
 * random layout.  The function makes two passes over the values, and at most
 * one more for each level that it leaves out.
 *
 * In balanced data, the order in which levels are removed does not matter.  To
 * remove a level, two adjacent mean squares are pooled.  Restricted maximum
 * likelihood does the same with a variance that it estimates as zero.
 *
 * Returns RCC_EDOM if a value is not finite, or if the highest level has only
 * one member.  With one member, the mean, the minimum, the maximum and the
 * variances of lower levels are set.  Returns RCC_EFORMAT if
 * rcc_sample_n_values() is 0, or if size[] is set for the highest level.
 */
int rcc_levels_compute(const struct rcc_sample *sample,
		       struct rcc_levels *levels);

/* Compute t2[n_levels], the T² of each level of a balanced experiment.  s2[]
 * has the S² of each level, and r[] the number of members in each of its
 * groups. */
void rcc_levels_unbias(const double *s2, const double *r, size_t n_levels,
		       double *t2);

/* Compute the median of n values.  The function reorders the values, and takes
 * O(n).  Returns RCC_EDOM and sets the median to NaN if n is 0 or a value is
 * not finite. */
int rcc_median(double *x, size_t n, double *median);

/* ---- Interval for the mean of one system (KJ13 eq. 4) ------------------ */

struct rcc_interval {
	double estimate;
	double lo, hi;
	double df;    /* degrees of freedom; NaN if the method has none */
	double level; /* the requested confidence level */
};

/*
 * The mean of a system over the members of the highest level, such as layouts.
 * Comparisons need only the three numbers below, because only the repetitions
 * of the highest level are independent.
 */
struct rcc_mean {
	double mean;
	double s2; /* S_n², the variance of the members' means */
	size_t n;  /* r_n, the number of members */
};
struct rcc_mean rcc_mean_of(const struct rcc_levels *levels);

/* Compute the interval mean ± t(1 - α/2, r_n - 1) sqrt(S_n² / r_n).  With one
 * level, this is Student's interval.  With one iteration per execution, it is
 * Georges et al.'s start-up interval (OOPSLA 2007).  Returns RCC_EDOM and sets
 * the limits to NaN if n < 2. */
int rcc_interval_mean(const struct rcc_mean *mean, double level,
		      struct rcc_interval *out);

/* ---- Ratio of two systems (Fieller; KJ13 eq. 5) ------------------------ */

/* The methods that compute the confidence limits of a ratio new / old. */
enum rcc_ratio_method {
	/* Fieller's limits.  The degrees of freedom are those of Welch and
	 * Satterthwaite for mean(new) - θ mean(old), where θ is the estimated
	 * ratio.  The default. */
	RCC_RATIO_WELCH,
	/* Fieller's limits as in KJ13: the half-width of each mean is from the
	 * t(r_n - 1) of its own system.  They cover too often: 99 % with 3
	 * layouts at nominal 95 %. */
	RCC_RATIO_KJ,
	/* Welch's interval for the difference of the means' logarithms (delta
	 * method).  It is always bounded.  If old and new are exchanged, its
	 * limits are inverted.  Both means must be positive. */
	RCC_RATIO_LOG,
	/* The ratio of geometric means, which rcc_block_ratio() computes from
	 * log ratios within blocks.  The method is CROSSED_BLOCKS if both
	 * systems have layouts, and a layout ran beside several layouts of the
	 * other system. */
	RCC_RATIO_BLOCKS,
	RCC_RATIO_CROSSED_BLOCKS,
};

/* The form of a ratio's confidence set. */
enum rcc_ratio_set {
	RCC_RATIO_BOUNDED, /* the interval [lo, hi] */
	/* All numbers outside the open interval (gap_lo, gap_hi).  The set has
	 * this form only if the interval of the old mean contains 0. */
	RCC_RATIO_OUTSIDE,
	/* all numbers; only if the intervals of both means contain 0 */
	RCC_RATIO_LINE,
};

struct rcc_ratio {
	enum rcc_ratio_method method;
	enum rcc_ratio_set set;
	double estimate; /* mean of new / mean of old */
	double lo, hi;	 /* NaN unless `set` is RCC_RATIO_BOUNDED */
	/* The limits of the gap of RCC_RATIO_OUTSIDE.  One of them may be
	 * infinite.  Both are NaN for the other sets. */
	double gap_lo, gap_hi;
	/* Degrees of freedom.  With RCC_RATIO_KJ, the smaller of the two
	 * systems' numbers. */
	double df;
	double level;
};

/*
 * Compute θ = mean(now) / mean(old) and its confidence set.  An unbounded set
 * is a result, not an error: the function returns 0, and lo and hi are NaN.
 * old->n and now->n may differ.
 *
 * Returns RCC_EDOM in four cases:
 *  - old->n or now->n is less than 2;
 *  - the old mean is 0;
 *  - the method is RCC_RATIO_LOG, and a mean is not positive;
 *  - the method is RCC_RATIO_BLOCKS or RCC_RATIO_CROSSED_BLOCKS, which need
 *    more than means.
 */
int rcc_ratio_interval(const struct rcc_mean *old, const struct rcc_mean *now,
		       enum rcc_ratio_method method, double level,
		       struct rcc_ratio *out);

/* Set the interval to the whole line, with limits NaN, for values that allow
 * none: for constant values it would have width 0, and for others it would say
 * more than is known. */
void rcc_ratio_drop_interval(struct rcc_ratio *ratio);

/* The names of the methods of rcc_ratio_interval(): "welch", "kj", "log",
 * NULL. */
extern const char *const rcc_ratio_method_names[];
/* Return the name of a method: one of rcc_ratio_method_names, "blocks" or
 * "crossed-blocks". */
const char *rcc_ratio_method_name(enum rcc_ratio_method method);

/* ---- Ratio from blocks ------------------------------------------------- */

/*
 * Pairs of runs: a run of the old side and a run of the new side.  A side is a
 * system or an arm of a system.  The two runs of a pair were made in
 * succession, as a block.  They share the state of the machine at that time,
 * which cancels in their ratio.
 *
 * Block b has the positive values old[b] and now[b].  old_layout[b] and
 * now_layout[b] are the layouts that were run, as numbers below n_layouts.
 * Some of these numbers may be unused.  The array of a side is NULL if the side
 * is the same program in every block.
 */
struct rcc_block_pairs {
	const double *old, *now;
	const size_t *old_layout, *now_layout;
	size_t n; /* number of blocks */
	size_t n_layouts;
};

/*
 * The ratio new / old of the two sides of struct rcc_block_pairs.
 *
 * Let D_b = ln(now[b] / old[b]) for block b.  A unit is what is repeated
 * independently:
 *  - a block, if neither side has layouts;
 *  - a layout, if only one side has layouts;
 *  - a pair of layouts, if both sides have layouts and each layout has the same
 *    partner in all its blocks.
 * In all other cases the blocks are crossed: layouts have different partners in
 * different blocks.
 *
 * D̄_i is the mean of D_b over the blocks of unit i, and s(D̄) the standard
 * deviation of the D̄_i over all N units.  α is 1 - level.
 *
 * ratio	The method is RCC_RATIO_BLOCKS if the blocks are not crossed.
 *		The result estimates a ratio of geometric means over layouts.
 *		Each unit counts the same, however many blocks it has:
 *			estimate	exp(mean of the D̄_i)
 *			df		N - 1
 *			limits		exp(mean of the D̄_i ± t(1 - α/2, df)
 *					    s(D̄) / sqrt(N))
 *		For crossed blocks, see below.
 * log_se	the standard error of ln(ratio.estimate)
 * log_sd	s(D̄); NaN for crossed blocks
 * log_sd_most	the upper limit, by chi-square at 1 - α/2, of the standard
 *		deviation that log_sd estimates.  Layouts and noise together
 *		cause that standard deviation, so this is also an upper limit
 *		for layouts alone.  The degrees of freedom are
 *		rcc_kurtosis_df() of the D̄_i, or N - 1 with fewer than 5 units.
 *		NaN for crossed blocks
 * hodges_lehmann
 *		exp of rcc_hodges_lehmann() of the D̄_i.  This second estimate is
 *		a check, since a few outlying blocks hardly affect it.  If
 *		layouts are bimodal, its interval covers only 84 to 90 % at
 *		nominal 95 %.  With too few units, the limits are NaN.  For
 *		crossed blocks, the estimate is NaN too
 *
 * These results are exact for normal D̄_i, if the blocks are not crossed.
 *
 * For crossed blocks, the method is RCC_RATIO_CROSSED_BLOCKS (Cameron, Gelbach
 * & Miller 2011, with the factor G / (G - 1) for G clusters).  The estimate is
 * exp of the mean of D_b over all blocks.  The variance of this mean is
 *	max(V_old + V_now - V_each, V_each)
 *	V_old	the variance if the blocks of an old layout are a cluster
 *	V_now	the variance if the blocks of a new layout are a cluster
 *	V_each	the variance if blocks are independent.  Layouts can only add
 *		to this variance
 * n_units is the number of layouts of the side with fewer layouts, and df is
 * n_units - 1.
 *
 * rcc_block_ratio() returns RCC_EDOM and sets the results to NaN if a value is
 * not positive or not finite, or if n is 0.  It returns RCC_EDOM and sets only
 * the estimate if there are fewer than 2 units, or if all D̄_i are equal within
 * rounding.  (rcc_block_ratio_equal() is for equal ratios.)
 */
struct rcc_block_ratio {
	size_t n_blocks;
	size_t n_units;
	struct rcc_ratio ratio;
	double log_se, log_sd, log_sd_most;
	struct rcc_interval hodges_lehmann;
};
/* Return the number of bytes of scratch, aligned like doubles, that
 * rcc_block_ratio() needs. */
size_t rcc_block_ratio_scratch(const struct rcc_block_pairs *pairs);
int rcc_block_ratio(const struct rcc_block_pairs *pairs, double level,
		    void *scratch, struct rcc_block_ratio *out);

/*
 * The ratio of blocks in which now[b] / old[b] is always the same number r.
 * rcc_block_ratio() has no interval for such blocks, because they do not show
 * how ratios vary.
 *
 * estimand	the median of now / old
 * definition	The interval of the sign test reaches from the least of the n
 *		ratios to the greatest.  It contains the median with
 *		probability 1 - 2^(1 - n) or more, whatever the distribution.
 *		Here both limits are r.  A later block may still have another
 *		ratio.
 * result	The estimate and both limits are r, log_se and log_sd are 0.
 *		All other numbers are NaN.
 * undefined	Returns RCC_EDOM, with all results NaN, if
 *		 - n is 0, or a side has layouts;
 *		 - a value is not positive or not finite.
 *		Returns RCC_EDOM, with only the estimate set, if
 *		 - the ratios differ by more than rounding;
 *		 - 2^(1 - n) > 1 - level.  A level of 95 % needs 6 blocks.
 *
 * `scratch` is as for rcc_block_ratio().
 */
int rcc_block_ratio_equal(const struct rcc_block_pairs *pairs, double level,
			  void *scratch, struct rcc_block_ratio *out);

/*
 * Correct pairs of runs that shared a CPU for the cost of sharing
 * (doc/TANDEM.md).  The two runs of block b began together.
 *
 *	old[b], now[b]	the CPU times of the two runs
 *	alone[b]	the CPU time of a run of the old program that had the
 *			CPU for itself
 *	corrected[b]	the result, in place of now[b]
 *
 * The measured ratio r = now / old is too near to 1.  Sharing makes a run c
 * times as long, until the shorter of the two runs has ended.  The rest of the
 * longer run takes its normal time.  So `old` is c times too long, but
 * now - old is right.  Without sharing, the ratio would be
 *	1 + c (r - 1)
 * If the rest of the longer run takes more than its normal time, the ratio
 * without sharing lies between r and 1 + c (r - 1).
 *
 * Let D̄ and C̄ be the means over blocks of
 *	D_b = ln(now[b] / old[b])
 *	C_b = ln(old[b] / alone[b])
 * The estimated log ratio without sharing is
 *	L = ln(1 + exp(C̄) (exp(D̄) - 1))
 * Let g_D and g_C be the derivatives of L with respect to D̄ and C̄.  Then
 *	corrected[b] = old[b] exp(L + g_D (D_b - D̄) + g_C (C_b - C̄))
 * The mean of ln(corrected[b] / old[b]) is L.  Its standard error is that of L
 * by the delta method, with the covariance of D and C.  So rcc_block_ratio() of
 * `old` and `corrected` gives the ratio without sharing, with its interval.
 *
 * Returns RCC_EDOM if a value is not positive or not finite, if n is 0, or if
 * 1 + c (r - 1) is not positive.
 */
int rcc_block_unshare(const double *old, const double *now, const double *alone,
		      size_t n, double *corrected);

/* Compute the smallest relative difference between the two sides that is
 * detected with probability `power`.  A difference is detected if the interval
 * of rcc_block_ratio() with the confidence level `level` does not contain 1.
 * The variance is assumed to stay the same.  rcc_detectable() does this for a
 * ratio of means. */
int rcc_block_ratio_detectable(const struct rcc_block_ratio *r, double level,
			       double power, double *difference);

/*
 * Compute the Hodges–Lehmann estimate of the center of symmetric data.  It is
 * the median of the n (n + 1) / 2 Walsh averages (x_i + x_j) / 2, i <= j.
 *
 * The interval comes from Wilcoxon's signed ranks, as in R's wilcox.test.  It
 * is exact for n <= 200: without ties, it covers with at least `level`.  For
 * n > 200 it uses the normal approximation.  df is NaN.
 *
 * `scratch` must hold n doubles.  The cost is O(n³) for n <= 200, and
 * O(n log n) for n > 200.  Returns RCC_EDOM if n is 0 or a value is not finite.
 * Returns RCC_EDOM and sets only the estimate if even the interval from the
 * minimum to the maximum covers less than `level` (n < 6 at 95 %).
 */
int rcc_hodges_lehmann(const double *x, size_t n, double level, double *scratch,
		       struct rcc_interval *out);

/*
 * Test whether the runs of a block correlate, by a two-way analysis of
 * variance.  Each block has one run of every cell; a cell is an arm of a
 * system.  The run of a cell in a block is x[block * n_cells + cell].  The
 * values should be logarithms, so that the standard deviations are relative.
 *
 * The mean of each cell is first subtracted from the values of the cell.  So
 * the result does not depend on the differences between cells, and a method for
 * comparing cells may be chosen by this result.  After the subtraction, MSB is
 * the mean square between blocks, and MSE the mean square within blocks.
 *
 * correlation	the intraclass correlation of two runs of a block, which may be
 *		negative, down to -1 / (n_cells - 1):
 *			(MSB - MSE) / (MSB + (n_cells - 1) MSE)
 * sd		the standard deviation of runs within their cells
 * sd_within	the standard deviation of runs within their cells and blocks,
 *		sqrt(MSE).  Both sd and sd_within include the effects of layouts
 * f, p		MSB / MSE, and its p-value: the upper tail, for normal data
 * is_seen	whether p <= RCC_BLOCKS_SIGNIFICANCE: the runs of a block
 *		correlate
 *
 * `scratch` must hold n_cells doubles.  Returns RCC_EDOM if there are fewer
 * than 2 blocks or cells, or if the values do not vary.
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

/* The claim that an interval of the ratio new / old allows.  rcc_claim_of() in
 * rcc_claims.h determines it. */
enum rcc_verdict {
	RCC_VERDICT_SMALLER,	   /* new is smaller */
	RCC_VERDICT_LARGER,	   /* new is larger */
	RCC_VERDICT_NO_DIFFERENCE, /* no difference larger than the threshold */
	/* None of the above.  Never report it as "equal". */
	RCC_VERDICT_UNDECIDED,
};

/*
 * The reason why a ratio of means has no verdict, whatever its interval is.
 *
 * not positive	a mean is 0 or less.  A ratio below 1 may then mean that the new
 *		value is larger
 * constant	all values of a side are equal, or differ so little that their
 *		variance as a double is 0 or only rounding error.  The true
 *		variance is then unknown, and an interval that takes it as 0
 *		would claim too much
 * few		a side has fewer than two values
 * coarse	the values were rounded to large steps, and without that the
 *		interval might say something else (rcc_rounding_of())
 * time		the values depended on when they were measured, and this does not
 *		cancel, for example because the sides were measured apart
 */
enum rcc_obstacle {
	RCC_OBSTACLE_NONE,
	RCC_OBSTACLE_NOT_POSITIVE,
	RCC_OBSTACLE_CONSTANT,
	RCC_OBSTACLE_FEW,
	RCC_OBSTACLE_COARSE,
	RCC_OBSTACLE_TIME,
};
/* Return the obstacle that the means show: one of the first three, or none. */
enum rcc_obstacle rcc_verdict_obstacle(const struct rcc_mean *old,
				       const struct rcc_mean *now);

/* How rounding may have changed a set of values. */
struct rcc_rounding {
	/* The largest number of which all values are multiples; 0 if the values
	 * have no common step, or are all equal. */
	double step;
	/* How far the mean may be from that of the values before rounding: half
	 * a step, or 0 if the values are fine enough. */
	double shift;
	/* Whether at least 9/10 of all values are one of two multiples that
	 * follow each other.  Their spread then says nothing. */
	bool is_narrow;
};

/*
 * Look for rounding in x[0 ... n-1].  `scratch` must hold n doubles.
 *
 * The values are too coarse if at least 4/5 of them are crowded.  Values are
 * crowded if they are one of two multiples of the step that follow each other,
 * and if at most 1/4 as many values are on the two multiples below and the two
 * above.  There may be several such crowds, for example of fast and slow
 * layouts.
 *
 * A normal distribution that is wider has a mean that rounding moves by less
 * than 0.1 % of a step: by (step / pi) exp(-2 pi^2 (sd / step)^2) at most, the
 * first term of the Fourier series of the rounding error (Sheppard 1898; Widrow
 * & Kollar 2008, 4.2).
 */
void rcc_rounding_of(const double *x, size_t n, double *scratch,
		     struct rcc_rounding *r);

/* Return whether a ratio's interval would say something else if the ratio were
 * off by the part `rounding` of itself: whether it contains 1, and on which side
 * of each end of the region of equivalence (rcc_claims.h) its ends are. */
bool rcc_rounding_matters(const struct rcc_ratio *ratio, double rounding,
			  double delta);

/* Return "smaller", "larger", "no difference larger than the threshold" or
 * "undecided". */
const char *rcc_verdict_name(enum rcc_verdict verdict);

/* ---- Power and false alarms -------------------------------------------- */

/*
 * Compute the smallest relative difference of means that is detected with
 * probability `power` (0.5 < power < 1), if the variances stay the same.  A
 * difference is detected if the RCC_RATIO_WELCH interval of `level` does not
 * contain 1.  *difference is set to
 *	(t(1 - α/2, df) + t(power, df)) sqrt(v)
 *	α	1 - level
 *	v	the sum, over both sides, of (variance of the mean) / mean²
 *	df	the degrees of freedom by Welch–Satterthwaite
 * For 10 layouts and more and a power of 0.8, this is within 1 % of the result
 * by the noncentral t.  For a power of 0.99 it is up to 5 % too large.  Returns
 * RCC_EDOM if an n is less than 2 or a mean is 0.
 */
int rcc_detectable(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double power, double *difference);

/*
 * Count how often a test finds a difference between halves of the same data.
 * x[n] is split at random n_splits times.  *n_alarms is the number of splits in
 * which Welch's test at 1 - level rejects.  The expected fraction is 1 - level
 * if the test suits the data.
 *
 * `scratch` must hold n doubles.  Returns RCC_EDOM if n < 4 or a value is not
 * finite.
 */
int rcc_false_alarms(const double *x, size_t n, size_t n_splits, double level,
		     struct rcc_random *random, double *scratch,
		     size_t *n_alarms);

/* ---- The effect of layout (KJ13 8.2) ----------------------------------- */

enum rcc_layout_method {
	/* Each random layout has several runs.  The effect is T² of the highest
	 * level. */
	RCC_LAYOUT_WITHIN,
	/* Each random layout has one run.  The effect is the variance of these
	 * runs minus the variance of the original layout's runs. */
	RCC_LAYOUT_TWO_ARMS,
};

/*
 * The effect of layout.  rcc_layout_effect() takes
 *
 * random	the sample of the random arm.  Its highest level is layouts.
 *		The level below, if there is one, must be executions, even if
 *		each layout has one execution
 * fixed	the sample of the fixed arm, which has the original layout.  Its
 *		highest level is executions
 * tails	the degrees of freedom of V and W, from rcc_layout_tails(), for
 *		the intervals of `variance`, `percent` and `share`.  NULL for
 *		the degrees of freedom of normal data
 *
 * V is the variance of the layouts' means in the random arm.  W is the variance
 * that these means would have if layout had no effect.  n is the highest level
 * of the random arm (struct rcc_level):
 *	V			S_n² of the random arm
 *	W, RCC_LAYOUT_WITHIN	S_n² - T_n² of the random arm, which is
 *				S_(n-1)² / r_(n-1) in balanced data
 *	W, RCC_LAYOUT_TWO_ARMS	S² of the highest level of the fixed arm
 *
 * The results are
 *
 * variance	the variance due to layout, V - W, with the interval of
 *		rcc_layout_variance().  The estimate may be negative.  df is
 *		NaN.  doc/STATISTICS.md describes the coverage for skewed and
 *		bimodal data
 * percent	100 sqrt(variance) / |mean of the random arm|; 0 if the variance
 *		is <= 0.  The limits are computed in the same way from the
 *		limits of the variance
 * ratio	V / W with its F interval, which is exact for balanced normal
 *		data.  If layouts have different numbers of runs, it holds less
 *		often, and ratio_p is too small.  A ratio above 1 means that
 *		layout adds variation.  If W is 0, estimate and both limits are
 *		infinite; if V is 0 too, they are undefined.  df is that of V
 * ratio_p	the probability of a V / W at least this large if layout has no
 *		effect (upper tail of F, for normal data).  It is 0 if W is 0
 *		and V is not
 * share	layout's share of the variance of one execution in a new layout,
 *		at least 0:
 *			(V - W) / (V - W + m W)
 *		m is the number of executions per layout, or 1 with
 *		RCC_LAYOUT_TWO_ARMS.  The limits are computed from those of
 *		V / W, with the degrees of freedom of `tails`
 * shift	(mean of random) / (mean of fixed) by RCC_RATIO_WELCH: the
 *		average effect of random layouts
 * fixed_half_width
 *		half the width of the interval of the fixed arm's mean, divided
 *		by the mean: the precision that the original layout alone
 *		suggests
 * random_half_width
 *		the same for the random arm: the precision over layouts
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
	bool noise_seen; /* whether layout adds variation: ratio.lo > 1 */
	/* whether the interval of `shift` is bounded and does not contain 1 */
	bool shift_seen;
};

/*
 * The degrees of freedom of V and W, the variances of struct rcc_layout_effect.
 * They are adjusted for skewed data and heavy tails (rcc_kurtosis_df() in
 * rcc_blocks.h).
 *
 * v_df	rcc_kurtosis_df() of the layouts' means
 * w_df	with RCC_LAYOUT_TWO_ARMS: rcc_kurtosis_df() of the means of the original
 *	layout's executions.  With RCC_LAYOUT_WITHIN and N layouts:
 *		max(1, min(df, 2 N / (κ - (N - 3) / N)))
 *		κ = N sum x_i² / (sum x_i)²
 *	Each execution of layout i has a mean.  x_i is the sum of the squared
 *	differences between these means and their average.  df is the sum over
 *	layouts of the number of executions - 1.  If each layout has two
 *	executions, κ is the kurtosis, about 0, of the difference between the
 *	two executions of a layout.
 *
 * The kurtosis is undefined if there are fewer than 5 values, or if they do not
 * vary.  The result is then the degrees of freedom for normal data.
 *
 * `scratch` must hold rcc_layout_tails_scratch() doubles.  Returns RCC_EDOM if
 * a sample is not valid, a layout's value is not finite, or `fixed` is NULL and
 * no layout has several runs.
 */
struct rcc_layout_tails {
	double v_df, w_df;
};
size_t rcc_layout_tails_scratch(const struct rcc_sample *random,
				const struct rcc_sample *fixed);
int rcc_layout_tails(const struct rcc_sample *random,
		     const struct rcc_sample *fixed, double *scratch,
		     struct rcc_layout_tails *out);

/*
 * Compute the effect of layout.  `fixed` may be NULL if layouts have several
 * runs.  The results that need `fixed` are then NaN.
 *
 * Returns RCC_EDOM if
 *  - there are fewer than 2 layouts,
 *  - the fixed arm has fewer than 2 executions,
 *  - `fixed` is NULL and no layout has several runs, or
 *  - V and W are both 0.
 *
 * Returns RCC_EUNSUP if the method is RCC_LAYOUT_TWO_ARMS, and the executions
 * of one arm have more iterations than those of the other.  The difference in
 * iterations would count as an effect of layout.
 */
int rcc_layout_effect(const struct rcc_levels *random,
		      const struct rcc_levels *fixed,
		      const struct rcc_layout_tails *tails, double level,
		      struct rcc_layout_effect *out);

/*
 * Test whether sample a varies more than sample b, by the one-sided test of
 * Brown & Forsythe (JASA 69, 1974).  The distance of a value is its distance
 * from the median of its sample.  Student's t test compares the mean distance
 * in a with the mean distance in b.  (A one-way analysis of variance of the
 * distances has F = t².)
 *
 * Outliers dominate a ratio of variances.  They affect this test less, because
 * they also increase its standard error.
 *
 * ratio	mean distance in a / mean distance in b; infinite if b does not
 *		vary
 * t		positive if a varies more
 * df		n_a + n_b - 2
 * p		the probability of a t at least this large if both samples vary
 *		equally.  It is 0 if all distances in a are equal, all distances
 *		in b are equal, and those in a are larger
 *
 * `scratch` must hold as many doubles as the larger sample has.  Returns
 * RCC_EDOM and sets all results to NaN if
 *  - a sample has fewer than 3 values (two values always have the same
 *    distance),
 *  - a value is not finite, or
 *  - neither sample varies.
 */
struct rcc_spread {
	double ratio;
	double t, df, p;
};
int rcc_spread_compare(const double *a, size_t n_a, const double *b, size_t n_b,
		       double *scratch, struct rcc_spread *out);

/*
 * Return the one-sided p-value of the claim that layouts differ.
 *
 * If layouts have several runs, or if values are exact (counts by a simulator,
 * which have no noise), it is effect->ratio_p.
 *
 * Otherwise each layout has one run, and disturbed runs alone can make ratio_p
 * small.  Therefore the test of rcc_spread_compare() must show a difference
 * too.  The p-value is the larger of effect->ratio_p and spread->p, or NaN if
 * one of them is NaN.
 */
double rcc_variation_p(const struct rcc_layout_effect *effect,
		       const struct rcc_spread *spread, bool is_exact);

/* Compute the interval of γ = E s1 - E s2, where E is the expectation (BG92 eq.
 * 3.3.1 f.).  s1 and s2 are independent mean squares with df1 and df2 degrees
 * of freedom.  The limits may be negative. */
int rcc_layout_difference(double s1, double df1, double s2, double df2,
			  double level, struct rcc_interval *out);

/*
 * Compute the interval of a variance E s1 - E s2 >= 0 by the modified
 * large-sample method (Ting et al. 1990; BG92 3.3).  s1 and s2 are as in
 * rcc_layout_difference().  s1 contains an effect and noise, s2 only noise.
 *
 * The estimate is s1 - s2, which may be negative.  The limits are those of
 * rcc_layout_difference(), but at least 0.  They are computed with
 *	min(s2, s1 F)
 * in place of s2.  F is the 0.9-quantile of the F distribution with df2 and df1
 * degrees of freedom.
 *
 * If s1 and s2 have the same noise, s2 exceeds s1 F in at most one case of ten.
 * An s2 above s1 F therefore suggests that their noise differs.  It does not
 * show that the effect is small.  Because of the bound, for levels above 0.8
 * the upper limit is 0 only if s1 is 0.
 *
 * The errors are those of rcc_layout_difference().
 */
int rcc_layout_variance(double s1, double df1, double s2, double df2,
			double level, struct rcc_interval *out);

/* Return the upper limit, by chi-square at 1 - α/2, of the variance that s2
 * estimates with df degrees of freedom, for normal data.  Returns NaN if df is
 * not positive. */
double rcc_variance_limit(double s2, double df, double level);

/* ---- How many repetitions (KJ13 eq. 3; TR eq. 13, 14; TR 8.5) ---------- */

/* The rule by which rcc_plan_repetitions() advises a number of repetitions for
 * a level.  `cap` is the largest number that the function may advise. */
enum rcc_plan_rule {
	RCC_PLAN_FORMULA,	/* KJ13 eq. 3, rounded up */
	RCC_PLAN_TOP,		/* the highest level: use rcc_plan_top() */
	RCC_PLAN_LEVEL_REMOVED, /* the level was removed: advise 1 */
	/* The level had one member in each group, so its variance is unknown:
	 * advise 1. */
	RCC_PLAN_LEVEL_SINGLE,
	/* The highest level had one member, or a cost is unknown: advise 1. */
	RCC_PLAN_UNKNOWN,
	/* KJ13 eq. 3 gives more than `cap`: advise `cap`. */
	RCC_PLAN_CAPPED,
	/* The level above has no variation of its own (T² <= 0), and was kept
	 * only because it is the highest: advise `cap`. */
	RCC_PLAN_NOTHING_ABOVE,
};

/* The advice for one level. */
struct rcc_plan_level {
	enum rcc_plan_rule rule;
	size_t r; /* repetitions to make */
	/* The r of KJ13 eq. 3 before rounding; NaN if undefined. */
	double optimum;
	/*
	 * The interval of `optimum`.  It is computed from an F interval of
	 *	T² of the level above / S² of this level
	 * At level 1, the interval of `optimum` is exact for normal data.  At
	 * other levels, T² / S² of this level is taken as known.  hi is
	 * infinite if the lower limit of the F interval is <= 0.
	 *
	 * The interval is wide: after a pilot study of 3 × 3 × 3 values, hi is
	 * more than ten times as large as lo.
	 */
	double lo, hi;
};

struct rcc_plan {
	size_t n_levels;
	struct rcc_plan_level level[RCC_STATS_MAX_LEVELS];
};

/*
 * Compute r_i, the number of repetitions to make at level i (KJ13 eq. 3):
 *	r_i = ceil(sqrt(c_(i+1) / c_i * T_i² / T_(i+1)²))
 * r_i is at least 1 and at most `cap`.  Level i + 1 is the next level above
 * that was kept.  enum rcc_plan_rule lists the cases without a formula.
 *
 * A level that was not kept is still made once.  So its cost is added to that of
 * the next level above that was kept.  (KJ13 leaves it out.)
 *
 * c_i is cost[i - 1], in any unit: the cost of one more repetition at level i
 * without the repetitions inside it.  For example, c_i is the cost of
 *	i = 1	an iteration
 *	i = 2	a new execution, up to its first useful iteration
 *	i = 3	a new layout
 *
 * Returns RCC_EDOM if a cost is not positive or the variances are undefined.
 */
int rcc_plan_repetitions(const struct rcc_levels *levels, const double *cost,
			 size_t cap, double level, struct rcc_plan *out);

/*
 * Return the r of KJ13 eq. 3 before rounding, from the cost and the T² of a
 * level and of the level above:
 *	sqrt(cost_above / cost * t2 / t2_above)
 */
double rcc_plan_optimum(double cost, double cost_above, double t2,
			double t2_above);

/* Compute the smallest number of highest-level repetitions for which the
 * half-width of the mean's interval is at most relative * |mean|.  The number
 * is at least 5, as in KJ13 tables 6 and 7.  Returns RCC_EDOM and sets *n to 0
 * if the number is undefined or more than 10^9. */
int rcc_plan_top(const struct rcc_mean *mean, double relative, double level,
		 size_t *n);

/* Return the expected half-width of the mean's interval with n highest-level
 * repetitions, divided by the mean.  Returns NaN if n < 2. */
double rcc_plan_half_width(const struct rcc_mean *mean, size_t n, double level);

/* Return S_n² of a balanced experiment with the variances t2[n_levels] and the
 * counts r[n_levels].  It is the sum over i of T_i² / (r_i … r_(n-1)), so the
 * count of the highest level is not used. */
double rcc_plan_s2(const double *t2, const size_t *r, size_t n_levels);

/* Plan for a time budget.  Compute *n = floor(budget / cost_each), where
 * cost_each is the cost of one highest-level repetition, and the half-width to
 * expect with n repetitions (TR 8.5).  Returns RCC_EDOM if fewer than 2
 * repetitions fit; *n is set in this case too. */
int rcc_plan_budget(const struct rcc_mean *mean, double budget,
		    double cost_each, double level, size_t *n,
		    double *half_width);

/*
 * Plan a study of a ratio of means or of a ratio from blocks (KJ13 10.2).  n is
 *  - for a ratio of means, the number of highest-level repetitions of each
 *    system;
 *  - for a ratio from blocks, the number of units of rcc_block_ratio().
 *
 * rcc_plan_ratio_half_width() and rcc_plan_blocks_half_width() return the
 * half-width of the ratio's interval for a given n.  It is half the length of
 * the interval divided by the estimate.  For a ratio from blocks it is
 *	sinh(t s / sqrt(n)),  s = log_se sqrt(n_units)
 * where t is Student's quantile for n - 1 degrees of freedom.  The functions
 * return NaN if the interval is undefined or unbounded.
 *
 * rcc_plan_ratio() and rcc_plan_blocks() compute the smallest n >= 5 for which
 * the half-width is at most `relative`.  They return RCC_EDOM and set *n to 0
 * if there is no n of at most 10^9.
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

/* The levels to resample with replacement.  The members of the other levels are
 * used as they are.  Names such as "RRN" describe three levels, beginning with
 * the highest: R is resampled, N is not. */
enum rcc_scheme {
	RCC_SCHEME_ALL,	    /* "RRR": every level */
	RCC_SCHEME_UPPER,   /* "RRN": every level but the lowest */
	RCC_SCHEME_HIGHEST, /* "RNN": only the highest level */
	/* "FLAT": all values, as if they were independent.  This shows the
	 * error of ignoring levels: if layouts differ, the intervals cover only
	 * 30 to 40 %. */
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
 * The bootstrap intervals of a statistic of one system, or of the ratio of this
 * statistic of two systems.
 *
 * center	median of the replicates
 * percentile	two quantiles of the replicates (rcc_quantile_sorted()).  With
 *		few layouts the interval covers too rarely (doc/STATISTICS.md
 *		has counts).  It covers too often if most of the variance
 *		comes from lower levels that are resampled
 * student	bootstrap-t, from quantiles of
 *			(θ* - θ) / se*
 *		θ is the estimate.  θ* is the statistic of a replicate, and se*
 *		its standard error, which is computed from S_n² of the replicate
 *		(for a ratio, by the delta method).  With few layouts this
 *		interval covers best of the three, about as well as Student's t.
 *		NaN for statistics other than the mean
 * bca		bias-corrected and accelerated (Efron 1987).  A replicate equal
 *		to the estimate counts half.  The acceleration comes from the
 *		jackknife over the highest level.  For two systems, it is
 *		computed as for the strata of Davison & Hinkley, "Bootstrap
 *		Methods", eq. 5.23.  BCa is useful from 20 layouts on.  NaN if
 *		the jackknife would read more than 2e9 values
 * few		whether a system has fewer than 10 highest-level repetitions.
 *		Reports must say so
 */
struct rcc_bootstrap {
	double estimate, center;
	struct rcc_interval percentile, student, bca;
	size_t n_replicates;
	bool few;
};

/* Return the number of bytes of scratch that rcc_bootstrap() needs.  `now` may
 * be NULL. */
size_t rcc_bootstrap_scratch(const struct rcc_sample *old,
			     const struct rcc_sample *now,
			     const struct rcc_bootstrap_options *options);

/*
 * Bootstrap a statistic.  If `now` is NULL, it is the statistic of `old`.
 * Otherwise it is the ratio
 *	statistic of `now` / statistic of `old`
 * and the two systems are resampled independently.
 *
 * replicate[n_replicates] receives the replicates in the order in which they
 * were drawn, as rcc_suite_bootstrap() needs them.  `scratch` must be aligned
 * like memory from malloc().
 *
 * One number is drawn from `random`.  It seeds a random stream for each block
 * of 256 replicates, so the result does not depend on the number of threads.
 * If a thread cannot be started, the calling thread does its work.
 *
 * The indices of the resampled members are drawn by multiply-shift without
 * rejection.  The relative error of a member's probability is at most 2^-14.
 *
 * Returns RCC_EDOM if
 *  - a value is not finite,
 *  - a highest level has fewer than 2 members,
 *  - fewer than 100 replicates are wanted, or
 *  - the statistic of `old` in a ratio is 0, in the data or in a replicate.
 *
 * If only one method is undefined, only its limits are NaN.  For example,
 * `student` is undefined for a median, and `bca` if all replicates are equal.
 */
int rcc_bootstrap(const struct rcc_sample *old, const struct rcc_sample *now,
		  const struct rcc_bootstrap_options *options,
		  struct rcc_random *random, void *scratch, double *replicate,
		  struct rcc_bootstrap *out);

/*
 * Estimate the probability with which a percentile interval covers the true
 * value, for normal data with the variances and counts of `old` and `now`.  If
 * `now` is NULL, the interval is that of the mean of `old`.  Otherwise it is
 * that of the ratio of means.  BCa intervals cover about as often.
 * stats/bootstrap_coverage.c has the formula.
 *
 * The coverage is below `level` with few highest-level repetitions.  It is
 * above `level` if most of S_n² comes from lower levels that are resampled.
 *
 * For known variances, doc/STATISTICS.md compares the result with simulations.
 * They differ by at most 1.5 percentage points with three highest-level
 * repetitions, and by at most 0.5 points with more.  The variances of `old` and
 * `now` are themselves estimates.
 *
 * Returns NaN if a highest level has fewer than 2 members, there is no
 * variance, or the scheme is RCC_SCHEME_FLAT.
 */
double rcc_bootstrap_coverage(const struct rcc_levels *old,
			      const struct rcc_levels *now,
			      enum rcc_scheme scheme, double level);

/* The names of enum rcc_statistic: "mean", "median", "min", NULL. */
extern const char *const rcc_statistic_names[];
const char *rcc_statistic_name(enum rcc_statistic statistic);
/* Return the median or, for RCC_STATISTIC_MIN, the minimum of n > 0 values.
 * For the median, the function reorders the values, and returns NaN if a value
 * is not finite. */
double rcc_median_or_min(double *x, size_t n, enum rcc_statistic statistic);
/* The names of enum rcc_scheme: "RRR", "RRN", "RNN", "FLAT", NULL. */
extern const char *const rcc_scheme_names[];
const char *rcc_scheme_name(enum rcc_scheme scheme);

/* Return the p-quantile of sorted data: the (n + 1) p-th value, interpolated
 * (R's type 6), but within the range of the data. */
double rcc_quantile_sorted(const double *x, size_t n, double p);

/* ---- Suites ------------------------------------------------------------ */

/* Adjust p-values by Holm's step-down method (Scandinavian J. of Statistics
 * 1979).  The probability that adjusted[i] <= α for at least one true null
 * hypothesis is at most α.  A p-value of NaN stays NaN and does not count as a
 * test.  `order` is scratch for n numbers. */
void rcc_holm(const double *p, size_t n, double *adjusted, size_t *order);

/* Return the geometric mean of positive ratios.  It is computed from
 * logarithms, because the product of the ratios may overflow (three ratios of
 * 1e200).  Returns NaN if n is 0 or a ratio is not positive. */
double rcc_geometric_mean(const double *ratio, size_t n);

/*
 * Compute the geometric mean of the ratios of a suite's benchmarks, and its
 * percentile interval.
 *
 * estimate	the ratio of each benchmark
 * replicate	for each benchmark, n_replicates replicates of its ratio, which
 *		rcc_bootstrap() has drawn independently of other benchmarks
 * scratch	space for n_replicates doubles
 *
 * Replicate b of the suite is the geometric mean of replicate b of every
 * benchmark.  The interval is for these benchmarks.  They are not taken as a
 * sample of all possible benchmarks.
 *
 * Returns RCC_EDOM if a ratio or a replicate is not positive.
 */
int rcc_suite_bootstrap(const double *estimate, const double *const *replicate,
			size_t n_benchmarks, size_t n_replicates, double level,
			double *scratch, struct rcc_interval *out);

/*
 * Compute the geometric mean of the ratios now / old of a suite's benchmarks,
 * and its interval.  old[i] and now[i] are the means of benchmark i.
 *
 * The interval is Student's, for the mean of the logarithms of the ratios
 * (delta method).  The Welch–Satterthwaite formula combines the degrees of
 * freedom of all means.  With few layouts, this interval is better than that of
 * rcc_suite_bootstrap(), which covers too rarely.
 *
 * Returns RCC_EDOM if there is no benchmark, or if a mean is not positive or
 * has n < 2.
 */
int rcc_suite_log(const struct rcc_mean *old, const struct rcc_mean *now,
		  size_t n_benchmarks, double level, struct rcc_interval *out);

/*
 * A benchmark of a suite.  It has a verdict of its own, and a joint verdict
 * that holds for all benchmarks together (Holm's method).
 */
struct rcc_suite_pair {
	/* Set by the caller: */
	const char *name; /* borrowed */
	struct rcc_sample old, now;
	struct rcc_mean old_mean, now_mean;
	/* The ratio from blocks, borrowed; NULL for a ratio of means. */
	const struct rcc_block_ratio *blocks;
	/* How far rounding may have moved the ratio, as a part of it
	 * (rcc_rounding_of()); 0 if the values are fine enough. */
	double rounding;
	/* Whether the runs depended on when they were made, and no ratio within
	 * blocks is defined.  The ratio then has no limits. */
	bool depends_on_time;
	double delta; /* threshold of the verdicts, δ of rcc_claim_of() */
	/* 0, or an error that leaves the ratio undefined.  The computation may
	 * set this error too. */
	int error;
	/* Computed unless `error` is set: the ratio now / old, and what keeps it
	 * from having a verdict.  Constant and coarse values leave the
	 * variation unknown, so the ratio has no limits. */
	struct rcc_ratio ratio;
	enum rcc_obstacle obstacle;
	/* The verdict on this benchmark alone, from rcc_claim_ratio() or
	 * rcc_claim_blocks(). */
	enum rcc_verdict verdict, suggested;
	double p;
	double p_holm;
	/* The verdict `suggested` if p_holm <= 1 - level, otherwise undecided.
	 * The probability that at least one benchmark of the suite has a false
	 * joint verdict is at most 1 - level. */
	enum rcc_verdict joint;
};

struct rcc_suite_ratio_options {
	enum rcc_ratio_method method;
	double level;
	/* Whether values are exact, such as counts of instructions, so that
	 * equal values have no variation and rounding does not matter.
	 * Otherwise equal and coarse values give no limits and no verdict. */
	bool is_exact;
	size_t n_replicates; /* 0: no bootstrap */
	size_t n_threads;
	uint64_t seed;
};

struct rcc_suite_ratio {
	struct rcc_suite_pair *pair; /* allocated and owned by the caller */
	size_t n;
	/* Computed from the n_defined pairs whose `error` is 0: */
	size_t n_defined;
	/* Two intervals of the geometric mean of the ratios: from the
	 * percentile bootstrap that resamples every level, and from
	 * rcc_suite_log_pairs().  Each is undefined if its error is not 0.  The
	 * bootstrap resamples means, so it is undefined if the ratio of any
	 * pair is from blocks. */
	int bootstrap_error;
	struct rcc_interval bootstrap;
	int log_error;
	struct rcc_interval log;
	/* Whether a system of any pair has fewer than 10 highest-level
	 * repetitions.  Without a bootstrap, it is false. */
	bool few;
	/* Whether the variation of a pair is unknown (RCC_OBSTACLE_CONSTANT,
	 * RCC_OBSTACLE_COARSE, RCC_OBSTACLE_TIME), although values are not
	 * exact.  The mean then has no interval, and both errors are set. */
	bool is_unknown;
};

/* Compute the geometric mean of the ratios of all pairs whose `error` is 0, and
 * its interval, as rcc_suite_log() does.  For a ratio from blocks, its
 * logarithm, standard error and degrees of freedom are used.  The errors are
 * those of rcc_suite_log().  Returns RCC_EDOM as well if a ratio from blocks
 * has no interval, or is a result of rcc_block_ratio_equal(). */
int rcc_suite_log_pairs(const struct rcc_suite_pair *pair, size_t n,
			double level, struct rcc_interval *out);

/* Return the number of bytes of scratch that rcc_suite_ratio_compute()
 * needs. */
size_t rcc_suite_ratio_scratch(const struct rcc_suite_ratio *s,
			       const struct rcc_suite_ratio_options *options);
/* Compute the ratios, verdicts and geometric mean of a suite.  `scratch` must
 * be aligned like memory from malloc(). */
void rcc_suite_ratio_compute(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *options,
			     void *scratch);

/* ---- Is a run in steady state? (KJ13 6.1, 6.2) ------------------------- */

/*
 * Compute the autocorrelations r_1 … r_max_lag of a series in order of time, as
 * R's acf() does:
 *	r_k = sum (x_t - m)(x_(t+k) - m) / sum (x_t - m)²
 * where m is the mean of the series.  r_k is stored in r[k - 1].  Returns
 * RCC_EDOM and sets all of r to NaN if n < 2, max_lag >= n, or the values are
 * constant or not finite.
 *
 * The autocorrelations of independent values lie within ± the result of
 * rcc_autocorrelation_bound() with probability `level` each.  For 95 % it is
 * 1.96 / sqrt(n).
 */
int rcc_autocorrelation(const double *x, size_t n, size_t max_lag, double *r);
double rcc_autocorrelation_bound(size_t n, double level);

/* Copy a series in random order.  A plot of the copy shows readers what
 * independent values look like. */
void rcc_shuffled(const double *x, size_t n, struct rcc_random *random,
		  double *out);

/*
 * Test whether the n values of a series are independent, by the method of Ljung
 * & Box (Biometrika 1978).  r[] has the autocorrelations from
 * rcc_autocorrelation().  *q is the statistic
 *	Q = n (n + 2) sum over k = 1 … n_lags of r_k² / (n - k)
 * If the values are independent, Q has about a chi-square distribution with
 * n_lags degrees of freedom.  *p is the probability of a Q at least this large.
 * It is only a hint: a small p suggests that the values are not independent.
 * Returns RCC_EDOM if n_lags is 0 or >= n, or if Q is not finite.
 */
int rcc_ljung_box(const double *r, size_t n, size_t n_lags, double *q,
		  double *p);

/*
 * Find the places where the mean or the variance of a series changes, by PELT
 * (Killick, Fearnhead & Eckley, JASA 2012) with the normal likelihood.  These
 * places divide the series into segments of at least 2 values.  The result is
 * only a hint.
 *
 * penalty	rcc_changes_penalty() returns the usual one, 15 ln n (Barrett et
 *		al., "Virtual Machine Warmup Blows Hot and Cold", OOPSLA 2017)
 * scratch	rcc_changes_scratch(n) bytes, aligned like memory from malloc()
 * begin	room for n / 2 numbers.  It receives the first index of each
 *		segment but the first, in ascending order
 * n_begin	receives their number
 *
 * The time is linear in n if changes are frequent, and quadratic if there are
 * none.  Returns RCC_EDOM if n < 4, the penalty is negative, or a value is not
 * finite.
 */
size_t rcc_changes_scratch(size_t n);
int rcc_changes(const double *x, size_t n, double penalty, void *scratch,
		size_t *begin, size_t *n_begin);
double rcc_changes_penalty(size_t n);

/* Compute the change of x from the first time to the last, by a least-squares
 * line over time t, with Student's interval (n - 2 degrees of freedom).
 * Returns RCC_EDOM if n < 3, a value is not finite, or all times are equal. */
int rcc_drift(const double *t, const double *x, size_t n, double level,
	      struct rcc_interval *out);

/* Test whether the means of groups of values differ, by the F test of a one-way
 * analysis of variance.  group[i] < n_groups is the group of value i.  Empty
 * groups are ignored.  Returns RCC_EDOM if there are fewer than two groups, or
 * no more values than groups. */
int rcc_groups_differ(const double *x, const size_t *group, size_t n,
		      size_t n_groups, double *f, double *p);

/* ---- Very short or very noisy runs (Chen & Revels 2016) ---------------- */

/*
 * If executions are short, several must be timed together, so that the timer's
 * accuracy and precision do not matter.  If an execution takes t ns, the number
 * of executions to time together is
 *	ν(t) = floor(1 + (j - 1) / (1 + exp(a (t - b * accuracy))))
 *	j = ceil(accuracy / precision)
 * ν falls to 1 as t grows.  It falls around t = b * accuracy, and faster for a
 * larger a.  It begins near j only if a * b * accuracy is much larger than 1.
 * Chen & Revels require
 *	0.005 < a * precision < 0.02
 *	0.4 < b < 0.6
 *
 * rcc_minimum_executions() and rcc_minimum_tune() return RCC_EDOM if
 *  - a or b is outside these limits,
 *  - a time is not positive,
 *  - precision > accuracy, or
 *  - j > 10^9.
 */
struct rcc_timer {
	double accuracy_ns, precision_ns;
	double a, b;
};
/* Return a timer with a = 0.01 / precision and b = 0.5. */
struct rcc_timer rcc_timer_usual(double accuracy_ns, double precision_ns);
int rcc_minimum_executions(const struct rcc_timer *timer, double t_ns,
			   size_t *n);

/* Compute t̂, the minimum of total_ns[i - 1] / i over i = 1 … j, and n = ν(t̂),
 * the number of executions to time together.  total_ns[i - 1] is the time of i
 * executions together. */
int rcc_minimum_tune(const struct rcc_timer *timer, const double *total_ns,
		     size_t j, double *t_ns, size_t *n);

/* ---- Simulation (TR 8.3, 8.4) ------------------------------------------ */

/* The distribution of the simulated effects of the highest level, such as
 * layouts.  An effect with mean 0 and standard deviation 1 is drawn, then
 * multiplied by the sd of the level.  Effects of lower levels are normal. */
enum rcc_shape {
	RCC_SHAPE_NORMAL,
	RCC_SHAPE_LOGNORMAL,	  /* exp of a standard normal */
	RCC_SHAPE_BIMODAL,	  /* -0.5 with probability 0.8, else 2 */
	RCC_SHAPE_HEAVY,	  /* Student's t with 3 degrees of freedom */
	RCC_SHAPE_GAMMA,	  /* gamma with shape parameter 2 */
	RCC_SHAPE_NONE,		  /* always 0, whatever the sd is */
	RCC_SHAPE_LOGNORMAL_HALF, /* exp of a normal with sd 0.5 */
};
/* The names of enum rcc_shape: "normal", "lognormal", "bimodal", "heavy",
 * "gamma", "none", "lognormal0.5", NULL. */
extern const char *const rcc_shape_names[];
const char *rcc_shape_name(enum rcc_shape shape);

/* A model of simulated values.  Each value is mean (1 + sum over levels of sd_i
 * e_i).  All values of one repetition of level i, such as of one layout, share
 * its effect e_i.  sd[] is relative to the mean; it begins with the lowest
 * level. */
struct rcc_model {
	size_t n_levels;
	double mean;
	double sd[RCC_STATS_MAX_LEVELS];
	enum rcc_shape shape;
};

/* Draw a balanced sample into x, in nested order, with the counts r[] of struct
 * rcc_sample. */
void rcc_model_draw(const struct rcc_model *model, const size_t *r,
		    struct rcc_random *random, double *x);

/* The intervals that rcc_simulate() computes for each simulated experiment.  An
 * experiment is a pair of samples, one of each of two systems. */
enum rcc_trial {
	RCC_TRIAL_MEAN, /* Student's interval for the mean */
	/* Student's interval from all values, as if they were independent */
	RCC_TRIAL_FLAT,
	/* Ratio by RCC_RATIO_WELCH, RCC_RATIO_KJ and RCC_RATIO_LOG: */
	RCC_TRIAL_WELCH,
	RCC_TRIAL_KJ,
	RCC_TRIAL_LOG,
	RCC_TRIAL_NORMAL, /* ratio: Fieller's limits with normal quantiles */
	/* Bootstrap intervals of one system's mean, all levels resampled: */
	RCC_TRIAL_BOOT_PERCENTILE,
	RCC_TRIAL_BOOT_STUDENT,
	RCC_TRIAL_BOOT_BCA,
	/* Bootstrap intervals of the ratio, all levels resampled: */
	RCC_TRIAL_BOOT_RATIO,
	RCC_TRIAL_BOOT_RATIO_STUDENT,
	/* Intervals of the effect of layout, without bootstrap: */
	RCC_TRIAL_LAYOUT_VARIANCE,
	RCC_TRIAL_LAYOUT_RATIO,
	RCC_N_TRIALS
};
const char *rcc_trial_name(enum rcc_trial trial);

/* The experiments that rcc_simulate() draws.  Each consists of a sample of an
 * old system and a sample of a new system.  Both have the counts r[] of struct
 * rcc_sample. */
struct rcc_simulation {
	struct rcc_model model; /* model of the old system */
	/* True ratio of the means.  Both systems have the same relative
	 * standard deviations. */
	double ratio;
	size_t r[RCC_STATS_MAX_LEVELS];
	double level;
	double delta;	    /* threshold of the verdict, δ of rcc_claim_of() */
	size_t n_bootstrap; /* number of replicates; 0: no bootstrap */
};

/* The counts that rcc_simulate() made in n experiments. */
struct rcc_simulated {
	size_t n;
	/* Number of intervals that contain the true value. */
	size_t covered[RCC_N_TRIALS];
	/* Number of undefined intervals; `covered` leaves them out. */
	size_t undefined[RCC_N_TRIALS];
	/* Number of confidence sets by RCC_RATIO_WELCH that are not bounded. */
	size_t unbounded;
	/* Number of experiments with each verdict (enum rcc_verdict), from the
	 * intervals by RCC_RATIO_WELCH. */
	size_t verdict[4];
};

size_t rcc_simulate_scratch(const struct rcc_simulation *simulation);

/* Simulate n experiments.  With two or more levels, the old system's sample is
 * the random arm, and each experiment also has an original arm: one layout with
 * as many executions as the random arm has layouts.  Returns RCC_EDOM if the
 * simulation is not valid. */
int rcc_simulate(const struct rcc_simulation *simulation, size_t n,
		 struct rcc_random *random, void *scratch,
		 struct rcc_simulated *out);

/*
 * Simulate n experiments that compare two equal programs.  In each experiment,
 * one layout of each program is run `runs` times, and Welch's test at 1 - level
 * compares the times.  sd_layout and sd_run are relative standard deviations.
 *
 * Returns the number of experiments in which the test rejects.  They are all
 * false alarms, and show why layouts must be sampled.  `scratch` must hold
 * 2 * runs doubles.
 */
size_t rcc_simulate_one_layout(double sd_layout, double sd_run, size_t runs,
			       double level, size_t n,
			       struct rcc_random *random, double *scratch);

/*
 * Simulate n experiments that stop when the interval of the mean is narrow
 * enough.  Returns the number of experiments whose interval covers the true
 * mean.
 *
 * sd		relative standard deviation of the layouts' means
 * half_width	the interval is narrow enough if its half-width, divided by the
 *		mean, is at most this number
 * fewest	number of layouts at the first interim analysis
 * growth	number of layouts at an interim analysis / number of layouts at
 *		the one before (rcc_stopping_next()); 0: an analysis after each
 *		layout
 * most		number of layouts at which an experiment stops in any case
 * scratch	space for `most` doubles
 */
size_t rcc_simulate_stopping(double sd, enum rcc_shape shape, double half_width,
			     size_t fewest, size_t most, double growth,
			     double level, size_t n, struct rcc_random *random,
			     double *scratch);

/* ---- Stopping when precise enough -------------------------------------- */

/*
 * A study that stops early has at least RCC_STOPPING_FEWEST layouts.  Each
 * interim analysis has RCC_STOPPING_GROWTH times as many layouts as the one
 * before.
 *
 * Stopping when the interval happens to be narrow reduces coverage.  Therefore
 * a study must not stop with very few layouts, and has few interim analyses,
 * which are fixed in advance.  Even so, nominal 95 % intervals of normal data
 * cover only 93.5 % in the worst case.  The higher level of
 * rcc_stopping_level() makes up for this.
 */
#define RCC_STOPPING_FEWEST 10
#define RCC_STOPPING_GROWTH 1.5

/* Return the number of layouts at the next interim analysis after an analysis
 * at n layouts: ceil(growth n), but at least n + 1. */
size_t rcc_stopping_next(size_t n, double growth);

/*
 * Return the level at which to compute intervals so that they cover with
 * probability `level`:
 *	1 - 0.7 (1 - level)
 * It is for all interim analyses and for the end of a study with
 * RCC_STOPPING_FEWEST and RCC_STOPPING_GROWTH.
 *
 * The factor 0.7 is from simulations of normal data with `level` 95 % and up to
 * 1000 layouts (100,000 experiments for each standard deviation).  The lowest
 * coverage for any standard deviation is 95.2 % with the factor 0.7, and 94.9 %
 * with 0.75.
 *
 * No level helps much if a few layouts are far slower than the others, because
 * the sample may not contain them yet.  doc/STATISTICS.md counts lognormal data.
 */
double rcc_stopping_level(double level);

#endif
