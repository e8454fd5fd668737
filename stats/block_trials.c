/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Analyses of simulated studies in blocks.  They count how often intervals cover
 * the true value, and how often tests and claims find a difference.
 */
#include "stats/rcc_blocks.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/block_study.h"
#include "stats/draw.h"
#include "stats/rcc_claims.h"

/* The number of random arrangements that each randomization test draws. */
#define N_DRAWS 199
/* The number of layouts from which the original layout's true percentile is
 * computed. */
#define N_TRUE_LAYOUTS 1000000

const char *rcc_block_trial_name(enum rcc_block_trial trial)
{
	static const char *const name[RCC_N_BLOCK_TRIALS] = {
		"shift: blocks, t",	   "shift: blocks, Hodges-Lehmann",
		"shift: unpaired, welch",  "shift: chosen, as reported",
		"layout variance: rounds", "layout variance: unpaired",
		"layout variance: chosen", "share of the variance: unpaired",
	};

	return name[trial];
}

/* A simulated study, and the results of its analyses. */
struct trials {
	struct rcc_block_study study;
	struct rcc_block_simulated *out;
	double *tails; /* scratch of rcc_layout_tails(), rcc_spread_compare() */
	/* Number of values of each layout that are analysed as if runs were not
	 * in blocks: n_rounds, or 1 for the layout's median or minimum. */
	size_t n_values;
	/* Interval of the shift in ln, computed as if runs were not in
	 * blocks. */
	struct rcc_interval unpaired;
	/* Interval of the layout variance, computed as if runs were not in
	 * blocks. */
	struct rcc_interval arms;
	/* Whether a report would use D, the log ratios within blocks. */
	bool by_blocks;
	/* Two-sided p-values: [0] of a shift, [1] of differences between
	 * layouts.  p_blocks are from the randomization tests of D, p_unpaired
	 * from tests that ignore blocks. */
	double p_blocks[2];
	double p_unpaired[2];
	enum rcc_verdict unpaired_verdict;
};

static void count(struct trials *y, enum rcc_block_trial trial,
		  const struct rcc_interval *interval, double truth)
{
	const bool is_defined = !isnan(interval->lo) && !isnan(interval->hi);

	y->out->undefined[trial] += !is_defined;
	if (!is_defined)
		return;
	y->out->covered[trial] +=
		interval->lo <= truth && truth <= interval->hi;
	y->out->half_width[trial] += (interval->hi - interval->lo) / 2;
}

/* Return the larger of p and the p-value of rcc_skewed_p(), as a report
 * does. */
static double skewed_p(double p, const double *a, size_t n_a, const double *b,
		       size_t n_b)
{
	double skewed;

	return rcc_skewed_p(a, n_a, b, n_b, &skewed) == 0 ? fmax(p, skewed) : p;
}

/* Make both randomization tests, and count whether they reject. */
static void try_tests(struct trials *y)
{
	const struct rcc_block_simulation *s = y->study.simulation;
	const double alpha = 1 - s->level;
	double correlation;
	double shift;
	double layouts;
	double *p = y->p_blocks;
	double adjusted[2];
	size_t order[2];

	p[0] = p[1] = NAN;
	if (rcc_shift_test(y->study.mean, s->n_layouts, N_DRAWS,
			   y->study.machine.random, &shift) == 0) {
		y->out->shift_seen += shift <= alpha;
		p[0] = skewed_p(shift, y->study.mean, s->n_layouts, NULL, 0);
	}
	if (y->study.n_rounds > 1 &&
	    rcc_layouts_test(y->study.d, s->n_layouts, y->study.n_rounds,
			     N_DRAWS, y->study.machine.random, y->study.copy,
			     &correlation, &layouts) == 0) {
		y->out->layouts_seen += layouts <= alpha;
		p[1] = fmin(2 * layouts, 1);
	}
	rcc_holm(p, 2, adjusted, order);
	y->out->joint_layouts_seen += adjusted[1] <= alpha;
	y->out->any_seen += adjusted[0] <= alpha || adjusted[1] <= alpha;
}

