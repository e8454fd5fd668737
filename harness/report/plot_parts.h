/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that plots share: sizes, axes, names, marks.  Sizes and coordinates are
 * in user units of the SVG.  Only files *plot*.c include this header. */
#ifndef RCC_HARNESS_REPORT_PLOT_PARTS_H
#define RCC_HARNESS_REPORT_PLOT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/document/svg.h"

/* The width of a plot, which is half the width of a screen.  The text is still
 * legible when a phone shrinks the plot to three quarters. */
#define RCC_PLOT_WIDTH 420
#define RCC_PLOT_ROW 26	   /* height of a row */
#define RCC_PLOT_NAMES 136 /* width of the rows' names */
#define RCC_PLOT_TOP 34	   /* height of the legend at the top */
#define RCC_PLOT_BOTTOM 44 /* height of the axis at the bottom */

/* The range of some numbers. */
struct rcc_plot_range {
	double lo;
	double hi;
};
/* Return a range without numbers, for rcc_plot_widen() to begin with. */
struct rcc_plot_range rcc_plot_range_none(void);
/* Widen a range so that it includes a value.  Infinities and NaN change
 * nothing. */
void rcc_plot_widen(struct rcc_plot_range *range, double value);

/* Write the number that an axis shows for a value, which is value * factor, with
 * the decimals of the axis, into out[0 ... n-1]. */
void rcc_plot_number(const struct rcc_axis *axis, double value, double factor,
		     char *out, size_t n);
/* Draw an axis, with a grid line and a number at each tick.  The printed number
 * is the tick's number times `factor`, which converts it to the unit of the
 * label.  `label` may be NULL. */
void rcc_plot_axis_x(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double top, double bottom, double factor,
		     const char *label);
void rcc_plot_axis_y(struct rcc_svg *svg, const struct rcc_axis *axis,
		     double left, double right, double factor,
		     const char *label);

/* Print the name of the row whose middle is at y.  The middle of a long name is
 * left out. */
void rcc_plot_name(struct rcc_svg *svg, double y, const char *name);

/* Print a legend at the top, which says what the marks of random and original
 * layouts mean.  `original` is NULL if the plot has no original layout. */
void rcc_plot_legend(struct rcc_svg *svg, double x, const char *random,
		     const char *original);

/* Return a vertical offset for the mark of value i, as a fraction of the height
 * that the marks may take, from -0.5 to 0.5.  The offsets keep marks of equal
 * values from hiding each other.  The offset of mark i is the same in all
 * reports. */
double rcc_plot_jitter(size_t i);

/* Draw a mark for a value: a circle for a random layout, a diamond for the
 * original layout.  The title may be NULL. */
void rcc_plot_mark(struct rcc_svg *svg, bool is_original, double x, double y,
		   const char *title);

#endif
