/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_rows.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/plot_parts.h"

#define RIGHT (RCC_PLOT_WIDTH - 24)

static double row_middle(size_t i)
{
	return RCC_PLOT_TOP + RCC_PLOT_ROW * ((double)i + 0.5);
}

static double rows_bottom(size_t n)
{
	return RCC_PLOT_TOP + RCC_PLOT_ROW * (double)n;
}

/* ---- Ratios ------------------------------------------------------------ */

static void draw_ratio(struct rcc_svg *svg, const struct rcc_plot_ratio *r,
		       const struct rcc_axis *x, double y)
{
	const struct rcc_scale one = {1, ""};
	const double half = (r->hi - r->lo) / 2;
	char est[48];
	char lo[48];
	char hi[48];
	char *title;

	rcc_plot_name(svg, y, r->name);
	if (!isfinite(r->lo) || !isfinite(r->hi)) {
		rcc_svg_text(svg, "tick", "start", RCC_PLOT_NAMES + 6, y + 4.5,
			     "no bounded interval");
		return;
	}
	rcc_format_number(one, r->estimate, half, est, sizeof(est));
	rcc_format_number(one, r->lo, half, lo, sizeof(lo));
	rcc_format_number(one, r->hi, half, hi, sizeof(hi));
	title = rcc_mem_printf("%s: %s (%s to %s)", r->name, est, lo, hi);
	rcc_svg_line(svg, r->is_summary ? "interval summary" : "interval",
		     rcc_axis_at(x, r->lo), y, rcc_axis_at(x, r->hi), y);
	if (r->is_summary)
		rcc_svg_diamond(svg, "mean", rcc_axis_at(x, r->estimate), y, 7,
				title);
	else
		rcc_svg_circle(svg, "mean", rcc_axis_at(x, r->estimate), y, 4.5,
			       title);
	free(title);
}

void rcc_plot_forest(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_ratio *ratio, size_t n)
{
	struct rcc_plot_range range = {1, 1};
	struct rcc_axis x;
	/* The axis x as a change in percent, for the ticks. */
	struct rcc_axis change;
	struct rcc_svg svg;

	for (size_t i = 0; i < n; i++) {
		if (!isfinite(ratio[i].lo) || !isfinite(ratio[i].hi))
			continue;
		rcc_plot_widen(&range, ratio[i].lo);
		rcc_plot_widen(&range, ratio[i].hi);
	}
	change = rcc_axis_make(100 * (range.lo - 1), 100 * (range.hi - 1), 5,
			       RCC_PLOT_NAMES, RIGHT);
	x = change;
	x.lo = 1 + change.lo / 100;
	x.hi = 1 + change.hi / 100;
	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH,
		      rows_bottom(n) + RCC_PLOT_BOTTOM - 20, title,
		      "Each row is a ratio of means, drawn as its change in "
		      "percent with its interval. The vertical line at 0 "
		      "means no change.");
	rcc_plot_axis_x(&svg, &change, RCC_PLOT_TOP - 20, rows_bottom(n) - 20,
			1, "change, %");
	rcc_svg_line(&svg, "zero", rcc_axis_at(&x, 1), RCC_PLOT_TOP - 20,
		     rcc_axis_at(&x, 1), rows_bottom(n) - 20);
	for (size_t i = 0; i < n; i++)
		draw_ratio(&svg, &ratio[i], &x, row_middle(i) - 20);
	rcc_svg_end(&svg);
}

/* ---- Variation --------------------------------------------------------- */

/* The axis is logarithmic if the largest value exceeds the smallest by more
 * than this factor.  On a linear axis, small values would not be
 * distinguishable. */
#define LINEAR_SPAN 30

/* An axis in percent, or in powers of ten of percent.  A logarithmic axis shows
 * all values below its lower end, such as 0, at that end, and the label there
 * says so. */
struct variation_axis {
	struct rcc_axis axis;
	bool is_log;
};

