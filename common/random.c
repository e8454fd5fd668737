/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/random.h"

#include "common/rank.h"

#include <string.h>

static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

void rcc_random_seed(struct rcc_random *r, uint64_t seed)
{
	for (size_t i = 0; i < 4; i++)
		r->s[i] = splitmix64(&seed);
}

void rcc_random_stream(struct rcc_random *r, uint64_t seed, const char *label)
{
	rcc_random_seed(r, rcc_rank_hash(label, strlen(label), seed));
}

uint64_t rcc_random_next(struct rcc_random *r)
{
	uint64_t *s = r->s;
	const uint64_t result = rotl(s[0] + s[3], 23) + s[0];
	const uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint64_t rcc_random_below(struct rcc_random *r, uint64_t bound)
{
	unsigned __int128 product;
	uint64_t low;

	product = (unsigned __int128)rcc_random_next(r) * bound;
	low = (uint64_t)product;
	if (low < bound) {
		/* Draw again if the low half of the product is below this
		 * number.  Otherwise some results would be more likely than
		 * others. */
		const uint64_t surplus = (UINT64_C(0) - bound) % bound;

		while (low < surplus) {
			product = (unsigned __int128)rcc_random_next(r) * bound;
			low = (uint64_t)product;
		}
	}
	return (uint64_t)(product >> 64);
}

double rcc_random_unit(struct rcc_random *r)
{
	return (double)(rcc_random_next(r) >> 11) * 0x1.0p-53;
}

void rcc_random_shuffle(struct rcc_random *r, size_t *index, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		const size_t j = (size_t)rcc_random_below(r, i);
		const size_t kept = index[i - 1];

		index[i - 1] = index[j];
		index[j] = kept;
	}
}
