/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Write pictures as SVG: elements and axes.
 *
 * A picture is part of an HTML page, or a file of its own.  Elements have a
 * class instead of a color.  The style sheet gives each class its colors for a
 * light screen, a dark screen and paper.  Each picture has a title and a
 * description for readers who cannot see it.
 */
#ifndef RCC_HARNESS_DOCUMENT_SVG_H
#define RCC_HARNESS_DOCUMENT_SVG_H

#include <stddef.h>
#include <stdio.h>

/* The style sheet of all pictures, to be included in an HTML page with
 * pictures.  It also defines the colors --page, --text, --line, and --soft for
 * less important text. */
extern const char rcc_svg_style[];

/* Print text, escaping the characters that are markup in HTML and SVG.  Control
 * characters and invalid UTF-8 become U+FFFD. */
void rcc_svg_escape(FILE *out, const char *text);

struct rcc_svg {
	FILE *out;
	double width; /* size in user units of the SVG */
	double height;
};

/* Begin a picture in a page.  The picture's `id` must be unique in the page.
 * `about` is a sentence that describes the picture to readers who cannot see
 * it. */
void rcc_svg_begin(struct rcc_svg *svg, FILE *out, const char *id, double width,
		   double height, const char *title, const char *about);
/* Begin a picture that is a file of its own.  It gets a style sheet and a
 * background. */
void rcc_svg_begin_file(struct rcc_svg *svg, FILE *out, double width,
			double height, const char *title, const char *about);
void rcc_svg_end(struct rcc_svg *svg);

/* Draw a line, a rectangle or a circle.  `class` is the element's CSS class, to
 * which rcc_svg_style gives colors.  A circle's title is shown when the pointer
 * rests on the circle.  The title may be NULL. */
void rcc_svg_line(struct rcc_svg *svg, const char *class, double x1, double y1,
		  double x2, double y2);
void rcc_svg_rect(struct rcc_svg *svg, const char *class, double x, double y,
		  double width, double height);
void rcc_svg_circle(struct rcc_svg *svg, const char *class, double x, double y,
		    double r, const char *title);
/* Draw a diamond.  Readers can tell it from a circle even without colors. */
void rcc_svg_diamond(struct rcc_svg *svg, const char *class, double x, double y,
		     double r, const char *title);
/* Print text.  `anchor` is "start", "middle" or "end". */
void rcc_svg_text(struct rcc_svg *svg, const char *class, const char *anchor,
		  double x, double y, const char *text);

/* ---- Axes -------------------------------------------------------------- */

/* A linear map from the numbers on an axis to coordinates in the picture. */
struct rcc_axis {
	double lo;
	double hi;
	double from; /* the coordinate of lo */
	double to;   /* the coordinate of hi */
	double step; /* the distance of ticks: 1, 2 or 5 times a power of ten */
};

/* Return an axis that shows at least the numbers from lo to hi, with about
 * n_ticks ticks.  Each end of the axis is moved outwards to a multiple of the
 * distance between ticks.  If lo and hi are nearly equal, each is first moved
 * outwards by 1 % of its value, or by 0.5 if it is 0.  If lo or hi is not
 * finite, the axis goes from 0 to 1. */
struct rcc_axis rcc_axis_make(double lo, double hi, size_t n_ticks, double from,
			      double to);
/* Like rcc_axis_make(), but the ends are not moved to ticks.  Axes that count
 * runs or layouts use it. */
struct rcc_axis rcc_axis_exact(double lo, double hi, size_t n_ticks,
			       double from, double to);
/* Return the coordinate of a number. */
double rcc_axis_at(const struct rcc_axis *axis, double value);
/* Return the number at tick i, which is a multiple of axis->step; NaN after the
 * last tick. */
double rcc_axis_tick(const struct rcc_axis *axis, size_t i);
/* Return how many decimals the labels of the ticks need so that they all
 * differ, at most 12. */
int rcc_axis_decimals(const struct rcc_axis *axis);

#endif
