/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Seeded random streams that are the same on every machine.
 *
 * The generator is xoshiro256++ (Blackman & Vigna, "Scrambled linear
 * pseudorandom number generators", ACM TOMS 2021).  SplitMix64 turns the seed
 * into the first state, as the authors of xoshiro256++ advise.
 *
 * The C library's generator is not used, because it differs between systems,
 * and a seed must give the same layout everywhere.
 *
 * This file does not allocate memory, use stdio or call exit().
 */
#ifndef RCC_COMMON_RANDOM_H
#define RCC_COMMON_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The state of a stream. */
struct rcc_random {
	uint64_t s[4];
};

/* Begin a stream with a seed.  Any seed is valid, including 0. */
void rcc_random_seed(struct rcc_random *r, uint64_t seed);

/* Begin the stream for one purpose, such as "link order", "runs" or "block 7".
 * Streams with the same seed and different labels are independent. */
void rcc_random_stream(struct rcc_random *r, uint64_t seed, const char *label);

/* Draw one of all 2^64 values uniformly. */
uint64_t rcc_random_next(struct rcc_random *r);

/* Draw a number from 0 to bound-1, uniformly and without bias (Lemire, "Fast
 * random integer generation in an interval", ACM TOMACS 2019).  `bound` is at
 * least 1. */
uint64_t rcc_random_below(struct rcc_random *r, uint64_t bound);

/* Draw a number in [0, 1) uniformly, with 53 random bits. */
double rcc_random_unit(struct rcc_random *r);

/* Shuffle n indices (Fisher-Yates): every order is equally likely. */
void rcc_random_shuffle(struct rcc_random *r, size_t *index, size_t n);

#endif
