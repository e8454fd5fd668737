/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot of one ratio on several machines.  It has a strip for each machine, on
 * which every layout is a point. */
#ifndef RCC_HARNESS_REPORT_PLOT_STRIPS_H
#define RCC_HARNESS_REPORT_PLOT_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The strip of one machine.  x[i] is the log ratio of layout i
 * (findings/fleet_model.h), or NaN if the layout has no run on the machine.
 * `mean` is the mean log ratio of all its layouts.  Strings and arrays are
 * borrowed. */
struct rcc_plot_strip {
	const char *name;
	const double *x;
	size_t n;
	double mean;
	/* Whether to print "*", which says that the machine differs from the
	 * others. */
	bool is_marked;
};

/* Draw the strips with their log ratios as changes in percent.  A line marks
 * `mean`, the mean over all machines.  If `mean` is NaN, no line is drawn.
 * `id` must be unique in the page. */
void rcc_plot_strips(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_strip *strip, size_t n, double mean);

#endif
