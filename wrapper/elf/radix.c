/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/radix.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* Sort by one byte of the keys with a counting sort.  Items with the same byte
 * keep their order. */
static void sort_by_byte(const struct rcc_radix_item *from,
			 struct rcc_radix_item *to, size_t n, unsigned shift)
{
	size_t end[256] = {0};
	size_t before = 0;

	for (size_t i = 0; i < n; i++)
		end[from[i].key >> shift & 255]++;
	for (size_t i = 0; i < 256; i++) {
		size_t here = end[i];

		end[i] = before;
		before += here;
	}
	for (size_t i = 0; i < n; i++)
		to[end[from[i].key >> shift & 255]++] = from[i];
}

/* There is one pass for each byte in which the keys differ.  The addresses in a
 * program differ in two or three bytes, and the ranks in a unit in four. */
void rcc_radix_sort(struct rcc_radix_item *item, size_t n)
{
	struct rcc_radix_item *from = item;
	struct rcc_radix_item *to;
	struct rcc_radix_item *other;
	uint64_t differing = 0;

	for (size_t i = 1; i < n; i++)
		differing |= item[i].key ^ item[0].key;
	if (differing == 0)
		return;
	to = other = rcc_mem_alloc(n * sizeof(*other));
	for (unsigned shift = 0; shift < 64; shift += 8) {
		struct rcc_radix_item *sorted = to;

		if ((differing >> shift & 255) == 0)
			continue;
		sort_by_byte(from, to, n, shift);
		to = from;
		from = sorted;
	}
	if (from != item)
		memcpy(item, from, n * sizeof(*item));
	free(other);
}
