/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draw replicates of a hierarchical sample.  Private to stats/.
 */
#ifndef RCC_STATS_RESAMPLE_H
#define RCC_STATS_RESAMPLE_H

#include "stats/bulk_random.h"
#include "stats/rcc_stats.h"
#include "stats/scratch.h"

/*
 * A sample in the form from which replicates are drawn.  Group g of level i + 1
 * consists of the members first[i][g] … first[i][g + 1] - 1 of level i.
 */
struct rcc_tree {
	const double *x;
	size_t n_levels;
	size_t r[RCC_STATS_MAX_LEVELS];
	/* For each level, an array with one element more than there are groups;
	 * NULL if each group has r[i] members. */
	size_t *first[RCC_STATS_MAX_LEVELS];
	/* Whether the members of level i are resampled. */
	bool is_drawn[RCC_STATS_MAX_LEVELS];
};

/* The result of one replicate of one system. */
struct rcc_drawn {
	double value;
	/* For the mean, the standard error from the highest level; otherwise
	 * NaN. */
	double se;
};

/* Two sums over the members of the highest level: the sum of each member's
 * difference from the first one, and the sum of the squares of these
 * differences. */
struct rcc_moments {
	size_t n;
	double first, sum, squares;
};
void rcc_moments_add(struct rcc_moments *moments, double value);
struct rcc_drawn rcc_moments_drawn(const struct rcc_moments *moments);

/* Draw a replicate.  `gathered` is used only for medians.  It must hold the
 * values of the largest possible replicate: the product over all levels of the
 * size of the largest group. */
struct rcc_drawn rcc_tree_draw(const struct rcc_tree *tree,
			       enum rcc_statistic statistic,
			       struct rcc_bulk_random *random,
			       double *gathered);

/* Compute the statistic of the data itself.  Every member is used once. */
struct rcc_drawn rcc_tree_observe(const struct rcc_tree *tree,
				  enum rcc_statistic statistic,
				  double *gathered);

/* Return the statistic of the data without member `omit` of the highest
 * level. */
double rcc_tree_without(const struct rcc_tree *tree,
			enum rcc_statistic statistic, size_t omit,
			double *gathered);

/* Return the mean or the minimum of one group of members of level i.  Every
 * member is used once. */
double rcc_tree_group(const struct rcc_tree *tree, enum rcc_statistic statistic,
		      size_t i, size_t group);

/* The number of replicates in a block. */
#define RCC_BLOCK 256

/* The state of the fast algorithm, which stats/resample_block.c describes. */
struct rcc_block_visits {
	uint32_t *last;	    /* the last visit to each group */
	uint32_t *previous; /* the previous visit to the same group */
	double *mean;	    /* the mean of the values drawn in the visit */
	/* The sums of all ordered pairs of values of one group. */
	double *pairs;
	size_t n;
};
bool rcc_block_is_fast(const struct rcc_tree *tree,
		       enum rcc_statistic statistic);
void rcc_block_space(const struct rcc_tree *tree, struct rcc_scratch *space,
		     struct rcc_block_visits *out);
/* Draw n <= RCC_BLOCK replicates. */
void rcc_block_draw(const struct rcc_tree *tree, struct rcc_bulk_random *random,
		    struct rcc_block_visits *visits, struct rcc_drawn *drawn,
		    size_t n);

/* A system's data, prepared for drawing. */
struct rcc_resampled {
	/* The tree from which replicates are drawn. */
	struct rcc_tree tree;
	struct rcc_tree highest; /* the tree that the jackknife reads */
	/* Number of values that the jackknife reads for each omitted member. */
	size_t n_jackknife;
	/* Number of values in the largest replicate. */
	size_t n_gathered;
	/* statistic of the data; set by the caller */
	struct rcc_drawn observed;
};

/* Prepare a system.  If space->base is NULL, only count the bytes of its trees.
 * The trees must not be used then. */
void rcc_resampled_prepare(struct rcc_resampled *system,
			   const struct rcc_sample *given,
			   const struct rcc_bootstrap_options *options,
			   struct rcc_scratch *space);

#endif
