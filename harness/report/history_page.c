/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/history_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"
#include "harness/report/verdict_words.h"

/* Widths in the picture of characters: of the drawing, and of the names beside
 * it. */
#define COLUMNS 44
#define NAME 24

/* ---- The answer -------------------------------------------------------- */

static void compose_headline(struct rcc_document *d,
			     const struct rcc_history *h)
{
	size_t n_worse = 0;
	size_t n_better = 0;
	size_t n_unknown = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct rcc_history_entry *e = &h->entry[i];
		const bool is_change = e->joint == RCC_VERDICT_SMALLER ||
				       e->joint == RCC_VERDICT_LARGER;
		const bool is_worse = rcc_verdict_is_worse(e->joint, e->better);

		n_unknown += is_change && e->better == RCC_BETTER_UNKNOWN;
		n_worse += is_worse;
		n_better += is_change && !is_worse &&
			    e->better != RCC_BETTER_UNKNOWN;
	}
	if (n_unknown != 0)
		rcc_document_headline(
			d,
			"%zu of %zu comparisons show a change of %s, all "
			"judged together.",
			n_unknown, h->n, h->metric);
	else
		rcc_document_headline(
			d,
			"%zu comparisons (%s): %zu show a regression and %zu "
			"an improvement, all judged together.",
			h->n, h->metric, n_worse, n_better);
}

/* ---- The picture ------------------------------------------------------- */

static void find_range(const struct rcc_history *h, double *lo, double *hi)
{
	*lo = *hi = 0;
	for (size_t i = 0; i < h->n; i++) {
		const struct rcc_history_entry *e = &h->entry[i];

		if (!isfinite(e->since_lo) || !isfinite(e->since_hi))
			continue;
		*lo = fmin(*lo, e->since_lo - 1);
		*hi = fmax(*hi, e->since_hi - 1);
	}
	if (!(*hi > *lo)) {
		*lo = -0.01;
		*hi = 0.01;
	}
}

static size_t column_of(double change, double lo, double hi)
{
	const double at = (change - lo) / (hi - lo) * (COLUMNS - 1);

	return (size_t)lround(fmin(fmax(at, 0), COLUMNS - 1));
}

static void add_line(struct rcc_strbuf *out, const char *name, const char *row,
		     double change)
{
	rcc_strbuf_printf(out, "  %-*.*s %s", NAME, NAME, name, row);
	if (isfinite(change))
		rcc_strbuf_printf(out, " %+.2f %%", 100 * change);
	rcc_strbuf_add_char(out, '\n');
}

/* Add a line to the picture: "<---o--->" for the interval, and a bar where
 * there is no change. */
static void add_entry(struct rcc_strbuf *out, const struct rcc_history_entry *e,
		      double lo, double hi)
{
	char row[COLUMNS + 1];

	memset(row, ' ', COLUMNS);
	row[COLUMNS] = '\0';
	row[column_of(0, lo, hi)] = '|';
	if (isfinite(e->since_lo) && isfinite(e->since_hi)) {
		const size_t first = column_of(e->since_lo - 1, lo, hi);
		const size_t last = column_of(e->since_hi - 1, lo, hi);

		memset(row + first, '-', last - first + 1);
		row[first] = '<';
		row[last] = '>';
		row[column_of(e->since - 1, lo, hi)] = 'o';
	}
	add_line(out, e->now, row, e->since - 1);
}

static void compose_diagram(struct rcc_document *d, const struct rcc_history *h)
{
	const enum rcc_medium medium =
		rcc_document_set_medium(d, RCC_MEDIUM_TEXT);
	struct rcc_strbuf text = {0};
	char first[COLUMNS + 1];
	double lo;
	double hi;

	find_range(h, &lo, &hi);
	memset(first, ' ', COLUMNS);
	first[COLUMNS] = '\0';
	first[column_of(0, lo, hi)] = 'o';
	add_line(&text, h->first, first, 0);
	for (size_t i = 0; i < h->n; i++)
		add_entry(&text, &h->entry[i], lo, hi);
	rcc_document_diagram(d, text.text);
	rcc_strbuf_release(&text);
	rcc_document_set_medium(d, medium);
}

