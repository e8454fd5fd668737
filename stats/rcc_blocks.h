/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statistics of runs in blocks and rounds.  rcc_stats.h has the conventions
 * on units, errors, undefined results (NaN) and scratch space.
 *
 * A block is a group of runs that are compared with each other and were made in
 * succession.  A round runs every layout once.  There are N layouts and m
 * rounds.  The log ratio of layout i in round r is
 *	D_ir = ln R_ir - ln F_ir
 *	R_ir	the time of the layout's run
 *	F_ir	the time of the original layout's run in the same block
 * Arrays hold D layout by layout: d[i * m + r].  If one of a layout's blocks is
 * incomplete, the layout is not in the array.
 *
 * The shift is the mean of D over all layouts and rounds.  It says how much
 * slower random layouts are on average than the original layout, in ln.
 */
#ifndef RCC_STATS_RCC_BLOCKS_H
#define RCC_STATS_RCC_BLOCKS_H

#include <stddef.h>

#include "stats/rcc_stats.h"

/* ---- Variances of data that is not normal ------------------------------ */

/*
 * Compute the degrees of freedom for a chi-square interval of the variance of
 * the n values x_i.  For normal values they are n - 1.  Heavy tails reduce them
 * (Bonett, Computational Statistics & Data Analysis 50, 2006; Shoemaker,
 * American Statistician 57, 2003).  *df is set to
 *	max(1, min(n - 1, 2 (n - 1) / (κ - (n - 3) / n)))
 *	κ	the kurtosis: n sum (x_i - m)⁴ / (sum (x_i - mean)²)²
 *	mean	the mean of all x_i
 *	m	the mean after the fraction 1 / (2 sqrt(n - 4)) of the values is
 *		removed in each tail
 *
 * With these degrees of freedom, intervals of rcc_layout_difference() cover too
 * rarely if a few layouts are far slower than the others.  doc/STATISTICS.md has
 * the counts.
 *
 * `scratch` must hold n doubles.  Returns RCC_EDOM and sets *df to NaN if
 * n < 5, or if the values are constant or not finite.
 */
int rcc_kurtosis_df(const double *x, size_t n, double *scratch, double *df);

/*
 * The variance of D that is due to layout, from two or more rounds.  The values
 * D_ir of layout i over the m rounds have a mean and a variance s_i² (divisor
 * m - 1).
 *
 * v	the variance of the N layouts' means (divisor N - 1)
 * w	the part of v that is due to noise within layouts:
 *		sum s_i² / (m N)
 *	With two rounds, this is sum (D_i1 - D_i2)² / (4 N)
 * v_df	the degrees of freedom of v: rcc_kurtosis_df() of the layouts' means.
 *	N - 1 if these means are equal
 * w_df	the degrees of freedom of w:
 *		max(1, min(N (m - 1), 2 N / (κ - (N - 3) / N)))
 *		κ = N sum s_i⁴ / (sum s_i²)²
 *	With two rounds, κ is the kurtosis, about 0, of D_i1 - D_i2.  If all
 *	s_i² are 0, w_df is N (m - 1)
 * variance
 *	T² = v - w, with the interval of rcc_layout_variance().  T² estimates
 *	the variance of ln R between layouts, so T is the relative standard
 *	deviation due to layout.  T² is unbiased, and may be negative.
 *	variance.df is NaN
 *
 * The rounds must be independent.  `scratch` must hold 2 N doubles.  Returns
 * RCC_EDOM if there are fewer than 5 layouts or 2 rounds.
 */
struct rcc_rounds_effect {
	double v, v_df, w, w_df;
	struct rcc_interval variance;
};
int rcc_rounds_effect(const double *d, size_t n_layouts, size_t n_rounds,
		      double level, double *scratch,
		      struct rcc_rounds_effect *out);

/* ---- Randomisation tests ----------------------------------------------- */

/*
 * Two randomisation tests: of the shift, and of differences between layouts.
 * Both use that the order of the runs was random.  So they are exact for any
 * distribution of the run times: if the null hypothesis is true, the
 * probability that p <= α is at most α.
 *
 * Runs may have been repeated because of their results.  The tests then need
 * the results from before the repetition.
 *
 * The p-value is
 *	(1 + k) / (n_draws + 1)
 * A draw is a random arrangement of the data.  k is the number of draws whose
 * statistic is at least as extreme as the observed statistic.  The usual
 * n_draws is 9,999.  The same state of `random` gives the same p.
 */

