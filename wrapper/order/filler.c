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
#include "wrapper/order/link_map.h"

#define STEP 16u
#define CACHE_LINE 64u
/* The end of a filler's section name.  '!' sorts before every character that a
 * unit's name can begin with, so the filler comes before its function. */
#define FILLER_TAIL "!padding"

static uint64_t key_of(const struct rcc_settings *settings, const char *label)
{
	return rcc_rank_hash(label, strlen(label), settings->seed);
}

/* Return the size of the filler that the factor `padding` puts before a
 * function: a multiple of STEP, uniform from 0 to padding_max steps.  It
 * depends on the seed and on the beginning of the section's name, which has the
 * function's class and rank. */
static uint32_t padding_bytes(const struct rcc_settings *settings,
			      const struct rcc_map_section *function)
{
	uint64_t hash = rcc_rank_hash(function->name, RCC_RANK_PREFIX_LEN,
				      key_of(settings, "padding"));

	return rcc_rank_below(hash, settings->padding_max + 1) * STEP;
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

	return rcc_rank_below(hash, CACHE_LINE / STEP) * STEP;
}

/* Set the size and the alignment of the filler before a function.  Return
 * whether there is any filler. */
static bool set_filler(struct rcc_filler *f,
		       const struct rcc_settings *settings,
		       const struct rcc_map_section *function)
{
	f->align = STEP;
	f->n_bytes = 0;
	if ((settings->factors & RCC_FACTOR_PADDING) != 0)
		f->n_bytes = padding_bytes(settings, function);
	if ((settings->factors & RCC_FACTOR_OFFSET) == 0)
		return f->n_bytes != 0;
	f->align = CACHE_LINE;
	f->n_bytes -= f->n_bytes % CACHE_LINE;
	f->n_bytes += offset_of(settings, function);
	return true;
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

int rcc_filler_plan(const char *map, const char *begin,
		    const struct rcc_settings *settings,
		    struct rcc_filler **filler, size_t *n_fillers)
{
	char *text = rcc_file_read(map, NULL);
	size_t n_allocated = 0;
	struct rcc_map_section section;
	const char *at;

	*filler = NULL;
	*n_fillers = 0;
	if (text == NULL)
		return RCC_ESYS;
	at = strstr(text, begin);
	while (rcc_link_map_next(text, &at, &section)) {
		struct rcc_filler *f;

		*filler = rcc_mem_grow(*filler, *n_fillers, &n_allocated,
				       sizeof(**filler));
		f = &(*filler)[*n_fillers];
		if (section.size == 0 || !set_filler(f, settings, &section))
			continue;
		++*n_fillers;
		memcpy(f->name, section.name, RCC_RANK_PREFIX_LEN);
		memcpy(f->name + RCC_RANK_PREFIX_LEN, FILLER_TAIL,
		       sizeof(FILLER_TAIL));
	}
	free(text);
	shuffle(*filler, *n_fillers);
	return 0;
}
