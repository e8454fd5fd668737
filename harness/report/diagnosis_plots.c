/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/diagnosis_plots.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/plot_parts.h"

/* A series with fewer values has no picture. */
#define FEWEST_VALUES 6
#define N_LAG_PLOTS 4

/* The sizes in a picture, in pixels.  It has two rows of panels; each row shows
 * the sequence, the lag plots and the autocorrelations. */
#define WIDTH 1290
#define PANEL 160 /* height of each panel, width of each lag plot */
#define ROW 246	  /* height of a row with its heading and axes */
#define FIRST_ROW 78
#define SEQUENCE_LEFT 66
#define SEQUENCE_WIDTH 300
#define LAGS_LEFT (SEQUENCE_LEFT + SEQUENCE_WIDTH + 24)
#define GAP 14
#define CORRELATION_LEFT (LAGS_LEFT + N_LAG_PLOTS * (PANEL + GAP) + 42)
#define CORRELATION_RIGHT (WIDTH - 14)

/* One row of panels: the values in order of time, or in random order. */
struct row {
	const struct rcc_series *series;
	const struct rcc_ordered_values *view;
	struct rcc_plot_range range; /* range of the values */
	/* The numbers printed at the axes are the values times this factor. */
	double factor;
	double top, bottom;
};

static void draw_frame(struct rcc_svg *svg, const struct row *row, double left,
		       double right, const char *title)
{
	rcc_svg_rect(svg, "frame", left, row->top, right - left,
		     row->bottom - row->top);
	rcc_svg_text(svg, "tick", "middle", (left + right) / 2, row->top - 7,
		     title);
}

static struct rcc_axis value_axis(const struct row *row, double from, double to)
{
	return rcc_axis_make(row->range.lo, row->range.hi, 5, from, to);
}

static void draw_sequence(struct rcc_svg *svg, const struct row *row,
			  const char *title)
{
	const double left = SEQUENCE_LEFT;
	const double right = left + SEQUENCE_WIDTH;
	const size_t n = row->series->n;
	const struct rcc_axis x =
		rcc_axis_exact(0, (double)n + 1, 5, left, right);
	const struct rcc_axis y = value_axis(row, row->bottom, row->top);

	rcc_plot_axis_x(svg, &x, row->top, row->bottom, 1,
			row->series->is_iterations ? "iteration" : "run");
	rcc_plot_axis_y(svg, &y, left, right, row->factor, NULL);
	draw_frame(svg, row, left, right, "");
	rcc_svg_text(svg, "heading", "start", left, row->top - 7, title);
	for (size_t i = 0; i < n; i++)
		rcc_svg_circle(svg, "random", rcc_axis_at(&x, (double)i + 1),
			       rcc_axis_at(&y, row->view->x[i]), 2, NULL);
}

/* Draw a lag plot: each value on the horizontal axis, and the value `lag`
 * places later in the series on the vertical axis. */
static void draw_lag(struct rcc_svg *svg, const struct row *row, size_t lag)
{
	const double left = LAGS_LEFT + (double)(lag - 1) * (PANEL + GAP);
	const double right = left + PANEL;
	const struct rcc_axis x = value_axis(row, left, right);
	const struct rcc_axis y = value_axis(row, row->bottom, row->top);
	char title[32], from[48], to[48];

	snprintf(title, sizeof(title), "lag %zu", lag);
	draw_frame(svg, row, left, right, title);
	/* There is room for the numbers at both ends alone. */
	rcc_plot_number(&x, x.lo, row->factor, from, sizeof(from));
	rcc_plot_number(&x, x.hi, row->factor, to, sizeof(to));
	rcc_svg_text(svg, "tick", "start", left, row->bottom + 16, from);
	rcc_svg_text(svg, "tick", "end", right, row->bottom + 16, to);
	for (size_t i = 0; i + lag < row->series->n; i++)
		rcc_svg_circle(svg, "random", rcc_axis_at(&x, row->view->x[i]),
			       rcc_axis_at(&y, row->view->x[i + lag]), 2, NULL);
}

static void draw_autocorrelation(struct rcc_svg *svg, const struct row *row)
{
	const double left = CORRELATION_LEFT;
	const double right = CORRELATION_RIGHT;
	const size_t n = row->series->n_lags;
	const double bound = row->series->bound;
	const struct rcc_axis x =
		rcc_axis_exact(0, (double)n + 1, 6, left, right);
	const struct rcc_axis y =
		rcc_axis_make(-1, 1, 4, row->bottom, row->top);
	char label[48];

	snprintf(label, sizeof(label), "lag (dashed: \302\261%.2f)", bound);
	rcc_plot_axis_x(svg, &x, row->top, row->bottom, 1, label);
	rcc_plot_axis_y(svg, &y, left, right, 1, NULL);
	draw_frame(svg, row, left, right, "autocorrelation");
	for (size_t k = 0; k < n; k++) {
		const double at = rcc_axis_at(&x, (double)k + 1);

		rcc_svg_line(svg, "bar", at, rcc_axis_at(&y, 0), at,
			     rcc_axis_at(&y, row->view->r[k]));
	}
	rcc_svg_line(svg, "bound", left, rcc_axis_at(&y, bound), right,
		     rcc_axis_at(&y, bound));
	rcc_svg_line(svg, "bound", left, rcc_axis_at(&y, -bound), right,
		     rcc_axis_at(&y, -bound));
}

