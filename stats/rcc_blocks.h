/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statistics of runs in blocks and rounds.  rcc_stats.h has the
 * conventions: units, errors, NaN for what is undefined, scratch space from the
 * caller.
 *
 * A block is a group of runs that are compared with each other and were made in
 * succession.  A round runs every layout once.  There are N layouts and m
 * rounds.  The log ratio of layout i in round r is
 *	D_ir = ln R_ir - ln F_ir
 * where R is the time of its run and F is the time of the run of the original
 * layout in the same block.  Arrays hold D layout by layout: d[i * m + r].  A
 * layout whose block is incomplete in any round is not in the array.
 */
#ifndef RCC_STATS_RCC_BLOCKS_H
#define RCC_STATS_RCC_BLOCKS_H

#include <stddef.h>

#include "stats/rcc_stats.h"

/* ---- Variances of data that is not normal ------------------------------ */

/*
 * Compute the degrees of freedom for a chi-square interval of the variance of n
 * values.  They are fewer if the distribution of the values has heavy tails
 * (Bonett, Computational Statistics & Data Analysis 50, 2006; Shoemaker,
 * American Statistician 57, 2003):
 *	df* = max(1, min(df, 2 df / (κ - (n - 3) / n))),  df = n - 1
 *	κ = n sum (x - m)⁴ / (sum (x - mean)²)²
 * where m is the mean trimmed by 1 / (2 sqrt(n - 4)) in each tail.  With these
 * df, n = 30 and nominal 95 %, the coverage of rcc_layout_difference()'s
 * interval is 95 % for normal values, gamma(2) 90, lognormal(0.5) 87,
 * lognormal(1) 71, bimodal 99, and normal with outliers 92 %.
 *
 * Minimum n: 5.  RCC_EDOM and NaN: n < 5, constant, or not finite.
 * scratch: n doubles.
 */
int rcc_kurtosis_df(const double *x, size_t n, double *scratch, double *df);

/*
 * The variance due to layout, from two or more rounds.
 *
 * v	the variance of the layouts' means over their rounds, divisor N - 1
 * w	the variance that the noise within layouts gives such a mean:
 *	sum s_i² / (m N), with s_i² the variance of layout i over its rounds
 *	(two rounds: sum (D_i1 - D_i2)² / (4 N))
 * v_df	rcc_kurtosis_df() of the means; N - 1 if they are constant
 * w_df	degrees of freedom of w, from the spread of the s_i²: max(1, min(N
 *	(m - 1), 2 N / (κ - (N - 3) / N))) with κ = N sum s_i⁴ / (sum s_i²)²;
 *	with two rounds this is κ of the differences D_i1 - D_i2 about 0.  N
 *	(m - 1) if all s_i² are 0.
 * variance
 *	T² = v - w, an unbiased estimate (may be negative), with the interval
 *	of rcc_layout_variance().  It is the variance of ln R: its root is the
 *	relative standard deviation.  df is NaN.
 *
 * The rounds must be independent.  RCC_EDOM: fewer than 5 layouts or 2 rounds.
 * scratch: 2 n doubles.
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
 * Both tests are exact because the order of the runs was random, whatever the
 * distribution of their times: if the null hypothesis is true, p <= α has
 * probability at most α.  The tests are for the data before any run was
 * repeated because of its result.  The p-value is (1 + k) / (n_draws + 1),
 * where k is the number of random arrangements whose statistic is at least as
 * extreme as the observed one; 9,999 draws are usual.  The same state of
 * `random` gives the same p.
 */

/*
 * Test whether the random layouts are on average slower or faster than the
 * original one.  Under the null hypothesis R and F are exchangeable in each
 * block, so each layout's mean d[i] is positive or negative with the same
 * probability.  Statistic: |sum d_i|.  If there are at most n_draws + 1 sets of
 * signs, all are enumerated, p is exact and `random` is not used.  The smallest
 * p is 2^(1 - n), so 6 layouts are needed for 5 %.
 * RCC_EDOM: n or n_draws is 0, or a value is not finite.
 */
int rcc_shift_test(const double *d, size_t n, size_t n_draws,
		   struct rcc_random *random, double *p);

/*
 * Test whether layouts differ.  Under the null hypothesis a layout's result in
 * one round is independent of its results in other rounds, since the order of
 * each round is random.  Statistic: Spearman's rank correlation of two rounds,
 * with mean ranks for ties; with more rounds, the mean of the pairwise
 * correlations.  The labels of all rounds but the first are permuted
 * independently.  One-sided: large correlations count.  d as for
 * rcc_rounds_effect(); scratch: n_layouts * n_rounds doubles.
 * RCC_EDOM: fewer than 3 layouts or 2 rounds, n_draws is 0, a value is not
 * finite, or all values of a round are equal.
 */
int rcc_layouts_test(const double *d, size_t n_layouts, size_t n_rounds,
		     size_t n_draws, struct rcc_random *random, double *scratch,
		     double *correlation, double *p);

/* ---- Simulation -------------------------------------------------------- */

