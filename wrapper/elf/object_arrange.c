/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object_arrange.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "wrapper/elf/name_order.h"
#include "wrapper/elf/object_order.h"
#include "wrapper/elf/object_shift.h"

/* A run is a sequence of functions that are sorted by rank.  The runs of an
 * object are in reverse order.  Thus the order of functions in the linked
 * program shows whether the linker sorted them.
 *
 * A run has at most RUN_MAX functions.  An object with RUNS_MIN or more
 * functions has at least RUNS_MIN runs.  There is one exception: functions with
 * equal names stay in one run, so runs can be longer and fewer. */
#define RUN_MAX ((size_t)24)
#define RUNS_MIN ((size_t)10)

static size_t run_length(size_t n_functions)
{
	size_t n = n_functions / RUNS_MIN;

	return n < 1 ? 1 : n > RUN_MAX ? RUN_MAX : n;
}

/*
 * Cut sorted functions into runs and reverse the order of the runs.  Functions
 * with equal names stay in one run, because the linker keeps their order.
 * Caller frees the result.
 */
static struct rcc_ranked_section **
order_in_runs(struct rcc_ranked_section *const *fn, size_t n_functions)
{
	struct rcc_ranked_section **out = rcc_mem_alloc(
		n_functions * sizeof(struct rcc_ranked_section *));
	size_t length = run_length(n_functions);
	size_t n = 0;

	for (size_t end = n_functions, begin; end != 0; end = begin) {
		begin = end > length ? end - length : 0;
		while (begin != 0 &&
		       rcc_name_order_is_equal(fn[begin - 1], fn[begin]))
			begin--;
		memcpy(out + n, fn + begin,
		       (end - begin) * sizeof(struct rcc_ranked_section *));
		n += end - begin;
	}
	return out;
}

/* Move the bytes of functions into the order of `fn`, and then the bytes of
 * their relocations into the same order. */
static void shift_bytes(struct rcc_image *im,
			const struct rcc_header_order *order,
			struct rcc_ranked_section *const *fn)
{
	uint32_t *section = rcc_mem_calloc(im->n_sections, sizeof(*section));
	size_t n = 0;

	for (size_t i = 0; i < order->n; i++)
		section[n++] = fn[i]->section;
	rcc_image_shift(im, section, n);
	n = 0;
	for (size_t i = 0; i < order->n; i++)
		for (uint32_t k = order->first_reloc[fn[i]->section]; k != 0;
		     k = order->next_reloc[k])
			section[n++] = k;
	rcc_image_shift(im, section, n);
	free(section);
}

void rcc_object_arrange(struct rcc_object_file *f, struct rcc_object *o,
			bool with_data, struct rcc_pivots *pivots)
{
	struct rcc_ranked_section **sorted;
	struct rcc_ranked_section **fn;
	struct rcc_header_order order;
	struct rcc_image im;

	if (!rcc_header_order_open(&order, &im, f, o, with_data))
		return;
	sorted = rcc_mem_alloc(order.n * sizeof(struct rcc_ranked_section *));
	if (order.n != 0)
		memcpy(sorted, order.fn,
		       order.n * sizeof(struct rcc_ranked_section *));
	rcc_name_order_sort(sorted, order.n);
	rcc_pivots_choose(pivots, sorted, order.n);
	fn = order_in_runs(sorted, order.n);
	shift_bytes(&im, &order, fn);
	rcc_header_order_apply(&order, &im, fn, o);
	free(fn);
	free(sorted);
	rcc_header_order_release(&order);
}
