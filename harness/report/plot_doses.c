/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_doses.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/plot_parts.h"

#define LEFT 62 /* width of the numbers left of the vertical axis */
#define RIGHT (RCC_PLOT_WIDTH - 12)
#define HEIGHT 260
#define LINE 16 /* height of a line of numbers below the axis */
/* The vertical axis extends beyond the estimates by at most this many times the
 * range of the estimates.  Longer intervals are cut at the end of the axis.  A
 * longer axis would hide the differences of the estimates. */
#define LONGEST 3

struct place {
	const struct rcc_plot_doses *p;
	struct rcc_axis y;
	double bottom;
	int n_lines; /* number of text lines below the axis */
};

static double percent(double ratio)
{
	return 100 * (ratio - 1);
}

/* Write to `order` the indices of c->dose[] in the order in which the doses are
 * plotted.  A dose is one placement of the functions.  If two functions are
 * suspected of sharing a cache set, the doses with both functions in one set
 * come first, and the others follow.  Otherwise, the doses are sorted by
 * offset. */
static void sort_doses(const struct rcc_confirmation *c, size_t *order)
{
	const bool is_pair =
		rcc_suspect_property(&c->suspect) == RCC_PROPERTY_SET;

	for (size_t i = 0; i < c->n_doses; i++) {
		const struct rcc_dose *one = &c->dose[i];
		size_t at = i;

		while (at > 0) {
			const struct rcc_dose *d = &c->dose[order[at - 1]];

			if (is_pair ? d->is_suspect || !one->is_suspect
				    : d->offset < one->offset)
				break;
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
}

static struct rcc_axis axis_y(const struct rcc_confirmation *c, double bottom)
{
	struct rcc_plot_range mean = rcc_plot_range_none();
	struct rcc_plot_range all;
	double longest;

	rcc_plot_widen(&mean, 0);
	for (size_t i = 0; i < c->n_doses; i++)
		rcc_plot_widen(&mean, percent(c->each[i].estimate));
	all = mean;
	longest = LONGEST * (mean.hi - mean.lo);
	for (size_t i = 0; i < c->n_doses; i++) {
		rcc_plot_widen(&all,
			       fmax(percent(c->each[i].lo), mean.lo - longest));
		rcc_plot_widen(&all,
			       fmin(percent(c->each[i].hi), mean.hi + longest));
	}
	return rcc_axis_make(all.lo, all.hi, 5, bottom, RCC_PLOT_TOP);
}

/* Return the y coordinate of a percentage.  Values beyond the axis are drawn at
 * its ends. */
static double inside(const struct place *place, double value)
{
	return fmax(RCC_PLOT_TOP,
		    fmin(place->bottom, rcc_axis_at(&place->y, value)));
}

static void draw_dose(struct rcc_svg *svg, const struct place *place,
		      size_t dose, double x)
{
	const struct rcc_confirmation *c = place->p->confirmation;
	const struct rcc_dose *d = &c->dose[dose];
	const struct rcc_ratio *r = &c->each[dose];
	struct rcc_interval_text text;
	char number[16];
	char *title;

	rcc_format_change_interval(r->estimate, r->lo, r->hi, &text);
	title = rcc_mem_printf("%u: %s %% (%s to %s)", d->offset, text.estimate,
			       text.lo, text.hi);
	rcc_svg_line(svg, "interval", x, inside(place, percent(r->lo)), x,
		     inside(place, percent(r->hi)));
	rcc_plot_mark(svg, d->is_suspect, x,
		      inside(place, percent(r->estimate)), title);
	free(title);
	snprintf(number, sizeof(number), "%u", d->offset);
	rcc_svg_text(svg, "tick", "middle", x, place->bottom + LINE, number);
	if (place->p->other != NULL) {
		snprintf(number, sizeof(number), "%u", d->other);
		rcc_svg_text(svg, "tick", "middle", x, place->bottom + 2 * LINE,
			     number);
	}
	if (d->is_unmoved)
		rcc_svg_text(svg, "tick", "middle", x,
			     place->bottom + place->n_lines * LINE,
			     "not moved");
}

static void draw_label(struct rcc_svg *svg, const struct place *place)
{
	const struct rcc_plot_doses *p = place->p;
	char *label;

	if (p->other == NULL)
		label = rcc_mem_printf("offset of %s modulo %u", p->function,
				       p->confirmation->suspect.modulus);
	else
		label = rcc_mem_printf("offsets of %s and, below, of %s",
				       p->function, p->other);
	rcc_svg_text(svg, "label", "middle", RCC_PLOT_WIDTH / 2.0,
		     svg->height - 8, label);
	free(label);
}

void rcc_plot_doses(FILE *out, const struct rcc_plot_doses *p)
{
	const struct rcc_confirmation *c = p->confirmation;
	const int n_lines = p->other != NULL ? 3 : 2;
	const double below = (n_lines - 1) * LINE;
	const double height = HEIGHT + below;
	struct place place = {.p = p,
			      .bottom = height - RCC_PLOT_BOTTOM - below,
			      .n_lines = n_lines};
	const double step = (double)(RIGHT - LEFT) / (double)c->n_doses;
	size_t order[RCC_DOSES_MAX] = {0};
	struct rcc_svg svg;
	double zero;

	place.y = axis_y(c, place.bottom);
	sort_doses(c, order);
	rcc_svg_begin(&svg, out, p->id, RCC_PLOT_WIDTH, height, p->title,
		      "The mean change of each offset, with its interval of "
		      "95 %.");
	rcc_plot_axis_y(&svg, &place.y, LEFT, RIGHT, 1, "change, %");
	zero = rcc_axis_at(&place.y, 0);
	rcc_svg_line(&svg, "zero", LEFT, zero, RIGHT, zero);
	rcc_plot_legend(&svg, RCC_PLOT_NAMES, "other offsets", "suspected");
	for (size_t i = 0; i < c->n_doses; i++)
		draw_dose(&svg, &place, order[i],
			  LEFT + step * ((double)i + 0.5));
	draw_label(&svg, &place);
	rcc_svg_end(&svg);
}