/*
 * The noise of consecutive runs, as an addition to ln of the time.  Every kind
 * adds an independent normal value to each run.  The kinds other than NORMAL
 * are calibrated to a virtual machine whose speed changed by 0.36 every twelve
 * runs.
 */
enum rcc_noise_kind {
	RCC_NOISE_NORMAL,
	/* One run in ten is slower, by an exponential variable of mean 0.36. */
	RCC_NOISE_SPIKES,
	/* First-order autoregression with coefficient 0.95 and standard
	 * deviation 0.18. */
	RCC_NOISE_AR,
	/* Two speeds 0.36 apart, and a random walk with steps of 0.006 per run.
	 * The speed changes during one run in twelve, at a random moment of
	 * that run. */
	RCC_NOISE_REGIMES,
};
/* The names of noise kinds: "normal", "spikes", "ar", "regimes".  The array
 * ends with NULL. */
extern const char *const rcc_noise_names[];

/*
 * A simulated study.  Each block has two runs in random order: a random
 * layout's and the original layout's.  Each round has the layouts in random
 * order.
 */
struct rcc_block_simulation {
	size_t n_layouts, n_rounds;
	/* Whether the second round (n_rounds is 2) is made only if
	 * rcc_calm_judge() finds that the first one was not calm. */
	bool is_auto;
	double ratio;	  /* the true geometric mean of random / original */
	double layout_sd; /* the sd of ln of the layouts' effects */
	enum rcc_shape shape;
	enum rcc_noise_kind noise;
	double run_sd; /* the sd of the normal part of the noise */
	double level;
	double delta; /* threshold of the claim about the shift */
	/* Whether blocks of layouts whose range is beyond rcc_repeat_limit()
	 * are run again, in up to three passes. */
	bool repeats;
	/* Whether the other side of each block is a layout of another system
	 * instead of the original layout.  Its effects are drawn like those of
	 * the first.  Nothing is then counted of the layouts' variance, and of
	 * the claims that layouts differ. */
	bool has_two_systems;
};

/* The intervals computed for every simulated study. */
enum rcc_block_trial {
	RCC_BLOCK_TRIAL_SHIFT, /* Student's t from the layouts' mean D */
	RCC_BLOCK_TRIAL_SHIFT_HODGES_LEHMANN,
	RCC_BLOCK_TRIAL_SHIFT_UNPAIRED, /* Welch's t, ignoring blocks */
	/* SHIFT or SHIFT_UNPAIRED, whichever a report would give: SHIFT if
	 * rcc_block_correlation() is significant, a second round was added, or
	 * blocks were run again. */
	RCC_BLOCK_TRIAL_SHIFT_CHOSEN,
	RCC_BLOCK_TRIAL_LAYOUT_VARIANCE, /* from rcc_rounds_effect() */
	RCC_BLOCK_TRIAL_LAYOUT_UNPAIRED, /* from rcc_layout_effect() */
	/* LAYOUT_VARIANCE or LAYOUT_UNPAIRED, whichever a report would give.
	 * It is only an upper limit, with noise, if there is one round. */
	RCC_BLOCK_TRIAL_LAYOUT_CHOSEN,
	/* Layout's share of the variance, from rcc_layout_effect().  The true
	 * share is known for RCC_NOISE_NORMAL only. */
	RCC_BLOCK_TRIAL_SHARE,
	RCC_N_BLOCK_TRIALS
};
const char *rcc_block_trial_name(enum rcc_block_trial trial);

struct rcc_block_simulated {
	size_t n;
	size_t covered[RCC_N_BLOCK_TRIALS];
	size_t undefined
		[RCC_N_BLOCK_TRIALS]; /* no interval: not in `covered` */
	/* For each interval of the shift, the sum of its half-widths, in ln. */
	double half_width[RCC_N_BLOCK_TRIALS];
	/* Studies in which rcc_shift_test() or rcc_layouts_test() rejects at
	 * 1 - level, from 199 draws each. */
	size_t shift_seen, layouts_seen;
	/* The number of studies that claim that layouts differ, and the number
	 * that claim this or a shift.  Both questions are tested together, as
	 * in reports: by Holm's adjustment of two p-values, that of the shift
	 * and twice the one-sided one of the layouts. */
	size_t joint_layouts_seen, any_seen;
	/* The numbers of studies whose report claims that layouts differ, that
	 * there is a shift, and either of these.  If the report uses blocks,
	 * the tests are those above; else they are rcc_variation_p() and
	 * rcc_difference_p().  Both have Holm's adjustment. */
	size_t layouts_claimed, shift_claimed, any_claimed;
	/* Studies per enum rcc_verdict, by the interval of the shift that a
	 * report chooses. */
	size_t verdict[4];
	size_t n_second;   /* if is_auto, studies with a second round */
	size_t n_repeated; /* layouts run again, over all studies */
};

/* Return the bytes of scratch that rcc_simulate_blocks() needs. */
size_t rcc_simulate_blocks_scratch(const struct rcc_block_simulation *s);
/* Simulate n studies.  RCC_EDOM: the simulation is not valid. */
int rcc_simulate_blocks(const struct rcc_block_simulation *simulation, size_t n,
			struct rcc_random *random, void *scratch,
			struct rcc_block_simulated *out);

#endif
