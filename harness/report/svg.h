/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures inside an HTML page: SVG elements, and axes.
 *
 * Colours come from the page's style sheet by class, so that a picture follows
 * light, dark and print; what it shows is told to those who do not see it by
 * its title and description.
 */
#ifndef RCC_HARNESS_REPORT_SVG_H
#define RCC_HARNESS_REPORT_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Text with what HTML and SVG take for markup escaped; what is no UTF-8, and
 * control characters, become U+FFFD. */
void rcc_svg_escape(FILE *out, const char *text);

struct rcc_svg {
	FILE *out;
	double width; /* of the picture's own units */
	double height;
};

/* `id` is unique in the page; `about` says in a sentence what is seen. */
void rcc_svg_begin(struct rcc_svg *svg, FILE *out, const char *id, double width,
		   double height, const char *title, const char *about);
void rcc_svg_end(struct rcc_svg *svg);

/* Each with a class of the page's style sheet.  A title, shown where the
 * pointer rests, may be NULL. */
void rcc_svg_line(struct rcc_svg *svg, const char *class, double x1, double y1,
		  double x2, double y2);
void rcc_svg_rect(struct rcc_svg *svg, const char *class, double x, double y,
		  double width, double height);
void rcc_svg_circle(struct rcc_svg *svg, const char *class, double x, double y,
		    double r, const char *title);
/* Lying on its edge: another shape than a circle, not only another colour. */
void rcc_svg_diamond(struct rcc_svg *svg, const char *class, double x, double y,
		     double r, const char *title);
/* anchor: "start", "middle" or "end". */
void rcc_svg_text(struct rcc_svg *svg, const char *class, const char *anchor,
		  double x, double y, const char *text);

/* ---- Axes -------------------------------------------------------------- */

/* From numbers to places. */
struct rcc_axis {
	double lo;
	double hi;
	double from; /* where lo is */
	double to;
	double step; /* between ticks: 1, 2 or 5 times a power of ten */
};

/* An axis for numbers between lo and hi, widened to whole steps, with about
 * n_ticks of them.  Numbers that are not finite, and lo == hi, give an axis
 * around what there is. */
struct rcc_axis rcc_axis_make(double lo, double hi, size_t n_ticks, double from,
			      double to);
/* The same, but from lo to hi, whatever the steps: for counts. */
struct rcc_axis rcc_axis_exact(double lo, double hi, size_t n_ticks,
			       double from, double to);
double rcc_axis_at(const struct rcc_axis *axis, double value);
/* Ticks, whole steps, from i = 0 on; NaN behind the last. */
double rcc_axis_tick(const struct rcc_axis *axis, size_t i);
/* As many decimals as tell ticks apart. */
int rcc_axis_decimals(const struct rcc_axis *axis);

#endif
