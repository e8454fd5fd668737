/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulation of experiments whose true means, ratios and variances are known.
 * It counts how often intervals contain these true values.
 */
#include "stats/rcc_stats.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/draw.h"
#include "stats/rcc_claims.h"
#include "stats/scratch.h"

#define TAU 6.28318530717958647692

double rcc_draw_normal(struct rcc_random *random)
{
	/* rcc_random_unit() is below 1, so log() never gets 0. */
	const double radius = sqrt(-2 * log(1 - rcc_random_unit(random)));

	return radius * cos(TAU * rcc_random_unit(random));
}

double rcc_draw_effect(enum rcc_shape shape, struct rcc_random *random)
{
	const double z =
		shape != RCC_SHAPE_BIMODAL ? rcc_draw_normal(random) : 0;
	double chi2 = 0;

	switch (shape) {
	case RCC_SHAPE_NORMAL:
		return z;
	case RCC_SHAPE_LOGNORMAL:
		/* exp(z) has the mean e^(1/2) and the variance e (e - 1). */
		return (exp(z) - exp(0.5)) / sqrt(exp(1) * (exp(1) - 1));
	case RCC_SHAPE_BIMODAL:
		return rcc_random_below(random, 5) == 0 ? 2 : -0.5;
	case RCC_SHAPE_HEAVY:
		for (int i = 0; i < 3; i++) {
			const double part = rcc_draw_normal(random);

			chi2 += part * part;
		}
		/* Student's t with 3 degrees of freedom has variance 3. */
		return z / sqrt(chi2 / 3) / sqrt(3);
	case RCC_SHAPE_GAMMA:
		/* The sum of two exponentials has mean 2 and variance 2. */
		return (-log(1 - rcc_random_unit(random)) -
			log(1 - rcc_random_unit(random)) - 2) /
		       sqrt(2);
	case RCC_SHAPE_NONE:
		return 0;
	case RCC_SHAPE_LOGNORMAL_HALF:
		/* exp(z / 2) has the mean e^(1/8) and the variance
		 * e^(1/4) (e^(1/4) - 1). */
		return (exp(z / 2) - exp(0.125)) /
		       sqrt(exp(0.25) * (exp(0.25) - 1));
	}
	return NAN;
}

const char *const rcc_shape_names[] = {"normal",       "lognormal", "bimodal",
				       "heavy",	       "gamma",	    "none",
				       "lognormal0.5", NULL};

const char *rcc_shape_name(enum rcc_shape shape)
{
	return rcc_shape_names[shape];
}

const char *rcc_trial_name(enum rcc_trial trial)
{
	static const char *const name[RCC_N_TRIALS] = {
		"mean: t",
		"mean: t, all values as independent",
		"ratio: welch",
		"ratio: kj",
		"ratio: log",
		"ratio: normal approximation",
		"mean: bootstrap RRR percentile",
		"mean: bootstrap RRR studentised",
		"mean: bootstrap RRR BCa",
		"ratio: bootstrap RRR percentile",
		"ratio: bootstrap RRR studentised",
		"layout variance",
		"layout variance ratio",
	};

	return name[trial];
}

/* Draw the r[i] members of a group and, recursively, the members of these.  `i`
 * is the index of the level, 0 for the lowest.  `effect` is the sum of the
 * effects of all higher levels.  Returns the address after the last value. */
static double *draw_group(const struct rcc_model *model, const size_t *r,
			  struct rcc_random *random, size_t i, double effect,
			  double *x)
{
	const enum rcc_shape shape =
		i + 1 == model->n_levels ? model->shape : RCC_SHAPE_NORMAL;

	for (size_t k = 0; k < r[i]; k++) {
		const double sum =
			effect + model->sd[i] * rcc_draw_effect(shape, random);

		if (i > 0)
			x = draw_group(model, r, random, i - 1, sum, x);
		else
			*x++ = model->mean * (1 + sum);
	}
	return x;
}

void rcc_model_draw(const struct rcc_model *model, const size_t *r,
		    struct rcc_random *random, double *x)
{
	draw_group(model, r, random, model->n_levels - 1, 0, x);
}

/* ---- One experiment ---------------------------------------------------- */

/* One simulated experiment, and the arrays that its analysis needs. */
struct experiment {
	const struct rcc_simulation *simulation;
	struct rcc_random *random;
	struct rcc_simulated *out;
	double *old, *now, *fixed, *tails, *replicate;
	void *bootstrap;
	size_t n_values;
};

static struct rcc_sample sample_of(const struct rcc_simulation *simulation,
				   const double *x)
{
	struct rcc_sample sample = {.x = x,
				    .n_levels = simulation->model.n_levels};

	memcpy(sample.r, simulation->r, sizeof(sample.r));
	return sample;
}

static void count(struct rcc_simulated *out, enum rcc_trial trial, bool defined,
		  bool covers)
{
	out->undefined[trial] += !defined;
	out->covered[trial] += defined && covers;
}

