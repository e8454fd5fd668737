/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/looks.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/study/interim.h"

/* Whether the study went on by itself when it had n_layouts, whatever its
 * result. */
static bool went_on(const struct rcc_interim *interim, size_t n,
		    unsigned n_layouts)
{
	bool has_continued = false;
	bool has_ended = false;

	for (size_t i = 0; i < n; i++) {
		if (interim[i].n_layouts != n_layouts)
			continue;
		has_continued |= interim[i].decision == RCC_INTERIM_CONTINUE;
		has_ended |= interim[i].decision != RCC_INTERIM_CONTINUE;
	}
	return has_continued && !has_ended;
}

void rcc_looks_read(const struct rcc_stored *s, struct rcc_looks *looks)
{
	const struct rcc_study *study = &s->study;
	const bool decides = study->decide > 0;
	size_t n_interim = 0;
	struct rcc_interim *interim =
		rcc_interim_read(s->interim_analyses, &n_interim);

	*looks = (struct rcc_looks){
		.kind = decides || study->may_grow ? RCC_LOOKS_PLANNED
						   : RCC_LOOKS_UNPLANNED,
		.n_layouts = rcc_mem_calloc(s->n_batches + 1, sizeof(size_t)),
		.is_by_precision = study->precision > 0,
	};
	for (size_t i = 0; i < s->n_batches; i++) {
		const unsigned end =
			s->batch[i].first_layout + s->batch[i].n_layouts;

		if (end < study->n_layouts &&
		    (decides || !went_on(interim, n_interim, end)))
			looks->n_layouts[looks->n++] = end;
	}
	looks->n_layouts[looks->n++] = study->n_layouts;
	free(interim);
}

void rcc_looks_release(struct rcc_looks *looks)
{
	free(looks->n_layouts);
	memset(looks, 0, sizeof(*looks));
}

static double level_of(const struct rcc_looks *looks, const size_t *n_layouts,
		       size_t n, double level)
{
	double *scratch =
		rcc_mem_calloc(RCC_LOOKS_SCRATCH(n), sizeof(*scratch));
	double out;

	if (rcc_look_level(looks->kind, n_layouts, n, level, scratch, &out) !=
	    0)
		/* Each look has an equal part of the least there is. */
		out = 1 - RCC_LOOKS_EXTRA * (1 - level) / (double)n;
	free(scratch);
	return looks->is_by_precision ? rcc_stopping_level(out) : out;
}

double rcc_looks_level(const struct rcc_looks *looks, double level)
{
	return level_of(looks, looks->n_layouts, looks->n, level);
}

double rcc_looks_next_level(const struct rcc_looks *looks, double level,
			    size_t n_layouts)
{
	size_t *all;
	double out;

	if (n_layouts <= looks->n_layouts[looks->n - 1])
		return rcc_looks_level(looks, level);
	all = rcc_mem_calloc(looks->n + 1, sizeof(*all));
	memcpy(all, looks->n_layouts, looks->n * sizeof(*all));
	all[looks->n] = n_layouts;
	out = level_of(looks, all, looks->n + 1, level);
	free(all);
	return out;
}
