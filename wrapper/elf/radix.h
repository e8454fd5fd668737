/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting by numeric keys.
 *
 * Names are not compared, because that took most of the time of a link.  A stable
 * qsort() of the keys would be slower than this radix sort.
 */
#ifndef RCC_WRAPPER_ELF_RADIX_H
#define RCC_WRAPPER_ELF_RADIX_H

#include <stddef.h>
#include <stdint.h>

struct rcc_radix_item {
	uint64_t key;
	size_t value; /* whatever is sorted, for example an index */
};

/* Sort by key.  Items with equal keys keep their order. */
void rcc_radix_sort(struct rcc_radix_item *item, size_t n);

#endif
