/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plot the pairs of runs that were made in the same block, over time. */
#ifndef RCC_HARNESS_REPORT_PLOT_BLOCKS_H
#define RCC_HARNESS_REPORT_PLOT_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Two cells that are compared within blocks; each is an index of f->cell. */
struct rcc_plot_pairs {
	const struct rcc_findings *f;
	size_t old;
	size_t now;
	const char *title;
	const char *id; /* unique in the page */
};

/* Return whether there are blocks to plot. */
bool rcc_plot_has_pairs(const struct rcc_findings *f);

/* Plot, in order of time, the ratio of the two runs in each whole block.  Lines
 * mark jumps of the machine's speed.  Empty circles mark blocks that were run
 * again. */
void rcc_plot_pairs(FILE *out, const struct rcc_plot_pairs *p);

/* Return the number of jumps of the machine's speed between blocks. */
size_t rcc_plot_n_jumps(const struct rcc_findings *f);

/* Return the number of whole blocks that were run again. */
size_t rcc_plot_n_run_again(const struct rcc_findings *f);

#endif