/* Count whether the intervals of the shift, in ln, cover its true value.  Also
 * count the verdict that a report would give on the ratio. */
static void try_shift(struct trials *y)
{
	const struct rcc_block_simulation *s = y->study.simulation;
	const double truth = log(s->ratio);
	const struct rcc_sample sample =
		rcc_sample_1(y->study.mean, s->n_layouts);
	struct rcc_claim_limits limits;
	struct rcc_interval interval;
	struct rcc_levels levels;
	enum rcc_verdict verdict;
	struct rcc_mean mean;

	rcc_levels_compute(&sample, &levels);
	mean = rcc_mean_of(&levels);
	rcc_interval_mean(&mean, s->level, &interval);
	count(y, RCC_BLOCK_TRIAL_SHIFT, &interval, truth);
	count(y, RCC_BLOCK_TRIAL_SHIFT_CHOSEN,
	      y->by_blocks ? &interval : &y->unpaired, truth);
	limits.lo = exp(interval.lo);
	limits.hi = exp(interval.hi);
	rcc_interval_mean(&mean, 2 * s->level - 1, &interval);
	limits.inner_lo = exp(interval.lo);
	limits.inner_hi = exp(interval.hi);
	verdict = rcc_claim_of(&limits, s->delta);
	y->out->verdict[y->by_blocks ? verdict : y->unpaired_verdict]++;
	rcc_hodges_lehmann(y->study.mean, s->n_layouts, s->level, y->study.copy,
			   &interval);
	count(y, RCC_BLOCK_TRIAL_SHIFT_HODGES_LEHMANN, &interval, truth);
}

/* Determine y->by_blocks: whether a report would use the ratios within
 * blocks. */
static void choose(struct trials *y)
{
	const bool is_mean =
		y->study.simulation->statistic == RCC_STATISTIC_MEAN;
	const size_t n = y->study.simulation->n_layouts * y->study.n_rounds;
	struct rcc_block_correlation correlation;
	double scratch[2];

	for (size_t i = 0; i < n; i++) {
		y->study.copy[2 * i] = y->study.fixed[i];
		y->study.copy[2 * i + 1] = y->study.random[i];
	}
	rcc_block_correlation(y->study.copy, n, 2, scratch, &correlation);
	y->by_blocks =
		is_mean &&
		(correlation.is_seen ||
		 y->study.simulation->has_common_layouts ||
		 (y->study.simulation->is_auto && y->study.n_rounds > 1));
}

/* Return the p-value of the claim that layouts differ, computed as if runs were
 * not in blocks.  `now` and `old` have the times of random layouts and of the
 * original. */
static double variation_p(struct trials *y, const double *now,
			  const double *old,
			  const struct rcc_layout_effect *effect)
{
	const size_t n = y->study.simulation->n_layouts;
	struct rcc_spread spread = {NAN, NAN, NAN, NAN};

	/* After an error, spread is NaN, so nothing is claimed. */
	if (effect->method == RCC_LAYOUT_TWO_ARMS)
		rcc_spread_compare(now, n, old, n, y->tails, &spread);
	return rcc_variation_p(effect, &spread, false);
}

/* Test the shift by rcc_skewed_p().  The test uses the mean of each layout's
 * values in y->study.copy.  Set y->p_unpaired[0] to the p-value of this test if that is
 * larger. */
static void test_skewed(struct trials *y)
{
	const size_t n = y->study.simulation->n_layouts;
	const size_t m = y->n_values;
	double *mean = y->tails;

	for (size_t i = 0; i < 2 * n; i++) {
		mean[i] = 0;
		for (size_t r = 0; r < m; r++)
			mean[i] += y->study.copy[i * m + r] / (double)m;
	}
	y->p_unpaired[0] = skewed_p(y->p_unpaired[0], mean + n, n, mean, n);
}

/* Compute the verdict and the p-values of a report that ignores blocks.
 * layouts_p is the one-sided p-value of variation_p(). */
