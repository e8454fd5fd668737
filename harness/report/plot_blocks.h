/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plot pairs of runs over time.  The two runs of a pair are from the same
 * block.  A block has one run of every cell.  A cell is the random layouts, or
 * the original layout, of one system. */
#ifndef RCC_HARNESS_REPORT_PLOT_BLOCKS_H
#define RCC_HARNESS_REPORT_PLOT_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* The two cells, as indices of f->cell, whose runs are compared in each
 * block. */
struct rcc_plot_pairs {
	const struct rcc_findings *f;
	size_t old;
	size_t now;
	const char *title;
	const char *id; /* unique in the page */
};

/* Return whether there are enough blocks for a plot: at least two whole blocks.
 * A block is whole if all of its runs are good (findings/blocks.h). */
bool rcc_plot_has_pairs(const struct rcc_findings *f);

/* Plot, in order of time, the ratio of the two runs in each whole block.  Lines
 * mark jumps of the machine's speed.  An empty circle marks the first result of
 * a block that was run again. */
void rcc_plot_pairs(FILE *out, const struct rcc_plot_pairs *p);

/* Return the number of whole blocks that were run again. */
size_t rcc_plot_n_run_again(const struct rcc_findings *f);

#endif
