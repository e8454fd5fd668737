/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A diagnosis in 80 columns.  The measured series stands above or left of the
 * same values in random order: only so does the eye know what independence
 * looks like.
 */
#include "harness/report/diagnosis.h"

#include <math.h>
#include <string.h>

#include "common/progress.h"
#include "harness/report/format.h"
#include "harness/report/wrap.h"

#define SEQUENCE_COLUMNS 36
#define SEQUENCE_ROWS 8
#define LAG_COLUMNS 16
#define LAG_ROWS 7
#define N_LAG_PLOTS 4

/* ---- Plots ------------------------------------------------------------- */

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

static size_t cell_of(double x, struct range r, size_t n)
{
	const double at = r.hi > r.lo ? (x - r.lo) / (r.hi - r.lo) : 0.5;
	const size_t i = (size_t)(at * (double)n);

	return i < n ? i : n - 1;
}

static void put(struct grid *g, size_t column, size_t row)
{
	g->count[g->rows - 1 - row][column]++;
}

static void print_row(const struct grid *g, size_t row, FILE *out)
{
	fputc('|', out);
	for (size_t c = 0; c < g->columns; c++) {
		const unsigned n = g->count[row][c];

		fputc(n == 0 ? ' ' : n == 1 ? '.' : n < 4 ? 'o' : '@', out);
	}
	fputc('|', out);
}

static void fill_sequence(struct grid *g, const double *x, size_t n,
			  struct range r)
{
	*g = (struct grid){.rows = SEQUENCE_ROWS, .columns = SEQUENCE_COLUMNS};
	for (size_t i = 0; i < n; i++)
		put(g, i * SEQUENCE_COLUMNS / n, cell_of(x[i], r, g->rows));
}

static void print_sequences(const struct rcc_series *s, FILE *out)
{
	const struct range r = range_of(s->measured.x, s->n);
	struct grid measured;
	struct grid shuffled;

	fill_sequence(&measured, s->measured.x, s->n, r);
	fill_sequence(&shuffled, s->shuffled.x, s->n, r);
	fprintf(out, "  %-*s %s\n", SEQUENCE_COLUMNS + 2, "in order of time",
		"the same in random order");
	for (size_t i = 0; i < SEQUENCE_ROWS; i++) {
		fputs("  ", out);
		print_row(&measured, i, out);
		fputc(' ', out);
		print_row(&shuffled, i, out);
		fputc('\n', out);
	}
}

static void print_lags(const struct rcc_series *s, const double *x,
		       const char *label, FILE *out)
{
	const struct range r = range_of(x, s->n);
	struct grid g[N_LAG_PLOTS];

	for (size_t k = 0; k < N_LAG_PLOTS; k++) {
		g[k] = (struct grid){.rows = LAG_ROWS, .columns = LAG_COLUMNS};
		for (size_t i = 0; i + k + 1 < s->n; i++)
			put(&g[k], cell_of(x[i], r, LAG_COLUMNS),
			    cell_of(x[i + k + 1], r, LAG_ROWS));
		fprintf(out, "  %-12s", k == 0 ? label : "");
		fprintf(out, "lag %zu ", k + 1);
	}
	fputc('\n', out);
	for (size_t row = 0; row < LAG_ROWS; row++) {
		fputc(' ', out);
		for (size_t k = 0; k < N_LAG_PLOTS; k++) {
			fputc(' ', out);
			print_row(&g[k], row, out);
		}
		fputc('\n', out);
	}
}

