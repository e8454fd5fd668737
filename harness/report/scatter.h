/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of the picture that a report begins with: rows that are alike, so
 * that their spreads can be compared.  The picture is drawn by plot_scatter.c
 * for a page and by scatter_text.c for a terminal.
 *
 * One system: the means of layouts, and the original layout's means of as many
 * runs.  These show noise, the layouts' show noise and layout together.  Where
 * ratios within blocks are reported, a layout's value is its mean ratio to the
 * original, and the noise is the difference of its rounds, scaled to that of such
 * a mean.
 *
 * Two systems: the means of the layouts of each, and the mean of its original
 * layout, which is the build that a benchmark of one build each would measure.
 */
#ifndef RCC_HARNESS_REPORT_SCATTER_H
#define RCC_HARNESS_REPORT_SCATTER_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"

#define RCC_SCATTER_ROWS 2

struct rcc_scatter_row {
	const char *name; /* borrowed */
	bool is_original;
	double *value; /* in percent from the reference */
	size_t n;
	double mean;
	double original; /* the original layout's mean; NaN: not in this row */
};

struct rcc_scatter {
	struct rcc_scatter_row row[RCC_SCATTER_ROWS];
	size_t n_rows;
	double lo, hi;	 /* the range of all values, with 0 */
	char *reference; /* the value that is 0 %, with its unit */
};

/* Release *s in any case.  False: there is nothing to draw. */
bool rcc_scatter_of_effect(const struct rcc_findings *f,
			   const struct rcc_effect *e, struct rcc_scatter *s);
bool rcc_scatter_of_comparison(const struct rcc_comparison *c,
			       struct rcc_scatter *s);
void rcc_scatter_release(struct rcc_scatter *s);

#endif
