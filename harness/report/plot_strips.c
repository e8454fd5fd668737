/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_strips.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/plot_parts.h"

#define TOP 8
/* The right edge of the strips.  The mean of each strip is printed beside
 * it. */
#define STRIPS_RIGHT (RCC_PLOT_WIDTH - 80)
/* The part of a row's height over which its points are spread. */
#define SPREAD 0.55

static double row_middle(size_t i)
{
	return TOP + RCC_PLOT_ROW * ((double)i + 0.5);
}

/* Return a log ratio as a change in percent. */
static double change_of(double x)
{
	return 100 * expm1(x);
}

static struct rcc_axis axis_of(const struct rcc_plot_strip *strip, size_t n)
{
	struct rcc_plot_range range = {0, 0};

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < strip[i].n; k++)
			rcc_plot_widen(&range, change_of(strip[i].x[k]));
	return rcc_axis_make(range.lo, range.hi, 4, RCC_PLOT_NAMES,
			     STRIPS_RIGHT);
}

/* Return half the range of the log ratios on the widest strip.  It decides how
 * many digits of the means are printed. */
static double widest_half_range(const struct rcc_plot_strip *strip, size_t n)
{
	double widest = 0;

	for (size_t i = 0; i < n; i++) {
		struct rcc_plot_range range = rcc_plot_range_none();

		for (size_t k = 0; k < strip[i].n; k++)
			rcc_plot_widen(&range, strip[i].x[k]);
		widest = fmax(widest, (range.hi - range.lo) / 2);
	}
	return widest;
}

static void draw_strip(struct rcc_svg *svg, const struct rcc_plot_strip *strip,
		       const struct rcc_axis *x, double y, double half)
{
	char change[48];
	char *text;

	rcc_plot_name(svg, y, strip->name);
	for (size_t k = 0; k < strip->n; k++)
		if (isfinite(strip->x[k]))
			rcc_svg_circle(svg, "random",
				       rcc_axis_at(x, change_of(strip->x[k])),
				       y + SPREAD * RCC_PLOT_ROW *
						       rcc_plot_jitter(k),
				       2.5, NULL);
	if (!isfinite(strip->mean))
		return;
	rcc_format_change(exp(strip->mean), half / 3, change, sizeof(change));
	text = rcc_mem_printf("%s %%%s", change, strip->is_marked ? " *" : "");
	rcc_svg_diamond(svg, "mean", rcc_axis_at(x, change_of(strip->mean)), y,
			6, text);
	rcc_svg_text(svg, "value", "end", RCC_PLOT_WIDTH - 6, y + 4.5, text);
	free(text);
}

void rcc_plot_strips(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_strip *strip, size_t n, double mean)
{
	const struct rcc_axis x = axis_of(strip, n);
	const double half = widest_half_range(strip, n);
	const double bottom = TOP + RCC_PLOT_ROW * (double)n;
	struct rcc_svg svg;

	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH, bottom + RCC_PLOT_BOTTOM,
		      title,
		      "Each row is a machine. Its points are the layouts, as "
		      "changes in percent; the diamond is their mean.");
	rcc_plot_axis_x(&svg, &x, TOP, bottom, 1, "change, %");
	rcc_svg_line(&svg, "zero", rcc_axis_at(&x, 0), TOP, rcc_axis_at(&x, 0),
		     bottom);
	if (isfinite(mean))
		rcc_svg_line(&svg, "range", rcc_axis_at(&x, change_of(mean)),
			     TOP, rcc_axis_at(&x, change_of(mean)), bottom);
	for (size_t i = 0; i < n; i++)
		draw_strip(&svg, &strip[i], &x, row_middle(i), half);
	rcc_svg_end(&svg);
}
