/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for unit tests that compute the findings
 * (harness/findings/findings.h) of a study that is made in memory
 * (harness_stored.h). */
#ifndef RCC_TESTSUITE_UNIT_HARNESS_COMPUTED_H
#define RCC_TESTSUITE_UNIT_HARNESS_COMPUTED_H

#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/findings.h"
#include "testsuite/unit/harness_stored.h"

/* Compute the findings of a study about one metric; NULL means the study's
 * first metric.  The findings borrow the arrays of `stored`. */
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

/* Free the arrays that compute_of() allocated, but not those of the study. */
static inline void forget(struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_cells; i++)
		rcc_cell_release(&f->cell[i]);
	rcc_blocks_release(&f->blocks);
	rcc_looks_release(&f->looks);
	free(f->cell);
	free(f->effect);
	free(f->stored.is_replaced);
}

#endif
