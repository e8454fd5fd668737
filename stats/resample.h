/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drawing replicates of a hierarchical sample.  Private to stats/.
 */
#ifndef RCC_STATS_RESAMPLE_H
#define RCC_STATS_RESAMPLE_H

#include "stats/rcc_stats.h"

#include "common/random.h"

/* Random 64-bit words, many at a time. */
#define RCC_WORDS_BUFFER 256
#define RCC_WORDS_LANES 4

/*
 * Four xoshiro256++ generators side by side (so that their long dependency
 * chains overlap, or share vector registers) behind a buffer.  A call for each
 * word would cost more than the word.
 */
struct rcc_words {
	uint64_t state[4][RCC_WORDS_LANES];
	size_t at;
	uint64_t buffer[RCC_WORDS_BUFFER];
};

/* Stream number `block` of the key. */
void rcc_words_seed(struct rcc_words *words, uint64_t key, uint64_t block);
void rcc_words_fill(struct rcc_words *words);

static inline uint64_t rcc_words_next(struct rcc_words *words)
{
	if (words->at == RCC_WORDS_BUFFER)
		rcc_words_fill(words);
	return words->buffer[words->at++];
}

/* 0 … n - 1; no probability is off by more than n / 2^64 of itself. */
static inline size_t rcc_words_below(struct rcc_words *words, size_t n)
{
	const unsigned __int128 product =
		(unsigned __int128)rcc_words_next(words) * n;

	return (size_t)(product >> 64);
}

/* Scratch handed out piece by piece, each piece aligned for anything; with
 * base NULL it is only counted (SIZE_MAX for more than fits). */
struct rcc_space {
	char *base;
	size_t used;
};
void *rcc_space_take(struct rcc_space *space, size_t n, size_t size);

/* One group's place: members first … first + n - 1 of the level. */
struct rcc_tree {
	const double *x;
	size_t n_levels;
	size_t r[RCC_STATS_MAX_LEVELS];
	/* first[i][g], one more entry than groups; NULL where all groups
	 * of level i + 1 have r[i] members. */
	size_t *first[RCC_STATS_MAX_LEVELS];
	bool is_drawn[RCC_STATS_MAX_LEVELS];
};

/* What one replicate of one system gives. */
struct rcc_drawn {
	double value;
	double se; /* of a mean, from its highest level; NaN for others */
};

/* Sums over the highest level's members, as differences from the first. */
struct rcc_moments {
	size_t n;
	double first, sum, squares;
};
void rcc_moments_add(struct rcc_moments *moments, double value);
struct rcc_drawn rcc_moments_drawn(const struct rcc_moments *moments);

/* A replicate.  `gathered` (for medians only) has room for as many values as
 * can be drawn: the product over levels of the largest group. */
struct rcc_drawn rcc_tree_draw(const struct rcc_tree *tree,
			       enum rcc_statistic statistic,
			       struct rcc_words *words, double *gathered);

/* The statistic of the data itself, in the same shape. */
struct rcc_drawn rcc_tree_observe(const struct rcc_tree *tree,
				  enum rcc_statistic statistic,
				  double *gathered);

/* The same without highest-level member `omit`. */
double rcc_tree_without(const struct rcc_tree *tree,
			enum rcc_statistic statistic, size_t omit,
			double *gathered);

/* Mean or min of one member of level i + 1 (one group of level i's members),
 * nothing drawn. */
double rcc_tree_group(const struct rcc_tree *tree, enum rcc_statistic statistic,
		      size_t i, size_t group);

/* Replicates are drawn in blocks of this many. */
#define RCC_BLOCK 256

/* Scratch of the fast way; stats/block.c. */
struct rcc_block_visits {
	uint32_t *last; /* visit to each group */
	uint32_t *next; /* visit to the same group as this one */
	double *mean;	/* of what the visit drew */
	double *pairs;
	size_t n;
};
bool rcc_block_is_fast(const struct rcc_tree *tree,
		       enum rcc_statistic statistic);
void rcc_block_space(const struct rcc_tree *tree, struct rcc_space *space,
		     struct rcc_block_visits *out);
/* n <= RCC_BLOCK replicates. */
void rcc_block_draw(const struct rcc_tree *tree, struct rcc_words *words,
		    struct rcc_block_visits *visits, struct rcc_drawn *drawn,
		    size_t n);

/* One system to be resampled. */
struct rcc_system {
	struct rcc_tree tree;	   /* drawn from */
	struct rcc_tree highest;   /* for the jackknife */
	size_t n_jackknife;	   /* values it reads at a time */
	size_t n_gathered;	   /* room that a draw needs */
	struct rcc_drawn observed; /* set by the caller */
};

/* With space->base NULL the trees are not usable, only counted. */
void rcc_system_prepare(struct rcc_system *system,
			const struct rcc_sample *given,
			const struct rcc_bootstrap_options *options,
			struct rcc_space *space);

#endif
