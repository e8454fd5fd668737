/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/padding.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/rank.h"

#define STEP 16u
/* The end of a filler's section name.  '!' sorts before every character that a
 * unit's name can begin with, so the filler comes before its function. */
#define FILLER_TAIL "!padding"

/* Return the size of the filler before a function: a multiple of STEP, uniform
 * from 0 to padding_max steps.  It depends on the seed, and on the function's
 * class and rank in `prefix`. */
static uint32_t filler_bytes(const struct rcc_settings *settings,
			     const char *prefix)
{
	static const char label[] = "padding";
	uint64_t key = rcc_rank_hash(label, sizeof(label) - 1, settings->seed);
	uint64_t hash = rcc_rank_hash(prefix, RCC_RANK_PREFIX_LEN, key);

	return rcc_rank_below(hash, settings->padding_max + 1) * STEP;
}

/* Return the nth hexadecimal number after `at`, or 0 if there are fewer. */
static uint64_t number(const char *at, int nth)
{
	char *end = (char *)(uintptr_t)at;
	uint64_t value = 0;

	do {
		at = end;
		value = strtoull(at, &end, 16);
	} while (end != at && --nth > 0);
	return end != at ? value : 0;
}

/*
 * Return whether `name` in the map's text is the name of a section that is not
 * empty.  GNU ld and gold write a line " NAME ADDRESS SIZE FILE", and break it
 * after a long name.  lld writes "ADDRESS LOAD-ADDRESS SIZE ALIGNMENT
 * FILE:(NAME)".
 */
static bool has_bytes(const char *text, const char *name, size_t len)
{
	const char *line = name;

	if (name - text < 2)
		return false;
	if (name[-1] == ' ' && name[-2] == '\n')
		return number(name + len, 2) != 0;
	if (name[-1] != '(')
		return false;
	while (line != text && line[-1] != '\n')
		line--;
	return number(line, 3) != 0;
}

/* Put the fillers into an arbitrary order.  The map has them in ascending
 * order, and ld sorts with an unbalanced tree.  So in that order it would need
 * quadratic time. */
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
	const char *at;

	*filler = NULL;
	*n_fillers = 0;
	if (text == NULL)
		return RCC_ESYS;
	at = strstr(text, begin);
	while (at != NULL && (at = strstr(at, ".text.sorted.")) != NULL) {
		struct rcc_rank_name part;
		struct rcc_filler *f;
		const char *name = at;
		size_t len = strcspn(name, " \n)");

		at += len;
		if (rcc_rank_parse(name, len, &part) != 0 ||
		    !has_bytes(text, name, len) ||
		    filler_bytes(settings, name) == 0)
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
