/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot of a function that was moved to several offsets while all others
 * stayed: the mean effect at each offset (findings/confirmation.h). */
#ifndef RCC_HARNESS_REPORT_PLOT_DOSES_H
#define RCC_HARNESS_REPORT_PLOT_DOSES_H

#include <stdio.h>

#include "harness/findings/confirmation.h"

/* The data to plot.  `confirmation` must have at least two blocks.  Strings are
 * borrowed. */
struct rcc_plot_doses {
	const char *id; /* unique in the page */
	const char *title;
	const char *function; /* name of the function */
	/* Name of the second function; NULL if there is none. */
	const char *other;
	const struct rcc_confirmation *confirmation;
};

/* Draw a mark and an interval for each offset.  They show the metric at this
 * offset as a change relative to a reference: the mean of the metric at all
 * offsets that are not suspected.  If there are two functions, the offset of
 * the second function is printed below the offset of the first one.  "not
 * moved" marks the offset that the function has in the layout itself. */
void rcc_plot_doses(FILE *out, const struct rcc_plot_doses *p);

#endif
