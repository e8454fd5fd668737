/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of sharing a CPU: CPU time in tandem against CPU time alone. */
#ifndef RCC_HARNESS_FINDINGS_TANDEM_COST_H
#define RCC_HARNESS_FINDINGS_TANDEM_COST_H

#include "harness/findings/stored.h"
#include "stats/rcc_stats.h"

/*
 * Each run alone is compared with the run in tandem that it repeats, made next
 * to it: a ratio of geometric means with Student's interval (RCC_RATIO_BLOCKS).
 * The noise of the runs alone, which no other run shares, makes it wide.
 */
struct rcc_tandem_cost {
	size_t n;  /* runs alone whose two runs are both good */
	int error; /* 0: `ratio` is set; or as rcc_block_ratio() */
	struct rcc_ratio ratio;
};

void rcc_tandem_cost_compute(const struct rcc_stored *s, double level,
			     struct rcc_tandem_cost *cost);

#endif
