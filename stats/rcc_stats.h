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
 * An experiment has n levels.  Level 1, the lowest, is the repetition of the
 * measurement itself (an iteration); the highest is what is drawn anew to
 * repeat everything (a layout).  Arrays indexed by level hold level 1 at [0].
 * Values are plain doubles in any unit (randstudy gives seconds); variances
 * are in that unit squared.
 *
 * Conventions for every function:
 *  - nothing is printed, nothing exits, no state is kept, nothing is
 *    allocated unless the comment says so; inputs are only read;
 *  - returns 0 or a negative enum rcc_error (common/diag.h): RCC_EDOM where
 *    the result is undefined, and what is undefined is NaN then, never 0;
 *    what is defined is filled in all the same (the mean of one value);
 *  - a NaN or an infinity among the values is RCC_EDOM, and everything NaN;
 *  - `level` is the confidence level, such as 0.95: 0 < level < 1, all
 *    intervals two-sided with equal tails;
 *  - GSL's error handler must be off (gsl_set_error_handler_off()): call
 *    rcc_stats_init() once in main().
 */
#ifndef RCC_STATS_RCC_STATS_H
#define RCC_STATS_RCC_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_random; /* common/random.h */

#define RCC_STATS_MAX_LEVELS 8

/* Turns GSL's aborting error handler off, for the process.  For main(). */
void rcc_stats_init(void);

/* ---- Data -------------------------------------------------------------- */

/*
 * A hierarchical sample, borrowed from the caller.
 *
 * The values stand in nested order, the highest level slowest: for layouts ×
 * executions × iterations all iterations of the first execution of the first
 * layout come first, so x[(layout * r[1] + execution) * r[0] + iteration].
 *
 * r[i - 1] is the number of repetitions at level i in each group.  Data that
 * is not balanced gives the sizes of a level's groups, in order, in
 * size[i - 1] (r[i - 1] is not read then); NULL means that all groups of the
 * level have r[i - 1] members.  The highest level is one group: r alone.
 * Every group has at least one member.
 */
struct rcc_sample {
	const double *x;
	size_t n_levels; /* 1 … RCC_STATS_MAX_LEVELS */
	size_t r[RCC_STATS_MAX_LEVELS];
	const size_t *size[RCC_STATS_MAX_LEVELS];
};

/* A balanced sample of 1, 2 or 3 levels; the highest level's count first. */
struct rcc_sample rcc_sample_1(const double *x, size_t n_top);
struct rcc_sample rcc_sample_2(const double *x, size_t n_top, size_t n_low);
struct rcc_sample rcc_sample_3(const double *x, size_t n_top, size_t n_middle,
			       size_t n_low);

/* How many values x holds; 0 if the description makes no sense. */
size_t rcc_sample_n_values(const struct rcc_sample *sample);

/* ---- Levels and variances (KJ13 eq. 1, 2; TR 7.6) ---------------------- */

enum rcc_level_status {
	RCC_LEVEL_KEPT,
	/* T² was not positive, or only rounding error: its repetitions were
	 * pooled into the level below.  A level is removed when
	 * T² <= 1e-9 S².  Never the highest, never the lowest. */
	RCC_LEVEL_REMOVED,
	/* Not repeated (every group has one member), so it has no variance of
	 * its own: what varies there shows at the level above. */
	RCC_LEVEL_SINGLE,
};

/*
 * One level.
 *
 * S_i²	sample variance (divisor r_i - 1) of the level-i means within a group,
 *	pooled over the groups: what repeating this level shows, variation of
 *	the levels below included.  Needs a group of 2.
 * T_i²	the level's own variance, unbiased:
 *	T_1² = S_1²;  T_i² = S_i² - S_(i-1)² / r_(i-1).  May be <= 0.
 *
 * Data that is not balanced: means are unweighted at every level (each layout
 * counts the same, however many of its runs failed), S_i² pools the groups'
 * variances by their degrees of freedom, and T_i² solves
 *	E S_i² = T_i² + sum over k < i of c_ik T_k²
 * with the coefficients that the counts give.  Both are the formulas above
 * when the counts are equal; T_i² is unbiased in any case.
 */
struct rcc_level {
	enum rcc_level_status status;
	size_t n_groups;
	size_t r_min, r_max;	 /* repetitions in a group; equal if balanced */
	double df;		 /* sum over groups of r - 1 */
	double s2, t2;		 /* of the data as given; NaN if single */
	double s2_kept, t2_kept; /* after removal and regrouping; NaN unless
				    status is kept */
	double r_kept; /* mean repetitions per group after regrouping; NaN
			  unless kept */
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
	/* Unweighted mean of the highest level's means, each an unweighted
	 * mean of those below, after regrouping (which changes it only where
	 * counts differ). */
	double mean;
	double sd; /* of all values, whatever their level (divisor n - 1):
			a description, not for intervals */
	double min, max;
};

