/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_study.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/plot_parts.h"

#define LEFT 62 /* width of the numbers left of the vertical axis */
#define RIGHT (RCC_PLOT_WIDTH - 12)
/* The y coordinate of the plot's upper edge.  The legend and the label of the
 * vertical axis are above the plot. */
#define TOP (RCC_PLOT_TOP + 20)
#define HEIGHT 300
#define BOTTOM (HEIGHT - RCC_PLOT_BOTTOM)

/* Return the label of an axis, such as "wall time, ms".  The caller must free
 * it. */
static char *axis_label(const struct rcc_findings *f, struct rcc_scale scale)
{
	return rcc_mem_printf("%s%s%s", f->asked.metric.text,
			      scale.unit[0] != '\0' ? ", " : "", scale.unit);
}

static char *value_title(const struct rcc_findings *f, const char *what,
			 double value, double uncertainty)
{
	char text[48];

	rcc_format_value(rcc_format_scale(&f->asked.metric, value), value,
			 uncertainty, text, sizeof(text));
	return rcc_mem_printf("%s: %s", what, text);
}

/* Return the uncertainty to which single values are rounded: a fifth of their
 * standard deviation, which leaves enough digits to tell them apart. */
static double grain(const struct rcc_cell *c)
{
	return c->levels_error == 0 ? c->levels.sd / 5 : 0;
}

/* ---- The sequence of runs ---------------------------------------------- */

static bool is_shown(const struct rcc_findings *f,
		     const struct rcc_run_record *r, size_t system)
{
	const struct rcc_layout_record *l =
		rcc_stored_layout(&f->stored, r->layout);

	return l != NULL && l->system == system && r->outcome == RCC_OUTCOME_OK;
}

bool rcc_plot_has_sequence(const struct rcc_findings *f, size_t system)
{
	for (size_t i = 0; i < f->stored.n_runs; i++)
		if (is_shown(f, &f->stored.run[i], system) &&
		    isfinite(rcc_run_value(&f->stored, &f->asked.metric,
					   &f->stored.run[i])))
			return true;
	return false;
}

static void draw_sessions(struct rcc_svg *svg, const struct rcc_findings *f,
			  const struct rcc_axis *x)
{
	for (size_t i = 1; i < f->stored.n_runs; i++)
		if (f->stored.run[i].session != f->stored.run[i - 1].session)
			rcc_svg_line(svg, "session",
				     rcc_axis_at(x, (double)i + 0.5), TOP,
				     rcc_axis_at(x, (double)i + 0.5), BOTTOM);
}

static void draw_runs(struct rcc_svg *svg, const struct rcc_findings *f,
		      size_t system, const struct rcc_axis *x,
		      const struct rcc_axis *y)
{
	for (size_t i = 0; i < f->stored.n_runs; i++) {
		const struct rcc_run_record *r = &f->stored.run[i];
		const struct rcc_layout_record *l;
		const double value =
			rcc_run_value(&f->stored, &f->asked.metric, r);
		char what[64];
		char *title;

		if (!is_shown(f, r, system) || !isfinite(value))
			continue;
		l = rcc_stored_layout(&f->stored, r->layout);
		snprintf(what, sizeof(what), "run %lld, %s %u",
			 (long long)r->order + 1,
			 rcc_findings_arm_text(&f->stored.study, l->arm),
			 l->layout + 1);
		title = value_title(f, what, value, fabs(value) / 1000);
		if (rcc_stored_is_replaced(&f->stored, i))
			rcc_svg_circle(svg, "replaced",
				       rcc_axis_at(x, (double)i + 1),
				       rcc_axis_at(y, value), 4, title);
		else
			rcc_plot_mark(svg, l->is_original,
				      rcc_axis_at(x, (double)i + 1),
				      rcc_axis_at(y, value), title);
		free(title);
	}
}

static void draw_legend(struct rcc_svg *svg, const struct rcc_findings *f,
			double x)
{
	rcc_plot_legend(svg, x, "random layout",
			rcc_study_has_original(&f->stored.study)
				? "original layout"
				: NULL);
}

void rcc_plot_sequence(FILE *out, const char *id, const struct rcc_findings *f,
		       size_t system)
{
	struct rcc_plot_range range = rcc_plot_range_none();
	struct rcc_scale scale;
	struct rcc_axis x;
	struct rcc_axis y;
	struct rcc_svg svg;
	char *title = rcc_mem_printf("Runs of %s in the order they were made",
				     rcc_findings_system_name(f, system));
	char *label;

	for (size_t i = 0; i < f->stored.n_runs; i++)
		if (is_shown(f, &f->stored.run[i], system))
			rcc_plot_widen(&range,
				       rcc_run_value(&f->stored,
						     &f->asked.metric,
						     &f->stored.run[i]));
	scale = rcc_format_scale(&f->asked.metric, range.hi);
	label = axis_label(f, scale);
	x = rcc_axis_exact(0, (double)f->stored.n_runs + 1, 6, LEFT, RIGHT);
	y = rcc_axis_make(range.lo, range.hi, 6, BOTTOM, TOP);
	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH, HEIGHT, title,
		      "Each mark is a run: a drift, steps or waves would mean "
		      "that runs disturb each other or that the machine "
		      "changed. Dotted lines: a new session began.");
	rcc_plot_axis_x(&svg, &x, TOP, BOTTOM, 1, "run");
	rcc_plot_axis_y(&svg, &y, LEFT, RIGHT, scale.factor, label);
	draw_sessions(&svg, f, &x);
	draw_runs(&svg, f, system, &x, &y);
	draw_legend(&svg, f, RIGHT - 240);
	rcc_svg_end(&svg);
	free(label);
	free(title);
}

