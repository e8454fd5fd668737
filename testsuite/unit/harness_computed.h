/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computing the findings of a study that consists only of rows
 * (harness_stored.h). */
#ifndef RCC_TESTSUITE_UNIT_HARNESS_COMPUTED_H
#define RCC_TESTSUITE_UNIT_HARNESS_COMPUTED_H

#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/findings.h"
#include "testsuite/unit/harness_stored.h"

/* Compute the findings about a metric; NULL is the first one.  The rows are
 * borrowed. */
static inline struct rcc_findings compute_of(const struct rcc_stored *stored,
					     const char *metric)
{
	struct rcc_findings f = {.stored = *stored};

	assert_int_equal(rcc_findings_compute(&f, metric, RCC_STATISTIC_MEAN),
			 RCC_EXIT_OK);
	return f;
}

static inline struct rcc_findings compute(const struct rcc_stored *stored)
{
	return compute_of(stored, NULL);
}

/* Free what was computed, but not the rows. */
static inline void forget(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_cells; i++)
		rcc_cell_release(&f->cell[i]);
	rcc_blocks_release(&f->blocks);
	rcc_looks_release(&f->looks);
	free(f->cell);
	free(f->effect);
}

#endif
