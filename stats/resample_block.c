/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fast algorithm for means of balanced data.  It draws a block of
 * replicates at a time.
 *
 * The lowest level takes nearly all of the time: a replicate of 30 × 30 × 30
 * values needs 27,000 draws at the lowest level and 930 above.  A lowest group
 * is a group of this level.  A visit to a lowest group of n values draws n
 * values from it.  A block of 256 replicates visits each lowest group about 256
 * times.  The steps are:
 *
 *  1. Draw the groups that each replicate visits.
 *  2. Chain the visits to each group.
 *  3. For each group, make a table of the sums of all ordered pairs of its
 *     values.  Draw pairs for each visit.  One draw from the n² pairs replaces
 *     two draws from the n values.  The table stays in the first-level cache.
 *  4. Average the visits into replicates, in the order of step 1.
 *
 * In step 3, one random word gives several indices.  draw_pair() multiplies the
 * word by the number of pairs.  The high half of the product is the index, and
 * the low half is the word for the next index.  The low half stays close to
 * uniform if the product of the numbers of pairs is small (Brackett-Rozinsky &
 * Lemire, "Batched ranged random integer generation", 2024).
 */
#include "stats/resample.h"

/* The largest number of values in a lowest group.  The table of their pairs
 * then takes 64² × 8 bytes = 32 kB, which fits into the first-level cache. */
#define MOST_MEMBERS 64
/* The largest number of visits by a replicate.  The arrays for the visits of a
 * block of replicates then take 12 MiB. */
#define MOST_VISITS 4096
/* The number of indices taken from one random word: PER_WORD_FEW for groups
 * with at most PAIRS_5 pairs of values, PER_WORD_MANY for larger ones.  An
 * index is below the number of pairs.  The product of these numbers over the
 * indices from one word is then at most 2^50. */
#define PAIRS_5 1024
#define PER_WORD_FEW 5
#define PER_WORD_MANY 4

#define NO_VISIT UINT32_MAX

/* Return the number of lowest groups that a replicate visits, or SIZE_MAX if it
 * exceeds MOST_VISITS. */
static size_t n_lowest_groups(const struct rcc_tree *tree)
{
	size_t n = 1;

	for (size_t i = 1; i < tree->n_levels; i++) {
		if (tree->r[i] > MOST_VISITS)
			return SIZE_MAX;
		n *= tree->r[i];
		if (n > MOST_VISITS)
			return SIZE_MAX;
	}
	return n;
}

bool rcc_block_is_fast(const struct rcc_tree *tree,
		       enum rcc_statistic statistic)
{
	if (statistic != RCC_STATISTIC_MEAN || tree->n_levels < 2 ||
	    tree->r[0] < 4 || tree->r[0] > MOST_MEMBERS ||
	    n_lowest_groups(tree) == SIZE_MAX)
		return false;
	for (size_t i = 0; i < tree->n_levels; i++) {
		if (tree->first[i] != NULL)
			return false;
	}
	return true;
}

void rcc_block_space(const struct rcc_tree *tree, struct rcc_scratch *space,
		     struct rcc_block_visits *out)
{
	const size_t n = n_lowest_groups(tree) * RCC_BLOCK;

	out->previous = rcc_scratch_take(space, n, sizeof(uint32_t));
	out->last = rcc_scratch_take(space, n_lowest_groups(tree),
				     sizeof(uint32_t));
	out->mean = rcc_scratch_take(space, n, sizeof(double));
	out->pairs = rcc_scratch_take(space, tree->r[0] * tree->r[0],
				      sizeof(double));
	out->n = 0;
}

/* Draw the members of the group `parent` of level i for a replicate (resample.h
 * numbers the levels from 0).  Then draw the members of each drawn member, and
 * so on down to the lowest groups.  Chain each visit to a lowest group to the
 * previous visit to the same group. */
static void list_visits(const struct rcc_tree *tree,
			struct rcc_bulk_random *random,
			struct rcc_block_visits *v, size_t i, size_t parent)
{
	const size_t n = tree->r[i];

	for (size_t k = 0; k < n; k++) {
		const size_t member =
			parent * n + rcc_bulk_random_below(random, n);

		if (i > 1) {
			list_visits(tree, random, v, i - 1, member);
			continue;
		}
		v->previous[v->n] = v->last[member];
		v->last[member] = (uint32_t)v->n++;
	}
}

