/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/verify.h"

#include <string.h>

#include "common/strmap.h"
#include "wrapper/elf/output.h"
#include "wrapper/order/filler.h"

/* A slot of the hash map (strmap.h) stands for one function name.  `value` is
 * its offset in the plan.  `extra` counts how often the name occurs in the plan
 * (lower half) and in the program (upper half). */
#define IN_PROGRAM (UINT64_C(1) << 32)
#define IS_COMPARED (IN_PROGRAM | 1)

static bool is_at(uint64_t address, uint64_t offset)
{
	const uint64_t place = address % RCC_CACHE_LINE;
	/* A section with an alignment of 32 begins at the next multiple of 32,
	 * one with a larger alignment at the beginning of a cache line. */
	const uint64_t aligned = (offset + 31) / 32 * 32 % RCC_CACHE_LINE;

	return place == offset || place == aligned || place == 0;
}

static bool is_folded(const struct rcc_output *out, size_t i)
{
	const struct rcc_output_symbol *fn = out->function;

	return (i > 0 && fn[i - 1].address == fn[i].address) ||
	       (i + 1 < out->n_functions && fn[i + 1].address == fn[i].address);
}

static void collect(struct rcc_strmap *m, const struct rcc_filler_plan *plan)
{
	int is_new;

	rcc_strmap_reserve(m, plan->n_offsets);
	for (size_t i = 0; i < plan->n_offsets; i++) {
		struct rcc_strmap_slot *s =
			rcc_strmap_at(m, plan->offset[i].symbol,
				      plan->offset[i].n_symbol, &is_new);

		s->value = plan->offset[i].offset;
		s->extra++;
	}
}

static struct rcc_strmap_slot *slot_of(const struct rcc_strmap *m,
				       const struct rcc_output_symbol *fn)
{
	return rcc_strmap_find(m, fn->name, strlen(fn->name));
}

size_t rcc_verify_offsets(const struct rcc_filler_plan *plan,
			  const struct rcc_output *out, size_t *n)
{
	struct rcc_strmap map = {0};
	size_t n_wrong = 0;

	*n = 0;
	collect(&map, plan);
	for (size_t i = 0; i < out->n_functions; i++) {
		struct rcc_strmap_slot *s = slot_of(&map, &out->function[i]);

		if (s != NULL)
			s->extra += IN_PROGRAM;
	}
	for (size_t i = 0; i < out->n_functions; i++) {
		const struct rcc_strmap_slot *s =
			slot_of(&map, &out->function[i]);

		if (s == NULL || s->extra != IS_COMPARED || is_folded(out, i))
			continue;
		++*n;
		n_wrong += !is_at(out->function[i].address, s->value);
	}
	rcc_strmap_release(&map);
	return n_wrong;
}
