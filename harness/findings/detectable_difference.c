/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/detectable_difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/random.h"

/* Layout means of both sides, one after the other; caller frees. */
static double *all_means(const struct rcc_floor *floor, size_t *n)
{
	const struct rcc_cell *a = floor->c.old.random;
	const struct rcc_cell *b = floor->c.now.random;
	double *x = rcc_mem_calloc(a->n_layouts + b->n_layouts + 1, sizeof(*x));

	memcpy(x, a->layout_mean, a->n_layouts * sizeof(*x));
	memcpy(x + a->n_layouts, b->layout_mean, b->n_layouts * sizeof(*x));
	*n = a->n_layouts + b->n_layouts;
	return x;
}

static void count_splits(const struct rcc_findings *f, struct rcc_floor *floor)
{
	size_t n = 0;
	double *x = all_means(floor, &n);
	double *scratch = rcc_mem_calloc(n + 1, sizeof(*scratch));
	struct rcc_random random;

	rcc_random_stream(&random, f->stored.study.master_seed, "splits");
	if (rcc_false_alarms(x, n, RCC_FLOOR_SPLITS, f->asked.level, &random,
			     scratch, &floor->n_split_alarms) == 0)
		floor->n_splits = RCC_FLOOR_SPLITS;
	free(scratch);
	free(x);
}

static void simulate_one_layout(const struct rcc_findings *f,
				struct rcc_floor *floor)
{
	const struct rcc_layout_effect *x = &f->effect[0].effect;
	double *scratch;
	struct rcc_random random;
	size_t alarms;

	floor->n_runs = floor->c.old.random->n_layouts;
	floor->one_layout_rate = NAN;
	if (f->n_effects == 0 || f->effect[0].error != 0 || floor->n_runs < 2)
		return;
	scratch = rcc_mem_calloc(2 * floor->n_runs, sizeof(*scratch));
	rcc_random_stream(&random, f->stored.study.master_seed, "one layout");
	alarms = rcc_simulate_one_layout(
		sqrt(fmax(x->variance.estimate, 0)) / x->random_mean.estimate,
		x->fixed_sd / x->fixed_mean.estimate, floor->n_runs,
		f->asked.level, RCC_FLOOR_SIMULATED, &random, scratch);
	floor->one_layout_rate = (double)alarms / RCC_FLOOR_SIMULATED;
	free(scratch);
}

/* Each layout's runs as if it were the program. */
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

static void count_pairs(const struct rcc_findings *f, struct rcc_floor *floor)
{
	const struct rcc_cell *a = floor->c.old.random;
	const struct rcc_cell *b = floor->c.now.random;
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

			if (rcc_verdict_p(&mean[k], &mean[i], 0, &p) != 0)
				continue;
			floor->n_pairs++;
			floor->n_pair_alarms += p < 1 - f->asked.level;
		}
	free(mean);
}

void rcc_floor_of(const struct rcc_findings *f, struct rcc_floor *floor)
{
	const struct rcc_ratio *r = &floor->c.ratio;
	struct rcc_mean old;
	struct rcc_mean now;

	memset(floor, 0, sizeof(*floor));
	rcc_comparison_of_systems(f, 0, 1, 0, &floor->c);
	if (floor->c.error != 0)
		return;
	old = rcc_mean_of(&floor->c.old.random->levels);
	now = rcc_mean_of(&floor->c.now.random->levels);
	floor->half_width = r->set == RCC_RATIO_BOUNDED
				    ? (r->hi - r->lo) / 2 / fabs(r->estimate)
				    : INFINITY;
	floor->is_told_apart =
		r->set == RCC_RATIO_BOUNDED && (r->lo > 1 || r->hi < 1);
	rcc_detectable(&old, &now, f->asked.computed_level, RCC_FLOOR_POWER,
		       &floor->detectable);
	count_splits(f, floor);
	simulate_one_layout(f, floor);
	count_pairs(f, floor);
}
