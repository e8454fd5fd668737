/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draw replicates of a hierarchical sample for rcc_bootstrap().  A replicate
 * consists of members that are drawn with replacement, level by level.  Private
 * to stats/.
 */
#ifndef RCC_STATS_RESAMPLE_H
#define RCC_STATS_RESAMPLE_H

#include "stats/bulk_random.h"
#include "stats/rcc_stats.h"
#include "stats/scratch.h"

/*
 * A sample in the form from which replicates are drawn.  x, n_levels and r are
 * as in struct rcc_sample.  Level i is the one with r[i], so the lowest level
 * is 0.  Group g of level i has the members
 *	first[i][g], …, first[i][g + 1] - 1
 */
struct rcc_tree {
	const double *x;
	size_t n_levels;
	size_t r[RCC_STATS_MAX_LEVELS];
	/* first[i] has one element more than there are groups; NULL if each
	 * group has r[i] members. */
	size_t *first[RCC_STATS_MAX_LEVELS];
	/* Whether the members of level i are resampled. */
	bool is_drawn[RCC_STATS_MAX_LEVELS];
};

/* The statistic of one replicate of one system, or of the data themselves. */
struct rcc_drawn {
	double value;
	/* For the mean, the standard error sqrt(S_n² / r_n) from the members of
	 * the highest level; otherwise NaN. */
	double se;
};

/* Sums over the means of the n members of the highest level.  `first` is the
 * mean of the first member.  `sum` is the sum of the differences of all means
 * from `first`.  `squares` is the sum of the squares of these differences. */
struct rcc_moments {
	size_t n;
	double first, sum, squares;
};
/* Add the mean of one more member. */
void rcc_moments_add(struct rcc_moments *moments, double value);
/* Return the mean of all members and its standard error. */
struct rcc_drawn rcc_moments_drawn(const struct rcc_moments *moments);

/* Draw a replicate and return its statistic.  `gathered` is scratch space, used
 * only for medians.  It must have room for the values of the largest possible
 * replicate.  To get their number, multiply the sizes of the largest groups of
 * all levels. */
struct rcc_drawn rcc_tree_draw(const struct rcc_tree *tree,
			       enum rcc_statistic statistic,
			       struct rcc_bulk_random *random,
			       double *gathered);

/* Return the statistic of the data themselves, in which every member is used
 * once. */
struct rcc_drawn rcc_tree_observe(const struct rcc_tree *tree,
				  enum rcc_statistic statistic,
				  double *gathered);

/* Return the statistic of the data without member `omit` of the highest
 * level. */
double rcc_tree_without(const struct rcc_tree *tree,
			enum rcc_statistic statistic, size_t omit,
			double *gathered);

/* Return the mean or the minimum of the values of one group of level i.  Every
 * member is used once. */
double rcc_tree_group(const struct rcc_tree *tree, enum rcc_statistic statistic,
		      size_t i, size_t group);

/* Replicates are drawn in blocks of this many.  Each block has its own random
 * numbers. */
#define RCC_BLOCK 256

/* The state of the fast algorithm, which stats/resample_block.c describes.  A
 * visit is one use of a group of the lowest level by a replicate.  The visits
 * of a block of replicates are numbered from 0. */
struct rcc_block_visits {
	uint32_t *last; /* for each group, the last visit to it so far */
	/* for each visit, the previous one to the same group */
	uint32_t *previous;
	double *mean; /* for each visit, the mean of the values that it drew */
	/* The sums x[i] + x[k] of all ordered pairs of the values of one
	 * group. */
	double *pairs;
	size_t n; /* number of visits so far */
};
/* Return whether rcc_block_draw() can draw replicates of the tree. */
bool rcc_block_is_fast(const struct rcc_tree *tree,
		       enum rcc_statistic statistic);
/* Take the arrays of *out from scratch space. */
void rcc_block_space(const struct rcc_tree *tree, struct rcc_scratch *space,
		     struct rcc_block_visits *out);
/* Draw n <= RCC_BLOCK replicates, and set drawn[n] to their means and the
 * standard errors of these means. */
void rcc_block_draw(const struct rcc_tree *tree, struct rcc_bulk_random *random,
		    struct rcc_block_visits *visits, struct rcc_drawn *drawn,
		    size_t n);

/* A system's data, prepared for drawing replicates. */
struct rcc_resampled {
	/* The tree from which replicates are drawn. */
	struct rcc_tree tree;
	/* The tree of the jackknife.  The jackknife omits each member of the
	 * highest level in turn, and computes the statistic of the others. */
	struct rcc_tree highest;
	/* Number of values that the jackknife reads for each member that it
	 * omits. */
	size_t n_jackknife;
	/* Number of values in the largest replicate. */
	size_t n_gathered;
	/* The statistic of the data; set by the caller. */
	struct rcc_drawn observed;
};

/* Make the trees of a system from the sample `given`.  If space->base is NULL,
 * only count the bytes of the trees.  The trees must then not be used. */
void rcc_resampled_prepare(struct rcc_resampled *system,
			   const struct rcc_sample *given,
			   const struct rcc_bootstrap_options *options,
			   struct rcc_scratch *space);

#endif