static void count_interval(struct rcc_simulated *out, enum rcc_trial trial,
			   const struct rcc_interval *interval, double truth)
{
	count(out, trial, !isnan(interval->lo),
	      interval->lo <= truth && truth <= interval->hi);
}

static bool ratio_covers(const struct rcc_ratio *ratio, double truth)
{
	if (ratio->set == RCC_RATIO_BOUNDED)
		return ratio->lo <= truth && truth <= ratio->hi;
	if (ratio->set == RCC_RATIO_OUTSIDE)
		return truth <= ratio->gap_lo || truth >= ratio->gap_hi;
	return true;
}

/* Return the mean with so many degrees of freedom that Student's t is
 * practically normal.  The variance of the mean, s2 / n, stays the same. */
static struct rcc_mean as_known(struct rcc_mean mean)
{
	const size_t many = 1000000000;

	mean.s2 *= (double)many / (double)mean.n;
	mean.n = many;
	return mean;
}

/* Count the verdict by Welch's method.  Count for each method whether its
 * interval of the ratio of means contains the true ratio. */
static void try_ratios(struct experiment *e, struct rcc_mean old,
		       struct rcc_mean now)
{
	static const enum rcc_ratio_method method[] = {
		RCC_RATIO_WELCH, RCC_RATIO_KJ, RCC_RATIO_LOG, RCC_RATIO_WELCH};
	const struct rcc_simulation *s = e->simulation;
	struct rcc_claim claim;

	rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, s->level, s->delta,
			&claim);
	e->out->verdict[claim.verdict]++;
	for (int i = 0; i < 4; i++) {
		struct rcc_ratio ratio;
		int result;

		if (i == 3) {
			old = as_known(old);
			now = as_known(now);
		}
		result = rcc_ratio_interval(&old, &now, method[i], s->level,
					    &ratio);
		count(e->out, (enum rcc_trial)(RCC_TRIAL_WELCH + i),
		      result == 0, ratio_covers(&ratio, s->ratio));
		if (i == 0)
			e->out->unbounded += ratio.set != RCC_RATIO_BOUNDED;
	}
}

/* Count the intervals of the old system's mean that contain the true mean. */
static void try_means(struct experiment *e, const struct rcc_mean *old)
{
	const struct rcc_simulation *s = e->simulation;
	const struct rcc_sample flat = rcc_sample_1(e->old, e->n_values);
	struct rcc_interval interval;
	struct rcc_levels levels;
	struct rcc_mean mean;

	rcc_interval_mean(old, s->level, &interval);
	count_interval(e->out, RCC_TRIAL_MEAN, &interval, s->model.mean);
	rcc_levels_compute(&flat, &levels);
	mean = rcc_mean_of(&levels);
	rcc_interval_mean(&mean, s->level, &interval);
	count_interval(e->out, RCC_TRIAL_FLAT, &interval, s->model.mean);
}

/* Count the bootstrap intervals that contain the true mean or ratio. */
static void try_bootstrap(struct experiment *e, const struct rcc_sample *old,
			  const struct rcc_sample *now)
{
	const struct rcc_simulation *s = e->simulation;
	const struct rcc_bootstrap_options options = {
		.statistic = RCC_STATISTIC_MEAN,
		.scheme = RCC_SCHEME_ALL,
		.n_replicates = s->n_bootstrap,
		.n_threads = 1,
		.level = s->level};
	struct rcc_bootstrap boot;

	rcc_bootstrap(old, NULL, &options, e->random, e->bootstrap,
		      e->replicate, &boot);
	count_interval(e->out, RCC_TRIAL_BOOT_PERCENTILE, &boot.percentile,
		       s->model.mean);
	count_interval(e->out, RCC_TRIAL_BOOT_STUDENT, &boot.student,
		       s->model.mean);
	count_interval(e->out, RCC_TRIAL_BOOT_BCA, &boot.bca, s->model.mean);
	rcc_bootstrap(old, now, &options, e->random, e->bootstrap, e->replicate,
		      &boot);
	count_interval(e->out, RCC_TRIAL_BOOT_RATIO, &boot.percentile,
		       s->ratio);
	count_interval(e->out, RCC_TRIAL_BOOT_RATIO_STUDENT, &boot.student,
		       s->ratio);
}

/* Count the intervals of the layout effect that contain the true effect.  The
 * original arm (`fixed`) is one layout with as many executions as there are
 * random layouts. */
