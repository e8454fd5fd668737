/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plots of HTML reports.  Circles stand for random layouts, diamonds for the
 * original one.  `id` is unique in the page.
 */
#ifndef RCC_HARNESS_REPORT_PLOT_H
#define RCC_HARNESS_REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/findings/findings.h"

/* Every run of a system, in the order in which they were made. */
/* Whether runs have values; valgrind counts layouts, not runs. */
bool rcc_plot_has_sequence(const struct rcc_findings *f, size_t system);
void rcc_plot_sequence(FILE *out, const char *id, const struct rcc_findings *f,
		       size_t system);

/* The values of every arm, its mean, and the interval of the mean. */
void rcc_plot_arms(FILE *out, const char *id, const struct rcc_findings *f);

/* The layouts of a random arm in the order of their means, with the interval of
 * the original layout's mean. */
void rcc_plot_layouts(FILE *out, const char *id, const struct rcc_findings *f,
		      const struct rcc_effect *e);

/* Ratios with their intervals, a row each, and a line at 1. */
struct rcc_plot_ratio {
	const char *name;
	double estimate;
	double lo; /* NaN: the set is not bounded */
	double hi;
	bool is_summary; /* of the rows above */
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
