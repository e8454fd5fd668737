/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random 64-bit words in bulk, for the bootstrap.  Private to stats/.
 *
 * Four xoshiro256++ generators run side by side.  The processor overlaps their
 * steps, or the compiler puts their states into vector registers.  The
 * generators fill a buffer, because a function call for each word would take
 * longer than generating the word.
 */
#ifndef RCC_STATS_BULK_RANDOM_H
#define RCC_STATS_BULK_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The number of words in the buffer, and the number of generators. */
#define RCC_BULK_RANDOM_BUFFER 256
#define RCC_BULK_RANDOM_LANES 4

struct rcc_bulk_random {
	uint64_t state[4][RCC_BULK_RANDOM_LANES];
	size_t at; /* index of the next word in the buffer */
	uint64_t buffer[RCC_BULK_RANDOM_BUFFER];
};

/* Seed all four generators from `key` and the number `block`.  The words of
 * different blocks are independent. */
void rcc_bulk_random_seed(struct rcc_bulk_random *random, uint64_t key,
			  uint64_t block);
/* Fill the whole buffer with new words. */
void rcc_bulk_random_fill(struct rcc_bulk_random *random);

static inline uint64_t rcc_bulk_random_next(struct rcc_bulk_random *random)
{
	if (random->at == RCC_BULK_RANDOM_BUFFER)
		rcc_bulk_random_fill(random);
	return random->buffer[random->at++];
}

/* Return a random number from 0 to n - 1.  The probability of each number has a
 * relative error of at most n / 2^64. */
static inline size_t rcc_bulk_random_below(struct rcc_bulk_random *random,
					   size_t n)
{
	const unsigned __int128 product =
		(unsigned __int128)rcc_bulk_random_next(random) * n;

	return (size_t)(product >> 64);
}

#endif
