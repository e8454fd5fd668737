/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/name_order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/radix.h"

/* Return a number for the part of a section name before the rank.  This part
 * shows the class of a function, or the output section of a variable. */
static unsigned group_of(const struct rcc_ranked_section *fn)
{
	if (rcc_rank_is_data(fn->name.cls))
		return RCC_RANK_N_CLASSES +
		       (unsigned)rcc_rank_group_of(fn->name.cls);
	return (unsigned)fn->name.cls;
}

static bool have_same_rank(const struct rcc_ranked_section *x,
			   const struct rcc_ranked_section *y)
{
	return x->name.rank == y->name.rank && group_of(x) == group_of(y);
}

/* Compare the parts of two names that follow the rank. */
static int compare_rest(const struct rcc_ranked_section *x,
			const struct rcc_ranked_section *y)
{
	size_t n = x->name.tail_len < y->name.tail_len ? x->name.tail_len
						       : y->name.tail_len;
	int sign = (x->name.cls > y->name.cls) - (x->name.cls < y->name.cls);

	if (sign == 0)
		sign = memcmp(x->name.tail, y->name.tail, n);
	if (sign == 0)
		sign = (x->name.tail_len > y->name.tail_len) -
		       (x->name.tail_len < y->name.tail_len);
	return sign;
}

static int by_rest(const void *a, const void *b)
{
	const struct rcc_ranked_section *x =
		*(struct rcc_ranked_section *const *)a;
	const struct rcc_ranked_section *y =
		*(struct rcc_ranked_section *const *)b;
	int sign = compare_rest(x, y);

	/* The structs of one object's functions are in one array, in the
	 * object's order.  Comparing the pointers keeps that order for
	 * functions with equal names. */
	return sign != 0 ? sign
			 : ((uintptr_t)x > (uintptr_t)y) -
				   ((uintptr_t)x < (uintptr_t)y);
}

void rcc_name_order_sort(struct rcc_ranked_section **fn, size_t n)
{
	struct rcc_ranked_section **old =
		rcc_mem_alloc(n * sizeof(struct rcc_ranked_section *));
	struct rcc_radix_item *item = rcc_mem_alloc(n * sizeof(*item));

	for (size_t i = 0; i < n; i++) {
		old[i] = fn[i];
		item[i] = (struct rcc_radix_item){fn[i]->name.rank, i};
	}
	rcc_radix_sort(item, n);
	for (size_t i = 0; i < n; i++)
		item[i].key = group_of(old[item[i].value]);
	rcc_radix_sort(item, n);
	for (size_t i = 0; i < n; i++)
		fn[i] = old[item[i].value];
	free(item);
	free(old);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && have_same_rank(fn[i], fn[end]);)
			end++;
		if (end - i > 1)
			qsort(fn + i, end - i,
			      sizeof(struct rcc_ranked_section *), by_rest);
	}
}

bool rcc_name_order_is_equal(const struct rcc_ranked_section *x,
			     const struct rcc_ranked_section *y)
{
	return have_same_rank(x, y) && compare_rest(x, y) == 0;
}