/*
 * All of the above.  Estimand of the mean: the expectation over the highest
 * level.  Two passes over the values, one more for each removal.
 *
 * Which level goes first does not matter with balanced data: removing is
 * pooling of adjacent mean squares.  That is also what REML does with a
 * component at zero.
 *
 * RCC_EDOM: values not finite; or the highest level is not repeated (mean,
 * min, max and lower variances are still given); RCC_EFORMAT: the description
 * of the sample makes no sense.
 */
int rcc_levels_compute(const struct rcc_sample *sample,
		       struct rcc_levels *levels);

/* T² from S² and the counts of a balanced experiment; t2[n_levels] is the
 * result. */
void rcc_levels_unbias(const double *s2, const double *r, size_t n_levels,
		       double *t2);

/* The median of n values; reorders them.  NaN and RCC_EDOM if n == 0 or a
 * value is not finite.  O(n). */
int rcc_median(double *x, size_t n, double *median);

/* ---- Interval for the mean of one system (KJ13 eq. 4) ------------------ */

struct rcc_interval {
	double estimate;
	double lo, hi;
	double df;    /* degrees of freedom; NaN if the method has none */
	double level; /* the confidence level asked for */
};

/*
 * A mean as the comparisons need it: only the highest level's repetitions are
 * independent, so this is all there is to know about a system.
 */
struct rcc_mean {
	double mean;
	double s2; /* S_n² */
	size_t n;  /* r_n */
};
struct rcc_mean rcc_mean_of(const struct rcc_levels *levels);

/* mean ± t(1 - α/2, r_n - 1) sqrt(S_n² / r_n).  With one level this is
 * Student's interval; with one iteration per execution it is Georges et al.'s
 * start-up interval (OOPSLA 2007).  Minimum n: 2; else RCC_EDOM and NaN. */
int rcc_interval_mean(const struct rcc_mean *mean, double level,
		      struct rcc_interval *out);

/* ---- Ratio of two systems (Fieller; KJ13 eq. 5) ------------------------ */

enum rcc_ratio_method {
	/* Fieller's limits, Welch–Satterthwaite degrees of freedom from the
	 * two variance terms at the estimate.  The default. */
	RCC_RATIO_WELCH,
	/* Fieller's limits as KJ13 prints them: each side with its own
	 * t(r_n - 1).  Covers too much: 99 % at 3 layouts for nominal 95. */
	RCC_RATIO_KJ,
	/* Welch's interval for the difference of logarithms of the means
	 * (delta method): always bounded, symmetric in old and new; both
	 * means must be positive. */
	RCC_RATIO_LOG,
};

enum rcc_ratio_set {
	RCC_RATIO_BOUNDED, /* [lo, hi] */
	/* Everything but the open interval (gap_lo, gap_hi): the old mean
	 * could be zero. */
	RCC_RATIO_OUTSIDE,
	RCC_RATIO_LINE, /* any number: the data says nothing */
};

struct rcc_ratio {
	enum rcc_ratio_method method;
	enum rcc_ratio_set set;
	double estimate;       /* mean of new / mean of old */
	double lo, hi;	       /* NaN unless bounded */
	double gap_lo, gap_hi; /* NaN unless set is outside; one may be
				  infinite */
	double df;	       /* kj: the smaller of the two sides' */
	double level;
};

/* θ = mean(now) / mean(old), with its confidence set.  An unbounded set is an
 * answer, not an error: 0 is returned and lo, hi are NaN.  The two may have
 * different n; minimum n: 2 each.  RCC_EDOM: n < 2, mean of old is 0, or with
 * RCC_RATIO_LOG a mean that is not positive. */
int rcc_ratio_interval(const struct rcc_mean *old, const struct rcc_mean *now,
		       enum rcc_ratio_method method, double level,
		       struct rcc_ratio *out);

/* "welch", "kj", "log"; the array ends with NULL. */
extern const char *const rcc_ratio_method_names[];
const char *rcc_ratio_method_name(enum rcc_ratio_method method);

/* ---- Comparing, with a threshold (TR 4.2, 8.3) ------------------------- */

