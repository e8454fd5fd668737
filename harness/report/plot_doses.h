/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot of a moved function: the mean effect at each offset. */
#ifndef RCC_HARNESS_REPORT_PLOT_DOSES_H
#define RCC_HARNESS_REPORT_PLOT_DOSES_H

#include <stdio.h>

#include "harness/findings/confirmation.h"

/* The data to plot.  The confirmation must have at least two blocks.  Strings
 * are borrowed. */
struct rcc_plot_doses {
	const char *id; /* unique in the page */
	const char *title;
	const char *function; /* name of the function */
	const char *other;    /* NULL if there is no second function */
	const struct rcc_confirmation *confirmation;
};

/* Draw a mark and an interval for each offset.  They show the change of the
 * time against the offsets that are not suspected.  If there are two functions,
 * the offset of the second function is printed below that of the first one. */
void rcc_plot_doses(FILE *out, const struct rcc_plot_doses *p);

#endif
