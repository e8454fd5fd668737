/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of sharing a CPU: the ratio of a program's CPU time in tandem
 * (study/tandem.h) to its CPU time alone. */
#ifndef RCC_HARNESS_FINDINGS_TANDEM_COST_H
#define RCC_HARNESS_FINDINGS_TANDEM_COST_H

#include "harness/findings/stored.h"
#include "stats/rcc_stats.h"

/*
 * The cost of tandem: the CPU time of a run in tandem, divided by that of the
 * same run made alone.
 *
 * Some runs in tandem are repeated alone, just before or just after the block.
 * Each such pair of runs gives one ratio.  The result is the geometric mean of
 * these ratios with Student's interval (RCC_RATIO_BLOCKS).  The interval is
 * wide: the two runs of a pair were made at different times, so their noise
 * does not cancel.
 */
struct rcc_tandem_cost {
	/* The number of pairs in which both the run made alone and the run in
	 * tandem are good. */
	size_t n;
	int error; /* result of rcc_block_ratio(); if it is 0, `ratio` is set */
	struct rcc_ratio ratio;
};

void rcc_tandem_cost_compute(const struct rcc_stored *s, double level,
			     struct rcc_tandem_cost *cost);

#endif
