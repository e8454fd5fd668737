/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find the values for the picture at the top of a report.  All rows of the
 * picture show values of the same kind, so that their spreads can be compared.
 * plot_scatter.c draws the picture in HTML, scatter_text.c in text.
 *
 * With one system, there are two rows:
 *
 *	random		the mean of each random layout.  These means vary by
 *			layout and noise
 *	original	means of the original layout, each over as many runs as
 *			a random layout has.  These means vary by noise alone
 *
 * All values are relative to the mean of random layouts.  If ratios within
 * blocks are reported, the rows have:
 *
 *	random		each layout's mean ratio to the original layout
 *	original	the noise of each mean ratio, computed from differences
 *			between the layout's rounds
 *
 * With two systems, each system has these two rows.  All values are relative to
 * the mean of the first system's random layouts.  If ratios within blocks are
 * reported, the rows have:
 *
 *	random		each layout's mean ratio to M, where M is the mean of
 *			the original layouts of all systems
 *	original	the original layout's mean ratios to M, scaled so that
 *			noise makes them vary as much as those of random layouts
 */
#ifndef RCC_HARNESS_REPORT_SCATTER_H
#define RCC_HARNESS_REPORT_SCATTER_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/comparison.h"

#define RCC_SCATTER_ROWS 4

struct rcc_scatter_row {
	const char *name; /* borrowed */
	bool is_original;
	/* Whether this row is of the same system as the row above. */
	bool is_below;
	double *value; /* values in percent from the reference */
	size_t n;
	double mean;
};

struct rcc_scatter {
	struct rcc_scatter_row row[RCC_SCATTER_ROWS];
	size_t n_rows;
	double lo, hi;	 /* the range of all values, including 0 */
	char *reference; /* text that says what 0 % is */
};

/* Find the values for an effect or a comparison.  Return false if there is
 * nothing to draw, for example because no row has two values.  The caller must
 * release *s in any case. */
bool rcc_scatter_of_effect(const struct rcc_findings *f,
			   const struct rcc_effect *e, struct rcc_scatter *s);
bool rcc_scatter_of_comparison(const struct rcc_comparison *c,
			       struct rcc_scatter *s);
void rcc_scatter_release(struct rcc_scatter *s);

#endif
