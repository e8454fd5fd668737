/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/system_ratio.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"

/* Return the mean of each layout of a random arm, at the layout's number; NaN
 * if the layout has none.  The caller must free the array. */
static double *means_by_number(const struct rcc_findings *f,
			       const struct rcc_cell *cell)
{
	const size_t n = f->stored.study.n_layouts;
	double *mean = rcc_mem_calloc(n + 1, sizeof(*mean));

	for (size_t i = 0; i < n; i++)
		mean[i] = NAN;
	for (size_t i = 0; i < cell->n_layouts; i++) {
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, cell->layout_id[i]);

		if (l != NULL && l->layout < n)
			mean[l->layout] = cell->layout_mean[i];
	}
	return mean;
}

/* Compute the ratio from the means of layouts with the same seed.  Returns the
 * result of rcc_block_ratio(). */
static int compare_layouts(const struct rcc_findings *f,
			   const struct rcc_cell *old_cell,
			   const struct rcc_cell *now_cell,
			   struct rcc_block_ratio *out)
{
	double *old = means_by_number(f, old_cell);
	double *now = means_by_number(f, now_cell);
	struct rcc_block_pairs pairs = {.old = old, .now = now};
	void *scratch;
	int result;

	for (size_t i = 0; i < f->stored.study.n_layouts; i++) {
		if (isnan(old[i]) || isnan(now[i]))
			continue;
		old[pairs.n] = old[i];
		now[pairs.n++] = now[i];
	}
	scratch = rcc_mem_alloc(rcc_block_ratio_scratch(&pairs));
	result = rcc_block_ratio(&pairs, f->asked.computed_level, scratch, out);
	out->ratio.level = out->hodges_lehmann.level = f->asked.level;
	free(scratch);
	free(now);
	free(old);
	return result;
}

void rcc_system_ratio_compute(const struct rcc_findings *f,
			      const struct rcc_cell *old,
			      const struct rcc_cell *now,
			      struct rcc_system_ratio *out)
{
	const bool is_common = rcc_study_has_common_layouts(&f->stored.study);

	out->error = rcc_blocks_ratio(&f->blocks, (size_t)(old - f->cell),
				      (size_t)(now - f->cell), &f->asked,
				      &out->ratio);
	out->by_layout = is_common && out->error != 0 &&
			 compare_layouts(f, old, now, &out->ratio) == 0;
	if (out->by_layout)
		out->error = 0;
	out->is_reported =
		(f->blocks.are_headline || is_common) && out->error == 0;
}