static void print_autocorrelation(const struct rcc_series *s, FILE *out)
{
	fprintf(out, "  autocorrelation (+-%.2f if independent, 19 of 20)\n",
		s->bound);
	fputs("  lag       ", out);
	for (size_t k = 1; k <= s->n_lags; k++)
		fprintf(out, "%5zu ", k);
	fputs("\n  in time   ", out);
	for (size_t k = 0; k < s->n_lags; k++)
		fprintf(out, "%+5.2f%c", s->measured.r[k],
			fabs(s->measured.r[k]) > s->bound ? '*' : ' ');
	fputs("\n  shuffled  ", out);
	for (size_t k = 0; k < s->n_lags; k++)
		fprintf(out, "%+5.2f%c", s->shuffled.r[k],
			fabs(s->shuffled.r[k]) > s->bound ? '*' : ' ');
	fputc('\n', out);
}

/* ---- Hints ------------------------------------------------------------- */

static void print_hints(const struct rcc_series *s, FILE *out)
{
	char drift[48];
	char lo[48];
	char hi[48];
	double sum = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += s->measured.x[i];
	sum /= (double)s->n;
	rcc_format_percent(100 * s->drift.estimate / sum, drift, sizeof(drift));
	rcc_format_percent_number(100 * s->drift.lo / sum, lo, sizeof(lo));
	rcc_format_percent(100 * s->drift.hi / sum, hi, sizeof(hi));
	rcc_wrapf(out, "  hints", 9,
		  "drift from first to last %s (%s to %s)%s; Ljung-Box over "
		  "%zu lags p = %.2g%s; change points: %zu",
		  drift, lo, hi, s->drift.lo > 0 || s->drift.hi < 0 ? " *" : "",
		  s->n_lags, s->p, s->p < 0.05 ? " *" : "", s->n_changes);
	for (size_t i = 0; i < s->n_changes && i < 10; i++)
		fprintf(out, "%s%zu%s", i == 0 ? "         at value " : ", ",
			s->change[i] + 1,
			i + 1 == s->n_changes || i == 9 ? "\n" : "");
}

static void print_series(const struct rcc_series *s, bool has_plots, FILE *out)
{
	fprintf(out, "\n%s (%zu values)\n", s->name, s->n);
	if (s->n < 3) {
		fputs("  too few values\n", out);
		return;
	}
	if (has_plots) {
		print_sequences(s, out);
		print_lags(s, s->measured.x, "in time", out);
		print_lags(s, s->shuffled.x, "shuffled", out);
	}
	if (s->n_lags != 0)
		print_autocorrelation(s, out);
	else
		fputs("  all values are the same\n", out);
	print_hints(s, out);
}

static void print_groups(const char *what, const struct rcc_group_test *g,
			 FILE *out)
{
	if (isnan(g->p))
		rcc_wrapf(out, "", 2, "%s: cannot be told from these runs.",
			  what);
	else
		rcc_wrapf(out, "", 2, "%s: F = %.2f, p = %.2g%s.", what, g->f,
			  g->p, g->p < 0.05 ? " *" : "");
}

static void print_order(const struct rcc_diagnosis *d, FILE *out)
{
	fputs("\nDoes it matter what ran before?\n", out);
	print_groups("By the arm that ran just before", &d->by_previous_arm,
		     out);
	print_groups("By the place in the block", &d->by_block_position, out);
}

void rcc_report_diagnosis(const struct rcc_findings *f,
			  const struct rcc_diagnosis *d, bool has_all_plots,
			  FILE *out)
{
	fprintf(out, "Independence in the study of %s: %s\n",
		f->stored.program != NULL ? f->stored.program : "?",
		f->asked.metric.text);
	for (size_t i = 0; i < d->n_series; i++)
		print_series(&d->series[i], i == 0 || has_all_plots, out);
	print_order(d, out);
	fputc('\n', out);
	rcc_wrap(out, "", 2,
		 "You decide: does what is in order of time look like what is "
		 "shuffled? * marks what chance gives in one of 20 series; the "
		 "marks are hints, no verdict. Runs that depend on time: the "
		 "blocks keep it out of comparisons, but intervals are as good "
		 "as runs are independent. Iterations that depend on each "
		 "other: count from the first that does not, or take the same "
		 "one of every run.");
}