static void draw(FILE *out, const void *self)
{
	const struct rcc_history *h = self;
	struct rcc_plot_ratio *ratio = rcc_mem_calloc(h->n + 1, sizeof(*ratio));

	ratio[0] = (struct rcc_plot_ratio){h->first, 1, 1, 1, false};
	for (size_t i = 0; i < h->n; i++)
		ratio[i + 1] = (struct rcc_plot_ratio){
			h->entry[i].now, h->entry[i].since,
			h->entry[i].since_lo, h->entry[i].since_hi, false};
	rcc_plot_forest(out, "history", "Versions against the first", ratio,
			h->n + 1);
	free(ratio);
}

static void compose_picture(struct rcc_document *d, const struct rcc_history *h)
{
	const enum rcc_medium medium = d->medium;
	char *caption = rcc_mem_printf(
		"%s of each version relative to %s, the first version, with "
		"its %.0f %% interval. It is the product of the comparisons "
		"between the two. If the interval contains 0, no change from "
		"the first version is shown.",
		h->metric, h->first, 100 * h->level);

	compose_diagram(d, h);
	rcc_document_set_medium(d, RCC_MEDIUM_TEXT);
	rcc_document_note(d, "%s", caption);
	rcc_document_set_medium(d, medium);
	rcc_document_figure(d, caption, draw, h);
	free(caption);
}

/* ---- The table --------------------------------------------------------- */

static const char *word_for(enum rcc_verdict verdict, enum rcc_better better)
{
	return verdict == RCC_VERDICT_NO_DIFFERENCE
		       ? "no difference"
		       : rcc_verdict_key(verdict, better);
}

static void add_row(struct rcc_table *t, const struct rcc_history_entry *e)
{
	const double half = 100 * (e->ratio.hi - e->ratio.lo) / 2;
	const int decimals = rcc_format_decimals(half);
	const time_t seconds = (time_t)e->time;
	struct tm tm;
	char when[24] = "";

	if (gmtime_r(&seconds, &tm) != NULL)
		strftime(when, sizeof(when), "%Y-%m-%d", &tm);
	rcc_table_row(t, e->now);
	rcc_table_cell(t, "%s", e->old);
	rcc_table_cell(t, "%s", when);
	rcc_table_cell(t, "%zu", e->n_layouts);
	if (!isfinite(half)) {
		rcc_table_message(t, "no interval");
		return;
	}
	rcc_table_cell(t, "%+.*f %%", decimals, 100 * (e->ratio.estimate - 1));
	rcc_table_cell(t, "%+.*f to %+.*f", decimals, 100 * (e->ratio.lo - 1),
		       decimals, 100 * (e->ratio.hi - 1));
	rcc_table_cell(t, "%s", word_for(e->verdict, e->better));
	rcc_table_cell(t, "%s", word_for(e->joint, e->better));
}

static void compose_table(struct rcc_document *d, const struct rcc_history *h)
{
	struct rcc_table *t;

	rcc_document_section(d, "Each comparison");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "version");
	rcc_table_column(t, RCC_ALIGN_LEFT, "against");
	rcc_table_html_column(t, RCC_ALIGN_LEFT, "date");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "difference");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "%.0f %% interval",
			 100 * h->level);
	rcc_table_html_column(t, RCC_ALIGN_LEFT, "verdict alone");
	rcc_table_column(t, RCC_ALIGN_LEFT, "together");
	for (size_t i = 0; i < h->n; i++)
		add_row(t, &h->entry[i]);
	rcc_document_note(
		d, "together: the verdict adjusted for the number of "
		   "comparisons, since some of many would show a change by "
		   "chance (Holm)");
	if (h->n_others != 0)
		rcc_document_note(d,
				  "%zu comparisons of other metrics are left "
				  "out",
				  h->n_others);
}

void rcc_compose_history(struct rcc_document *d, const struct rcc_history *h)
{
	rcc_document_title(d, "History of %s", h->metric);
	rcc_document_answer(d);
	compose_headline(d, h);
	compose_picture(d, h);
	rcc_document_answer_end(d);
	compose_table(d, h);
}
