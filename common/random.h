/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random streams: explicit, seeded, the same on every machine.
 *
 * Generator: xoshiro256++ (Blackman & Vigna, "Scrambled linear pseudorandom
 * number generators", ACM TOMS 2021), seeded through SplitMix64 as its authors
 * advise.  Not the C library's generator, and not its shuffle: both differ
 * between systems, and a seed must give the same layout everywhere.
 *
 * Core: no allocation, no stdio, no exit; C and C++.
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

/* A stream of its own for one purpose: streams with different labels are
 * independent for the same seed.  Used as "link order", "runs", "block 7"… */
void rcc_random_stream(struct rcc_random *r, uint64_t seed, const char *label);

/* Uniform over all 2^64 values. */
uint64_t rcc_random_next(struct rcc_random *r);

/* Uniform over 0 … bound-1, without bias (Lemire, "Fast random integer
 * generation in an interval", ACM TOMACS 2019).  bound >= 1. */
uint64_t rcc_random_below(struct rcc_random *r, uint64_t bound);

/* Uniform in [0, 1), 53 bits. */
double rcc_random_unit(struct rcc_random *r);

/* Fisher–Yates: every order of the n indices is equally likely. */
void rcc_random_shuffle(struct rcc_random *r, size_t *index, size_t n);

#endif
