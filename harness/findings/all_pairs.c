/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/all_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static void compare(const struct rcc_findings *f, double delta,
		    struct rcc_all_pairs *all)
{
	const size_t k = f->stored.study.n_systems;

	for (size_t i = 0; i < k; i++)
		for (size_t j = i + 1; j < k; j++) {
			struct rcc_pair *pair = &all->pair[all->n++];
			struct rcc_comparison *c = &pair->comparison;

			rcc_comparison_alone(f, i, j, delta, c);
			pair->is_defined = c->error == 0 &&
					   c->obstacle == RCC_OBSTACLE_NONE;
		}
}

/* Set the verdict of each pair.  Holm's method adjusts it for the number of
 * pairs.  Also set the claim of each pair.  The interval of a claim has the
 * level all->level. */
static void judge(double alpha, struct rcc_all_pairs *all)
{
	double *p = rcc_mem_calloc(2 * all->n + 1, sizeof(*p));
	size_t *order = rcc_mem_calloc(all->n + 1, sizeof(*order));

	for (size_t i = 0; i < all->n; i++)
		p[i] = all->pair[i].comparison.p;
	rcc_holm(p, all->n, p + all->n, order);
	for (size_t i = 0; i < all->n; i++) {
		struct rcc_pair *pair = &all->pair[i];
		struct rcc_comparison *c = &pair->comparison;

		c->n_family = all->n;
		c->p_holm = p[all->n + i];
		c->verdict = c->p_holm <= alpha ? c->suggested
						: RCC_VERDICT_UNDECIDED;
		if (pair->is_defined)
			rcc_comparison_claim(c, all->level, &pair->claim);
	}
	free(order);
	free(p);
}

void rcc_all_pairs_compute(const struct rcc_findings *f, double delta,
			   struct rcc_all_pairs *all)
{
	const size_t k = f->stored.study.n_systems;
	const double alpha = 1 - f->asked.computed_level;

	*all = (struct rcc_all_pairs){
		.pair = rcc_mem_calloc(k * (k - 1) / 2 + 1,
				       sizeof(struct rcc_pair))};
	compare(f, delta, all);
	all->level = all->n != 0 ? 1 - alpha / (double)all->n : 1;
	judge(alpha, all);
}

void rcc_all_pairs_release(struct rcc_all_pairs *all)
{
	free(all->pair);
	memset(all, 0, sizeof(*all));
}
