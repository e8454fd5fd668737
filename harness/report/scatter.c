/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/scatter.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/values.h"
#include "harness/report/format.h"

static struct rcc_scatter_row *add_row(struct rcc_scatter *s, const char *name,
				       bool is_original, size_t n)
{
	struct rcc_scatter_row *row = &s->row[s->n_rows++];

	*row = (struct rcc_scatter_row){
		.name = name,
		.is_original = is_original,
		.value = rcc_mem_calloc(n + 1, sizeof(double)),
		.mean = NAN,
	};
	return row;
}

static void push(struct rcc_scatter_row *row, double value)
{
	if (isfinite(value))
		row->value[row->n++] = value;
}

static void widen(struct rcc_scatter *s, double value)
{
	if (!isfinite(value))
		return;
	s->lo = fmin(s->lo, value);
	s->hi = fmax(s->hi, value);
}

/* Set the range and the means of the rows.  Return false if there is nothing to
 * draw: no row has two values, or all values are 0. */
static bool finish(struct rcc_scatter *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->n_rows; i++) {
		struct rcc_scatter_row *row = &s->row[i];
		double sum = 0;

		for (size_t k = 0; k < row->n; k++) {
			widen(s, row->value[k]);
			sum += row->value[k];
		}
		widen(s, row->mean);
		if (row->n != 0 && isnan(row->mean))
			row->mean = sum / (double)row->n;
		most = row->n > most ? row->n : most;
	}
	return most > 1 && s->hi > s->lo;
}

/* Return a text for the reference, the value that is drawn at 0 %, such as "the
 * mean of random layouts, 611.6 ms".  The caller must free it. */
static char *reference_of(const struct rcc_findings *f,
			  const struct rcc_cell *c, const char *whose)
{
	const double mean = c->interval.estimate;
	char text[48];

	rcc_format_value(rcc_format_scale(&f->asked.metric, mean), mean,
			 (c->interval.hi - c->interval.lo) / 2, text,
			 sizeof(text));
	return rcc_mem_printf("the mean of %s, %s", whose, text);
}

/* ---- One system, by means ---------------------------------------------- */

static void push_means(struct rcc_scatter_row *row, const struct rcc_cell *c,
		       double reference)
{
	for (size_t i = 0; i < c->n_layouts; i++)
		push(row, 100 * (c->layout_mean[i] / reference - 1));
}

static bool effect_by_means(const struct rcc_findings *f,
			    const struct rcc_effect *e, struct rcc_scatter *s)
{
	const struct rcc_cell *random = &f->cell[e->random];
	const struct rcc_cell *fixed = &f->cell[e->fixed];
	const double mean = random->interval.estimate;

	if (random->interval_error != 0 || !(mean > 0))
		return false;
	s->reference = reference_of(f, random, "random layouts");
	push_means(add_row(s, "random layouts", false, random->n_layouts),
		   random, mean);
	push_means(add_row(s, "original layout", true, fixed->n_layouts), fixed,
		   mean);
	return finish(s);
}

/* ---- One system, by blocks --------------------------------------------- */

static double change_percent(double log_ratio)
{
	return 100 * (exp(log_ratio) - 1);
}

/* Return a value that varies like the noise of a layout's mean over m rounds.
 * d[i] is the layout's log ratio in round i.  The value is a contrast, the mean
 * of d[0], -d[1], d[2], ... over an even number of rounds, in which the
 * layout's own effect cancels.  It is scaled to the variance of the mean. */
static double contrast(const double *d, size_t m)
{
	const size_t n = m - m % 2;
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += i % 2 == 0 ? d[i] : -d[i];
	return sum / (double)n * sqrt((double)n / (double)m);
}

static bool effect_by_blocks(const struct rcc_findings *f,
			     const struct rcc_effect *e, struct rcc_scatter *s)
{
	const size_t m = f->blocks.n_rounds;
	double *d = NULL;
	const size_t n = rcc_blocks_rounds(&f->blocks, e->fixed, e->random, &d);
	struct rcc_scatter_row *random;
	struct rcc_scatter_row *fixed;
	double mean;
	double noise = 0;

	random = add_row(s, "random layouts", false, n);
	fixed = add_row(s, "original layout", true, n);
	s->reference = rcc_mem_strdup("the mean of random layouts");
	if (n == 0) {
		free(d);
		return false;
	}
	mean = rcc_values_mean(d, n * m);
	/* Both means are geometric, as the reference is. */
	random->mean = 0;
	fixed->mean = change_percent(-mean);
	for (size_t i = 0; i < n && m > 1; i++)
		noise += contrast(d + i * m, m) / (double)n;
	for (size_t i = 0; i < n; i++) {
		push(random,
		     change_percent(rcc_values_mean(d + i * m, m) - mean));
		if (m > 1)
			push(fixed, change_percent(contrast(d + i * m, m) -
						   noise - mean));
	}
	free(d);
	return finish(s);
}

bool rcc_scatter_of_effect(const struct rcc_findings *f,
			   const struct rcc_effect *e, struct rcc_scatter *s)
{
	*s = (struct rcc_scatter){0};
	if (e->error != 0)
		return false;
	return e->by_blocks ? effect_by_blocks(f, e, s)
			    : effect_by_means(f, e, s);
}

/* ---- Two systems ------------------------------------------------------- */

/* Add the row of a system's original layout.  The row of the system's random
 * layouts must have been added just before. */
static struct rcc_scatter_row *add_original(struct rcc_scatter *s, size_t n)
{
	struct rcc_scatter_row *row = add_row(s, "original layout", true, n);

