/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ratio of two systems of one study, from pairs of runs or of layouts. */
#ifndef RCC_HARNESS_FINDINGS_SYSTEM_RATIO_H
#define RCC_HARNESS_FINDINGS_SYSTEM_RATIO_H

#include <stdbool.h>

#include "harness/findings/findings.h"

struct rcc_system_ratio {
	/* The result of rcc_block_ratio(), which computes `ratio`. */
	int error;
	struct rcc_block_ratio ratio;
	/* Whether `ratio` is from the means of layouts with the same seed, a
	 * pair for each seed.  It is so in studies with common layouts whose
	 * blocks have no ratio: the metric is counted by valgrind, a median or
	 * minimum is analyzed, or no block is whole. */
	bool by_layout;
	/* Whether reports give `ratio` and not the ratio of the cells' means.
	 * They do if they use blocks (are_headline in blocks.h), and if the
	 * systems have common layouts (study/study.h), because the ratio of
	 * means would take these as independent.  It is false if `error` is not
	 * 0. */
	bool is_reported;
};

/* Compute the ratio now / old of two cells of *f, which are random arms of two
 * systems. */
void rcc_system_ratio_compute(const struct rcc_findings *f,
			      const struct rcc_cell *old,
			      const struct rcc_cell *now,
			      struct rcc_system_ratio *out);

#endif
