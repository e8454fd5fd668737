/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plots share: their size, axes drawn, rows of names.  Private to
 * plot*.c. */
#ifndef RCC_HARNESS_REPORT_PLOT_PARTS_H
#define RCC_HARNESS_REPORT_PLOT_PARTS_H

#include <stdbool.h>

#include "harness/report/svg.h"

/* Wide enough for a screen's half, with letters that can be read when a phone
 * shrinks it to three quarters. */
#define RCC_PLOT_WIDTH 420
#define RCC_PLOT_ROW 26	   /* height of a row with a name */
#define RCC_PLOT_NAMES 136 /* width of the names */
#define RCC_PLOT_TOP 34	   /* the legend's room */
#define RCC_PLOT_BOTTOM 44 /* the horizontal axis's */

struct rcc_plot_range {
	double lo;
	double hi;
};
/* Nothing yet: to be widened. */
struct rcc_plot_range rcc_plot_range_none(void);
void rcc_plot_widen(struct rcc_plot_range *range, double value);

/* Ticks, grid lines between the two other edges, the numbers times `factor`,
 * and what the axis is. */
void rcc_plot_axis_x(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double top, double bottom, double factor,
		     const char *label);
void rcc_plot_axis_y(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double left, double right, double factor,
		     const char *label);

/* A name in the margin of the row whose middle is y, cut where it is too
 * long. */
void rcc_plot_name(struct rcc_svg *svg, double y, const char *name);

/* Which mark is what, on top. */
void rcc_plot_legend(struct rcc_svg *svg, double x, const char *random,
		     const char *original);

/* The mark of an arm; title may be NULL. */
void rcc_plot_mark(struct rcc_svg *svg, bool is_original, double x, double y,
		   const char *title);

#endif
