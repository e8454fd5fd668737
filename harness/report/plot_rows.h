/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots with a row for each benchmark or comparison.  `id` must be unique in
 * the page. */
#ifndef RCC_HARNESS_REPORT_PLOT_ROWS_H
#define RCC_HARNESS_REPORT_PLOT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/document/svg.h"

/* A row of a plot of ratios and intervals, in which a line marks the ratio
 * 1. */
struct rcc_plot_ratio {
	const char *name;
	double estimate; /* NaN if it is unknown */
	double lo;	 /* NaN if the confidence set is unbounded */
	double hi;
	bool is_summary; /* whether this row summarises the rows above */
};
void rcc_plot_forest(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_ratio *ratio, size_t n);
/* Return the reason why a ratio cannot be drawn; NULL if it can be drawn. */
const char *rcc_plot_obstacle(const struct rcc_plot_ratio *ratio);
/* Format the change that is printed beside a ratio, such as "-1.9 %". */
void rcc_plot_change(const struct rcc_plot_ratio *ratio, char *out, size_t n);
/* Return an axis in percent for ratios drawn as changes.  The axis includes 0
 * and all bounded intervals. */
struct rcc_axis rcc_plot_change_axis(const struct rcc_plot_ratio *ratio,
				     size_t n, size_t n_ticks, double from,
				     double to);

/* A row of a plot that compares the relative variation with random layouts and
 * with the original one (KJ13 figure 2).  `what` is the quantity that
 * varies. */
struct rcc_plot_variation {
	const char *name;
	double random; /* standard deviation divided by mean */
	double fixed;
};
void rcc_plot_variations(FILE *out, const char *id, const char *what,
			 const struct rcc_plot_variation *v, size_t n);

#endif
