/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots with a row for each benchmark or comparison.  `id` must be unique in
 * the page. */
#ifndef RCC_HARNESS_REPORT_PLOT_ROWS_H
#define RCC_HARNESS_REPORT_PLOT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A row of a plot of ratios with intervals.  A line marks the ratio 1. */
struct rcc_plot_ratio {
	const char *name;
	double estimate;
	double lo; /* NaN if the confidence set is unbounded */
	double hi;
	bool is_summary; /* whether this row summarises the rows above */
};
void rcc_plot_forest(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_ratio *ratio, size_t n);

/* A row of a plot of the relative variation with random layouts and with the
 * original one (KJ13 figure 2).  `what` is the quantity that varies. */
struct rcc_plot_variation {
	const char *name;
	double random; /* standard deviation / mean */
	double fixed;
};
void rcc_plot_variations(FILE *out, const char *id, const char *what,
			 const struct rcc_plot_variation *v, size_t n);

#endif
