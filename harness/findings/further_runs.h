/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deciding whether a study whose planned runs are all stored needs further
 * runs: a second round, or blocks run again (stats/rcc_rounds.h has the rules).
 */
#ifndef RCC_HARNESS_FINDINGS_FURTHER_RUNS_H
#define RCC_HARNESS_FINDINGS_FURTHER_RUNS_H

#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_rounds.h"

/* Judge whether the first round was calm, by the study's metric.  RCC_EDOM: it
 * cannot be judged. */
int rcc_further_judge(const struct rcc_findings *f, struct rcc_calm *calm);

/* Compute the limit for each contrast of a block, from the blocks as they were
 * before any was run again.  Contrasts are the ratio of each random arm to the
 * original layout of its system and to the same arm of the first system.  A
 * limit is NaN if undefined.  Returns the number of limits; caller frees
 * *limit. */
size_t rcc_further_limits(const struct rcc_findings *f, double **limit);

/* The layouts to run again, given by their number in each cell.  A layout that
 * was run again RCC_ROUNDS_PASSES times already is not among them. */
struct rcc_further_repeats {
	unsigned *layout;
	unsigned n;
	unsigned pass; /* the largest number, from 1, of any layout's pass */
	/* Number of layouts with a contrast that differs too much between
	 * rounds, or from that of the other layouts
	 * (rcc_repeat_is_wanted()). */
	unsigned n_far;
	/* Number of layouts with a block that the end of a session tore. */
	unsigned n_torn;
};
/* Find the layouts to run again.  Caller frees out->layout. */
void rcc_further_find_repeats(const struct rcc_findings *f, const double *limit,
			      size_t n_limits, struct rcc_further_repeats *out);

#endif
