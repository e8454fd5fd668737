/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Divide scratch space from the caller into pieces.  Private to stats/.
 *
 * A computation has a function that takes its arrays, one after another, with
 * rcc_scratch_take().  This function is called twice.  In the first call `base`
 * is NULL, and `used` becomes the number of bytes to allocate.  In the second
 * call, `base` points to these bytes.
 */
#ifndef RCC_STATS_SCRATCH_H
#define RCC_STATS_SCRATCH_H

#include <stddef.h>

struct rcc_scratch {
	char *base;  /* NULL to count only */
	size_t used; /* bytes taken; SIZE_MAX after overflow */
};

/* Take space for n elements of `size` bytes, aligned for any type.  Returns
 * NULL if bytes are only counted. */
void *rcc_scratch_take(struct rcc_scratch *scratch, size_t n, size_t size);

#endif
