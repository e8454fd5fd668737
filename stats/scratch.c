/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/scratch.h"

#include <stdint.h>

void *rcc_scratch_take(struct rcc_scratch *scratch, size_t n, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	char *at = scratch->base != NULL ? scratch->base + scratch->used : NULL;
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes) ||
	    __builtin_add_overflow(bytes, align - 1, &bytes) ||
	    __builtin_add_overflow(scratch->used, bytes / align * align,
				   &scratch->used))
		scratch->used = SIZE_MAX;
	return at;
}
