/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layouts that `randld --replay` makes: `--seed S`, or `--seeds LIST` for
 * many.
 *
 *	7  none  1..1000  1..8,none,42	a list, with ranges
 *	FILE				a file with one of these a line; blank
 *					lines and text after a '#' are ignored
 *	-				the same from standard input
 *
 * A text that reads as a list is one; a file of such a name is ./1.
 */
#ifndef RCC_WRAPPER_RECORD_SEED_LIST_H
#define RCC_WRAPPER_RECORD_SEED_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/refusal.h"

/* A mistyped range must not fill the disk. */
#define RCC_SEED_LIST_MAX 1000000

struct rcc_seed {
	uint64_t value;
	bool is_original; /* none */
};

/* A zeroed struct is an empty list. */
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
/* The seed as RANDCC_SEED has it, written to `out`. */
const char *rcc_seed_text(const struct rcc_seed *seed, char *out);

/* The path of the seed's output: in `pattern`, %s stands for the seed and %%
 * for %.  NULL when the pattern has another %, or no %s.  Caller frees. */
char *rcc_seed_output(const char *pattern, const struct rcc_seed *seed);

#endif