static void test_unpaired(struct trials *y, const struct rcc_levels *random,
			  const struct rcc_levels *fixed, double layouts_p)
{
	const struct rcc_mean old = rcc_mean_of(fixed);
	const struct rcc_mean now = rcc_mean_of(random);
	struct rcc_claim claim;

	/* After an error, the verdict is "undecided". */
	rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, y->study.simulation->level,
			y->study.simulation->delta, &claim);
	y->unpaired_verdict = claim.verdict;
	if (rcc_difference_p(&old, &now, &y->p_unpaired[0]) != 0)
		y->p_unpaired[0] = NAN;
	else
		test_skewed(y);
	y->p_unpaired[1] = isnan(layouts_p) ? NAN : fmin(2 * layouts_p, 1);
}

static double true_layout_variance(const struct rcc_block_simulation *s)
{
	return s->shape == RCC_SHAPE_NONE ? 0 : s->layout_sd * s->layout_sd;
}

/* Return the share of the variance of one run that is due to layout, if the
 * noise is RCC_NOISE_NORMAL. */
static double true_share(const struct rcc_block_simulation *s)
{
	const double layout = true_layout_variance(s);

	return layout > 0 ? layout / (layout + s->run_sd * s->run_sd) : 0;
}

/* Copy the times of one run of each block from x, which has their ln.  If the
 * study is analysed by medians or minima, replace the times of each layout by
 * theirs. */
static void take_values(const struct trials *y, const double *x, double *value)
{
	const size_t n = y->study.simulation->n_layouts;
	const size_t m = y->study.n_rounds;

	for (size_t i = 0; i < n * m; i++)
		value[i] = exp(x[i]);
	if (y->study.simulation->statistic == RCC_STATISTIC_MEAN)
		return;
	for (size_t i = 0; i < n; i++)
		value[i] = rcc_median_or_min(value + i * m, m,
					     y->study.simulation->statistic);
}

/* Count how far the original layout's percentile and z are from the truth.  They
 * are computed as in a report: from the ratios within blocks, or else from
 * `now`, which has the values of the random layouts, and the mean of the
 * original layout. */
static void try_position(struct trials *y, double *now, double original,
			 double variance)
{
	struct rcc_block_simulated *out = y->out;
	const size_t n = y->study.simulation->n_layouts;
	const size_t m = y->n_values;
	struct rcc_position position;
	struct rcc_rounds_effect effect;
	double error;

	if (y->by_blocks) {
		rcc_rounds_effect(y->study.d, n, y->study.n_rounds,
				  y->study.simulation->level, y->study.copy,
				  &effect);
		rcc_position_of(y->study.mean, n, 0,
				sqrt(effect.variance.estimate), &position);
	} else {
		for (size_t i = 0; i < n; i++) {
			double sum = 0;

			for (size_t r = 0; r < m; r++)
				sum += now[i * m + r];
			now[i] = sum / (double)m;
		}
		rcc_position_of(now, n, original, sqrt(variance), &position);
	}
	error = position.percentile - out->true_percentile;
	out->percentile_error += error;
	out->percentile_error2 += error * error;
	if (isnan(position.z))
		out->n_without_z++;
	else
		out->z_error += position.z - out->true_z;
}

