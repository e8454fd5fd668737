/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulation of studies in blocks on noisy machines.  It counts how often
 * intervals cover the true value, and how often tests and claims find a
 * difference.
 */
#include "stats/rcc_blocks.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/draw.h"
#include "stats/noise.h"
#include "stats/rcc_claims.h"
#include "stats/rcc_rounds.h"
#include "stats/scratch.h"

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

/* ---- A study ----------------------------------------------------------- */

/* A simulated study, its results, and the arrays that its analysis needs. */
struct study {
	const struct rcc_block_simulation *simulation;
	struct rcc_block_simulated *out;
	struct rcc_noise machine;
	/* True ln(random / original) of each layout. */
	double *layout;
	/* Effects of the second system's layouts on ln of their times.  They
	 * are 0 if there is no second system. */
	double *other;
	/* Effects that layouts with the same seed have on both systems. */
	double *common;
	/* `random` and `fixed` have ln of the times of the two runs of each
	 * block.  The run in `random` is of a random layout.  `d` is
	 * random - fixed, the log ratio D of rcc_blocks.h.  All three are
	 * ordered by layout, then by round. */
	double *random, *fixed, *d;
	double *mean; /* mean of d over rounds */
	/* Scratch space for 4 numbers per block, such as the run times (exp of
	 * ln). */
	double *copy;
	double *tails; /* scratch of rcc_layout_tails(), rcc_spread_compare() */
	/* The layouts in the random order of the present round. */
	size_t *order;
	size_t n_rounds; /* number of rounds so far */
	/* Number of values of each layout that are analysed as if runs were not
	 * in blocks: n_rounds, or 1 for the layout's median or minimum. */
	size_t n_values;
	/* The runs in order of time.  `sequence` has ln of each run time.
	 * `cell` is 1 for a random layout and 0 for the original one. */
	double *sequence;
	size_t *cell;
	size_t n_runs;
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

static void study_make(const struct rcc_block_simulation *s,
		       struct rcc_scratch *space, struct study *study)
{
	const size_t n = s->n_layouts;
	size_t n_values;