enum rcc_verdict {
	RCC_VERDICT_FASTER,	   /* the interval lies below 1 - δ */
	RCC_VERDICT_SLOWER,	   /* above 1 + δ */
	RCC_VERDICT_NO_DIFFERENCE, /* inside: no difference larger than δ */
	RCC_VERDICT_UNDECIDED,	   /* else; never to be worded as "equal" */
};

/* δ >= 0.  An unbounded set is undecided. */
enum rcc_verdict rcc_verdict_of(const struct rcc_ratio *ratio, double delta);

/* "faster", "slower", "no difference larger than the threshold",
 * "undecided". */
const char *rcc_verdict_name(enum rcc_verdict verdict);

/* How many highest-level repetitions on each side would decide, if means and
 * variances stayed what they are: *n_each is the smallest n for which
 * rcc_verdict_of() decides.  RCC_EDOM and *n_each = 0 if none up to 10^9
 * does (the estimate sits on a threshold).  An estimate, not a promise. */
int rcc_verdict_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		     enum rcc_ratio_method method, double level, double delta,
		     size_t *n_each);

/* ---- What a comparison can see ----------------------------------------- */

/*
 * The relative difference of means that the `welch` interval of `level` tells
 * from none with probability `power` (0.5 < power < 1), if variances stay what
 * they are: (t(1 - α/2, df) + t(power, df)) sqrt(relative variances of the two
 * means), df by Welch–Satterthwaite.  The approximation of the noncentral t is
 * within 1 % of it from 10 layouts on.  Minimum n: 2 each, means not 0.
 */
int rcc_detectable(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double power, double *difference);

/*
 * How often halves of the same data differ: x[n] is split at random n_splits
 * times, and *n_alarms counts how often Welch's test at 1 - level tells the
 * halves apart.  About 1 - level of them if the test suits the data.
 * scratch: n doubles.  RCC_EDOM: n < 4, or not finite.
 */
int rcc_false_alarms(const double *x, size_t n, size_t n_splits, double level,
		     struct rcc_random *random, double *scratch,
		     size_t *n_alarms);

/* ---- What layout does (KJ13 8.2) --------------------------------------- */

enum rcc_layout_method {
	/* Layouts run more than once each: T² of the layout level. */
	RCC_LAYOUT_WITHIN,
	/* Layouts run once each: var(random) - var(fixed). */
	RCC_LAYOUT_TWO_ARMS,
};

/*
 * random	N layouts, the highest level of `random`; the level below it, if
 *		there is one, is executions (give it even where it is 1)
 * fixed	the original layout: N' executions, the highest level of `fixed`
 *
 * With V = S_n² of the random arm and W the variance that its layout means
 * would have if layout did nothing (two arms: S_n² of the fixed arm; within:
 * S_n² - T_n² of the random arm, that is S_(n-1)² / r_(n-1)):
 *
 * variance	the layout-induced variance, V - W, and its interval by the
 *		modified large-sample method (Ting et al. 1990; BG92 3.3),
 *		cut off at 0; estimate as it comes (may be negative).
 *		df is NaN.  For normal data; doc/STATISTICS.md tells what
 *		skewed and bimodal data do to it.
 * percent	100 sqrt(variance) / mean of the random arm, the same limits;
 *		0 where the variance is <= 0
 * ratio	V / W and its F interval: above 1 means layout was seen as
 *		noise; exact for normal data.  estimate and hi are infinite
 *		where W is 0.  df: of V.
 * ratio_p	the probability of a ratio of V / W or more if layout does nothing
 *		(F's upper tail, for normal data); 0 where W is 0 and V is not
 * share	of the variance of one execution in a new layout that is
 *		layout's: (V - W) / (V - W + m W), m the executions per layout
 *		(1 in two arms), from the limits of ratio, cut off at 0
 * shift	random / fixed of the means, Fieller with Welch: the systematic
 *		part
 * fixed_half_width, random_half_width
 *		half-widths of the means' intervals, relative to the means:
 *		what the original layout alone would have claimed, and what
 *		layout leaves of that.
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
	bool noise_seen; /* ratio.lo > 1 */
	bool shift_seen; /* shift is bounded and does not contain 1 */
};

/* Minimum: 2 layouts and 2 executions of the fixed arm; else RCC_EDOM.
 * `fixed` may be NULL where layouts are run more than once: what needs it is
 * NaN then.  RCC_EUNSUP: two arms whose executions have different numbers of
 * iterations, which would count as layout. */
int rcc_layout_effect(const struct rcc_levels *random,
		      const struct rcc_levels *fixed, double level,
		      struct rcc_layout_effect *out);

