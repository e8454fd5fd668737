/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_scatter.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/plot_parts.h"
#include "stats/rcc_stats.h"

#define ROW 66 /* height of a row */
#define RIGHT (RCC_PLOT_WIDTH - 20)

/* Return a vertical offset, so that marks of equal values do not hide each
 * other.  It is the same in every report and has no visible pattern. */
static double jitter(size_t i)
{
	return fmod(0.618033988749895 * (double)i, 1) - 0.5;
}

static double sd_of(const struct rcc_scatter_row *row)
{
	const struct rcc_sample sample = rcc_sample_1(row->value, row->n);
	struct rcc_levels levels;

	return rcc_levels_compute(&sample, &levels) == 0 ? levels.sd : NAN;
}

/* Draw the mean of a row, with one standard deviation to either side. */
static void draw_spread(struct rcc_svg *svg, const struct rcc_scatter_row *row,
			const struct rcc_axis *x, double y)
{
	const double sd = sd_of(row);
	char *title;

	if (!isfinite(sd)) {
		rcc_plot_mark(svg, row->is_original, rcc_axis_at(x, row->mean),
			      y, NULL);
		return;
	}
	title = rcc_mem_printf("%s: mean %+.2f %%, standard deviation %.2f %%",
			       row->name, row->mean, sd);
	rcc_svg_line(svg, row->is_original ? "spread-original" : "spread",
		     fmax(rcc_axis_at(x, row->mean - sd), x->from), y,
		     fmin(rcc_axis_at(x, row->mean + sd), x->to), y);
	rcc_svg_circle(svg, "mean", rcc_axis_at(x, row->mean), y, 3.5, title);
	free(title);
}

static void draw_row(struct rcc_svg *svg, const struct rcc_scatter_row *row,
		     const struct rcc_axis *x, double y)
{
	rcc_plot_name(svg, y - 4, row->name);
	for (size_t i = 0; i < row->n; i++)
		rcc_plot_mark(svg, row->is_original,
			      rcc_axis_at(x, row->value[i]),
			      y - 8 + 26 * jitter(i), NULL);
	draw_spread(svg, row, x, y + 17);
	if (isfinite(row->original))
		rcc_svg_diamond(svg, "original original-build",
				rcc_axis_at(x, row->original), y - 8, 7,
				"the original layout");
}

static bool has_original_layouts(const struct rcc_scatter *s)
{
	bool is_there = false;

	for (size_t i = 0; i < s->n_rows; i++)
		is_there |=
			s->row[i].is_original || isfinite(s->row[i].original);
	return is_there;
}

void rcc_plot_scatter(FILE *out, const char *id, const char *title,
		      const struct rcc_scatter *s)
{
	const double bottom = RCC_PLOT_TOP + ROW * (double)s->n_rows;
	const struct rcc_axis x =
		rcc_axis_make(s->lo, s->hi, 5, RCC_PLOT_NAMES, RIGHT);
	char *label = rcc_mem_printf("%% from %s", s->reference);
	struct rcc_svg svg;

	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH, bottom + RCC_PLOT_BOTTOM,
		      title,
		      "Each circle is the mean of a random layout; diamonds "
		      "are the original layout.  The bar below them is their "
		      "mean with one standard deviation to either side.");
	rcc_plot_axis_x(&svg, &x, RCC_PLOT_TOP, bottom, 1, NULL);
	rcc_svg_text(&svg, "label", "middle", RCC_PLOT_WIDTH / 2.0, bottom + 36,
		     label);
	rcc_svg_line(&svg, "zero", rcc_axis_at(&x, 0), RCC_PLOT_TOP,
		     rcc_axis_at(&x, 0), bottom);
	for (size_t i = 0; i < s->n_rows; i++)
		draw_row(&svg, &s->row[i], &x,
			 RCC_PLOT_TOP + ROW * ((double)i + 0.5));
	if (has_original_layouts(s))
		rcc_plot_legend(&svg, RCC_PLOT_NAMES, "a layout", "original");
	rcc_svg_end(&svg);
	free(label);
}