/* Analyse the study as if the runs were not in blocks. */
static void try_unpaired(struct trials *y)
{
	const struct rcc_block_simulation *s = y->study.simulation;
	const bool is_mean = s->statistic == RCC_STATISTIC_MEAN;
	const size_t n = s->n_layouts;
	const size_t m = is_mean ? y->study.n_rounds : 1;
	double *old = y->study.copy;
	double *now = y->study.copy + n * y->study.n_rounds;
	/* With one system, all runs in `old` are of one layout, the original.
	 * With two, each layout has its own m runs. */
	const struct rcc_sample old_sample = s->has_two_systems
						     ? rcc_sample_2(old, n, m)
						     : rcc_sample_1(old, n * m);
	struct rcc_sample now_sample;
	struct rcc_layout_effect effect;
	struct rcc_layout_tails tails;
	struct rcc_interval interval;
	struct rcc_levels fixed;
	struct rcc_levels random;

	y->n_values = m;
	take_values(y, y->study.fixed, old);
	take_values(y, y->study.random, now);
	if (!is_mean)
		now = memmove(old + n, now, n * sizeof(*now));
	now_sample = rcc_sample_2(now, n, m);
	rcc_levels_compute(&old_sample, &fixed);
	rcc_levels_compute(&now_sample, &random);
	rcc_layout_tails(&now_sample, &old_sample, y->tails, &tails);
	rcc_layout_effect(&random, &fixed, &tails, s->level, &effect);
	interval = effect.random_mean;
	interval.lo = log(effect.shift.lo);
	interval.hi = log(effect.shift.hi);
	count(y, RCC_BLOCK_TRIAL_SHIFT_UNPAIRED, &interval, log(s->ratio));
	y->unpaired = interval;
	/* Divide by the squared mean, to compare with a variance of
	 * logarithms. */
	interval = effect.variance;
	interval.lo /= random.mean * random.mean;
	interval.hi /= random.mean * random.mean;
	count(y, RCC_BLOCK_TRIAL_LAYOUT_UNPAIRED, &interval,
	      true_layout_variance(s));
	y->arms = interval;
	count(y, RCC_BLOCK_TRIAL_SHARE, &effect.share, true_share(s));
	test_unpaired(y, &random, &fixed, variation_p(y, now, old, &effect));
	if (s->has_position)
		try_position(y, now, fixed.mean, effect.variance.estimate);
}

/* Count what a report claims: a shift, and differences between layouts. */
static void count_claims(struct trials *y)
{
	const double *p = y->by_blocks ? y->p_blocks : y->p_unpaired;
	const double alpha = 1 - y->study.simulation->level;
	double adjusted[2];
	size_t order[2];

	rcc_holm(p, 2, adjusted, order);
	y->out->shift_claimed += adjusted[0] <= alpha;
	y->out->layouts_claimed += adjusted[1] <= alpha;
	y->out->any_claimed += adjusted[0] <= alpha || adjusted[1] <= alpha;
}

/* Return the upper chi-square limit of the variance of D.  This variance
 * includes the noise. */
static struct rcc_interval upper_limit(struct trials *y)
{
	const size_t n = y->study.simulation->n_layouts;
	const struct rcc_sample sample = rcc_sample_1(y->study.d, n);
	struct rcc_interval out = {.lo = 0};
	struct rcc_levels levels;
	double df;

	rcc_levels_compute(&sample, &levels);
	if (rcc_kurtosis_df(y->study.d, n, y->study.copy, &df) != 0)
		df = (double)n - 1;
	out.hi = rcc_variance_limit(levels.level[0].s2, df,
				    y->study.simulation->level);
	return out;
}

/* Return the interval that a report would give for the variance between
 * layouts.  With one round of blocks, the interval has only an upper limit. */
static struct rcc_interval choose_layout(struct trials *y,
					 const struct rcc_rounds_effect *effect)
{
	if (!y->by_blocks)
		return y->arms;
	return y->study.n_rounds == 1 ? upper_limit(y) : effect->variance;
}

static void try_layout(struct trials *y)
{
	const struct rcc_block_simulation *s = y->study.simulation;
	const double truth = true_layout_variance(s);
	struct rcc_rounds_effect effect;
	struct rcc_interval chosen;

	rcc_rounds_effect(y->study.d, s->n_layouts, y->study.n_rounds, s->level,
			  y->study.copy, &effect);
	count(y, RCC_BLOCK_TRIAL_LAYOUT_VARIANCE, &effect.variance, truth);
	chosen = choose_layout(y, &effect);
	count(y, RCC_BLOCK_TRIAL_LAYOUT_CHOSEN, &chosen, truth);
}

