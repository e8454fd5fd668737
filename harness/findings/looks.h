/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The looks at a study that grew: layouts were added after some had been
 * measured.  A look is an analysis whose result could be read before the study
 * went on.  The present analysis is the last look.  Each look may make a false
 * claim, so the intervals of later looks are wider (stats/looks.c).
 *
 * The looks are found from the stored batches of layouts: each time that a
 * study grows, it adds a batch.  The end of a batch is a look
 * - if the study ended there, because its result could be read
 * - if the study has --decide, because it reads its result itself
 * It is no look if a study with --precision or --budget went on at once.
 *
 * A study that ran out of time and was continued later has one more look: at
 * the layouts that were measured by then.  Later runs may be of the same layouts.
 * Two looks then have the same number of layouts.
 */
#ifndef RCC_HARNESS_FINDINGS_LOOKS_H
#define RCC_HARNESS_FINDINGS_LOOKS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/stored.h"
#include "stats/rcc_claims.h"

struct rcc_looks {
	/* RCC_LOOKS_LIMITED if the study was begun with --decide and --budget,
	 * and without --may-grow.  Otherwise, RCC_LOOKS_PLANNED if it has
	 * --may-grow, or had --decide before its first run.  Otherwise,
	 * RCC_LOOKS_UNPLANNED. */
	struct rcc_looks_plan plan;
	/* Layouts measured at each look, in the order of the looks; owned. */
	size_t *n_layouts;
	/* The information at each look, in thousandths of a layout, ascending;
	 * owned.  It is that of n_layouts, or less if later runs were of the same
	 * layouts: it then is in proportion to the runs.  The true information
	 * depends on how much runs vary, and lies between the two.  So looks
	 * count as less dependent than they are, and the intervals are rather too
	 * wide. */
	size_t *information;
	size_t n;
	/* Whether --precision decides when the study ends. */
	bool is_by_precision;
};

/* Return the largest number of layouts that were measured in one arm. */
size_t rcc_looks_measured(const struct rcc_stored *stored);

/* Find the looks at a study.  The caller must release *looks in any case. */
void rcc_looks_read(const struct rcc_stored *stored, struct rcc_looks *looks);
void rcc_looks_release(struct rcc_looks *looks);

/* Return the level at which the intervals of the present look are computed, so
 * that the intervals of all looks together cover the true value with
 * probability `level`.  If the looks were not planned, this probability is a
 * little lower (rcc_look_level()). */
double rcc_looks_level(const struct rcc_looks *looks, double level);
/* Return the level of the intervals at the next look, if n_layouts layouts are
 * measured by then.  If n_layouts is not larger than the number of layouts that
 * are measured now, return the level of the present look. */
double rcc_looks_next_level(const struct rcc_looks *looks, double level,
			    size_t n_layouts);

#endif
