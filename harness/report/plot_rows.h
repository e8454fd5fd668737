/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots with a row for each benchmark or comparison.  A parameter `id` is the
 * id of the SVG element and must be unique in the page. */
#ifndef RCC_HARNESS_REPORT_PLOT_ROWS_H
#define RCC_HARNESS_REPORT_PLOT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/document/svg.h"

/* A row of a forest plot, which shows ratios and their intervals.  A line marks
 * the ratio 1. */
struct rcc_plot_ratio {
	const char *name;
	double estimate; /* NaN if it is unknown */
	/* NaN if the ratio's confidence set (Fieller) is unbounded. */
	double lo;
	double hi;
	bool is_summary; /* whether this row summarizes the rows above */
};
void rcc_plot_forest(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_ratio *ratio, size_t n);
/* Return the reason why a ratio cannot be drawn; NULL if it can be drawn. */
const char *rcc_plot_obstacle(const struct rcc_plot_ratio *ratio);
/* Format the change that is printed beside a ratio, such as "-1.9 %" for
 * 0.981. */
void rcc_plot_change(const struct rcc_plot_ratio *ratio, char *out, size_t n);
/* Return an axis in percent for ratios drawn as changes.  The axis includes 0
 * and all intervals that are bounded. */
struct rcc_axis rcc_plot_change_axis(const struct rcc_plot_ratio *ratio,
				     size_t n, size_t n_ticks, double from,
				     double to);

/* A row of a plot that compares the variation of runs with random layouts and
 * with the original one (KJ13 figure 2).  `what` is the quantity that varies,
 * such as the time. */
struct rcc_plot_variation {
	const char *name;
	/* The standard deviations of runs with random layouts and with the
	 * original layout, each divided by the mean. */
	double random;
	double fixed;
};
void rcc_plot_variations(FILE *out, const char *id, const char *what,
			 const struct rcc_plot_variation *v, size_t n);

#endif
