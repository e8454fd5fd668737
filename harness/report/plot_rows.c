/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_rows.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/format.h"
#include "harness/report/plot_parts.h"

#define RIGHT (RCC_PLOT_WIDTH - 24)
/* The right edge of the forest plot's drawing.  The changes are printed beside
 * it. */
#define RATIOS_RIGHT (RCC_PLOT_WIDTH - 74)

static double row_middle(size_t i)
{
	return RCC_PLOT_TOP + RCC_PLOT_ROW * ((double)i + 0.5);
}

static double rows_bottom(size_t n)
{
	return RCC_PLOT_TOP + RCC_PLOT_ROW * (double)n;
}

/* ---- Ratios ------------------------------------------------------------ */

const char *rcc_plot_obstacle(const struct rcc_plot_ratio *r)
{
	if (!isfinite(r->estimate))
		return "unknown";
	return isfinite(r->lo) && isfinite(r->hi) ? NULL
						  : "no bounded interval";
}

void rcc_plot_change(const struct rcc_plot_ratio *r, char *out, size_t n)
{
	struct rcc_interval_text text;

	rcc_format_change_interval(r->estimate, r->lo, r->hi, &text);
	/* The first row of a history compares a version with itself, without an
	 * interval.  Its change is exactly 0. */
	snprintf(out, n, "%s %%", r->lo < r->hi ? text.estimate : "0");
}

/* Return a ratio as a change in percent. */
static double change_of(double ratio)
{
	return 100 * (ratio - 1);
}

/* Return a text such as "sort: -1.9 % (-2.6 to -1.2 %)".  The caller must free
 * it. */
static char *ratio_title(const struct rcc_plot_ratio *r)
{
	const char *obstacle = rcc_plot_obstacle(r);
	struct rcc_interval_text text;

	if (obstacle != NULL)
		return rcc_mem_printf("%s: %s", r->name, obstacle);
	rcc_format_change_interval(r->estimate, r->lo, r->hi, &text);
	return rcc_mem_printf("%s: %s %% (%s to %s %%)", r->name, text.estimate,
			      text.lo, text.hi);
}

/* Return a description of the plot for readers who cannot see it.  The caller
 * must free it. */
static char *forest_about(const struct rcc_plot_ratio *ratio, size_t n)
{
	struct rcc_strbuf text = {0};

	rcc_strbuf_add(&text, "Each row is the change of a mean in percent, "
			      "with its interval. The vertical line at 0 means "
			      "no change. The rows are:");
	for (size_t i = 0; i < n; i++) {
		char *title = ratio_title(&ratio[i]);

		rcc_strbuf_printf(&text, "%s %s", i == 0 ? "" : ";", title);
		free(title);
	}
	rcc_strbuf_add(&text, ".");
	return rcc_strbuf_take(&text);
}

static void draw_ratio(struct rcc_svg *svg, const struct rcc_plot_ratio *r,
		       const struct rcc_axis *x, double y)
{
	const double lo = rcc_axis_at(x, change_of(r->lo));
	const double hi = rcc_axis_at(x, change_of(r->hi));
	const double at = rcc_axis_at(x, change_of(r->estimate));
	const char *obstacle = rcc_plot_obstacle(r);
	char change[64];
	char *title;

	rcc_plot_name(svg, y, r->name);
	if (obstacle != NULL) {
		rcc_svg_text(svg, "tick", "start", RCC_PLOT_NAMES + 6, y + 4.5,
			     obstacle);
		return;
	}
	title = ratio_title(r);
	rcc_svg_line(svg, r->is_summary ? "interval summary" : "interval", lo,
		     y, hi, y);
	if (r->is_summary)
		rcc_svg_diamond(svg, "mean", at, y, 7, title);
	else
		rcc_svg_circle(svg, "mean", at, y, 4.5, title);
	rcc_plot_change(r, change, sizeof(change));
	rcc_svg_text(svg, "value", "end", RCC_PLOT_WIDTH - 6, y + 4.5, change);
	free(title);
}

struct rcc_axis rcc_plot_change_axis(const struct rcc_plot_ratio *ratio,
				     size_t n, size_t n_ticks, double from,
				     double to)
{
	struct rcc_plot_range range = {0, 0};

	for (size_t i = 0; i < n; i++) {
		if (rcc_plot_obstacle(&ratio[i]) != NULL)
			continue;
		rcc_plot_widen(&range, change_of(ratio[i].lo));
		rcc_plot_widen(&range, change_of(ratio[i].hi));
	}
	return rcc_axis_make(range.lo, range.hi, n_ticks, from, to);
}

void rcc_plot_forest(FILE *out, const char *id, const char *title,
		     const struct rcc_plot_ratio *ratio, size_t n)
{
	const struct rcc_axis x =
		rcc_plot_change_axis(ratio, n, 4, RCC_PLOT_NAMES, RATIOS_RIGHT);
	char *about = forest_about(ratio, n);
	struct rcc_svg svg;

	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH,
		      rows_bottom(n) + RCC_PLOT_BOTTOM - 20, title, about);
	rcc_plot_axis_x(&svg, &x, RCC_PLOT_TOP - 20, rows_bottom(n) - 20, 1,
			"change, %");
	rcc_svg_line(&svg, "zero", rcc_axis_at(&x, 0), RCC_PLOT_TOP - 20,
		     rcc_axis_at(&x, 0), rows_bottom(n) - 20);
	for (size_t i = 0; i < n; i++)
		draw_ratio(&svg, &ratio[i], &x, row_middle(i) - 20);
	rcc_svg_end(&svg);
	free(about);
}

/* ---- Variation --------------------------------------------------------- */

/* The axis of variations is logarithmic if the largest variation with random
 * layouts is more than this many times the smallest variation above 0.  On a
 * linear axis, small values could not be distinguished. */
#define LINEAR_SPAN 30

/* An axis in percent.  The numbers of a logarithmic axis are exponents of 10.
 * Values below its lower end, such as 0, are drawn at that end, which has a
 * label with "less than or equal". */
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
	rcc_plot_legend(&svg, RCC_PLOT_NAMES, "random layouts",
			"original layout");
	rcc_svg_end(&svg);
	free(title);
}
