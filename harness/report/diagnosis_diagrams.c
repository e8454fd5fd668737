/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/diagnosis_diagrams.h"

#include <math.h>

/* The sizes of the diagrams in characters, and the number of lag plots. */
#define SEQUENCE_COLUMNS 36
#define SEQUENCE_ROWS 8
#define LAG_COLUMNS 16
#define LAG_ROWS 7
#define N_LAGS 4

struct grid {
	size_t rows, columns;
	unsigned count[SEQUENCE_ROWS][SEQUENCE_COLUMNS];
};

struct range {
	double lo, hi;
};

static struct range range_of(const double *x, size_t n)
{
	struct range r = {x[0], x[0]};

	for (size_t i = 1; i < n; i++) {
		r.lo = fmin(r.lo, x[i]);
		r.hi = fmax(r.hi, x[i]);
	}
	return r;
}

/* Divide the range into n equal parts and return the index of the part that
 * contains x. */
static size_t part_of(double x, struct range r, size_t n)
{
	const double at = r.hi > r.lo ? (x - r.lo) / (r.hi - r.lo) : 0.5;
	const size_t i = (size_t)(at * (double)n);

	return i < n ? i : n - 1;
}

static void mark(struct grid *g, size_t column, size_t row)
{
	g->count[g->rows - 1 - row][column]++;
}

/* Return the character that stands for n values at one place of a diagram. */
static char mark_for(unsigned n)
{
	if (n == 0)
		return ' ';
	if (n == 1)
		return '.';
	return n < 4 ? 'o' : '@';
}

static void add_row(struct rcc_strbuf *out, const struct grid *g, size_t row)
{
	rcc_strbuf_add_char(out, '|');
	for (size_t c = 0; c < g->columns; c++)
		rcc_strbuf_add_char(out, mark_for(g->count[row][c]));
	rcc_strbuf_add_char(out, '|');
}

static void fill_sequence(struct grid *g, const double *x, size_t n,
			  struct range r)
{
	*g = (struct grid){.rows = SEQUENCE_ROWS, .columns = SEQUENCE_COLUMNS};
	for (size_t i = 0; i < n; i++)
		mark(g, i * SEQUENCE_COLUMNS / n, part_of(x[i], r, g->rows));
}

static void add_sequences(struct rcc_strbuf *out, const struct rcc_series *s)
{
	const struct range r = range_of(s->measured.x, s->n);
	struct grid measured;
	struct grid shuffled;

	fill_sequence(&measured, s->measured.x, s->n, r);
	fill_sequence(&shuffled, s->shuffled.x, s->n, r);
	rcc_strbuf_printf(out, "  %-*s %s\n", SEQUENCE_COLUMNS + 2,
			  "in order of time", "the same in random order");
	for (size_t i = 0; i < SEQUENCE_ROWS; i++) {
		rcc_strbuf_add(out, "  ");
		add_row(out, &measured, i);
		rcc_strbuf_add_char(out, ' ');
		add_row(out, &shuffled, i);
		rcc_strbuf_add_char(out, '\n');
	}
}

static void fill_lag(struct grid *g, const double *x, size_t n, size_t lag)
{
	const struct range r = range_of(x, n);

	*g = (struct grid){.rows = LAG_ROWS, .columns = LAG_COLUMNS};
	for (size_t i = 0; i + lag < n; i++)
		mark(g, part_of(x[i], r, LAG_COLUMNS),
		     part_of(x[i + lag], r, LAG_ROWS));
}

static void add_lags(struct rcc_strbuf *out, const double *x, size_t n,
		     const char *label)
{
	struct grid g[N_LAGS];

	for (size_t k = 0; k < N_LAGS; k++) {
		fill_lag(&g[k], x, n, k + 1);
		rcc_strbuf_printf(out, "  %-12slag %zu ", k == 0 ? label : "",
				  k + 1);
	}
	rcc_strbuf_add_char(out, '\n');
	for (size_t row = 0; row < LAG_ROWS; row++) {
		rcc_strbuf_add_char(out, ' ');
		for (size_t k = 0; k < N_LAGS; k++) {
			rcc_strbuf_add_char(out, ' ');
			add_row(out, &g[k], row);
		}
		rcc_strbuf_add_char(out, '\n');
	}
}

void rcc_diagnosis_diagrams(const struct rcc_series *s, struct rcc_strbuf *out)
{
	add_sequences(out, s);
	add_lags(out, s->measured.x, s->n, "in time");
	add_lags(out, s->shuffled.x, s->n, "shuffled");
}