static struct variation_axis
variation_axis_of(const struct rcc_plot_variation *v, size_t n)
{
	struct rcc_plot_range random = rcc_plot_range_none();
	struct rcc_plot_range all = {0, 0};
	struct variation_axis a = {.is_log = false};

	for (size_t i = 0; i < n; i++) {
		if (v[i].random > 0)
			rcc_plot_widen(&random, 100 * v[i].random);
		rcc_plot_widen(&all, 100 * v[i].random);
		rcc_plot_widen(&all, 100 * v[i].fixed);
	}
	a.is_log = random.hi > LINEAR_SPAN * random.lo;
	if (!a.is_log) {
		a.axis =
			rcc_axis_make(all.lo, all.hi, 5, RCC_PLOT_NAMES, RIGHT);
		return a;
	}
	a.axis = rcc_axis_make(floor(log10(random.lo)) - 1, ceil(log10(all.hi)),
			       5, RCC_PLOT_NAMES + 6, RIGHT);
	a.axis.step = fmax(a.axis.step, 1);
	return a;
}

static double variation_at(const struct variation_axis *a, double percent)
{
	if (!a->is_log)
		return rcc_axis_at(&a->axis, percent);
	return rcc_axis_at(&a->axis, fmax(log10(percent), a->axis.lo));
}

static void draw_decades(struct rcc_svg *svg, const struct rcc_axis *axis,
			 double bottom)
{
	for (size_t i = 0; !isnan(rcc_axis_tick(axis, i)); i++) {
		const double value = rcc_axis_tick(axis, i);
		const double x = rcc_axis_at(axis, value);
		char text[48];

		snprintf(text, sizeof(text), "%s%g",
			 i == 0 ? "\342\211\244 " : "", pow(10, value));
		rcc_svg_line(svg, "grid", x, RCC_PLOT_TOP, x, bottom);
		rcc_svg_text(svg, "tick", "middle", x, bottom + 16, text);
	}
	rcc_svg_text(svg, "label", "middle", (axis->from + axis->to) / 2,
		     bottom + 36, "standard deviation / mean, %, logarithmic");
}

static void draw_variation(struct rcc_svg *svg, const struct variation_axis *a,
			   const struct rcc_plot_variation *v, double y)
{
	char title[2][64];

	rcc_plot_name(svg, y, v->name);
	if (!isfinite(v->random) || !isfinite(v->fixed))
		return;
	snprintf(title[0], sizeof(title[0]), "random: %.3g %%",
		 100 * v->random);
	snprintf(title[1], sizeof(title[1]), "original: %.3g %%",
		 100 * v->fixed);
	rcc_svg_line(svg, "range", variation_at(a, 100 * v->fixed), y,
		     variation_at(a, 100 * v->random), y);
	rcc_plot_mark(svg, true, variation_at(a, 100 * v->fixed), y, title[1]);
	rcc_plot_mark(svg, false, variation_at(a, 100 * v->random), y,
		      title[0]);
}

void rcc_plot_variations(FILE *out, const char *id, const char *what,
			 const struct rcc_plot_variation *v, size_t n)
{
	const struct variation_axis a = variation_axis_of(v, n);
	char *title = rcc_mem_printf("%s: relative variation, random layouts "
				     "and original",
				     what);
	struct rcc_svg svg;

	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH,
		      rows_bottom(n) + RCC_PLOT_BOTTOM, title,
		      "Each row is a benchmark: the standard deviation of its "
		      "runs over the mean, with random layouts (circle) and "
		      "with the original layout (diamond).");
	if (a.is_log)
		draw_decades(&svg, &a.axis, rows_bottom(n));
	else
		rcc_plot_axis_x(&svg, &a.axis, RCC_PLOT_TOP, rows_bottom(n), 1,
				"standard deviation / mean, %");
	for (size_t i = 0; i < n; i++)
		draw_variation(&svg, &a, &v[i], row_middle(i));
	rcc_plot_legend(&svg, RCC_PLOT_NAMES, "random layouts", "original");
	rcc_svg_end(&svg);
	free(title);
}
