/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot of the pairs of runs that were made next to each other, over time. */
#ifndef RCC_HARNESS_REPORT_PLOT_BLOCKS_H
#define RCC_HARNESS_REPORT_PLOT_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Two cells that are compared within blocks, as indices of f->cell. */
struct rcc_plot_pairs {
	const struct rcc_findings *f;
	size_t old;
	size_t now;
	const char *title;
	const char *id; /* unique in the page */
};

/* Whether there are blocks to draw. */
bool rcc_plot_has_pairs(const struct rcc_findings *f);

/* The ratio of the two runs of each whole block, in the order of time, and the
 * blocks at which the speed of the machine jumped. */
void rcc_plot_pairs(FILE *out, const struct rcc_plot_pairs *p);

/* How often the speed of the machine jumped between blocks. */
size_t rcc_plot_n_jumps(const struct rcc_findings *f);

#endif
