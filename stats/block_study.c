/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulated study whose runs are in blocks. */
#include "stats/block_study.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common/random.h"
#include "stats/rcc_rounds.h"

void rcc_block_study_make(const struct rcc_block_simulation *s,
			  struct rcc_scratch *space,
			  struct rcc_block_study *study)
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
	study->sequence = rcc_scratch_take(space, n_values, 2 * sizeof(double));
	study->cell = rcc_scratch_take(space, n_values, 2 * sizeof(size_t));
}

/* Simulate the block of layout i in one round.  Returns whether the run of the
 * random layout came first. */
static bool run_block(struct rcc_block_study *y, size_t i, size_t round)
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

static void compute_means(struct rcc_block_study *y)
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
static void note_runs(struct rcc_block_study *y, size_t i, size_t round,
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

static void run_round(struct rcc_block_study *y, size_t round)
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
static bool is_calm(struct rcc_block_study *y)
{
	const bool has_common_layouts[2] = {y->simulation->has_common_layouts};
	struct rcc_calm calm;

	return rcc_calm_judge(y->sequence, y->cell, y->n_runs, 2,
			      has_common_layouts, y->copy, &calm) != 0 ||
	       calm.is_calm;
}

static void run_rounds(struct rcc_block_study *y)
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
}

/* Draw the effect of each layout on ln of its time. */
static void draw_effects(struct rcc_block_study *y, double *effect)
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
static void share_effects(struct rcc_block_study *y)
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

void rcc_block_study_run(struct rcc_block_study *y)
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

size_t rcc_block_study_repeat(struct rcc_block_study *y)
{
	const size_t n = y->simulation->n_layouts;
	const size_t m = y->n_rounds;
	const double limit = rcc_repeat_limit(y->d, n, m, y->copy);
	const struct rcc_outlier_limits limits =
		rcc_outlier_limits(y->d, n, m, y->copy);
	size_t n_repeated = 0;

	for (int pass = 0; pass < RCC_ROUNDS_PASSES; pass++) {
		for (size_t i = 0; i < n; i++) {
			if (!rcc_repeat_is_wanted(y->d + i * m, m, limit,
						  pass == 0 ? &limits : NULL))
				continue;
			for (size_t r = 0; r < m; r++)
				run_block(y, i, r);
			n_repeated++;
		}
	}
	compute_means(y);
	return n_repeated;
}
