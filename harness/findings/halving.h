/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find the best of n layouts, numbered from 0, by sequential halving (Karnin,
 * Koren & Somekh, "Almost optimal exploration in multi-armed bandits", ICML
 * 2013).
 *
 * In the first round every layout is measured in two blocks.  The better half
 * stays in the search.  Each later round has half as many layouts and twice as
 * many blocks for each, so all rounds cost about the same.  The search ends
 * when one layout is left.
 *
 * A block has the original layout and up to `together` others.  The value of a
 * layout in a block is the logarithm of its ratio to the original layout; lower
 * is better.  A layout is judged by the mean of all its values.  The paper
 * judges by the last round alone, which makes its proof easier and discards
 * half the data.
 *
 * The seed decides which layouts share a block.  Therefore a search that was
 * interrupted can go on from its stored values.
 */
#ifndef RCC_HARNESS_FINDINGS_HALVING_H
#define RCC_HARNESS_FINDINGS_HALVING_H

#include <stddef.h>
#include <stdint.h>

/* The largest number of layouts in a block besides the original one. */
#define RCC_HALVING_TOGETHER_MAX 3
/* The number of blocks for a layout in the first round. */
#define RCC_HALVING_FIRST 2

/* The sum of a layout's values, the sum of their squares, and their number. */
struct rcc_halving_layout {
	double sum, squares;
	size_t n;
};

struct rcc_halving {
	uint64_t seed;
	size_t n; /* number of layouts */
	size_t together;
	size_t round;  /* from 0 */
	size_t *alive; /* the layouts that are left, best first */
	size_t n_alive;
	struct rcc_halving_layout *layout; /* [n]: all values */
	struct rcc_halving_layout *first;  /* [n]: the first round's values */
	/* The layouts of alive[] in a random order.  A round consists of
	 * passes.  In each pass, every one of these layouts is measured
	 * once. */
	size_t *order;
	size_t pass;
	size_t at; /* position of the next block in order[] */
};

/* Begin a search among n layouts, at most `together` of them in a block.  The
 * caller must release *h. */
void rcc_halving_begin(struct rcc_halving *h, uint64_t seed, size_t n,
		       size_t together);
void rcc_halving_release(struct rcc_halving *h);

/* Write the layouts of the next block, besides the original one, to `member`.
 * Return their number; 0 if only one layout is left: alive[0]. */
size_t rcc_halving_next(const struct rcc_halving *h,
			size_t member[RCC_HALVING_TOGETHER_MAX]);
/* Add the values of the block that rcc_halving_next() gave.  value[i] is the
 * value of member[i], or NaN if that value is missing. */
void rcc_halving_add(struct rcc_halving *h, const double *value);

/* Return the mean of a layout's values; NaN if it has none. */
double rcc_halving_mean(const struct rcc_halving_layout *l);
/* Return the sample variance of a layout's values; NaN if it has fewer than
 * two. */
double rcc_halving_variance(const struct rcc_halving_layout *l);

/* Return the number of layouts in a round of a search over n layouts, and the
 * number of blocks for each of them.  After the last round one layout is
 * left. */
size_t rcc_halving_layouts_in(size_t n, size_t round);
size_t rcc_halving_blocks_in(size_t round);
/* Return the number of blocks of the whole search. */
size_t rcc_halving_blocks(size_t n, size_t together);

#endif
