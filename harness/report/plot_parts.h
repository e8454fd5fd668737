/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that plots share: sizes, axes, names, marks.  Only for *plot*.c. */
#ifndef RCC_HARNESS_REPORT_PLOT_PARTS_H
#define RCC_HARNESS_REPORT_PLOT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/document/svg.h"

/* Half the width of a screen.  The text is still legible when a phone shrinks
 * the plot to three quarters. */
#define RCC_PLOT_WIDTH 420
#define RCC_PLOT_ROW 26	   /* height of a row with a name */
#define RCC_PLOT_NAMES 136 /* width of the names */
#define RCC_PLOT_TOP 34	   /* height of the legend */
#define RCC_PLOT_BOTTOM 44 /* height of the horizontal axis */

/* The smallest and the largest of some numbers. */
struct rcc_plot_range {
	double lo;
	double hi;
};
/* Return an empty range, for rcc_plot_widen(). */
struct rcc_plot_range rcc_plot_range_none(void);
/* Widen a range so that it includes a value.  A value that is not finite
 * changes nothing. */
void rcc_plot_widen(struct rcc_plot_range *range, double value);

/* Draw an axis: at each tick a grid line and a number, and a label (NULL for
 * none).  `factor` converts the numbers of the axis to those that are
 * printed. */
void rcc_plot_axis_x(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double top, double bottom, double factor,
		     const char *label);
void rcc_plot_axis_y(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double left, double right, double factor,
		     const char *label);

/* Print the name of the row whose middle is at y.  The middle of a long name
 * is left out. */
void rcc_plot_name(struct rcc_svg *svg, double y, const char *name);

/* Print a legend at the top: what the marks of random and of original layouts
 * mean.  `original` is NULL if the plot has no original layout. */
void rcc_plot_legend(struct rcc_svg *svg, double x, const char *random,
		     const char *original);

/* Return a vertical offset of mark i, from -0.5 to 0.5, so that marks of equal
 * values do not hide each other.  It is the same in every report and has no
 * visible pattern. */
double rcc_plot_jitter(size_t i);

/* Draw the mark of an arm: a circle for random layouts, a diamond for the
 * original layout.  The title may be NULL. */
void rcc_plot_mark(struct rcc_svg *svg, bool is_original, double x, double y,
		   const char *title);

#endif
