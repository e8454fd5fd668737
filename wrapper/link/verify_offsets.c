/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/verify.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/strmap.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/unique.h"
#include "wrapper/order/filler.h"

/* A section with an alignment of 32 begins at the next multiple of 32. */
static uint64_t aligned(uint64_t offset)
{
	return (offset + 31) / 32 * 32 % RCC_CACHE_LINE;
}

static bool is_at(uint64_t address, uint64_t offset)
{
	const uint64_t place = address % RCC_CACHE_LINE;

	/* A section with a larger alignment than 32 begins a cache line. */
	return place == offset || place == aligned(offset) || place == 0;
}

/* Return whether a function begins a cache line, and not by its offset. */
static bool is_fixed(uint64_t address, uint64_t offset)
{
	return address % RCC_CACHE_LINE == 0 && offset != 0;
}

static bool is_folded(const struct rcc_output *out, size_t i)
{
	const struct rcc_output_symbol *fn = out->function;

	return (i > 0 && fn[i - 1].address == fn[i].address) ||
	       (i + 1 < out->n_functions && fn[i + 1].address == fn[i].address);
}

static void collect(struct rcc_strmap *m, const struct rcc_filler_plan *plan)
{
	rcc_strmap_reserve(m, plan->n_offsets);
	for (size_t i = 0; i < plan->n_offsets; i++)
		rcc_unique_plan(m, plan->offset[i].symbol,
				plan->offset[i].n_symbol,
				plan->offset[i].offset);
}

size_t rcc_verify_offsets(const struct rcc_filler_plan *plan,
			  const struct rcc_output *out, size_t *n,
			  size_t *n_fixed)
{
	struct rcc_strmap map = {0};
	struct rcc_strmap_slot **slot = rcc_mem_calloc(
		out->n_functions, sizeof(struct rcc_strmap_slot *));
	size_t n_wrong = 0;

	*n = *n_fixed = 0;
	collect(&map, plan);
	for (size_t i = 0; i < out->n_functions; i++)
		slot[i] = rcc_unique_meet(&map, out->function[i].name);
	for (size_t i = 0; i < out->n_functions; i++) {
		if (!rcc_unique_is(slot[i]) || is_folded(out, i))
			continue;
		++*n;
		n_wrong += !is_at(out->function[i].address, slot[i]->value);
		*n_fixed += is_fixed(out->function[i].address, slot[i]->value);
	}
	free(slot);
	rcc_strmap_release(&map);
	return n_wrong;
}
