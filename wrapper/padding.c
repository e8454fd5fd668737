/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/padding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/rank.h"

#define STEP 16u
/* '!' sorts before everything that a unit's name may begin with. */
#define FILLER_TAIL "!padding"

/* Uniform over 0 … max steps, by the function's class and rank. */
static uint32_t filler_bytes(const struct rcc_settings *settings,
			     const char *prefix)
{
	static const char label[] = "padding";
	uint64_t key = rcc_rank_hash(label, sizeof(label) - 1, settings->seed);
	uint64_t hash = rcc_rank_hash(prefix, RCC_RANK_PREFIX_LEN, key);

	return (uint32_t)(((hash >> 32) * (settings->padding_max + 1)) >> 32) *
	       STEP;
}

/* "0xADDRESS 0xSIZE FILE" behind a section's name: whether the size is not 0. */
static bool has_bytes(const char *behind)
{
	char *end;

	(void)strtoull(behind, &end, 16);
	return end != behind && strtoull(end, NULL, 16) != 0;
}

/* ld sorts by an unbalanced tree: sections that come in ascending order, as
 * those of the map do, take time quadratic in their number. */
static void shuffle(struct rcc_filler *filler, size_t n)
{
	struct rcc_random random;

	rcc_random_seed(&random, n);
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)rcc_random_below(&random, i);
		struct rcc_filler kept = filler[i - 1];

		filler[i - 1] = filler[j];
		filler[j] = kept;
	}
}

int rcc_padding_plan(const char *map, const struct rcc_settings *settings,
		     struct rcc_filler **filler, size_t *n_fillers)
{
	/* Before that line the map lists what was thrown away. */
	static const char begin[] = "\nLinker script and memory map\n";
	char *text = rcc_file_read(map, NULL);
	size_t n_allocated = 0;
	const char *at;

	*filler = NULL;
	*n_fillers = 0;
	if (text == NULL)
		return RCC_ESYS;
	at = strstr(text, begin);
	while (at != NULL && (at = strstr(at, "\n .text.sorted.")) != NULL) {
		struct rcc_rank_name part;
		struct rcc_filler *f;
		const char *name = at + 2;
		size_t len = strcspn(name, " \n");

		at = name;
		if (rcc_rank_parse(name, len, &part) != 0 ||
		    !has_bytes(name + len) || filler_bytes(settings, name) == 0)
			continue;
		*filler = rcc_mem_grow(*filler, *n_fillers, &n_allocated,
				       sizeof(**filler));
		f = &(*filler)[(*n_fillers)++];
		memcpy(f->name, name, RCC_RANK_PREFIX_LEN);
		memcpy(f->name + RCC_RANK_PREFIX_LEN, FILLER_TAIL,
		       sizeof(FILLER_TAIL));
		f->n_bytes = filler_bytes(settings, name);
	}
	free(text);
	shuffle(*filler, *n_fillers);
	return 0;
}