static void try_layout(struct experiment *e, const struct rcc_levels *random)
{
	const struct rcc_simulation *s = e->simulation;
	const size_t top = s->model.n_levels - 1;
	const double own = s->model.shape == RCC_SHAPE_NONE
				   ? 0
				   : s->model.mean * s->model.sd[top];
	const double truth = own * own;
	struct rcc_model model = s->model;
	struct rcc_sample sample = sample_of(s, e->fixed);
	const struct rcc_sample layouts = sample_of(s, e->old);
	struct rcc_layout_effect effect;
	struct rcc_layout_tails tails;
	struct rcc_levels fixed;
	double rest = 0;

	if (top == 0)
		return;
	model.n_levels = sample.n_levels = top;
	model.shape = RCC_SHAPE_NORMAL;
	sample.r[top - 1] = s->r[top];
	rcc_model_draw(&model, sample.r, e->random, e->fixed);
	rcc_levels_compute(&sample, &fixed);
	rcc_layout_tails(&layouts, &sample, e->tails, &tails);
	rcc_layout_effect(random, &fixed, &tails, s->level, &effect);
	/* Compute in `rest` the variance that the means of layouts would have
	 * if layout had no effect. */
	for (size_t i = 0; i < top; i++)
		rest = (rest + s->model.sd[i] * s->model.sd[i]) /
		       (double)s->r[i];
	rest *= s->model.mean * s->model.mean;
	count_interval(e->out, RCC_TRIAL_LAYOUT_VARIANCE, &effect.variance,
		       truth);
	count_interval(e->out, RCC_TRIAL_LAYOUT_RATIO, &effect.ratio,
		       (truth + rest) / rest);
}

static void run_experiment(struct experiment *e)
{
	const struct rcc_simulation *s = e->simulation;
	const struct rcc_sample old = sample_of(s, e->old);
	const struct rcc_sample now = sample_of(s, e->now);
	struct rcc_model model = s->model;
	struct rcc_levels old_levels;
	struct rcc_levels now_levels;
	struct rcc_mean old_mean;

	rcc_model_draw(&model, s->r, e->random, e->old);
	model.mean *= s->ratio;
	rcc_model_draw(&model, s->r, e->random, e->now);
	rcc_levels_compute(&old, &old_levels);
	rcc_levels_compute(&now, &now_levels);
	old_mean = rcc_mean_of(&old_levels);
	try_means(e, &old_mean);
	try_ratios(e, old_mean, rcc_mean_of(&now_levels));
	try_layout(e, &old_levels);
	if (s->n_bootstrap > 0)
		try_bootstrap(e, &old, &now);
}

static void experiment_make(const struct rcc_simulation *s,
			    struct rcc_scratch *space, struct experiment *e)
{
	const struct rcc_sample sample = sample_of(s, NULL);
	const struct rcc_bootstrap_options options = {
		.n_replicates = s->n_bootstrap, .n_threads = 1};
	const size_t n = rcc_sample_n_values(&sample);

	memset(e, 0, sizeof(*e));
	e->simulation = s;
	e->n_values = n;
	e->old = rcc_scratch_take(space, n, sizeof(double));
	e->now = rcc_scratch_take(space, n, sizeof(double));
	/* The original arm never has more values than the random arm. */
	e->fixed = rcc_scratch_take(space, n, sizeof(double));
	e->tails = rcc_scratch_take(space, n, 3 * sizeof(double));
	e->replicate = rcc_scratch_take(space, s->n_bootstrap, sizeof(double));
	if (s->n_bootstrap > 0)
		e->bootstrap = rcc_scratch_take(
			space,
			rcc_bootstrap_scratch(&sample, &sample, &options), 1);
}

size_t rcc_simulate_scratch(const struct rcc_simulation *simulation)
{
	struct rcc_scratch space = {NULL, 0};
	struct experiment e;

	experiment_make(simulation, &space, &e);
	return space.used;
}

int rcc_simulate(const struct rcc_simulation *simulation, size_t n,
		 struct rcc_random *random, void *scratch,
		 struct rcc_simulated *out)
{
	const struct rcc_model *model = &simulation->model;
	struct rcc_scratch space = {scratch, 0};
	struct experiment e;

	memset(out, 0, sizeof(*out));
	experiment_make(simulation, &space, &e);
	if (e.n_values == 0 || simulation->r[model->n_levels - 1] < 2 ||
	    !(model->mean > 0) || !(simulation->ratio > 0) ||
	    !(simulation->level > 0 && simulation->level < 1))
		return RCC_EDOM;
	e.random = random;
	e.out = out;
	for (; out->n < n; out->n++)
		run_experiment(&e);
	return 0;
}

/* ---- One layout per side ----------------------------------------------- */

size_t rcc_simulate_one_layout(double sd_layout, double sd_run, size_t runs,
			       double level, size_t n,
			       struct rcc_random *random, double *scratch)
{
	const struct rcc_model model = {
		.n_levels = 2, .mean = 1, .sd = {sd_run, sd_layout}};
	const size_t r[] = {runs, 1};
	size_t alarms = 0;

	for (size_t k = 0; k < n; k++) {
		struct rcc_mean mean[2];
		double p;

		for (int side = 0; side < 2; side++) {
			double *x = scratch + (size_t)side * runs;
			const struct rcc_sample sample = rcc_sample_1(x, runs);
			struct rcc_levels levels;

			rcc_model_draw(&model, r, random, x);
			rcc_levels_compute(&sample, &levels);
			mean[side] = rcc_mean_of(&levels);
		}
		alarms += rcc_difference_p(&mean[0], &mean[1], &p) == 0 &&
			  p < 1 - level;
	}
	return alarms;
}
