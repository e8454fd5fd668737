/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Put a forest plot into a document, for text and for HTML. */
#ifndef RCC_HARNESS_REPORT_FOREST_H
#define RCC_HARNESS_REPORT_FOREST_H

#include <stddef.h>

#include "harness/document/document.h"
#include "harness/report/plot_rows.h"

struct rcc_forest {
	const char *id; /* the figure's id in the page */
	const char *title;
	const char *caption;
	const struct rcc_plot_ratio *ratio;
	size_t n;
};

/* Append the plot.  In HTML it is SVG.  In text it is a picture made of
 * characters, and is left out if no ratio has an interval. */
void rcc_compose_forest(struct rcc_document *d, const struct rcc_forest *f);

#endif
