/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/padding.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/rank.h"
#include "wrapper/order/link_map.h"

#define STEP 16u
/* The end of a filler's section name.  '!' sorts before every character that a
 * unit's name can begin with, so the filler comes before its function. */
#define FILLER_TAIL "!padding"

/* Return the size of the filler before a function: a multiple of STEP, uniform
 * from 0 to padding_max steps.  It depends on the seed and on `prefix`, the
 * beginning of the section's name, which has the function's class and rank. */
static uint32_t filler_bytes(const struct rcc_settings *settings,
			     const char *prefix)
{
	static const char label[] = "padding";
	uint64_t key = rcc_rank_hash(label, sizeof(label) - 1, settings->seed);
	uint64_t hash = rcc_rank_hash(prefix, RCC_RANK_PREFIX_LEN, key);

	return rcc_rank_below(hash, settings->padding_max + 1) * STEP;
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

int rcc_padding_plan(const char *map, const char *begin,
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
		const uint32_t n_bytes = filler_bytes(settings, section.name);
		struct rcc_filler *f;

		if (section.size == 0 || n_bytes == 0)
			continue;
		*filler = rcc_mem_grow(*filler, *n_fillers, &n_allocated,
				       sizeof(**filler));
		f = &(*filler)[(*n_fillers)++];
		memcpy(f->name, section.name, RCC_RANK_PREFIX_LEN);
		memcpy(f->name + RCC_RANK_PREFIX_LEN, FILLER_TAIL,
		       sizeof(FILLER_TAIL));
		f->n_bytes = n_bytes;
	}
	free(text);
	shuffle(*filler, *n_fillers);
	return 0;
}
