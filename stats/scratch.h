/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scratch space from the caller, handed out in pieces.  Private to stats/.
 *
 * One function takes all its pieces twice: with base NULL, to count the bytes
 * that the caller must allocate, then with that allocation.
 */
#ifndef RCC_STATS_SCRATCH_H
#define RCC_STATS_SCRATCH_H

#include <stddef.h>

struct rcc_scratch {
	char *base;  /* NULL: only count */
	size_t used; /* bytes; SIZE_MAX if they do not fit */
};

/* Room for n elements, aligned for any type; NULL while only counting. */
void *rcc_scratch_take(struct rcc_scratch *scratch, size_t n, size_t size);

#endif