/*
 * Does a spread more than b?  Brown & Forsythe (JASA 69, 1974): Student's t of
 * the distances from each sample's own median (their one-way analysis of
 * variance has F = t²), one-sided.  A few values far off, which decide a ratio
 * of variances, raise the noise that t is measured by as well.
 *
 * ratio	mean distance from the median in a over that in b; infinite
 *		where b does not vary
 * t, df	positive where a spreads more; df = n_a + n_b - 2
 * p		of t or more, if they spread alike; 0 where all distances are
 *		the same in either sample and a's are larger
 *
 * scratch: as many doubles as the larger of the two has.  RCC_EDOM, all NaN:
 * fewer than 3 values in one (two are always as far from their median as each
 * other), not finite, or neither varies.
 */
struct rcc_spread {
	double ratio;
	double t, df, p;
};
int rcc_spread_compare(const double *a, size_t n_a, const double *b, size_t n_b,
		       double *scratch, struct rcc_spread *out);

/* The interval of γ = E s1 - E s2 for independent mean squares s1, s2 with
 * df1, df2 degrees of freedom (BG92 eq. 3.3.1 f.); not cut off. */
int rcc_layout_difference(double s1, double df1, double s2, double df2,
			  double level, struct rcc_interval *out);

/* ---- How many repetitions (KJ13 eq. 3; TR eq. 13, 14; TR 8.5) ---------- */

enum rcc_plan_rule {
	RCC_PLAN_FORMULA,	/* KJ13 eq. 3, rounded up */
	RCC_PLAN_TOP,		/* the highest level: see rcc_plan_top() */
	RCC_PLAN_LEVEL_REMOVED, /* the level was removed: 1 */
	RCC_PLAN_LEVEL_SINGLE,	/* it was not repeated: not known, 1 */
	RCC_PLAN_CAPPED,	/* the formula says more than the cap */
	/* The level above shows no variation of its own (T² <= 0, kept since
	 * it is the highest): as many as the cap. */
	RCC_PLAN_NOTHING_ABOVE,
};

struct rcc_plan_level {
	enum rcc_plan_rule rule;
	size_t r;	/* the advice */
	double optimum; /* before rounding; NaN where the formula says none */
	/* Interval for the optimum, from the F interval of the variance above
	 * to this level's; exact for level 1 with normal data, else with T²/S²
	 * of this level taken as known.  hi is infinite where the level above
	 * may have no variance.  A 3×3×3 pilot gives intervals wider than a
	 * factor of ten. */
	double lo, hi;
};

struct rcc_plan {
	size_t n_levels;
	struct rcc_plan_level level[RCC_STATS_MAX_LEVELS];
};

/* cost[i - 1]: what one more repetition at level i costs, without those
 * inside it (any unit): one iteration; getting a new execution to its first
 * useful iteration; a new layout.  Positive.  r_i = ceil(sqrt(c_(i+1) / c_i *
 * T_i² / T_(i+1)²)), at least 1, at most cap.
 * RCC_EDOM: a cost that is not positive, or variances undefined. */
int rcc_plan_repetitions(const struct rcc_levels *levels, const double *cost,
			 size_t cap, double level, struct rcc_plan *out);

/* r of the formula, before rounding: sqrt(c_above / c * t2 / t2_above). */
double rcc_plan_optimum(double cost, double cost_above, double t2,
			double t2_above);

/* The fewest highest-level repetitions for which the mean's interval has a
 * half-width of at most relative * |mean|; never below 5 (KJ13 tables 6, 7).
 * RCC_EDOM if more than 10^9 or undefined; *n is 0 then. */
int rcc_plan_top(const struct rcc_mean *mean, double relative, double level,
		 size_t *n);

/* With n highest-level repetitions instead: the relative half-width to
 * expect.  NaN if n < 2. */
double rcc_plan_half_width(const struct rcc_mean *mean, size_t n, double level);

/* S_n² of a balanced experiment with other counts: the sum over i of
 * T_i² / (r_i … r_(n-1)).  r[n_levels]; the highest count is not used. */
double rcc_plan_s2(const double *t2, const size_t *r, size_t n_levels);

/* For a time budget: *n = floor(budget / cost of one highest-level
 * repetition), *half_width what to expect from it (TR 8.5).  RCC_EDOM when
 * fewer than 2 fit; *n is still right. */
int rcc_plan_budget(const struct rcc_mean *mean, double budget,
		    double cost_each, double level, size_t *n,
		    double *half_width);

/* ---- Bootstrap (TR figures 1, 2; 7.2.1) -------------------------------- */