	memset(study, 0, sizeof(*study));
	study->simulation = s;
	if (__builtin_mul_overflow(n, s->n_rounds, &n_values))
		n_values = SIZE_MAX;
	study->layout = rcc_scratch_take(space, n, sizeof(double));
	study->other = rcc_scratch_take(space, n, sizeof(double));
	study->common = rcc_scratch_take(space, n, sizeof(double));
	study->mean = rcc_scratch_take(space, n, sizeof(double));
	study->order = rcc_scratch_take(space, n, sizeof(size_t));
	study->random = rcc_scratch_take(space, n_values, sizeof(double));
	study->fixed = rcc_scratch_take(space, n_values, sizeof(double));
	study->d = rcc_scratch_take(space, n_values, sizeof(double));
	study->copy = rcc_scratch_take(space, n_values, 4 * sizeof(double));
	study->tails = rcc_scratch_take(space, n_values, 3 * sizeof(double));
	study->sequence = rcc_scratch_take(space, n_values, 2 * sizeof(double));
	study->cell = rcc_scratch_take(space, n_values, 2 * sizeof(size_t));
}

/* Simulate the block of layout i in one round.  Returns whether the run of the
 * random layout came first. */
static bool run_block(struct study *y, size_t i, size_t round)
{
	const size_t at = i * y->n_rounds + round;
	const bool is_random_first =
		rcc_random_below(y->machine.random, 2) == 0;
	const double first = rcc_noise_run(&y->machine);
	const double second = rcc_noise_run(&y->machine);

	y->random[at] = y->layout[i] + (is_random_first ? first : second);
	y->fixed[at] = y->other[i] + (is_random_first ? second : first);
	y->d[at] = y->random[at] - y->fixed[at];
	return is_random_first;
}

static void compute_means(struct study *y)
{
	const size_t m = y->n_rounds;

	for (size_t i = 0; i < y->simulation->n_layouts; i++) {
		double sum = 0;

		for (size_t r = 0; r < m; r++)
			sum += y->d[i * m + r];
		y->mean[i] = sum / (double)m;
	}
}

/* Append the two runs of layout i's block in a round to y->sequence and
 * y->cell, in order of time. */
static void note_runs(struct study *y, size_t i, size_t round,
		      bool random_first)
{
	const size_t at = i * y->n_rounds + round;

	for (size_t k = 0; k < 2; k++) {
		const bool is_random = random_first == (k == 0);

		y->cell[y->n_runs] = is_random;
		y->sequence[y->n_runs++] =
			is_random ? y->random[at] : y->fixed[at];
	}
}

static void run_round(struct study *y, size_t round)
{
	const size_t n = y->simulation->n_layouts;

	rcc_random_shuffle(y->machine.random, y->order, n);
	for (size_t k = 0; k < n; k++) {
		const bool random_first = run_block(y, y->order[k], round);

		note_runs(y, y->order[k], round, random_first);
	}
}

/* Move each layout's value of the first round from x[i] to x[2 * i], to make
 * room behind it for the value of the second round. */
static void spread_rounds(double *x, size_t n)
{
	for (size_t i = n; i-- > 0;)
		x[2 * i] = x[i];
}

/* Return whether the first round was calm (rcc_calm_judge()).  It must be the
 * only round so far.  A round that cannot be judged counts as calm, so no
 * second round follows. */
static bool is_calm(struct study *y)
{
	const bool has_common_layouts[2] = {y->simulation->has_common_layouts};
	struct rcc_calm calm;

	return rcc_calm_judge(y->sequence, y->cell, y->n_runs, 2,
			      has_common_layouts, y->copy, &calm) != 0 ||
	       calm.is_calm;
}

static void run_rounds(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;

	y->n_runs = 0;
	y->n_rounds = s->is_auto ? 1 : s->n_rounds;
	for (size_t round = 0; round < y->n_rounds; round++)
		run_round(y, round);
	if (!s->is_auto || is_calm(y))
		return;
	y->n_rounds = 2;
	spread_rounds(y->random, s->n_layouts);
	spread_rounds(y->fixed, s->n_layouts);
	spread_rounds(y->d, s->n_layouts);
	run_round(y, 1);
	y->out->n_second++;
}

/* Draw the effect of each layout on ln of its time. */
static void draw_effects(struct study *y, double *effect)
{
	const struct rcc_block_simulation *s = y->simulation;
	const struct rcc_model model = {.n_levels = 1,
					.mean = 1,
					.sd = {s->layout_sd},
					.shape = s->shape};

	rcc_model_draw(&model, &s->n_layouts, y->machine.random, effect);
	/* rcc_model_draw() gives 1 + effect. */
	for (size_t i = 0; i < s->n_layouts; i++)
		effect[i] -= 1;
}

/* Make a share of the layouts' effects common to both systems.  The variance of
 * an effect stays the same. */
static void share_effects(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;
	const double common = sqrt(s->common_share);
	const double own = sqrt(1 - s->common_share);
	const double shift = log(s->ratio);

	draw_effects(y, y->common);
	for (size_t i = 0; i < s->n_layouts; i++) {
		const double effect = common * y->common[i];

		y->layout[i] = shift + effect + own * (y->layout[i] - shift);
		y->other[i] = effect + own * y->other[i];
	}
}

static void run_study(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;

	draw_effects(y, y->layout);
	for (size_t i = 0; i < s->n_layouts; i++) {
		y->layout[i] += log(s->ratio);
		y->other[i] = 0;
		y->order[i] = i;
	}
	if (s->has_two_systems)
		draw_effects(y, y->other);
	if (s->has_common_layouts)
		share_effects(y);
	rcc_noise_start(&y->machine);
	run_rounds(y);
	compute_means(y);
}

/* Run all blocks of a layout again if its results differ too much between
 * rounds, or too much from the results of other layouts. */
static void repeat_blocks(struct study *y)
{
	const size_t n = y->simulation->n_layouts;
	const size_t m = y->n_rounds;
	const double limit = rcc_repeat_limit(y->d, n, m, y->copy);
	const struct rcc_outlier_limits limits =
		rcc_outlier_limits(y->d, n, m, y->copy);

	for (int pass = 0; pass < RCC_ROUNDS_PASSES; pass++) {
		for (size_t i = 0; i < n; i++) {
			if (!rcc_repeat_is_wanted(y->d + i * m, m, limit,
						  pass == 0 ? &limits : NULL))
				continue;
			for (size_t r = 0; r < m; r++)
				run_block(y, i, r);
			y->out->n_repeated++;
			/* Use ratios within blocks, as a report does.  A test
			 * that ignores blocks would take the repeated runs for
			 * variation between layouts. */
			y->by_blocks =
				y->simulation->statistic == RCC_STATISTIC_MEAN;
		}
	}
	compute_means(y);
}

/* ---- Trials ------------------------------------------------------------ */

static void count(struct study *y, enum rcc_block_trial trial,
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
static void try_tests(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;
	const double alpha = 1 - s->level;
	double correlation;
	double shift;
	double layouts;
	double *p = y->p_blocks;
	double adjusted[2];
	size_t order[2];

	p[0] = p[1] = NAN;
	if (rcc_shift_test(y->mean, s->n_layouts, N_DRAWS, y->machine.random,
			   &shift) == 0) {
		y->out->shift_seen += shift <= alpha;
		p[0] = skewed_p(shift, y->mean, s->n_layouts, NULL, 0);
	}
	if (y->n_rounds > 1 &&
	    rcc_layouts_test(y->d, s->n_layouts, y->n_rounds, N_DRAWS,
			     y->machine.random, y->copy, &correlation,
			     &layouts) == 0) {
		y->out->layouts_seen += layouts <= alpha;
		p[1] = fmin(2 * layouts, 1);
	}
	rcc_holm(p, 2, adjusted, order);
	y->out->joint_layouts_seen += adjusted[1] <= alpha;
	y->out->any_seen += adjusted[0] <= alpha || adjusted[1] <= alpha;
}

/* Count whether the intervals of the shift, in ln, cover its true value.  Also
 * count the verdict that a report would give on the ratio. */
static void try_shift(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;
	const double truth = log(s->ratio);
	const struct rcc_sample sample = rcc_sample_1(y->mean, s->n_layouts);
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
	rcc_hodges_lehmann(y->mean, s->n_layouts, s->level, y->copy, &interval);
	count(y, RCC_BLOCK_TRIAL_SHIFT_HODGES_LEHMANN, &interval, truth);
}

/* Determine y->by_blocks: whether a report would use the ratios within
 * blocks. */
static void choose(struct study *y)
{
	const bool is_mean = y->simulation->statistic == RCC_STATISTIC_MEAN;
	const size_t n = y->simulation->n_layouts * y->n_rounds;
	struct rcc_block_correlation correlation;
	double scratch[2];

	for (size_t i = 0; i < n; i++) {
		y->copy[2 * i] = y->fixed[i];
		y->copy[2 * i + 1] = y->random[i];
	}
	rcc_block_correlation(y->copy, n, 2, scratch, &correlation);
	y->by_blocks = is_mean && (correlation.is_seen ||
				   y->simulation->has_common_layouts ||
				   (y->simulation->is_auto && y->n_rounds > 1));
}

/* Return the p-value of the claim that layouts differ, computed as if runs were
 * not in blocks.  `now` and `old` have the times of random layouts and of the
 * original. */
static double variation_p(struct study *y, const double *now, const double *old,
			  const struct rcc_layout_effect *effect)
{
	const size_t n = y->simulation->n_layouts;
	struct rcc_spread spread = {NAN, NAN, NAN, NAN};

	/* After an error, spread is NaN, so nothing is claimed. */
	if (effect->method == RCC_LAYOUT_TWO_ARMS)
		rcc_spread_compare(now, n, old, n, y->tails, &spread);
	return rcc_variation_p(effect, &spread);
}

/* Test the shift by rcc_skewed_p().  The test uses the mean of each layout's
 * values in y->copy.  Set y->p_unpaired[0] to the p-value of this test if that is
 * larger. */
static void test_skewed(struct study *y)
{
	const size_t n = y->simulation->n_layouts;
	const size_t m = y->n_values;
	double *mean = y->tails;

	for (size_t i = 0; i < 2 * n; i++) {
		mean[i] = 0;
		for (size_t r = 0; r < m; r++)
			mean[i] += y->copy[i * m + r] / (double)m;
	}
	y->p_unpaired[0] = skewed_p(y->p_unpaired[0], mean + n, n, mean, n);
}

/* Compute the verdict and the p-values of a report that ignores blocks.
 * layouts_p is the one-sided p-value of variation_p(). */
static void test_unpaired(struct study *y, const struct rcc_levels *random,
			  const struct rcc_levels *fixed, double layouts_p)
{
	const struct rcc_mean old = rcc_mean_of(fixed);
	const struct rcc_mean now = rcc_mean_of(random);
	struct rcc_claim claim;

	/* After an error, the verdict is "undecided". */
	rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, y->simulation->level,
			y->simulation->delta, &claim);
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
static void take_values(const struct study *y, const double *x, double *value)
{
	const size_t n = y->simulation->n_layouts;
	const size_t m = y->n_rounds;

	for (size_t i = 0; i < n * m; i++)
		value[i] = exp(x[i]);
	if (y->simulation->statistic == RCC_STATISTIC_MEAN)
		return;
	for (size_t i = 0; i < n; i++)
		value[i] = rcc_median_or_min(value + i * m, m,
					     y->simulation->statistic);
}

/* Count how far the original layout's percentile and z are from the truth.  They
 * are computed as in a report: from the ratios within blocks, or else from
 * `now`, which has the values of the random layouts, and the mean of the
 * original layout. */
static void try_position(struct study *y, double *now, double original,
			 double variance)
{
	struct rcc_block_simulated *out = y->out;
	const size_t n = y->simulation->n_layouts;
	const size_t m = y->n_values;
	struct rcc_position position;
	struct rcc_rounds_effect effect;
	double error;

	if (y->by_blocks) {
		rcc_rounds_effect(y->d, n, y->n_rounds, y->simulation->level,
				  y->copy, &effect);
		rcc_position_of(y->mean, n, 0, sqrt(effect.variance.estimate),
				&position);
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
static void try_unpaired(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;
	const bool is_mean = s->statistic == RCC_STATISTIC_MEAN;
	const size_t n = s->n_layouts;
	const size_t m = is_mean ? y->n_rounds : 1;
	double *old = y->copy;
	double *now = y->copy + n * y->n_rounds;
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
	take_values(y, y->fixed, old);
	take_values(y, y->random, now);
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
	if (!s->has_two_systems)
		try_position(y, now, fixed.mean, effect.variance.estimate);
}

/* Count what a report claims: a shift, and differences between layouts. */
static void count_claims(struct study *y)
{
	const double *p = y->by_blocks ? y->p_blocks : y->p_unpaired;
	const double alpha = 1 - y->simulation->level;
	double adjusted[2];
	size_t order[2];

	rcc_holm(p, 2, adjusted, order);
	y->out->shift_claimed += adjusted[0] <= alpha;
	y->out->layouts_claimed += adjusted[1] <= alpha;
	y->out->any_claimed += adjusted[0] <= alpha || adjusted[1] <= alpha;
}

/* Return the upper chi-square limit of the variance of D.  This variance
 * includes the noise. */
static struct rcc_interval upper_limit(struct study *y)
{
	const size_t n = y->simulation->n_layouts;
	const struct rcc_sample sample = rcc_sample_1(y->d, n);
	struct rcc_interval out = {.lo = 0};
	struct rcc_levels levels;
	double df;

	rcc_levels_compute(&sample, &levels);
	if (rcc_kurtosis_df(y->d, n, y->copy, &df) != 0)
		df = (double)n - 1;
	out.hi = rcc_variance_limit(levels.level[0].s2, df,
				    y->simulation->level);
	return out;
}

/* Return the interval that a report would give for the variance between
 * layouts.  With one round of blocks, the interval has only an upper limit. */
static struct rcc_interval choose_layout(struct study *y,
					 const struct rcc_rounds_effect *effect)
{
	if (!y->by_blocks)
		return y->arms;
	return y->n_rounds == 1 ? upper_limit(y) : effect->variance;
}

static void try_layout(struct study *y)
{
	const struct rcc_block_simulation *s = y->simulation;
	const double truth = true_layout_variance(s);
	struct rcc_rounds_effect effect;
	struct rcc_interval chosen;

	rcc_rounds_effect(y->d, s->n_layouts, y->n_rounds, s->level, y->copy,
			  &effect);
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

	out->true_percentile = 50;
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
	       (!s->has_common_layouts ||
		(s->has_two_systems && s->common_share >= 0 &&
		 s->common_share <= 1));
}

size_t
rcc_simulate_blocks_scratch(const struct rcc_block_simulation *simulation)
{
	struct rcc_scratch space = {NULL, 0};
	struct study study;

	study_make(simulation, &space, &study);
	return space.used;
}

int rcc_simulate_blocks(const struct rcc_block_simulation *s, size_t n,
			struct rcc_random *random, void *scratch,
			struct rcc_block_simulated *out)
{
	struct rcc_scratch space = {scratch, 0};
	struct study study;

	memset(out, 0, sizeof(*out));
	if (!is_valid(s))
		return RCC_EDOM;
	if (!s->has_two_systems)
		compute_true_position(s, out);
	study_make(s, &space, &study);
	study.out = out;
	study.machine.kind = s->noise;
	study.machine.run_sd = s->run_sd;
	study.machine.random = random;
	for (; out->n < n; out->n++) {
		run_study(&study);
		/* choose() and try_tests() use the data from before any block
		 * was run again. */
		choose(&study);
		try_tests(&study);
		if (s->repeats && study.n_rounds > 1)
			repeat_blocks(&study);
		try_unpaired(&study);
		count_claims(&study);
		try_shift(&study);
		try_layout(&study);
	}
	return 0;
}
