/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/bulk_random.h"

#include <stdio.h>

#include "common/random.h"

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

void rcc_bulk_random_seed(struct rcc_bulk_random *random, uint64_t key,
			  uint64_t block)
{
	for (size_t lane = 0; lane < RCC_BULK_RANDOM_LANES; lane++) {
		struct rcc_random seeded;
		char label[48];

		snprintf(label, sizeof(label), "block %llu lane %zu",
			 (unsigned long long)block, lane);
		rcc_random_stream(&seeded, key, label);
		for (size_t i = 0; i < 4; i++)
			random->state[i][lane] = seeded.s[i];
	}
	random->at = RCC_BULK_RANDOM_BUFFER;
}

/* Fill the buffer from four generators.  Each of them is the generator of
 * rcc_random_next(); common/random.h cites the source. */
void rcc_bulk_random_fill(struct rcc_bulk_random *random)
{
	uint64_t s0[RCC_BULK_RANDOM_LANES];
	uint64_t s1[RCC_BULK_RANDOM_LANES];
	uint64_t s2[RCC_BULK_RANDOM_LANES];
	uint64_t s3[RCC_BULK_RANDOM_LANES];

	for (size_t k = 0; k < RCC_BULK_RANDOM_LANES; k++) {
		s0[k] = random->state[0][k];
		s1[k] = random->state[1][k];
		s2[k] = random->state[2][k];
		s3[k] = random->state[3][k];
	}
	for (size_t i = 0; i < RCC_BULK_RANDOM_BUFFER;
	     i += RCC_BULK_RANDOM_LANES) {
		for (size_t k = 0; k < RCC_BULK_RANDOM_LANES; k++) {
			const uint64_t t = s1[k] << 17;

			random->buffer[i + k] = rotl(s0[k] + s3[k], 23) + s0[k];
			s2[k] ^= s0[k];
			s3[k] ^= s1[k];
			s1[k] ^= s2[k];
			s0[k] ^= s3[k];
			s2[k] ^= t;
			s3[k] = rotl(s3[k], 45);
		}
	}
	for (size_t k = 0; k < RCC_BULK_RANDOM_LANES; k++) {
		random->state[0][k] = s0[k];
		random->state[1][k] = s1[k];
		random->state[2][k] = s2[k];
		random->state[3][k] = s3[k];
	}
	random->at = 0;
}
