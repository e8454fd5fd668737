/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which layouts `randld --replay` is to make: `--seed S`, or `--seeds LIST`
 * with many at a time.
 *
 *	7  none  1..1000  1..8,none,42	a list, with ranges
 *	FILE				one of these a line; blank lines and
 *					what follows a '#' do not count
 *	-				the same, from standard input
 *
 * What reads as a list is one; a file of such a name is ./1.
 */
#ifndef RCC_WRAPPER_RECORD_SEED_LIST_H
#define RCC_WRAPPER_RECORD_SEED_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A range typed wrongly shall not fill the disk. */
#define RCC_SEEDS_MAX 1000000

struct rcc_seed {
	uint64_t value;
	bool is_original; /* none */
};

struct rcc_seeds {
	struct rcc_seed *item;
	size_t n;
	size_t n_allocated;
};

void rcc_seeds_push(struct rcc_seeds *s, uint64_t value, bool is_original);

/* Ends the program with a message that names the file and the line. */
void rcc_seeds_read(struct rcc_seeds *s, const char *text);
void rcc_seeds_release(struct rcc_seeds *s);

#define RCC_SEED_TEXT_MAX 24
/* As RANDCC_SEED has it. */
const char *rcc_seeds_text(const struct rcc_seed *seed, char *out);

/* The seed's output: in `pattern`, %s stands for the seed and %% for %.  NULL
 * when it has another %, or no %s.  Caller frees. */
char *rcc_seeds_output(const char *pattern, const struct rcc_seed *seed);

#endif
