/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scratch space from the caller, handed out in pieces.  Private to stats/.
 *
 * The same function takes all pieces twice: first with base NULL, to count the
 * bytes that the caller must allocate, and then with the allocated bytes.
 */
#ifndef RCC_STATS_SCRATCH_H
#define RCC_STATS_SCRATCH_H

#include <stddef.h>

struct rcc_scratch {
	char *base;  /* NULL to count only */
	size_t used; /* bytes taken; SIZE_MAX if their number does not fit */
};

/* Take room for n elements of `size` bytes, aligned for any type.  Returns NULL
 * while only counting. */
void *rcc_scratch_take(struct rcc_scratch *scratch, size_t n, size_t size);

#endif
