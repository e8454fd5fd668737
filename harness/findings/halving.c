/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/halving.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/random.h"

/* ---- The plan ---------------------------------------------------------- */

size_t rcc_halving_layouts_in(size_t n, size_t round)
{
	while (round-- > 0 && n > 1)
		n = (n + 1) / 2;
	return n;
}

size_t rcc_halving_blocks_in(size_t round)
{
	return (size_t)RCC_HALVING_FIRST << round;
}

size_t rcc_halving_blocks(size_t n, size_t together)
{
	size_t blocks = 0;
	size_t left;

	for (size_t round = 0; (left = rcc_halving_layouts_in(n, round)) > 1;
	     round++)
		blocks += rcc_halving_blocks_in(round) *
			  ((left + together - 1) / together);
	return blocks;
}

/* ---- Values ------------------------------------------------------------ */

double rcc_halving_mean(const struct rcc_halving_layout *l)
{
	return l->n != 0 ? l->sum / (double)l->n : NAN;
}

double rcc_halving_variance(const struct rcc_halving_layout *l)
{
	const double n = (double)l->n;

	/* The values are small logarithms, so this difference loses few
	 * digits. */
	return l->n > 1 ? fmax(0, (l->squares - l->sum * l->sum / n) / (n - 1))
			: NAN;
}

static bool is_better(const struct rcc_halving *h, size_t a, size_t b)
{
	const double x = rcc_halving_mean(&h->layout[a]);
	const double y = rcc_halving_mean(&h->layout[b]);

	if (isnan(x) || isnan(y))
		return isnan(x) == isnan(y) ? a < b : isnan(y);
	return x < y || (x == y && a < b);
}

/* Sort by insertion, because the layouts are few and nearly sorted. */
static void sort_alive(struct rcc_halving *h)
{
	for (size_t i = 1; i < h->n_alive; i++) {
		const size_t one = h->alive[i];
		size_t k = i;

		for (; k > 0 && is_better(h, one, h->alive[k - 1]); k--)
			h->alive[k] = h->alive[k - 1];
		h->alive[k] = one;
	}
}

/* ---- The search -------------------------------------------------------- */

static void begin_pass(struct rcc_halving *h)
{
	struct rcc_random random;
	char *label =
		rcc_mem_printf("best round %zu pass %zu", h->round, h->pass);

	rcc_random_stream(&random, h->seed, label);
	free(label);
	/* Before shuffling, sort the layouts by number.  alive[] is sorted by
	 * the values so far, and the shuffled order must not depend on them. */
	for (size_t i = 0, k = 0; i < h->n; i++)
		for (size_t a = 0; a < h->n_alive; a++)
			if (h->alive[a] == i)
				h->order[k++] = i;
	rcc_random_shuffle(&random, h->order, h->n_alive);
	h->at = 0;
}

void rcc_halving_begin(struct rcc_halving *h, uint64_t seed, size_t n,
		       size_t together)
{
	*h = (struct rcc_halving){
		.seed = seed, .n = n, .together = together, .n_alive = n};
	h->alive = rcc_mem_calloc(n + 1, sizeof(*h->alive));
	h->order = rcc_mem_calloc(n + 1, sizeof(*h->order));
	h->layout = rcc_mem_calloc(n + 1, sizeof(*h->layout));
	h->first = rcc_mem_calloc(n + 1, sizeof(*h->first));
	for (size_t i = 0; i < n; i++)
		h->alive[i] = i;
	begin_pass(h);
}

void rcc_halving_release(struct rcc_halving *h)
{
	free(h->alive);
	free(h->order);
	free(h->layout);
	free(h->first);
	*h = (struct rcc_halving){0};
}

size_t rcc_halving_next(const struct rcc_halving *h,
			size_t member[RCC_HALVING_TOGETHER_MAX])
{
	size_t n = 0;

	if (h->n_alive < 2)
		return 0;
	while (n < h->together && h->at + n < h->n_alive) {
		member[n] = h->order[h->at + n];
		n++;
	}
	return n;
}

static void end_round(struct rcc_halving *h)
{
	if (h->round == 0)
		memcpy(h->first, h->layout, h->n * sizeof(*h->first));
	sort_alive(h);
	h->n_alive = (h->n_alive + 1) / 2;
	h->round++;
	h->pass = 0;
}

void rcc_halving_add(struct rcc_halving *h, const double *value)
{
	size_t member[RCC_HALVING_TOGETHER_MAX];
	const size_t n = rcc_halving_next(h, member);

	for (size_t i = 0; i < n; i++) {
		struct rcc_halving_layout *l = &h->layout[member[i]];

		if (!isfinite(value[i]))
			continue;
		l->sum += value[i];
		l->squares += value[i] * value[i];
		l->n++;
	}
	h->at += n;
	if (h->at < h->n_alive)
		return;
	if (++h->pass == rcc_halving_blocks_in(h->round))
		end_round(h);
	begin_pass(h);
}
