/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/plot_blocks.h"

#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/plot_parts.h"

#define LEFT 62 /* width of the numbers left of the vertical axis */
#define RIGHT (RCC_PLOT_WIDTH - 12)
#define HEIGHT 260
#define BOTTOM (HEIGHT - RCC_PLOT_BOTTOM)

bool rcc_plot_has_pairs(const struct rcc_findings *f)
{
	return f->blocks.n > 1;
}

/* ---- The states of the machine ----------------------------------------- */

/* Draw the jumps of the blocks as they were before any block was run again. */
static void draw_jumps(struct rcc_svg *svg, const struct rcc_blocks *before,
		       const struct rcc_axis *x)
{
	size_t n = 0;
	size_t *jump = rcc_blocks_jumps(before, &n);

	for (size_t i = 0; i < n; i++) {
		/* The line is halfway between two blocks.  1 is added because
		 * the axis counts blocks from 1. */
		const double at =
			rcc_axis_at(x, (double)(before->number[jump[i] - 1] +
						before->number[jump[i]]) /
						       2 +
					       1);

		rcc_svg_line(svg, "session", at, RCC_PLOT_TOP, at, BOTTOM);
	}
	free(jump);
}

/* ---- The pairs --------------------------------------------------------- */

static double change_at(const struct rcc_plot_pairs *p,
			const struct rcc_blocks *b, size_t block)
{
	const double *value = b->value + block * b->n_cells;

	return 100 * (value[p->now] / value[p->old] - 1);
}

/* Return true if block i of `before` was not run again.  `before` has the
 * blocks as they were before any block was run again.  `b` has the blocks in
 * use. */
static bool is_kept(const struct rcc_blocks *b, const struct rcc_blocks *before,
		    size_t i)
{
	for (size_t k = 0; k < b->n; k++)
		if (b->number[k] == before->number[i])
			return true;
	return false;
}

size_t rcc_plot_n_run_again(const struct rcc_findings *f)
{
	const struct rcc_blocks *before = rcc_blocks_before(&f->blocks);
	size_t n = 0;

	for (size_t i = 0; i < before->n; i++)
		n += !is_kept(&f->blocks, before, i);
	return n;
}

/* The pairs and axes of a plot. */
struct marks {
	const struct rcc_plot_pairs *pairs;
	const struct rcc_axis *x;
	const struct rcc_axis *y;
};

static void draw_change(struct rcc_svg *svg, const struct marks *m,
			const struct rcc_blocks *b, size_t i, bool is_again)
{
	const double change = change_at(m->pairs, b, i);
	const double x = rcc_axis_at(m->x, (double)b->number[i] + 1);
	const double y = rcc_axis_at(m->y, change);
	char *title = rcc_mem_printf("block %zu%s: %+.2f %%", b->number[i] + 1,
				     is_again ? ", run again" : "", change);

	if (is_again)
		rcc_svg_circle(svg, "replaced", x, y, 4, title);
	else
		rcc_plot_mark(svg, false, x, y, title);
	free(title);
}

static void draw_changes(struct rcc_svg *svg, const struct marks *m)
{
	const struct rcc_blocks *b = &m->pairs->f->blocks;
	const struct rcc_blocks *before = rcc_blocks_before(b);

	for (size_t i = 0; i < b->n; i++)
		draw_change(svg, m, b, i, false);
	for (size_t i = 0; i < before->n; i++)
		if (!is_kept(b, before, i))
			draw_change(svg, m, before, i, true);
}

/* Widen *changes so that it includes the changes in all blocks of *b, and raise
 * *last to the number of the last block. */
static void include(const struct rcc_plot_pairs *p, const struct rcc_blocks *b,
		    struct rcc_plot_range *changes, size_t *last)
{
	for (size_t i = 0; i < b->n; i++) {
		rcc_plot_widen(changes, change_at(p, b, i));
		*last = b->number[i] > *last ? b->number[i] : *last;
	}
}

void rcc_plot_pairs(FILE *out, const struct rcc_plot_pairs *p)
{
	const struct rcc_blocks *b = &p->f->blocks;
	struct rcc_plot_range range = {0, 0};
	size_t last = 0;
	struct rcc_axis x;
	struct rcc_axis y;
	struct rcc_svg svg;

	include(p, b, &range, &last);
	include(p, rcc_blocks_before(b), &range, &last);
	x = rcc_axis_exact(0, (double)last + 2, 6, LEFT, RIGHT);
	y = rcc_axis_make(range.lo, range.hi, 6, BOTTOM, RCC_PLOT_TOP);
	rcc_svg_begin(&svg, out, p->id, RCC_PLOT_WIDTH, HEIGHT, p->title,
		      "Each mark is a block, in which every program was run "
		      "once, in close succession. The dashed line at 0 means "
		      "no change. Dotted vertical lines: the speed of the "
		      "machine jumped. Empty circles: the block was run "
		      "again.");
	rcc_plot_axis_x(&svg, &x, RCC_PLOT_TOP, BOTTOM, 1,
			"block, in the order of time");
	rcc_plot_axis_y(&svg, &y, LEFT, RIGHT, 1, "change, %");
	draw_jumps(&svg, rcc_blocks_before(b), &x);
	rcc_svg_line(&svg, "zero", LEFT, rcc_axis_at(&y, 0), RIGHT,
		     rcc_axis_at(&y, 0));
	draw_changes(&svg, &(struct marks){p, &x, &y});
	rcc_svg_end(&svg);
}
