/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deciding, after all planned runs of a study are stored, whether the study
 * needs further runs.  Further runs are a second round of all layouts, or
 * repeats, which run the blocks of some layouts again.  stats/rcc_rounds.h has
 * the rules.
 */
#ifndef RCC_HARNESS_FINDINGS_FURTHER_RUNS_H
#define RCC_HARNESS_FINDINGS_FURTHER_RUNS_H

#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_rounds.h"

/* Judge by the values of the study's metric whether the first round was calm:
 * its runs do not depend on each other, and none is far off (rcc_calm_judge()).
 * Returns RCC_EDOM if this cannot be judged. */
int rcc_further_judge(const struct rcc_findings *f, struct rcc_calm *calm);

/* Compute the limit of each contrast.  A contrast is the log ratio of two runs
 * of a block:
 *
 *	- each random arm against the original layout of its system
 *	- each random arm of a later system against the same arm of the first
 *	  system
 *
 * The limit says how much the contrast of a layout may differ between rounds
 * (rcc_repeat_limit()).
 *
 * Only the planned rounds count; repeats are left out.  An undefined limit is
 * NaN.  Returns the number of limits.  The caller must free *limit. */
size_t rcc_further_limits(const struct rcc_findings *f, double **limit);

/* The layouts to run again, given by their numbers within the arm.  A layout
 * that was run again RCC_ROUNDS_PASSES times already is left out. */
struct rcc_further_repeats {
	unsigned *layout;
	unsigned n;
	/* The highest pass among the repeats to make.  Pass n of a layout is
	 * its n-th repeat. */
	unsigned pass;
	/* Number of layouts whose contrast differs too much between rounds, or
	 * from the contrasts of other layouts (rcc_repeat_is_wanted()). */
	unsigned n_far;
	/* Number of layouts with a block that was cut in two, because randstudy
	 * was stopped within the block and went on later. */
	unsigned n_torn;
};
/* Find the layouts to run again.  The caller must free out->layout. */
void rcc_further_find_repeats(const struct rcc_findings *f, const double *limit,
			      size_t n_limits, struct rcc_further_repeats *out);

#endif