	row->is_below = true;
	return row;
}

static void add_side(struct rcc_scatter *s,
		     const struct rcc_comparison_side *side, double reference)
{
	const struct rcc_cell *original = side->original;

	push_means(add_row(s, side->name, false, side->random->n_layouts),
		   side->random, reference);
	if (original != NULL && original->interval_error == 0)
		push_means(add_original(s, original->n_layouts), original,
			   reference);
}

/* ---- Two systems, by blocks -------------------------------------------- */

static size_t cell_index(const struct rcc_findings *f, const struct rcc_cell *c)
{
	return (size_t)(c - f->cell);
}

static size_t count_originals(const struct rcc_blocks *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->n_cells; i++)
		n += b->is_original[i];
	return n;
}

/* Return the log ratio of a cell's value in a block to the geometric mean of
 * the original layouts in that block.  If the study has no original layout, the
 * geometric mean of all values in the block takes its place.  The speed of the
 * machine during the block cancels in the ratio. */
static double in_block(const struct rcc_blocks *b, size_t block, size_t cell)
{
	const double *value = b->value + block * b->n_cells;
	const size_t n_originals = count_originals(b);
	double sum = 0;

	for (size_t i = 0; i < b->n_cells; i++)
		if (b->is_original[i] || n_originals == 0)
			sum += log(value[i]);
	return log(value[cell]) -
	       sum / (double)(n_originals == 0 ? b->n_cells : n_originals);
}

static double mean_in_blocks(const struct rcc_blocks *b, size_t cell)
{
	double sum = 0;

	for (size_t i = 0; i < b->n; i++)
		sum += in_block(b, i, cell);
	return sum / (double)b->n;
}

/* Add to a row the mean of each layout of a cell, in percent from `reference`.
 * A cell is one arm of one system.  `scale` multiplies the deviations from the
 * cell's mean. */
static void push_in_blocks(struct rcc_scatter_row *row,
			   const struct rcc_blocks *b, size_t cell,
			   double reference, double scale)
{
	const double mean = mean_in_blocks(b, cell);
	double *sum = rcc_mem_calloc(b->n_layouts + 1, sizeof(*sum));
	size_t *n = rcc_mem_calloc(b->n_layouts + 1, sizeof(*n));

	for (size_t i = 0; i < b->n; i++) {
		const size_t layout = b->layout[i * b->n_cells + cell];

		sum[layout] += in_block(b, i, cell) - mean;
		n[layout]++;
	}
	for (size_t i = 0; i < b->n_layouts; i++)
		if (n[i] != 0)
			push(row, change_percent(scale * sum[i] / (double)n[i] +
						 mean - reference));
	free(n);
	free(sum);
}

/*
 * Add the row of an original layout.  Its deviations are scaled, so that they
 * vary by noise as much as the deviations of a random layout.
 *
 * Let k be the number of original layouts, and v the variance of the logarithm
 * of a run's value.  The log ratio of a layout to the mean of all k original
 * layouts has the variance
 *
 *	v (1 - 1 / k)	for one of the original layouts
 *	v (1 + 1 / k)	for any other layout
 *
 * The factor for the deviations is the square root of the quotient of these
 * variances: sqrt((k + 1) / (k - 1)).  If k is 1, the noise is unknown, and the
 * row has only a mean.
 */
static void add_original_by_blocks(struct rcc_scatter *s,
				   const struct rcc_blocks *b, size_t cell,
				   double reference)
{
	const double k = (double)count_originals(b);
	struct rcc_scatter_row *row = add_original(s, b->n_layouts);

	row->mean = change_percent(mean_in_blocks(b, cell) - reference);
	if (k > 1)
		push_in_blocks(row, b, cell, reference,
			       sqrt((k + 1) / (k - 1)));
}

static void add_side_by_blocks(struct rcc_scatter *s,
			       const struct rcc_comparison_side *side,
			       double reference)
{
	const struct rcc_blocks *b = &side->f->blocks;
	const size_t random = cell_index(side->f, side->random);
	struct rcc_scatter_row *row =
		add_row(s, side->name, false, b->n_layouts);

	row->mean = change_percent(mean_in_blocks(b, random) - reference);
	push_in_blocks(row, b, random, reference, 1);
	if (side->original != NULL)
		add_original_by_blocks(
			s, b, cell_index(side->f, side->original), reference);
}

bool rcc_scatter_of_comparison(const struct rcc_comparison *c,
			       struct rcc_scatter *s)
{
	const double mean = c->old.random->interval.estimate;
	char *whose;

	*s = (struct rcc_scatter){0};
	if (c->error != 0 || c->obstacle != RCC_OBSTACLE_NONE || !(mean > 0))
		return false;
	whose = rcc_mem_printf("%s over layouts", c->old.name);
	if (c->by_blocks && !c->by_layout) {
		const double zero = mean_in_blocks(
			&c->old.f->blocks, cell_index(c->old.f, c->old.random));

		s->reference = rcc_mem_printf("the mean of %s", whose);
		add_side_by_blocks(s, &c->old, zero);
		add_side_by_blocks(s, &c->now, zero);
	} else {
		s->reference = reference_of(c->old.f, c->old.random, whose);
		add_side(s, &c->old, mean);
		add_side(s, &c->now, mean);
	}
	free(whose);
	return finish(s);
}

void rcc_scatter_release(struct rcc_scatter *s)
{
	for (size_t i = 0; i < s->n_rows; i++)
		free(s->row[i].value);
	free(s->reference);
	*s = (struct rcc_scatter){0};
}