/* ---- The arms ---------------------------------------------------------- */

/* Return the name of a row.  If the study has several systems with two arms
 * each, the row of a random arm has the system's name, and the row of the other
 * arm is called "original layout". */
static const char *row_name(const struct rcc_findings *f,
			    const struct rcc_cell *c, char *out, size_t n)
{
	if (f->stored.study.n_systems == 1 || f->stored.study.n_arms != 2)
		return rcc_findings_arm_name(f, c, out, n);
	return c->is_original ? "original layout"
			      : rcc_findings_system_name(f, c->system);
}

static void draw_arm(struct rcc_svg *svg, const struct rcc_findings *f,
		     const struct rcc_cell *c, const struct rcc_axis *x,
		     double y)
{
	const double mean = c->interval.estimate;
	char name[128];
	char *title;

	rcc_plot_name(svg, y, row_name(f, c, name, sizeof(name)));
	for (size_t i = 0; i < c->n_layouts; i++)
		rcc_plot_mark(svg, c->is_original,
			      rcc_axis_at(x, c->layout_mean[i]),
			      y - 4 + 20 * rcc_plot_jitter(i), NULL);
	if (c->interval_error != 0)
		return;
	title = value_title(f, "mean", mean, grain(c));
	if (!f->blocks.are_headline)
		rcc_svg_line(svg, "interval", rcc_axis_at(x, c->interval.lo),
			     y + 14, rcc_axis_at(x, c->interval.hi), y + 14);
	rcc_svg_circle(svg, "mean", rcc_axis_at(x, mean), y + 14, 3.5, title);
	free(title);
}

/* Return a description of the picture of the arms.  The caller must free it. */
static char *describe_arms(const struct rcc_findings *f)
{
	return rcc_mem_printf(
		"Each circle is the mean of a random layout%s. Below them the "
		"mean%s.",
		rcc_study_has_original(&f->stored.study)
			? "; each diamond is the mean of as many runs of the "
			  "original layout"
			: "",
		f->blocks.are_headline ? "" : " and its interval");
}

void rcc_plot_arms(FILE *out, const char *id, const struct rcc_findings *f)
{
	const double row = 1.9 * RCC_PLOT_ROW;
	const double bottom = RCC_PLOT_TOP + row * (double)f->n_cells;
	struct rcc_plot_range range = rcc_plot_range_none();
	struct rcc_scale scale;
	struct rcc_axis x;
	struct rcc_svg svg;
	char *about = describe_arms(f);
	char *label;

	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];

		for (size_t k = 0; k < c->n_layouts; k++)
			rcc_plot_widen(&range, c->layout_mean[k]);
		if (c->interval_error == 0 && !f->blocks.are_headline) {
			rcc_plot_widen(&range, c->interval.lo);
			rcc_plot_widen(&range, c->interval.hi);
		}
	}
	scale = rcc_format_scale(&f->asked.metric, range.hi);
	label = axis_label(f, scale);
	x = rcc_axis_make(range.lo, range.hi, 5, RCC_PLOT_NAMES,
			  RCC_PLOT_WIDTH - 20);
	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH, bottom + RCC_PLOT_BOTTOM,
		      "The values of each arm", about);
	rcc_plot_axis_x(&svg, &x, RCC_PLOT_TOP, bottom, scale.factor, label);
	for (size_t i = 0; i < f->n_cells; i++)
		draw_arm(&svg, f, &f->cell[i], &x,
			 RCC_PLOT_TOP + row * ((double)i + 0.5));
	draw_legend(&svg, f, RCC_PLOT_NAMES);
	rcc_svg_end(&svg);
	free(about);
	free(label);
}

/* ---- The layouts ------------------------------------------------------- */

struct ranked {
	double mean;
	/* lo to hi is the range of the values of the layout's runs. */
	double lo;
	double hi;
	int64_t id;
};

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a;
	const struct ranked *y = b;

	return (x->mean > y->mean) - (x->mean < y->mean);
}

static size_t iterations(const struct rcc_cell *c, size_t run)
{
	return c->iterations != NULL ? c->iterations[run] : 1;
}

static struct ranked *rank_layouts(const struct rcc_cell *c)
{
	struct ranked *r = rcc_mem_calloc(c->n_layouts + 1, sizeof(*r));
	size_t run = 0;
	size_t at = 0;

