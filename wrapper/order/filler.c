/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/filler.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/rank.h"
#include "wrapper/elf/object.h"
#include "wrapper/order/link_map.h"

#define STEP 16u
/* The end of a filler's section name.  '!' sorts before every character that a
 * unit's name can begin with, so the filler comes before its function. */
#define FILLER_TAIL "!padding"

static uint64_t key_of(const struct rcc_settings *settings, const char *label)
{
	return rcc_rank_hash(label, strlen(label), settings->seed);
}

/* Return the number of steps that the factor `padding` puts before a function,
 * uniform from 0 to padding_max.  It depends on the seed and on the beginning
 * of the section's name, which has the function's class and rank. */
static uint32_t padding_steps(const struct rcc_settings *settings,
			      const struct rcc_map_section *function)
{
	uint64_t hash = rcc_rank_hash(function->name, RCC_RANK_PREFIX_LEN,
				      key_of(settings, "padding"));

	return rcc_rank_below(hash, settings->padding_max + 1);
}

/* Return the offset in a cache line that the factor `offset` gives to a
 * function.  It depends on the seed and on the names of the unit and the
 * function.  It does not depend on the rank, which may change with the number
 * of units and functions before this one. */
static uint32_t offset_of(const struct rcc_settings *settings,
			  const struct rcc_map_section *function)
{
	static const struct rcc_rank_place nowhere = {0};
	uint64_t hash =
		rcc_rank_of(key_of(settings, "offset"), RCC_FACTOR_PROGRAM,
			    &function->part, &nowhere);

	return rcc_rank_below(hash, RCC_CACHE_LINE / STEP) * STEP;
}

/* Set the size and the alignment of the filler before a function.  `offset` is
 * its offset, or NULL without the factor `offset`.  Return whether there is any
 * filler. */
static bool set_filler(struct rcc_filler *f,
		       const struct rcc_settings *settings,
		       const struct rcc_map_section *function,
		       const uint32_t *offset)
{
	f->align = offset != NULL ? RCC_CACHE_LINE : STEP;
	f->n_bytes = 0;
	if ((settings->factors & RCC_FACTOR_PADDING) != 0)
		f->n_bytes = f->align * padding_steps(settings, function);
	if (offset != NULL)
		f->n_bytes += *offset != 0 ? *offset : RCC_CACHE_LINE;
	return f->n_bytes != 0;
}

/* Put the fillers into an arbitrary order.  The map has them in ascending
 * order, and ld sorts with an unbalanced tree.  So ld would need quadratic time
 * for the map's order. */
static void shuffle(struct rcc_filler *filler, size_t n)
{
	struct rcc_random random;

	rcc_random_seed(&random, n);
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)rcc_random_below(&random, i);
		struct rcc_filler last = filler[i - 1];

		filler[i - 1] = filler[j];
		filler[j] = last;
	}
}

static void add_filler(struct rcc_filler_plan *plan, size_t *n_allocated,
		       const struct rcc_settings *settings,
		       const struct rcc_map_section *function,
		       const uint32_t *offset)
{
	struct rcc_filler *f;

	plan->filler = rcc_mem_grow(plan->filler, plan->n_fillers, n_allocated,
				    sizeof(*plan->filler));
	f = &plan->filler[plan->n_fillers];
	if (!set_filler(f, settings, function, offset))
		return;
	plan->n_fillers++;
	memcpy(f->name, function->name, RCC_RANK_PREFIX_LEN);
	memcpy(f->name + RCC_RANK_PREFIX_LEN, FILLER_TAIL, sizeof(FILLER_TAIL));
}

static void add_offset(struct rcc_filler_plan *plan, size_t *n_allocated,
		       const struct rcc_map_section *function, uint32_t offset)
{
	size_t n_symbol;
	const char *symbol = rcc_object_symbol(&function->part, &n_symbol);

	plan->offset = rcc_mem_grow(plan->offset, plan->n_offsets, n_allocated,
				    sizeof(*plan->offset));
	plan->offset[plan->n_offsets++] = (struct rcc_planned_offset){
		.symbol = symbol, .n_symbol = n_symbol, .offset = offset};
}

int rcc_filler_plan(const char *map, const char *begin,
		    const struct rcc_settings *settings,
		    struct rcc_filler_plan *plan)
{
	const bool has_offset = (settings->factors & RCC_FACTOR_OFFSET) != 0;
	size_t n_fillers = 0;
	size_t n_offsets = 0;
	struct rcc_map_section function;
	const char *at;

	*plan = (struct rcc_filler_plan){.text = rcc_file_read(map, NULL)};
	if (plan->text == NULL)
		return RCC_ESYS;
	at = strstr(plan->text, begin);
	if (at == NULL)
		return RCC_EFORMAT;
	while (rcc_link_map_next(plan->text, &at, &function)) {
		uint32_t offset;

		if (function.size == 0)
			continue;
		if (!has_offset) {
			add_filler(plan, &n_fillers, settings, &function, NULL);
			continue;
		}
		offset = offset_of(settings, &function);
		add_filler(plan, &n_fillers, settings, &function, &offset);
		add_offset(plan, &n_offsets, &function, offset);
	}
	shuffle(plan->filler, plan->n_fillers);
	return 0;
}

void rcc_filler_plan_release(struct rcc_filler_plan *plan)
{
	free(plan->filler);
	free(plan->offset);
	free(plan->text);
	*plan = (struct rcc_filler_plan){0};
}
