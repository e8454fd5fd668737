/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drawing replicates of a hierarchical sample.  Private to stats/.
 */
#ifndef RCC_STATS_RESAMPLE_H
#define RCC_STATS_RESAMPLE_H

#include "stats/bulk_random.h"
#include "stats/rcc_stats.h"
#include "stats/scratch.h"

/*
 * A sample as replicates are drawn from it.  Group g of level i + 1 has the
 * members first[i][g] … first[i][g + 1] - 1 of level i.
 */
struct rcc_tree {
	const double *x;
	size_t n_levels;
	size_t r[RCC_STATS_MAX_LEVELS];
	/* One more entry than groups; NULL if each group has r[i] members. */
	size_t *first[RCC_STATS_MAX_LEVELS];
	bool is_drawn[RCC_STATS_MAX_LEVELS]; /* the members of level i */
};

/* The result of one replicate of one system. */
struct rcc_drawn {
	double value;
	double se; /* a mean's, from the highest level; else NaN */
};

/* Sums over the highest level's members, as differences from the first. */
struct rcc_moments {
	size_t n;
	double first, sum, squares;
};
void rcc_moments_add(struct rcc_moments *moments, double value);
struct rcc_drawn rcc_moments_drawn(const struct rcc_moments *moments);

/* Draws a replicate.  `gathered` (for medians only) has room for the values of
 * the largest possible replicate: the product over levels of the largest group. */
struct rcc_drawn rcc_tree_draw(const struct rcc_tree *tree,
			       enum rcc_statistic statistic,
			       struct rcc_bulk_random *random,
			       double *gathered);

/* The same for the data itself: nothing is drawn. */
struct rcc_drawn rcc_tree_observe(const struct rcc_tree *tree,
				  enum rcc_statistic statistic,
				  double *gathered);

/* The statistic of the data without the highest level's member `omit`. */
double rcc_tree_without(const struct rcc_tree *tree,
			enum rcc_statistic statistic, size_t omit,
			double *gathered);

/* The mean or minimum of one group of level i's members; nothing is drawn. */
double rcc_tree_group(const struct rcc_tree *tree, enum rcc_statistic statistic,
		      size_t i, size_t group);

/* Replicates per block. */
#define RCC_BLOCK 256

/* The state of the fast algorithm, which stats/resample_block.c describes. */
struct rcc_block_visits {
	uint32_t *last;	    /* the last visit to each group */
	uint32_t *previous; /* the previous visit to the same group */
	double *mean;	    /* the mean of the values drawn in the visit */
	double *pairs; /* sums of all ordered pairs of one group's values */
	size_t n;
};
bool rcc_block_is_fast(const struct rcc_tree *tree,
		       enum rcc_statistic statistic);
void rcc_block_space(const struct rcc_tree *tree, struct rcc_scratch *space,
		     struct rcc_block_visits *out);
/* Draws n <= RCC_BLOCK replicates. */
void rcc_block_draw(const struct rcc_tree *tree, struct rcc_bulk_random *random,
		    struct rcc_block_visits *visits, struct rcc_drawn *drawn,
		    size_t n);

/* One system, prepared for drawing. */
struct rcc_resampled {
	struct rcc_tree tree;	   /* replicates are drawn from it */
	struct rcc_tree highest;   /* the jackknife reads it */
	size_t n_jackknife;	   /* values read per omitted member */
	size_t n_gathered;	   /* room for one replicate's values */
	struct rcc_drawn observed; /* set by the caller */
};

/* If space->base is NULL, the trees are only counted and must not be used. */
void rcc_resampled_prepare(struct rcc_resampled *system,
			   const struct rcc_sample *given,
			   const struct rcc_bootstrap_options *options,
			   struct rcc_scratch *space);

#endif