enum rcc_statistic {
	RCC_STATISTIC_MEAN,   /* unweighted mean of means, level by level */
	RCC_STATISTIC_MEDIAN, /* of all values */
	RCC_STATISTIC_MIN,
};

/* Which levels are drawn anew with replacement; the others are taken as they
 * are.  The names are those of three levels, the highest first. */
enum rcc_scheme {
	RCC_SCHEME_ALL,	    /* RRR: every level */
	RCC_SCHEME_UPPER,   /* RRN: every level but the lowest */
	RCC_SCHEME_HIGHEST, /* RNN: the highest */
	/* All values as if they were independent.  Covers 30 to 40 % where
	 * layouts differ: only to show that. */
	RCC_SCHEME_FLAT,
};

struct rcc_bootstrap_options {
	enum rcc_statistic statistic;
	enum rcc_scheme scheme;
	size_t n_replicates; /* 10,000 is usual; at least 100 */
	size_t n_threads;    /* 0 counts as 1 */
	double level;
};

/*
 * Intervals for the statistic of one system, or for the ratio of two.
 *
 * center	median of the replicates
 * percentile	quantiles of the replicates (the (B + 1) p-th, interpolated).
 *		Covers too little with few layouts: 77, 86, 91, 95 % at 3, 5,
 *		10, 30 (normal data), too much where lower levels dominate.
 * student	bootstrap-t over the highest level: quantiles of
 *		(θ* - θ) / se*, where se comes from S_n² (for a ratio by the
 *		delta method).  The best of the three with few layouts, about
 *		as good as Student's t.  Mean only; NaN for the others.
 * bca		bias-corrected and accelerated (Efron 1987), acceleration by
 *		the jackknife over the highest level, for two systems as in
 *		Davison & Hinkley, "Bootstrap Methods", eq. 5.23 with strata.
 *		Pays from 20 layouts on.  Ties at the estimate count half.  NaN
 *		where the jackknife would have to read more than 2e9 values.
 * few		fewer than 10 highest-level repetitions in a system: to be
 *		labelled so
 */
struct rcc_bootstrap {
	double estimate, center;
	struct rcc_interval percentile, student, bca;
	size_t n_replicates;
	bool few;
};

/* Bytes of scratch that rcc_bootstrap() needs; `now` may be NULL. */
size_t rcc_bootstrap_scratch(const struct rcc_sample *old,
			     const struct rcc_sample *now,
			     const struct rcc_bootstrap_options *options);

/*
 * now == NULL: the statistic of `old`; else of now over that of old, the two
 * resampled independently.  replicate[n_replicates] gets the replicates in the
 * order drawn (a suite needs them so); scratch as above, aligned as malloc()
 * aligns.
 *
 * One number is drawn from `random`; every block of replicates has a stream of
 * its own that follows from it, so the number of threads changes nothing, not
 * even the last bit.  A thread that cannot be started is done without.
 *
 * Indices are drawn by multiply-shift without rejection: no member's
 * probability is off by more than 2^-14 of itself.
 *
 * RCC_EDOM: values not finite, a highest level of fewer than 2, too few
 * replicates, old statistic 0 in a ratio.  A method that is undefined alone
 * (student for a median; bca when all replicates are equal) is NaN by itself.
 */
int rcc_bootstrap(const struct rcc_sample *old, const struct rcc_sample *now,
		  const struct rcc_bootstrap_options *options,
		  struct rcc_random *random, void *scratch, double *replicate,
		  struct rcc_bootstrap *out);

/*
 * What part of the percentile intervals of a mean, or of a ratio of means,
 * cover: for normal data with the variances and counts of these systems (`now`
 * may be NULL); those of BCa cover about as often.  An estimate, since the
 * variances are; with those known within half a point of what simulations count
 * (doc/STATISTICS.md), 1.5 points with three highest-level repetitions.  Below `level` with few highest-level repetitions, above it where
 * most of S_n² comes from lower levels that are drawn anew.  The formula stands
 * in stats/bootstrap_coverage.c.
 * NaN: a highest level of fewer than 2, no variance at all, or FLAT.
 */
double rcc_bootstrap_coverage(const struct rcc_levels *old,
			      const struct rcc_levels *now,
			      enum rcc_scheme scheme, double level);

/* "mean", "median", "min"; the array ends with NULL. */
extern const char *const rcc_statistic_names[];
const char *rcc_statistic_name(enum rcc_statistic statistic);
/* RCC_STATISTIC_MEDIAN or RCC_STATISTIC_MIN of n values, n > 0; reorders them
 * for the median, which is NaN if a value is not finite. */
