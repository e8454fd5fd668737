/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/detectable_difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/random.h"
#include "stats/rcc_claims.h"

/* Return the layout means of comparison.old, followed by those of
 * comparison.now.  *n is set to their number.  The caller must free the
 * array. */
static double *all_means(const struct rcc_detectable_difference *d, size_t *n)
{
	const struct rcc_cell *a = d->comparison.old.random;
	const struct rcc_cell *b = d->comparison.now.random;
	double *x = rcc_mem_calloc(a->n_layouts + b->n_layouts + 1, sizeof(*x));

	memcpy(x, a->layout_mean, a->n_layouts * sizeof(*x));
	memcpy(x + a->n_layouts, b->layout_mean, b->n_layouts * sizeof(*x));
	*n = a->n_layouts + b->n_layouts;
	return x;
}

static void count_splits(const struct rcc_findings *f,
			 struct rcc_detectable_difference *d)
{
	size_t n = 0;
	double *x = all_means(d, &n);
	double *scratch = rcc_mem_calloc(n + 1, sizeof(*scratch));
	struct rcc_random random;

	rcc_random_stream(&random, f->stored.study.master_seed, "splits");
	if (rcc_false_alarms(x, n, RCC_DETECTABLE_SPLITS, f->asked.level,
			     &random, scratch, &d->n_split_alarms) == 0)
		d->n_splits = RCC_DETECTABLE_SPLITS;
	free(scratch);
	free(x);
}

/* Get the standard deviations between layouts and between runs, relative to the
 * mean, from the figures that the report of the study shows: from blocks, or
 * from the arms.  Returns false if they are unknown, or if layouts are not seen
 * to differ. */
static bool sds_of(const struct rcc_findings *f, double *layout, double *run)
{
	const struct rcc_effect *e = &f->effect[0];
	const struct rcc_layout_effect *x = &e->effect;
	struct rcc_interval percent;

	if (f->n_effects == 0 || e->error != 0 ||
	    !rcc_effect_variation_is_seen(e) || !rcc_effect_sd(e, &percent))
		return false;
	*layout = percent.estimate / 100;
	/* rounds.w is the variance of a mean over the rounds.  Each of its
	 * ratios has the noise of two runs. */
	*run = e->by_blocks ? sqrt(e->rounds.w * (double)f->blocks.n_rounds / 2)
			    : x->fixed_sd / x->fixed_mean.estimate;
	return true;
}

static void simulate_one_layout(const struct rcc_findings *f,
				struct rcc_detectable_difference *d)
{
	double *scratch;
	struct rcc_random random;
	double layout;
	double run;
	size_t alarms;

	d->n_runs = d->comparison.old.random->n_layouts;
	d->one_layout_rate = NAN;
	if (d->n_runs < 2 || !sds_of(f, &layout, &run))
		return;
	scratch = rcc_mem_calloc(2 * d->n_runs, sizeof(*scratch));
	rcc_random_stream(&random, f->stored.study.master_seed, "one layout");
	alarms = rcc_simulate_one_layout(layout, run, d->n_runs, f->asked.level,
					 RCC_DETECTABLE_SIMULATED, &random,
					 scratch);
	d->one_layout_rate = (double)alarms / RCC_DETECTABLE_SIMULATED;
	free(scratch);
}

/* For each layout with at least two runs, append its mean and the variance of
 * its runs, as if the layout were a system of its own.  Returns the number of
 * means. */
static size_t add_layouts(const struct rcc_cell *c, struct rcc_mean *mean)
{
	size_t at = 0;
	size_t n = 0;

	for (size_t i = 0; i < c->n_layouts; i++) {
		const struct rcc_sample one =
			rcc_sample_1(c->value + at, c->size[i]);
		struct rcc_levels levels;

		at += c->size[i];
		if (rcc_levels_compute(&one, &levels) == 0)
			mean[n++] = rcc_mean_of(&levels);
	}
	return n;
}

static void count_pairs(const struct rcc_findings *f,
			struct rcc_detectable_difference *d)
{
	const struct rcc_cell *a = d->comparison.old.random;
	const struct rcc_cell *b = d->comparison.now.random;
	struct rcc_mean *mean;
	size_t n;

	if (f->stored.study.n_executions < 2 || a->iterations != NULL)
		return;
	mean = rcc_mem_calloc(a->n_layouts + b->n_layouts + 1, sizeof(*mean));
	n = add_layouts(a, mean);
	n += add_layouts(b, mean + n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++) {
			double p = 1;

			if (rcc_difference_p(&mean[k], &mean[i], &p) != 0)
				continue;
			d->n_pairs++;
			d->n_pair_alarms += p < 1 - f->asked.level;
		}
	free(mean);
}

void rcc_detectable_difference_compute(const struct rcc_findings *f,
				       struct rcc_detectable_difference *d)
{
	const struct rcc_ratio *r;
	struct rcc_mean old;
	struct rcc_mean now;

	memset(d, 0, sizeof(*d));
	rcc_comparison_of_systems(f, 0, 1, 0, &d->comparison);
	if (d->comparison.error != 0)
		return;
	r = rcc_comparison_ratio(&d->comparison);
	old = rcc_mean_of(&d->comparison.old.random->levels);
	now = rcc_mean_of(&d->comparison.now.random->levels);
	d->half_width = r->set == RCC_RATIO_BOUNDED
				? (r->hi - r->lo) / 2 / fabs(r->estimate)
				: INFINITY;
	d->is_false_alarm =
		r->set == RCC_RATIO_BOUNDED && (r->lo > 1 || r->hi < 1);
	if (d->comparison.by_blocks)
		rcc_block_ratio_detectable(
			&d->comparison.blocks, f->asked.computed_level,
			RCC_DETECTABLE_POWER, &d->detectable);
	else
		rcc_detectable(&old, &now, f->asked.computed_level,
			       RCC_DETECTABLE_POWER, &d->detectable);
	count_splits(f, d);
	simulate_one_layout(f, d);
	count_pairs(f, d);
}
