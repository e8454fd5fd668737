/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Make struct rcc_tree, the form of a sample from which the bootstrap draws
 * replicates.
 */
#include "stats/resample.h"

#include <stdlib.h>
#include <string.h>

/* Compute first[], the index of the first member of each group of level i. */
static void tree_starts(const struct rcc_sample *sample, size_t i,
			size_t n_groups, size_t *first)
{
	size_t at = 0;

	for (size_t g = 0; g < n_groups; g++) {
		first[g] = at;
		at += sample->size[i][g];
	}
	first[n_groups] = at;
}

/* Make the tree of the whole sample.  n_units[i] is set to the number of
 * members of all groups of level i. */
static void tree_make(const struct rcc_sample *sample,
		      struct rcc_scratch *space, struct rcc_tree *tree,
		      size_t *n_units)
{
	size_t n_groups = 1;

	memset(tree, 0, sizeof(*tree));
	tree->x = sample->x;
	tree->n_levels = sample->n_levels;
	for (size_t i = sample->n_levels; i-- > 0;) {
		tree->r[i] = sample->r[i];
		tree->is_drawn[i] = true;
		n_units[i] = n_groups * sample->r[i];
		if (sample->size[i] != NULL) {
			size_t *first = rcc_scratch_take(space, n_groups + 1,
							 sizeof(*first));

			n_units[i] = 0;
			for (size_t g = 0; g < n_groups; g++)
				n_units[i] += sample->size[i][g];
			if (first != NULL)
				tree_starts(sample, i, n_groups, first);
			tree->first[i] = first;
		}
		n_groups = n_units[i];
	}
}

static size_t largest_group(const struct rcc_sample *sample, size_t i,
			    size_t n_groups)
{
	size_t largest = sample->r[i];

	if (sample->size[i] == NULL)
		return largest;
	largest = 0;
	for (size_t g = 0; g < n_groups; g++) {
		if (sample->size[i][g] > largest)
			largest = sample->size[i][g];
	}
	return largest;
}

/* Turn each member of level `lowest` into one value: the mean or the minimum of
 * its group in the level below.  The levels below `lowest` are not drawn, so
 * the value is the same in every replicate. */
static void tree_collapse(struct rcc_tree *tree, enum rcc_statistic statistic,
			  size_t lowest, size_t n_units,
			  struct rcc_scratch *space)
{
	double *x = rcc_scratch_take(space, n_units, sizeof(*x));

	if (x != NULL) {
		for (size_t u = 0; u < n_units; u++)
			x[u] = rcc_tree_group(tree, statistic, lowest - 1, u);
	}
	tree->x = x;
	tree->n_levels -= lowest;
	memmove(tree->r, tree->r + lowest, tree->n_levels * sizeof(*tree->r));
	memmove(tree->first, tree->first + lowest,
		tree->n_levels * sizeof(*tree->first));
}

/* Return the lowest level that the scheme resamples. */
static size_t lowest_drawn(enum rcc_scheme scheme, size_t n_levels)
{
	if (scheme == RCC_SCHEME_UPPER && n_levels > 1)
		return 1;
	return scheme == RCC_SCHEME_HIGHEST ? n_levels - 1 : 0;
}

void rcc_resampled_prepare(struct rcc_resampled *system,
			   const struct rcc_sample *given,
			   const struct rcc_bootstrap_options *options,
			   struct rcc_scratch *space)
{
	struct rcc_sample sample = *given;
	size_t n_units[RCC_STATS_MAX_LEVELS] = {0};
	size_t n_groups = 1;
	size_t lowest;

	if (options->scheme == RCC_SCHEME_FLAT)
		sample = rcc_sample_1(given->x, rcc_sample_n_values(given));
	tree_make(&sample, space, &system->tree, n_units);
	lowest = lowest_drawn(options->scheme, sample.n_levels);
	system->n_gathered = 0;
	system->n_jackknife = n_units[0];
	system->highest = system->tree;
	if (options->statistic != RCC_STATISTIC_MEDIAN) {
		const size_t top = sample.n_levels - 1;

		/* The jackknife omits one member of the highest level at a
		 * time.  The means of the other members do not change, so they
		 * are computed once. */
		system->n_jackknife = sample.r[top];
		if (top > 0)
			tree_collapse(&system->highest, options->statistic, top,
				      sample.r[top], space);
		if (lowest > 0)
			tree_collapse(&system->tree, options->statistic, lowest,
				      n_units[lowest], space);
		return;
	}
	system->n_gathered = 1;
	for (size_t i = sample.n_levels; i-- > 0;) {
		if (__builtin_mul_overflow(system->n_gathered,
					   largest_group(&sample, i, n_groups),
					   &system->n_gathered))
			system->n_gathered = SIZE_MAX;
		system->tree.is_drawn[i] = i >= lowest;
		n_groups = n_units[i];
	}
}