double rcc_median_or_min(double *x, size_t n, enum rcc_statistic statistic);
/* "RRR", "RRN", "RNN", "FLAT"; the array ends with NULL. */
extern const char *const rcc_scheme_names[];
const char *rcc_scheme_name(enum rcc_scheme scheme);

/* The p-quantile of sorted data: the (n + 1) p-th value, interpolated (R's
 * type 6), not beyond the extremes. */
double rcc_quantile_sorted(const double *x, size_t n, double p);

/* ---- Suites ------------------------------------------------------------ */

/*
 * The smallest α at which rcc_verdict_of() the `welch` interval of level
 * 1 - α, its degrees of freedom those at the estimate, is not undecided: the
 * p-value of whatever verdict the data leans to.  Since an interval that
 * covers the true ratio never gives a false verdict, a false one has
 * probability at most α.  RCC_EDOM as rcc_ratio_interval().
 */
int rcc_verdict_p(const struct rcc_mean *old, const struct rcc_mean *now,
		  double delta, double *p);

/* Holm's step-down adjustment (Scandinavian J. of Statistics 1979):
 * adjusted[i] <= α for all true hypotheses together with probability 1 - α.
 * order: scratch of n.  NaN stays NaN and is not counted. */
void rcc_holm(const double *p, size_t n, double *adjusted, size_t *order);

/* Geometric mean of positive ratios, by logarithms (a plain product overflows
 * at 3 × 1e200).  NaN if n == 0 or one is not positive. */
double rcc_geometric_mean(const double *ratio, size_t n);

/*
 * The suite's geometric mean of ratios with its percentile interval from the
 * replicates that rcc_bootstrap() drew for each benchmark, independently:
 * replicate b of the suite is the geometric mean of the replicates b.
 * replicate[n_benchmarks][n_replicates]; scratch: n_replicates doubles.
 * Benchmarks are fixed, not a sample from others.  RCC_EDOM: a ratio or a
 * replicate that is not positive.
 */
int rcc_suite_bootstrap(const double *estimate, const double *const *replicate,
			size_t n_benchmarks, size_t n_replicates, double level,
			double *scratch, struct rcc_interval *out);

/* The same from the means, by the delta method on logarithms with
 * Welch–Satterthwaite degrees of freedom over all 2 n variances: for few
 * layouts, where the bootstrap covers too little. */
int rcc_suite_log(const struct rcc_mean *old, const struct rcc_mean *now,
		  size_t n_benchmarks, double level, struct rcc_interval *out);

/*
 * The ratios of several benchmarks: one verdict each, verdicts that hold for all
 * of them at once (Holm), and the geometric mean.
 */
struct rcc_suite_pair {
	/* Given by the caller: */
	const char *name; /* borrowed */
	struct rcc_sample old, now;
	struct rcc_mean old_mean, now_mean;
	int error; /* 0, or why there is no ratio; also computed */
	/* Computed, now over old; undefined if error is not 0: */
	struct rcc_ratio ratio;
	enum rcc_verdict verdict; /* from this benchmark's interval alone */
	double p;		  /* rcc_verdict_p() */
	double p_holm;
	/* The verdict at p_holm: the probability that any benchmark has a false
	 * one is at most 1 - level. */
	enum rcc_verdict joint;
};

struct rcc_suite_ratio_options {
	enum rcc_ratio_method method;
	double level;
	double delta;	     /* threshold of the verdicts */
	size_t n_replicates; /* of the bootstrap; 0: none */
	size_t n_threads;
	uint64_t seed;
};

struct rcc_suite_ratio {
	struct rcc_suite_pair *pair; /* the caller's */
	size_t n;
	/* Computed from the n_defined pairs without error: */
	size_t n_defined;
	/* The geometric mean's intervals: RRR percentile bootstrap, and
	 * rcc_suite_log().  Each is undefined if its error is not 0. */
	int bootstrap_error;
	struct rcc_interval bootstrap;
	int log_error;
	struct rcc_interval log;
	bool few; /* as in struct rcc_bootstrap, in any pair */
};

/* Bytes of scratch that rcc_suite_ratio_compute() needs. */
size_t rcc_suite_ratio_scratch(const struct rcc_suite_ratio *s,
			       const struct rcc_suite_ratio_options *options);
/* `scratch` is aligned as malloc() aligns. */
void rcc_suite_ratio_compute(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *options,
			     void *scratch);

/* ---- Is a run in steady state? (KJ13 6.1, 6.2) ------------------------- */

