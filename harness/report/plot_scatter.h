/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of scatter.h for a page. */
#ifndef RCC_HARNESS_REPORT_PLOT_SCATTER_H
#define RCC_HARNESS_REPORT_PLOT_SCATTER_H

#include <stdio.h>

#include "harness/report/scatter.h"

/* Each row: its values, and below them their mean with one standard deviation to
 * either side.  `id` is unique in the page. */
void rcc_plot_scatter(FILE *out, const char *id, const char *title,
		      const struct rcc_scatter *s);

#endif
