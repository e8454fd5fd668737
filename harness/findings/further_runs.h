/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a study whose planned runs are all stored needs more of them: a second
 * round, or blocks run again (stats/rcc_rounds.h has the rules).
 */
#ifndef RCC_HARNESS_FINDINGS_FURTHER_RUNS_H
#define RCC_HARNESS_FINDINGS_FURTHER_RUNS_H

#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_rounds.h"

/* Judge the first round, by the study's metric.  RCC_EDOM: it cannot be judged. */
int rcc_further_judge(const struct rcc_findings *f, struct rcc_calm *calm);

/* The limits of the contrasts of a block: of each random arm to the original layout
 * of its system, and to the same arm of the first system.  NaN where undefined.
 * From the blocks before any was run again; returns their number, caller frees
 * *limit. */
size_t rcc_further_limits(const struct rcc_findings *f, double **limit);

/* The layouts to run again, by their number in each cell: none that was run again
 * RCC_ROUNDS_PASSES times. */
struct rcc_further_repeats {
	unsigned *layout;
	unsigned n;
	unsigned pass;	 /* the largest of any of them, from 1 */
	unsigned n_far;	 /* a contrast differs by more than its limit */
	unsigned n_torn; /* a block was torn by the end of a session */
};
/* Release with free(out->layout). */
void rcc_further_find_repeats(const struct rcc_findings *f, const double *limit,
			      size_t n_limits, struct rcc_further_repeats *out);

#endif