static void draw_row(struct rcc_svg *svg, const struct row *row,
		     const char *title)
{
	draw_sequence(svg, row, title);
	for (size_t lag = 1; lag <= N_LAG_PLOTS; lag++)
		draw_lag(svg, row, lag);
	draw_autocorrelation(svg, row);
}

/* Print a heading such as "all runs: 80 values", and the quantity and its unit
 * below it. */
static void draw_head(struct rcc_svg *svg, const struct rcc_findings *f,
		      const struct rcc_series *s, struct rcc_scale scale)
{
	char *title = rcc_mem_printf("%s: %zu values", s->name, s->n);
	char *what = rcc_mem_printf("%s%s%s", f->asked.metric.text,
				    s->is_relative ? " over the mean of the arm"
				    : scale.unit[0] != '\0' ? ", "
							    : "",
				    s->is_relative ? "" : scale.unit);

	rcc_svg_text(svg, "heading", "start", 10, 20, title);
	rcc_svg_text(svg, "label", "start", 10, 40, what);
	free(what);
	free(title);
}

static void draw(FILE *out, const struct rcc_findings *f,
		 const struct rcc_series *s)
{
	static const struct rcc_scale one = {1, ""};
	struct row row = {.series = s, .range = rcc_plot_range_none()};
	struct rcc_scale scale = one;
	struct rcc_svg svg;

	for (size_t i = 0; i < s->n; i++)
		rcc_plot_widen(&row.range, s->measured.x[i]);
	if (!s->is_relative)
		scale = rcc_format_scale(&f->asked.metric, row.range.hi);
	row.factor = scale.factor;
	rcc_svg_begin_file(
		&svg, out, WIDTH, FIRST_ROW + 2 * ROW - 30, s->name,
		"Above, the values in the order of time: the sequence, each "
		"value against the one 1 to 4 later, and the autocorrelation. "
		"Below, the same values in random order. Values that do not "
		"depend on time look alike in both rows.");
	draw_head(&svg, f, s, scale);
	row.view = &s->measured;
	row.top = FIRST_ROW;
	row.bottom = row.top + PANEL;
	draw_row(&svg, &row, "in order of time");
	row.view = &s->shuffled;
	row.top += ROW;
	row.bottom += ROW;
	draw_row(&svg, &row, "in random order");
	rcc_svg_end(&svg);
}

/* ---- Files ------------------------------------------------------------- */

/* Return the path of a picture: "DIR/a-random-runs.svg" for the series "a
 * random runs".  The caller must free it. */
static char *path_of(const char *dir, const struct rcc_series *s)
{
	char *name = rcc_mem_strdup(s->name);
	char *path;

	for (char *at = name; *at != '\0'; at++)
		if (!isalnum((unsigned char)*at))
			*at = '-';
	path = rcc_mem_printf("%s/%s.svg", dir, name);
	free(name);
	return path;
}

static int write_plot(const struct rcc_findings *f, const struct rcc_series *s,
		      const char *path)
{
	FILE *out = fopen(path, "we");
	int result;

	if (out == NULL)
		return RCC_ESYS;
	draw(out, f, s);
	result = ferror(out) != 0 ? RCC_ESYS : 0;
	return fclose(out) != 0 ? RCC_ESYS : result;
}

int rcc_report_diagnosis_plots(const struct rcc_findings *f,
			       const struct rcc_diagnosis *d, const char *dir)
{
	if (rcc_file_mkdirs(dir) != 0) {
		rcc_error_errno("cannot make \"%s\"", dir);
		return RCC_EXIT_USAGE;
	}
	for (size_t i = 0; i < d->n_series; i++) {
		const struct rcc_series *s = &d->series[i];
		char *path;
		int result;

		if (s->n < FEWEST_VALUES || s->n_lags == 0)
			continue;
		path = path_of(dir, s);
		result = write_plot(f, s, path);
		if (result != 0)
			rcc_error_errno("cannot write \"%s\"", path);
		free(path);
		if (result != 0)
			return RCC_EXIT_FAILED;
	}
	return RCC_EXIT_OK;
}