	for (size_t i = 0; i < c->n_layouts; i++) {
		struct rcc_plot_range range = rcc_plot_range_none();

		for (size_t k = 0; k < c->size[i]; k++, run++)
			for (size_t n = iterations(c, run); n > 0; n--)
				rcc_plot_widen(&range, c->value[at++]);
		r[i] = (struct ranked){c->layout_mean[i], range.lo, range.hi,
				       c->layout_id[i]};
	}
	qsort(r, c->n_layouts, sizeof(*r), compare_ranked);
	return r;
}

/* Draw the original layout's mean and its interval.  If ratios within blocks
 * are reported, leave out the interval: it would assume that runs are
 * independent, but they are not. */
static void draw_original(struct rcc_svg *svg, const struct rcc_findings *f,
			  const struct rcc_cell *fixed,
			  const struct rcc_axis *y)
{
	const double top = rcc_axis_at(y, fixed->interval.hi);
	const double bottom = rcc_axis_at(y, fixed->interval.lo);

	if (!f->blocks.are_headline)
		rcc_svg_rect(svg, "band", LEFT, top, RIGHT - LEFT,
			     fmax(bottom - top, 1));
	rcc_svg_line(svg, "original-line", LEFT,
		     rcc_axis_at(y, fixed->interval.estimate), RIGHT,
		     rcc_axis_at(y, fixed->interval.estimate));
}

static void draw_ranked(struct rcc_svg *svg, const struct rcc_findings *f,
			const struct rcc_cell *c, const struct ranked *r,
			const struct rcc_axis *x, const struct rcc_axis *y)
{
	for (size_t i = 0; i < c->n_layouts; i++) {
		const double at = rcc_axis_at(x, (double)i + 1);
		char what[48];
		char *title;

		snprintf(what, sizeof(what), "layouts/%06lld",
			 (long long)r[i].id);
		title = value_title(f, what, r[i].mean, grain(c));
		if (r[i].hi > r[i].lo)
			rcc_svg_line(svg, "range", at, rcc_axis_at(y, r[i].lo),
				     at, rcc_axis_at(y, r[i].hi));
		rcc_plot_mark(svg, false, at, rcc_axis_at(y, r[i].mean), title);
		free(title);
	}
}

char *rcc_plot_layouts_caption(const struct rcc_findings *f)
{
	const bool has_band = !f->blocks.are_headline;

	return rcc_mem_printf(
		"The layouts from the %s%s. The line is the mean of the "
		"original layout%s.%s",
		rcc_metric_is_time(&f->asked.metric)
			? "fastest to the slowest"
			: "smallest to the largest mean",
		f->stored.study.n_executions > 1
			? ", each with the range of its runs"
			: "",
		has_band ? ", and the band its interval" : "",
		f->asked.metric.better == RCC_BETTER_UNKNOWN
			? ""
			: " Its position shows whether the original is a "
			  "lucky layout.");
}

/* Print the legend of the plot of layouts: a circle for a random layout, a line
 * for the original one. */
static void draw_layouts_legend(struct rcc_svg *svg)
{
	const double x = RIGHT - 112;

	rcc_plot_legend(svg, RIGHT - 238, "random layout", NULL);
	rcc_svg_line(svg, "original-line", x - 12, 12, x + 4, 12);
	rcc_svg_text(svg, "tick", "start", x + 9, 16.5, "original layout");
}

void rcc_plot_layouts(FILE *out, const char *id, const struct rcc_findings *f,
		      const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->random];
	const struct rcc_cell *fixed = &f->cell[e->fixed];
	struct ranked *r = rank_layouts(c);
	struct rcc_plot_range range = rcc_plot_range_none();
	struct rcc_scale scale;
	struct rcc_axis x;
	struct rcc_axis y;
	struct rcc_svg svg;
	char *label;
	char *about;

	rcc_plot_widen(&range, fixed->interval.estimate);
	if (!f->blocks.are_headline) {
		rcc_plot_widen(&range, fixed->interval.lo);
		rcc_plot_widen(&range, fixed->interval.hi);
	}
	for (size_t i = 0; i < c->n_layouts; i++) {
		rcc_plot_widen(&range, r[i].lo);
		rcc_plot_widen(&range, r[i].hi);
	}
	scale = rcc_format_scale(&f->asked.metric, range.hi);
	label = axis_label(f, scale);
	x = rcc_axis_exact(0, (double)c->n_layouts + 1, 6, LEFT, RIGHT);
	y = rcc_axis_make(range.lo, range.hi, 6, BOTTOM, TOP);
	about = rcc_plot_layouts_caption(f);
	rcc_svg_begin(&svg, out, id, RCC_PLOT_WIDTH, HEIGHT,
		      "The layouts in the order of their means", about);
	rcc_plot_axis_x(&svg, &x, TOP, BOTTOM, 1,
			"layouts, in the order of their means");
	rcc_plot_axis_y(&svg, &y, LEFT, RIGHT, scale.factor, label);
	draw_original(&svg, f, fixed, &y);
	draw_ranked(&svg, f, c, r, &x, &y);
	draw_layouts_legend(&svg);
	rcc_svg_end(&svg);
	free(about);
	free(label);
	free(r);
}