/* Draw the effects of many layouts, and compute the original layout's true
 * percentile among them, and its true z. */
static void compute_true_position(const struct rcc_block_simulation *s,
				  struct rcc_block_simulated *out)
{
	const double original = -log(s->ratio);
	struct rcc_random random;
	size_t n_below = 0;

	out->true_percentile = original > 0 ? 100 : original < 0 ? 0 : 50;
	out->true_z = NAN;
	if (!(true_layout_variance(s) > 0))
		return;
	/* This stream is not that of the studies, whose draws stay the same. */
	rcc_random_stream(&random, 1, "position");
	for (size_t i = 0; i < N_TRUE_LAYOUTS; i++)
		n_below += s->layout_sd * rcc_draw_effect(s->shape, &random) <
			   original;
	out->true_percentile = 100 * (double)n_below / N_TRUE_LAYOUTS;
	out->true_z = fabs(original) / s->layout_sd;
}

static bool is_valid(const struct rcc_block_simulation *s)
{
	return s->n_layouts >= 2 && s->n_rounds >= 1 &&
	       (!s->is_auto || s->n_rounds == 2) && s->ratio > 0 &&
	       (s->statistic == RCC_STATISTIC_MEAN ||
		(s->n_rounds > 1 && !s->is_auto)) &&
	       isfinite(s->ratio) && s->layout_sd >= 0 && s->run_sd >= 0 &&
	       s->delta >= 0 && s->level > 0.5 && s->level < 1 &&
	       (!s->has_position || !s->has_two_systems) &&
	       (!s->has_common_layouts ||
		(s->has_two_systems && s->common_share >= 0 &&
		 s->common_share <= 1));
}

/* Take the arrays of a study and its analysis from `space`. */
static void make(const struct rcc_block_simulation *s,
		 struct rcc_scratch *space, struct trials *y)
{
	size_t n_values;

	memset(y, 0, sizeof(*y));
	rcc_block_study_make(s, space, &y->study);
	if (__builtin_mul_overflow(s->n_layouts, s->n_rounds, &n_values))
		n_values = SIZE_MAX;
	y->tails = rcc_scratch_take(space, n_values, 3 * sizeof(double));
}

size_t
rcc_simulate_blocks_scratch(const struct rcc_block_simulation *simulation)
{
	struct rcc_scratch space = {NULL, 0};
	struct trials trials;

	make(simulation, &space, &trials);
	return space.used;
}

/* Run blocks again.  A report then uses ratios within blocks.  A test that ignores
 * blocks would take the repeated runs for variation between layouts. */
static void repeat_blocks(struct trials *y)
{
	const size_t n = rcc_block_study_repeat(&y->study);

	y->out->n_repeated += n;
	if (n > 0)
		y->by_blocks =
			y->study.simulation->statistic == RCC_STATISTIC_MEAN;
}

int rcc_simulate_blocks(const struct rcc_block_simulation *s, size_t n,
			struct rcc_random *random, void *scratch,
			struct rcc_block_simulated *out)
{
	struct rcc_scratch space = {scratch, 0};
	struct trials trials;

	memset(out, 0, sizeof(*out));
	if (!is_valid(s))
		return RCC_EDOM;
	if (s->has_position)
		compute_true_position(s, out);
	make(s, &space, &trials);
	trials.out = out;
	trials.study.machine.kind = s->noise;
	trials.study.machine.run_sd = s->run_sd;
	trials.study.machine.random = random;
	for (; out->n < n; out->n++) {
		rcc_block_study_run(&trials.study);
		out->n_second += s->is_auto && trials.study.n_rounds > 1;
		/* choose() and try_tests() use the data from before any block
		 * was run again. */
		choose(&trials);
		try_tests(&trials);
		if (s->repeats && trials.study.n_rounds > 1)
			repeat_blocks(&trials);
		try_unpaired(&trials);
		count_claims(&trials);
		try_shift(&trials);
		try_layout(&trials);
	}
	return 0;
}
