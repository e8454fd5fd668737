/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draw as SVG the picture at the top of a report.  scatter.h finds the values
 * that the picture shows. */
#ifndef RCC_HARNESS_REPORT_PLOT_SCATTER_H
#define RCC_HARNESS_REPORT_PLOT_SCATTER_H

#include <stdio.h>

#include "harness/report/scatter.h"

/* Plot the values of each row of *s.  Below them, plot their mean and one
 * standard deviation to either side.  `id` must be unique in the page. */
void rcc_plot_scatter(FILE *out, const char *id, const char *title,
		      const struct rcc_scatter *s);

#endif
