/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Seeded random streams that are the same on every machine.
 *
 * The generator is xoshiro256++ (Blackman & Vigna, "Scrambled linear
 * pseudorandom number generators", ACM TOMS 2021), seeded through SplitMix64 as
 * its authors advise.  The C library's generator and shuffle are not used: they
 * differ between systems, and a seed must give the same layout everywhere.
 *
 * This is core: no allocation, no stdio, no exit; C and C++.
 */
#ifndef RCC_COMMON_RANDOM_H
#define RCC_COMMON_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct rcc_random {
	uint64_t s[4];
};

/* Any seed is good, 0 included. */
void rcc_random_seed(struct rcc_random *r, uint64_t seed);

/* Begin the stream for one purpose, for instance "link order", "runs" or
 * "block 7".  Streams of one seed with different labels are independent. */
void rcc_random_stream(struct rcc_random *r, uint64_t seed, const char *label);

/* Uniform over all 2^64 values. */
uint64_t rcc_random_next(struct rcc_random *r);

/* Uniform over 0 ... bound-1, without bias (Lemire, "Fast random integer
 * generation in an interval", ACM TOMACS 2019).  bound >= 1. */
uint64_t rcc_random_below(struct rcc_random *r, uint64_t bound);

/* Uniform in [0, 1), 53 bits. */
double rcc_random_unit(struct rcc_random *r);

/* Shuffle n indices (Fisher-Yates): every order is equally likely. */
void rcc_random_shuffle(struct rcc_random *r, size_t *index, size_t n);

#endif