/*
 * Test whether the random layouts are on average slower or faster than the
 * original layout.  d[i] is the mean of D_ir of layout i over the rounds.
 *
 * Under the null hypothesis, the times R and F of a block can be exchanged.
 * Each d[i] is then equally likely to be positive or negative.  A draw gives
 * each d[i] a random sign.  The statistic is |sum d[i]|.
 *
 * There are 2^n sets of signs.  If 2^n <= n_draws + 1, p is computed from all
 * of them, and `random` is not used.  p is then at least 2^(1 - n), so p <= 5 %
 * needs 6 layouts.
 *
 * Returns RCC_EDOM if n or n_draws is 0, or if a value is not finite.
 */
int rcc_shift_test(const double *d, size_t n, size_t n_draws,
		   struct rcc_random *random, double *p);

/*
 * Test whether layouts differ in speed.  The order of each round is random.
 * Under the null hypothesis, a layout's result in one round is therefore
 * independent of its results in other rounds.
 *
 * The statistic, *correlation, is Spearman's rank correlation of D in two
 * rounds, with mean ranks for ties.  With more rounds, it is the mean of the
 * correlations of all pairs of rounds.  A draw permutes the layouts of each
 * round except the first.  The test is one-sided: only large correlations
 * count.
 *
 * d is as for rcc_rounds_effect().  `scratch` must hold n_layouts * n_rounds
 * doubles.  Returns RCC_EDOM in any of these cases:
 *  - there are fewer than 3 layouts or 2 rounds
 *  - n_draws is 0
 *  - a value is not finite
 *  - all values of a round are equal
 */
int rcc_layouts_test(const double *d, size_t n_layouts, size_t n_rounds,
		     size_t n_draws, struct rcc_random *random, double *scratch,
		     double *correlation, double *p);

/* ---- Simulation -------------------------------------------------------- */

/*
 * The noise that a simulation adds to ln of the run times.  Every kind adds an
 * independent normal value to each run.  All kinds but NORMAL also add a second
 * noise, which is as strong as on a virtual machine whose speed changed by 0.36
 * (in ln) every twelve runs.
 */
enum rcc_noise_kind {
	RCC_NOISE_NORMAL,
	/* One run in ten is slower by an exponential variable with mean
	 * 0.36. */
	RCC_NOISE_SPIKES,
	/* First-order autoregression with coefficient 0.95 and standard
	 * deviation 0.18. */
	RCC_NOISE_AR,
	/* Two speeds, 0.36 apart, and a random walk with steps of 0.006 per
	 * run.  The speed changes during one run in twelve, at a random moment
	 * of the run. */
	RCC_NOISE_REGIMES,
};
/* The names of enum rcc_noise_kind: "normal", "spikes", "ar", "regimes",
 * NULL. */
extern const char *const rcc_noise_names[];

/*
 * A simulated study.  Each block has a run of a random layout and a run of the
 * original layout, in random order.  Each round has the layouts in random
 * order.
 */
struct rcc_block_simulation {
	size_t n_layouts, n_rounds;
	/* Whether the second round is made only if the first one was not calm
	 * (rcc_calm_judge()).  n_rounds must be 2. */
	bool is_auto;
	/* true geometric mean of the ratios of times, random / original */
	double ratio;
	double layout_sd; /* sd of the layouts' effects on ln of the time */
	enum rcc_shape shape;
	enum rcc_noise_kind noise;
	/* the sd of the normal value that every kind of noise adds */
	double run_sd;
	double level;
	/* threshold δ of the verdict on the shift (rcc_claim_of()) */
	double delta;
	/* Whether a layout's blocks are run again if rcc_repeat_is_wanted()
	 * says so, in up to three passes over the layouts. */
	bool repeats;
	/* Whether each block compares a random layout with a layout of another
	 * system, instead of the original layout.  The effects of both systems'
	 * layouts have the same distribution.  The counts for layout variances
	 * and for claims that layouts differ then mean nothing. */
	bool has_two_systems;
	/* With two systems: whether both layouts of a block have the same seed,
	 * and which share of the variance of the layouts' effects is then common
	 * to both, 0 to 1.  The report's ratio then always comes from blocks. */
	bool has_common_layouts;
	double common_share;
	/* The value that represents the runs of a layout in a report.  If it is a
	 * median or minimum, the report ignores blocks (harness/findings/blocks.h).
	 * It then needs n_rounds > 1 and not is_auto. */
	enum rcc_statistic statistic;
	/* With one system: whether the place of the original layout is counted. */
	bool has_position;
};

/* The intervals that rcc_simulate_blocks() computes for every simulated
 * study. */
