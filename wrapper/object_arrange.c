/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An object's sections in an order by which GNU ld is fast. */
#include "wrapper/object.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/object_image.h"
#include "wrapper/radix.h"

/* How many neighbours stay together: the fewer, the more often the linker
 * seeks; the more, the longer it looks for a section's place. */
#define RUN ((size_t)16)

/* What the name says first: the output section, or the class. */
static unsigned group_of(const struct rcc_function *fn)
{
	if (rcc_rank_is_data(fn->name.cls))
		return RCC_RANK_N_CLASSES +
		       (unsigned)rcc_rank_group_of(fn->name.cls);
	return (unsigned)fn->name.cls;
}

static bool are_equal(const struct rcc_function *x,
		      const struct rcc_function *y)
{
	return x->name.rank == y->name.rank && group_of(x) == group_of(y);
}

/* What the name says behind the rank. */
static int compare_rest(const struct rcc_function *x,
			const struct rcc_function *y)
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
	const struct rcc_function *x = *(struct rcc_function *const *)a;
	const struct rcc_function *y = *(struct rcc_function *const *)b;
	int sign = compare_rest(x, y);

	/* Of one object: as they are in it. */
	return sign != 0 ? sign
			 : ((uintptr_t)x > (uintptr_t)y) -
				   ((uintptr_t)x < (uintptr_t)y);
}

void rcc_object_sort(struct rcc_function **fn, size_t n)
{
	struct rcc_function **old =
		rcc_mem_alloc(n * sizeof(struct rcc_function *));
	struct rcc_radix_item *item = rcc_mem_alloc(n * sizeof(*item));

	for (size_t i = 0; i < n; i++) {
		old[i] = fn[i];
		item[i] = (struct rcc_radix_item){fn[i]->name.rank, i};
	}
	rcc_radix_sort(item, n);
	for (size_t i = 0; i < n; i++)
		item[i].key = group_of(old[item[i].at]);
	rcc_radix_sort(item, n);
	for (size_t i = 0; i < n; i++)
		fn[i] = old[item[i].at];
	free(item);
	free(old);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && are_equal(fn[i], fn[end]);)
			end++;
		if (end - i > 1)
			qsort(fn + i, end - i, sizeof(struct rcc_function *),
			      by_rest);
	}
}

static bool are_twins(const struct rcc_function *x,
		      const struct rcc_function *y)
{
	return are_equal(x, y) && compare_rest(x, y) == 0;
}

/* Where the run ends that begins at `i`: equal names stay together. */
static size_t end_of_run(struct rcc_function *const *fn, size_t i, size_t last)
{
	size_t end = i + RUN < last ? i + RUN : last;

	while (end < last && are_twins(fn[end - 1], fn[end]))
		end++;
	return end;
}

/* The first item of each run; run i is the items from begin[i] to
 * begin[i + 1].  Breadth first through a balanced tree.  Returns where `out`
 * goes on. */
static struct rcc_function **
push_firsts(struct rcc_function *const *fn, const size_t *begin, size_t n_runs,
	    struct rcc_function **out)
{
	size_t(*todo)[2] = rcc_mem_calloc(2 * n_runs + 1, sizeof(*todo));
	size_t n_todo = 1;

	todo[0][1] = n_runs;
	for (size_t i = 0; i < n_todo; i++) {
		size_t first = todo[i][0];
		size_t end = todo[i][1];
		size_t middle = first + (end - first) / 2;

		if (first == end)
			continue;
		*out++ = fn[begin[middle]];
		todo[n_todo][0] = first;
		todo[n_todo++][1] = middle;
		todo[n_todo][0] = middle + 1;
		todo[n_todo++][1] = end;
	}
	free(todo);
	return out;
}

/*
 * GNU ld 2.40 sorts by an unbalanced tree, into which it puts sections in the
 * order of objects and headers, and it reads and writes sections in that order
 * too, with four system calls where the next one is not the neighbour.  So
 * neighbours stay together, in runs; but first comes the first item of each run,
 * as a balanced tree has them, for a run is a chain in the tree: what belongs
 * behind it would pass all of it.  The runs come last to first, so that this
 * order is none that could be taken for the one by rank (verify.h).
 *
 * The last item and the first come before all others: where units are kept
 * whole, what belongs before or behind all of this one's is past it in a step or
 * two.  Caller frees.
 */
static struct rcc_function **order_for_tree(struct rcc_function *const *fn,
					    size_t n_functions)
{
	struct rcc_function **out =
		rcc_mem_alloc(n_functions * sizeof(struct rcc_function *));
	size_t *begin = rcc_mem_calloc(n_functions / RUN + 2, sizeof(*begin));
	struct rcc_function **at = out;
	size_t first = 0;
	size_t last = n_functions;
	size_t n_runs = 0;

	if (n_functions > 2 * RUN &&
	    !are_twins(fn[last - 2], fn[last - 1]) &&
	    !are_twins(fn[0], fn[1])) {
		*at++ = fn[--last];
		*at++ = fn[first++];
	}
	for (size_t i = first; i < last; i = begin[n_runs]) {
		begin[n_runs++] = i;
		begin[n_runs] = end_of_run(fn, i, last);
	}
	at = push_firsts(fn, begin, n_runs, at);
	for (size_t i = n_runs; i-- > 0;)
		for (size_t k = begin[i] + 1; k < begin[i + 1]; k++)
			*at++ = fn[k];
	free(begin);
	return out;
}

/* What they contain, and their relocations, in the same order. */
static void shift_bytes(struct rcc_image *im,
			const struct rcc_image_order *order,
			struct rcc_function *const *fn)
{
	uint32_t *section = rcc_mem_calloc(im->n_sections, sizeof(*section));
	size_t n = 0;

	for (size_t i = 0; i < order->n; i++)
		section[n++] = fn[i]->section;
	rcc_image_shift(im, section, n);
	n = 0;
	for (size_t i = 0; i < order->n; i++)
		for (uint32_t k = order->first[fn[i]->section]; k != 0;
		     k = order->next[k])
			section[n++] = k;
	rcc_image_shift(im, section, n);
	free(section);
}

void rcc_object_arrange(struct rcc_object_file *f, struct rcc_object *o,
			bool with_data)
{
	struct rcc_function **sorted;
	struct rcc_function **fn;
	struct rcc_image_order order;
	struct rcc_image im;

	if (!rcc_image_open_order(&im, f, o, with_data, &order))
		return;
	sorted = rcc_mem_alloc(order.n * sizeof(struct rcc_function *));
	if (order.n != 0)
		memcpy(sorted, order.fn,
		       order.n * sizeof(struct rcc_function *));
	rcc_object_sort(sorted, order.n);
	fn = order_for_tree(sorted, order.n);
	shift_bytes(&im, &order, fn);
	rcc_image_move_headers(&im, &order, fn, o);
	free(fn);
	free(sorted);
	rcc_image_close_order(&im, &order);
}
