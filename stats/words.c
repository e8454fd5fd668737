/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/resample.h"

#include <stdio.h>

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

void rcc_words_seed(struct rcc_words *words, uint64_t key, uint64_t block)
{
	for (size_t lane = 0; lane < RCC_WORDS_LANES; lane++) {
		struct rcc_random random;
		char label[48];

		snprintf(label, sizeof(label), "block %llu lane %zu",
			 (unsigned long long)block, lane);
		rcc_random_stream(&random, key, label);
		for (size_t i = 0; i < 4; i++)
			words->state[i][lane] = random.s[i];
	}
	words->at = RCC_WORDS_BUFFER;
}

/* rcc_random_next() in four lanes; common/random.h names the source. */
void rcc_words_fill(struct rcc_words *words)
{
	uint64_t s0[RCC_WORDS_LANES];
	uint64_t s1[RCC_WORDS_LANES];
	uint64_t s2[RCC_WORDS_LANES];
	uint64_t s3[RCC_WORDS_LANES];

	for (size_t k = 0; k < RCC_WORDS_LANES; k++) {
		s0[k] = words->state[0][k];
		s1[k] = words->state[1][k];
		s2[k] = words->state[2][k];
		s3[k] = words->state[3][k];
	}
	for (size_t i = 0; i < RCC_WORDS_BUFFER; i += RCC_WORDS_LANES) {
		for (size_t k = 0; k < RCC_WORDS_LANES; k++) {
			const uint64_t t = s1[k] << 17;

			words->buffer[i + k] = rotl(s0[k] + s3[k], 23) + s0[k];
			s2[k] ^= s0[k];
			s3[k] ^= s1[k];
			s1[k] ^= s2[k];
			s0[k] ^= s3[k];
			s2[k] ^= t;
			s3[k] = rotl(s3[k], 45);
		}
	}
	for (size_t k = 0; k < RCC_WORDS_LANES; k++) {
		words->state[0][k] = s0[k];
		words->state[1][k] = s1[k];
		words->state[2][k] = s2[k];
		words->state[3][k] = s3[k];
	}
	words->at = 0;
}