/*
 * Autocorrelations r_1 … r_max_lag of a series in time order (divisor n, as
 * R's acf): r_k = sum (x_t - m)(x_(t+k) - m) / sum (x_t - m)².  For a series
 * without dependence they lie within ±1.96 / sqrt(n) 19 times of 20.
 * RCC_EDOM: n < 2, max_lag >= n, constant, or not finite; all NaN then.
 */
int rcc_autocorrelation(const double *x, size_t n, size_t max_lag, double *r);
double rcc_autocorrelation_bound(size_t n, double level);

/* The same data in random order, to be plotted beside it: the eye needs to
 * see what independence looks like. */
void rcc_shuffled(const double *x, size_t n, struct rcc_random *random,
		  double *out);

/*
 * Ljung & Box (Biometrika 1978): Q = n (n + 2) sum r_k² / (n - k), chi-square
 * with `n_lags` degrees of freedom if independent.  A hint, not a decision:
 * a small p says that the series is not independent.
 */
int rcc_ljung_box(const double *r, size_t n, size_t n_lags, double *q,
		  double *p);

/*
 * Where the mean or the variance of a series changes: PELT (Killick, Fearnhead
 * & Eckley, JASA 2012) with the normal likelihood and the penalty 15 ln n of
 * Barrett et al., "Virtual Machine Warmup Blows Hot and Cold" (OOPSLA 2017).
 * Segments have at least 2 values.  A hint.
 *
 * begin[] gets the first index of each segment but the first, ascending;
 * room for n / 2.  scratch: rcc_changes_scratch(n) bytes.  Cost: linear in n
 * where changes are frequent, quadratic where there are none.
 * RCC_EDOM: n < 4 or not finite.
 */
size_t rcc_changes_scratch(size_t n);
int rcc_changes(const double *x, size_t n, double penalty, void *scratch,
		size_t *begin, size_t *n_begin);
double rcc_changes_penalty(size_t n);

/* A straight line through x over time t (least squares): what it gains from the
 * first time to the last, with Student's interval (df n - 2).  RCC_EDOM: n < 3,
 * not finite, or all at one time. */
int rcc_drift(const double *t, const double *x, size_t n, double level,
	      struct rcc_interval *out);

/* Whether the groups that values belong to (group[i] < n_groups) differ in
 * their means: the F test of a one-way analysis of variance.  RCC_EDOM: fewer
 * than two groups with values, or no more values than groups. */
int rcc_groups_differ(const double *x, const size_t *group, size_t n,
		      size_t n_groups, double *f, double *p);

/* ---- Very short or very noisy runs (Chen & Revels 2016) ---------------- */

/*
 * ν(t): how many executions to time together so that the timer's steps do
 * not matter, for an execution of t ns.
 *	ν(t) = floor(1 + (j - 1) / (1 + exp(a (t - b accuracy))))
 * with j = ceil(accuracy / precision).  CR16 asks for
 * 0.005 < a precision < 0.02 and 0.4 < b < 0.6; RCC_EDOM outside, or for
 * numbers that are not positive.
 */
struct rcc_timer {
	double accuracy_ns, precision_ns;
	double a, b;
};
/* a precision = 0.01, b = 0.5 */
struct rcc_timer rcc_timer_usual(double accuracy_ns, double precision_ns);
int rcc_minimum_executions(const struct rcc_timer *timer, double t_ns,
			   size_t *n);

/* t̂ = min over i of total[i - 1] / i, total[i - 1] the time of i executions
 * together, i = 1 … j; then n = ν(t̂). */
int rcc_minimum_tune(const struct rcc_timer *timer, const double *total_ns,
		     size_t j, double *t_ns, size_t *n);

/* ---- Simulation (TR 8.3, 8.4) ------------------------------------------ */

/* How the highest level's effects are distributed; lower levels are normal.
 * All have mean 0 and standard deviation 1 before scaling. */
enum rcc_shape {
	RCC_SHAPE_NORMAL,
	RCC_SHAPE_LOGNORMAL, /* exp of a standard normal */
	RCC_SHAPE_BIMODAL,   /* -0.5 four times of five, else 2 */
	RCC_SHAPE_HEAVY,     /* Student's t with 3 degrees of freedom */
};
/* "normal", "lognormal", "bimodal", "heavy"; the array ends with NULL. */
extern const char *const rcc_shape_names[];
const char *rcc_shape_name(enum rcc_shape shape);

/* A value is mean (1 + sum over levels of sd_i e_i), the effect e_i shared by
 * all below its unit; sd[] relative, lowest level first. */
