/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_scatter.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/plot_parts.h"
#include "stats/rcc_stats.h"

#define ROW 66 /* height of a row */
#define RIGHT (RCC_PLOT_WIDTH - 20)

static double sd_of(const struct rcc_scatter_row *row)
{
	const struct rcc_sample sample = rcc_sample_1(row->value, row->n);
	struct rcc_levels levels;

	return rcc_levels_compute(&sample, &levels) == 0 ? levels.sd : NAN;
}

/* Return a text such as "original layout: mean -0.21 %, standard deviation
 * 0.13 %".  The caller must free it. */
static char *row_title(const struct rcc_scatter_row *row)
{
	const double sd = sd_of(row);

	if (!isfinite(sd))
		return rcc_mem_printf("%s: mean %+.2f %%", row->name,
				      row->mean);
	return rcc_mem_printf("%s: mean %+.2f %%, standard deviation %.2f %%",
			      row->name, row->mean, sd);
}

/* Draw the mean of a row and one standard deviation to either side. */
static void draw_spread(struct rcc_svg *svg, const struct rcc_scatter_row *row,
			const struct rcc_axis *x, double y)
{
	const double sd = sd_of(row);
	char *title = row_title(row);

	if (isfinite(sd)) {
		rcc_svg_line(svg,
			     row->is_original ? "spread-original" : "spread",
			     rcc_axis_at(x, row->mean - sd), y,
			     rcc_axis_at(x, row->mean + sd), y);
		rcc_svg_circle(svg, "mean", rcc_axis_at(x, row->mean), y, 3.5,
			       title);
	} else {
		rcc_plot_mark(svg, row->is_original, rcc_axis_at(x, row->mean),
			      y, title);
	}
	free(title);
}

/* Return an axis that has room for all values and spreads. */
static struct rcc_axis axis_of(const struct rcc_scatter *s)
{
	double lo = s->lo;
	double hi = s->hi;

	for (size_t i = 0; i < s->n_rows; i++) {
		const double sd = sd_of(&s->row[i]);

		lo = fmin(lo, s->row[i].mean - sd);
		hi = fmax(hi, s->row[i].mean + sd);
	}
	return rcc_axis_make(lo, hi, 5, RCC_PLOT_NAMES, RIGHT);
}

static void draw_row(struct rcc_svg *svg, const struct rcc_scatter_row *row,
		     const struct rcc_axis *x, double y)
{
	rcc_plot_name(svg, y - 4, row->name);
	for (size_t i = 0; i < row->n; i++)
		rcc_plot_mark(svg, row->is_original,
			      rcc_axis_at(x, row->value[i]),
			      y - 8 + 26 * rcc_plot_jitter(i), NULL);
	draw_spread(svg, row, x, y + 17);
}

static bool has_original_layouts(const struct rcc_scatter *s)
{
	bool is_there = false;

	for (size_t i = 0; i < s->n_rows; i++)
		is_there |= s->row[i].is_original;
	return is_there;
}

/* Return a description of the picture for readers who cannot see it.  The
 * caller must free it. */
static char *describe(const struct rcc_scatter *s)
{
	struct rcc_strbuf text = {0};

	rcc_strbuf_printf(
		&text,
		"Each circle is the mean of a random layout%s. The bar below "
		"the marks of a row is their mean, with one standard deviation "
		"to either side. The rows are:",
		has_original_layouts(s)
			? "; each diamond is a mean of the original layout"
			: "");
	for (size_t i = 0; i < s->n_rows; i++) {
		char *title = row_title(&s->row[i]);

		rcc_strbuf_printf(&text, "%s %s", i == 0 ? "" : ";", title);
		free(title);
	}
	rcc_strbuf_add(&text, ".");
	return rcc_strbuf_take(&text);
}

void rcc_plot_scatter(FILE *out, const char *id, const char *title,
		      const struct rcc_scatter *s)
{
	const double bottom = RCC_PLOT_TOP + ROW * (double)s->n_rows;
	const struct rcc_axis x = axis_of(s);
	char *label = rcc_mem_printf("%% from %s", s->reference);
	char *about = describe(s);
	struct rcc_svg svg;

	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH, bottom + RCC_PLOT_BOTTOM,
		      title, about);
	rcc_plot_axis_x(&svg, &x, RCC_PLOT_TOP, bottom, 1, NULL);
	rcc_svg_text(&svg, "label", "middle", RCC_PLOT_WIDTH / 2.0, bottom + 36,
		     label);
	rcc_svg_line(&svg, "zero", rcc_axis_at(&x, 0), RCC_PLOT_TOP,
		     rcc_axis_at(&x, 0), bottom);
	for (size_t i = 0; i < s->n_rows; i++)
		draw_row(&svg, &s->row[i], &x,
			 RCC_PLOT_TOP + ROW * ((double)i + 0.5));
	rcc_plot_legend(&svg, RCC_PLOT_NAMES, "random layout",
			has_original_layouts(s) ? "original layout" : NULL);
	rcc_svg_end(&svg);
	free(about);
	free(label);
}