enum rcc_block_trial {
	RCC_BLOCK_TRIAL_SHIFT, /* Student's t of the layouts' means of D */
	RCC_BLOCK_TRIAL_SHIFT_HODGES_LEHMANN,
	RCC_BLOCK_TRIAL_SHIFT_UNPAIRED, /* Welch's t, ignoring blocks */
	/* SHIFT or SHIFT_UNPAIRED, as a report of the study would choose.  The
	 * choice is SHIFT if rcc_block_correlation() is significant, if a
	 * second round was added, or if blocks were run again. */
	RCC_BLOCK_TRIAL_SHIFT_CHOSEN,
	RCC_BLOCK_TRIAL_LAYOUT_VARIANCE, /* from rcc_rounds_effect() */
	RCC_BLOCK_TRIAL_LAYOUT_UNPAIRED, /* from rcc_layout_effect() */
	/* LAYOUT_VARIANCE or LAYOUT_UNPAIRED, as a report of the study would
	 * choose.  With one round, LAYOUT_VARIANCE is only an upper limit and
	 * includes noise. */
	RCC_BLOCK_TRIAL_LAYOUT_CHOSEN,
	/* Layout's share of the variance, from rcc_layout_effect().  The true
	 * share is known only for RCC_NOISE_NORMAL. */
	RCC_BLOCK_TRIAL_SHARE,
	RCC_N_BLOCK_TRIALS
};
const char *rcc_block_trial_name(enum rcc_block_trial trial);

/* The counts that rcc_simulate_blocks() made in n studies. */
struct rcc_block_simulated {
	size_t n;
	/* Number of intervals that contain the true value. */
	size_t covered[RCC_N_BLOCK_TRIALS];
	/* Number of undefined intervals; `covered` leaves them out. */
	size_t undefined[RCC_N_BLOCK_TRIALS];
	/* For each interval of the shift, the sum of its half-widths in ln. */
	double half_width[RCC_N_BLOCK_TRIALS];
	/* The number of studies in which rcc_shift_test() rejects at 1 - level,
	 * and the number in which rcc_layouts_test() does.  Each test has 199
	 * draws. */
	size_t shift_seen, layouts_seen;
	/* The numbers of studies in which the test of layouts rejects, and in
	 * which at least one of the two tests rejects.  As in reports, Holm's
	 * method first adjusts two p-values: the p-value of the shift, and
	 * twice the one-sided p-value of the layouts. */
	size_t joint_layouts_seen, any_seen;
	/* Numbers of studies by what their report claims: differences between
	 * layouts, a shift, or at least one of the two.  If the report uses the
	 * log ratios within blocks, the p-values are those of `any_seen`.
	 * Otherwise they are those of rcc_variation_p() and rcc_difference_p(),
	 * also adjusted by Holm's method. */
	size_t layouts_claimed, shift_claimed, any_claimed;
	/* Number of studies with each enum rcc_verdict.  The verdict is from
	 * the interval RCC_BLOCK_TRIAL_SHIFT_CHOSEN. */
	size_t verdict[4];
	size_t n_second; /* number of studies with a second round */
	/* sum over studies of the number of layouts whose blocks were run
	 * again */
	size_t n_repeated;
	/* With has_position: where the original layout stands among the random ones
	 * (rcc_position_of()), as a report says it.  These are sums over the
	 * studies of the error of the percentile, of the squared error, and of the
	 * error of z; and the number of studies in which z is not known. */
	double percentile_error, percentile_error2, z_error;
	size_t n_without_z;
	/* The true percentile and the true z.  The percentile has a standard error
	 * of 0.05 points at most. */
	double true_percentile, true_z;
};

/* Return the number of bytes of scratch that rcc_simulate_blocks() needs. */
size_t rcc_simulate_blocks_scratch(const struct rcc_block_simulation *s);
/* Simulate n studies.  Returns RCC_EDOM if the simulation is not valid. */
int rcc_simulate_blocks(const struct rcc_block_simulation *simulation, size_t n,
			struct rcc_random *random, void *scratch,
			struct rcc_block_simulated *out);

/* When a study stops that adds layouts until its interval is narrow enough. */
struct rcc_stopping_rule {
	double half_width; /* narrow enough: at most this */
	size_t fewest;	   /* number of layouts at the first interim analysis */
	size_t most;	   /* number of layouts at which it stops in any case */
	/* Number of layouts at an interim analysis / number at the one before
	 * (rcc_stopping_next()).  0: an analysis after each layout. */
	double growth;
	double level; /* confidence level of the interval */
};

/*
 * Simulate n studies in blocks, one round of each layout, that stop when the
 * interval of the shift is narrow enough.  The half-width is in ln.  The true
 * shift is 0.  Only the shape, the standard deviations and the noise of *study
 * are used.
 *
 * Returns the number of studies whose interval covers 0.  `scratch` must hold
 * rule->most doubles.
 */
size_t rcc_simulate_stopping_blocks(const struct rcc_block_simulation *study,
				    const struct rcc_stopping_rule *rule,
				    size_t n, struct rcc_random *random,
				    double *scratch);

#endif