struct rcc_model {
	size_t n_levels;
	double mean;
	double sd[RCC_STATS_MAX_LEVELS];
	enum rcc_shape shape;
};

/* A balanced sample with counts r[]; x in nested order. */
void rcc_model_draw(const struct rcc_model *model, const size_t *r,
		    struct rcc_random *random, double *x);

/* What is tried on every pair of samples. */
enum rcc_trial {
	RCC_TRIAL_MEAN,	 /* Student's interval for the mean */
	RCC_TRIAL_FLAT,	 /* the same over all values, as if independent */
	RCC_TRIAL_WELCH, /* ratio, by method */
	RCC_TRIAL_KJ,
	RCC_TRIAL_LOG,
	RCC_TRIAL_NORMAL,	   /* ratio: Fieller with normal quantiles */
	RCC_TRIAL_BOOT_PERCENTILE, /* RRR, mean of one system */
	RCC_TRIAL_BOOT_STUDENT,
	RCC_TRIAL_BOOT_BCA,
	RCC_TRIAL_BOOT_RATIO, /* RRR percentile */
	RCC_TRIAL_BOOT_RATIO_STUDENT,
	RCC_TRIAL_LAYOUT_VARIANCE,
	RCC_TRIAL_LAYOUT_RATIO,
	RCC_N_TRIALS
};
const char *rcc_trial_name(enum rcc_trial trial);

struct rcc_simulation {
	struct rcc_model model; /* of the old system */
	double ratio;		/* true; the new system's sds stay relative */
	size_t r[RCC_STATS_MAX_LEVELS];
	double level;
	double delta;	    /* of the verdict */
	size_t n_bootstrap; /* replicates; 0: no bootstrap */
};

struct rcc_simulated {
	size_t n;
	size_t covered[RCC_N_TRIALS];
	size_t undefined[RCC_N_TRIALS]; /* gave no interval; not covered */
	size_t unbounded;		/* Welch sets that were not bounded */
	size_t verdict[4];		/* by enum rcc_verdict, from Welch */
};

size_t rcc_simulate_scratch(const struct rcc_simulation *simulation);

/* n experiments of each system; where there are two levels or more also a
 * fixed arm: one layout, as many executions as the random arm has layouts.
 * RCC_EDOM for a simulation that makes no sense. */
int rcc_simulate(const struct rcc_simulation *simulation, size_t n,
		 struct rcc_random *random, void *scratch,
		 struct rcc_simulated *out);

/* Why layouts must be sampled: one layout per side, `runs` runs each, Welch's
 * test of the means at 1 - level.  Returns how many of n experiments raised a
 * false alarm.  scratch: 2 * runs doubles. */
size_t rcc_simulate_one_layout(double sd_layout, double sd_run, size_t runs,
			       double level, size_t n,
			       struct rcc_random *random, double *scratch);

/* Stopping when the mean's interval is narrow enough, first looking at
 * `fewest` layouts, then either after each (growth 0) or at growth times as
 * many (rcc_stopping_next()): how many of n experiments covered the mean.
 * sd: of one layout's mean, relative.  At most `most` layouts (scratch: as many
 * doubles). */
size_t rcc_simulate_stopping(double sd, enum rcc_shape shape, double half_width,
			     size_t fewest, size_t most, double growth,
			     double level, size_t n, struct rcc_random *random,
			     double *scratch);

/* ---- Stopping when precise enough -------------------------------------- */

/* Stopping at an interval that happens to look narrow costs coverage: nominal
 * 95 % cover 93.5 % at worst (normal data, ten layouts first, then half as many
 * again at each look).  So at least this many, few looks that are set before,
 * and intervals of a higher level. */
#define RCC_STOPPING_FEWEST 10
#define RCC_STOPPING_GROWTH 1.5

/* How many layouts the look after that at n has: ceil(growth n), but n + 1 at
 * least. */
size_t rcc_stopping_next(size_t n, double growth);

/*
 * The level at which intervals are to be computed, when looking and at the end,
 * so that they cover at `level` after looks from RCC_STOPPING_FEWEST on in steps
 * of RCC_STOPPING_GROWTH: 1 - 0.7 (1 - level).  Simulated for 95 %: then 95.2 %
 * at worst over all spreads (100,000 experiments each, up to 1000 layouts);
 * 0.75 gives 94.9 %.  For normal data: no level helps much where a few layouts
 * are far slower than the rest (lognormal: 78 %), as those may not have been
 * drawn yet.
 */
double rcc_stopping_level(double level);

#endif
