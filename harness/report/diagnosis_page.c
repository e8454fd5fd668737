/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/diagnosis_page.h"

#include <math.h>

#include "common/strbuf.h"
#include "harness/findings/values.h"
#include "harness/report/diagnosis_diagrams.h"
#include "harness/report/format.h"

#define HINT_P 0.05 /* p-values below this are marked with "*" */
#define N_CHANGES_SHOWN 10

/* ---- One series -------------------------------------------------------- */

static void add_correlations(struct rcc_table *t, const char *name,
			     const double *r, const struct rcc_series *s)
{
	rcc_table_row(t, name);
	for (size_t k = 0; k < s->n_lags; k++)
		rcc_table_cell(t, "%+5.2f%c", r[k],
			       fabs(r[k]) > s->bound ? '*' : ' ');
}

static void compose_autocorrelation(struct rcc_document *doc,
				    const struct rcc_series *s)
{
	struct rcc_table *t = rcc_document_table(doc, "Autocorrelation");

	rcc_table_column(t, RCC_ALIGN_LEFT, "lag");
	for (size_t k = 1; k <= s->n_lags; k++)
		rcc_table_column(t, RCC_ALIGN_RIGHT, "%zu ", k);
	add_correlations(t, "in time", s->measured.r, s);
	add_correlations(t, "shuffled", s->shuffled.r, s);
	rcc_document_note(doc,
			  "Autocorrelation: within +-%.2f in 19 of 20 series "
			  "if values are independent.",
			  s->bound);
}

static void add_changes(struct rcc_strbuf *text, const struct rcc_series *s)
{
	rcc_strbuf_printf(text, "; change points: %zu", s->n_changes);
	for (size_t i = 0; i < s->n_changes && i < N_CHANGES_SHOWN; i++)
		rcc_strbuf_printf(text, "%s%zu", i == 0 ? ", at value " : ", ",
				  s->change[i] + 1);
}

static void compose_hints(struct rcc_document *doc, const struct rcc_series *s)
{
	const double mean = rcc_values_mean(s->measured.x, s->n);
	const bool has_drift = s->drift.lo > 0 || s->drift.hi < 0;
	struct rcc_strbuf text = {0};
	char drift[48];
	char lo[48];
	char hi[48];

	/* Dividing by a negative mean reverses the interval. */
	rcc_format_percent(100 * s->drift.estimate / mean, drift,
			   sizeof(drift));
	rcc_format_percent_number(100 * (mean < 0 ? s->drift.hi : s->drift.lo) /
					  mean,
				  lo, sizeof(lo));
	rcc_format_percent(100 * (mean < 0 ? s->drift.lo : s->drift.hi) / mean,
			   hi, sizeof(hi));
	rcc_strbuf_printf(&text,
			  "drift from first to last %s (%s to %s)%s; Ljung-Box "
			  "over %zu lags p = %.2g%s",
			  drift, lo, hi, has_drift ? " *" : "", s->n_lags, s->p,
			  s->p < HINT_P ? " *" : "");
	add_changes(&text, s);
	rcc_document_term(doc, "hints", "%s", text.text);
	rcc_strbuf_release(&text);
}

static void compose_series(struct rcc_document *doc, const struct rcc_series *s,
			   bool has_diagrams)
{
	rcc_document_section(doc, "%s (%zu values)", s->name, s->n);
	if (s->n < 3) {
		rcc_document_paragraph(doc, "too few values");
		return;
	}
	if (has_diagrams) {
		struct rcc_strbuf diagrams = {0};

		rcc_diagnosis_diagrams(s, &diagrams);
		rcc_document_literal(doc, diagrams.text);
		rcc_strbuf_release(&diagrams);
	}
	if (s->n_lags == 0) {
		rcc_document_paragraph(doc, "all values are the same");
		return;
	}
	compose_autocorrelation(doc, s);
	compose_hints(doc, s);
}

/* ---- The run before ---------------------------------------------------- */

static void compose_groups(struct rcc_document *doc, const char *what,
			   const struct rcc_group_test *g)
{
	if (isnan(g->p))
		rcc_document_paragraph(doc, "%s: these runs cannot tell.",
				       what);
	else
		rcc_document_paragraph(doc, "%s: F = %.2f, p = %.2g%s.", what,
				       g->f, g->p, g->p < HINT_P ? " *" : "");
}

void rcc_compose_diagnosis(struct rcc_document *doc,
			   const struct rcc_findings *f,
			   const struct rcc_diagnosis *d, bool has_all_diagrams)
{
	rcc_document_title(doc, "Independence in the study of %s: %s",
			   f->stored.program != NULL ? f->stored.program : "?",
			   f->asked.metric.text);
	for (size_t i = 0; i < d->n_series; i++)
		compose_series(doc, &d->series[i], i == 0 || has_all_diagrams);
	rcc_document_section(doc, "Effect of the preceding run");
	compose_groups(doc, "By the arm of the preceding run",
		       &d->by_previous_arm);
	compose_groups(doc, "By position in the block", &d->by_block_position);
	rcc_document_section(doc, "How to read this");
	rcc_document_paragraph(
		doc,
		"You decide: does the series in order of time look like the "
		"shuffled one? * marks a value that chance alone gives in "
		"one of 20 series; the marks are hints, not a verdict. If "
		"runs depend on time, that cancels in comparisons within "
		"blocks; other intervals are valid only if runs are "
		"independent. If iterations depend on each other, use those "
		"from the first independent one on, or the same single "
		"iteration of every run.");
}
