/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots with a row for each benchmark or comparison.  `id` is unique in the
 * page. */
#ifndef RCC_HARNESS_REPORT_PLOT_ROWS_H
#define RCC_HARNESS_REPORT_PLOT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Ratios with their intervals, a row each, and a line at 1. */
struct rcc_plot_ratio {
	const char *name;
	double estimate;
	double lo; /* NaN: the set is not bounded */
	double hi;
	bool is_summary; /* it summarises the rows above */
};
void rcc_plot_forest(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_ratio *ratio, size_t n);

/* Relative variation with random layouts and with the original one, a row for
 * each benchmark (KJ13 figure 2).  `what` is the quantity that varies. */
struct rcc_plot_variation {
	const char *name;
	double random; /* sd / mean */
	double fixed;
};
void rcc_plot_variations(FILE *out, const char *id, const char *what,
			 const struct rcc_plot_variation *v, size_t n);

#endif
