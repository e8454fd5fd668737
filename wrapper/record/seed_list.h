/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The seeds of `randld --replay --seeds LIST`.  LIST is one of these:
 *
 *	7  none  1..1000  1..8,none,42	a list of seeds and ranges
 *	FILE				a file with such a list on each line;
 *					blank lines and text after a '#' are
 *					ignored
 *	-				the same from standard input
 *
 * A word that can be a list is a list.  To name a file "1", write ./1.
 */
#ifndef RCC_WRAPPER_RECORD_SEED_LIST_H
#define RCC_WRAPPER_RECORD_SEED_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/refusal.h"

/* The largest number of seeds.  The limit keeps a mistyped range from filling
 * the disk. */
#define RCC_SEED_LIST_MAX 1000000

/* One seed. */
struct rcc_seed {
	uint64_t value;
	bool is_original; /* the seed "none" */
};

/* A list of seeds.  A zeroed struct is an empty list. */
struct rcc_seed_list {
	struct rcc_seed *item;
	size_t n;
	size_t n_allocated; /* private */
};

/* Append the seeds of a list or a file.  Returns 0, or RCC_EFORMAT or RCC_ESYS
 * with a reason that names the file and the line. */
int rcc_seed_list_read(struct rcc_seed_list *s, const char *text,
		       struct rcc_refusal *why);
void rcc_seed_list_release(struct rcc_seed_list *s);

#define RCC_SEED_TEXT_MAX 24
/* Return a seed as text, written as in RANDCC_SEED.  The text is in `out` (of
 * RCC_SEED_TEXT_MAX bytes), or it is the constant "none". */
const char *rcc_seed_text(const struct rcc_seed *seed, char *out);

/* Return the path of the output for a seed.  In `pattern`, %s stands for the
 * seed and %% for %.  Returns NULL if the pattern has another %, or no %s.
 * Caller frees. */
char *rcc_seed_output(const char *pattern, const struct rcc_seed *seed);

#endif