static void table_pairs(double *pairs, const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++)
			pairs[i * n + k] = x[i] + x[k];
	}
}

/* Draw a pair at random and return its sum.  *word is set to the remainder, for
 * the next draw. */
static double draw_pair(const double *pairs, size_t n_pairs, uint64_t *word)
{
	const unsigned __int128 product = (unsigned __int128)*word * n_pairs;

	*word = (uint64_t)product;
	return pairs[(size_t)(product >> 64)];
}

/* Return the sum of the values of n_draws random pairs.  Inlining makes
 * per_word a constant. */
__attribute__((always_inline)) static inline double
draw_pairs(struct rcc_bulk_random *random, const double *pairs, size_t n_pairs,
	   size_t n_draws, size_t per_word)
{
	double sum[PER_WORD_FEW] = {0};
	size_t i = 0;

	for (; i + per_word <= n_draws; i += per_word) {
		uint64_t word = rcc_bulk_random_next(random);

		/* Unrolling keeps the sums in registers, which halves the
		 * time. */
#pragma GCC unroll 8
		for (size_t k = 0; k < per_word; k++)
			sum[k] += draw_pair(pairs, n_pairs, &word);
	}
	if (i < n_draws) {
		uint64_t word = rcc_bulk_random_next(random);

		for (; i < n_draws; i++)
			sum[0] += draw_pair(pairs, n_pairs, &word);
	}
	return (sum[0] + sum[1]) + (sum[2] + sum[3]) + sum[4];
}

/* Do step 3 (see the top of this file) for one lowest group. */
static void visit_group(const struct rcc_tree *tree,
			struct rcc_bulk_random *random,
			struct rcc_block_visits *v, size_t group)
{
	const size_t n = tree->r[0];
	const size_t n_pairs = n * n;
	const double *x = tree->x + group * n;

	table_pairs(v->pairs, x, n);
	for (uint32_t i = v->last[group]; i != NO_VISIT; i = v->previous[i]) {
		double sum = n_pairs <= PAIRS_5
				     ? draw_pairs(random, v->pairs, n_pairs,
						  n / 2, PER_WORD_FEW)
				     : draw_pairs(random, v->pairs, n_pairs,
						  n / 2, PER_WORD_MANY);

		if (n % 2 == 1)
			sum += x[rcc_bulk_random_below(random, n)];
		v->mean[i] = sum / (double)n;
	}
}

/* Do step 4 (see the top of this file) for one group of level i.  Returns its
 * mean. */
static double fold_visits(const struct rcc_tree *tree,
			  struct rcc_block_visits *v, size_t i)
{
	const size_t n = tree->r[i];
	double sum = 0;

	if (i == 0)
		return v->mean[v->n++];
	if (i > 1) {
		for (size_t k = 0; k < n; k++)
			sum += fold_visits(tree, v, i - 1);
		return sum / (double)n;
	}
	for (size_t k = 0; k < n; k++)
		sum += v->mean[v->n + k];
	v->n += n;
	return sum / (double)n;
}

static struct rcc_drawn fold_replicate(const struct rcc_tree *tree,
				       struct rcc_block_visits *v)
{
	const size_t top = tree->n_levels - 1;
	const size_t n = tree->r[top];
	struct rcc_moments moments = {0};

	for (size_t k = 0; k < n; k++)
		rcc_moments_add(&moments, fold_visits(tree, v, top - 1));
	return rcc_moments_drawn(&moments);
}

void rcc_block_draw(const struct rcc_tree *tree, struct rcc_bulk_random *random,
		    struct rcc_block_visits *v, struct rcc_drawn *drawn,
		    size_t n)
{
	const size_t n_groups = n_lowest_groups(tree);

	v->n = 0;
	for (size_t g = 0; g < n_groups; g++)
		v->last[g] = NO_VISIT;
	for (size_t b = 0; b < n; b++)
		list_visits(tree, random, v, tree->n_levels - 1, 0);
	for (size_t g = 0; g < n_groups; g++)
		visit_group(tree, random, v, g);
	v->n = 0;
	for (size_t b = 0; b < n; b++)
		drawn[b] = fold_replicate(tree, v);
}
