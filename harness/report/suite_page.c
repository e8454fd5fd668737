/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_page.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/report/plot_rows.h"
#include "harness/report/provenance.h"
#include "harness/report/suite_answer.h"
#include "harness/report/suite_tables.h"
#include "harness/report/suite_warnings.h"
#include "harness/report/suite_words.h"
#include "harness/report/warnings.h"

/* ---- The measurements -------------------------------------------------- */

static void compose_provenance(struct rcc_document *d,
			       const struct rcc_suite_findings *f)
{
	struct rcc_source *source =
		rcc_mem_calloc(f->suite.n + 1, sizeof(*source));
	size_t n = 0;

	for (size_t i = 0; i < f->suite.n; i++) {
		const struct rcc_suite_entry *e = &f->entry[i];

		if (e->is_begun && e->findings.stored.n_runs != 0)
			source[n++] = (struct rcc_source){&e->findings,
							  e->benchmark->name};
	}
	if (n != 0) {
		rcc_document_section(d, "How it was measured");
		rcc_compose_when(d, source, n, NULL);
		rcc_compose_machine(d, source, n);
	}
	free(source);
}

/* ---- Figures ----------------------------------------------------------- */

static double relative_sd(const struct rcc_cell *c)
{
	return c->levels.sd / fabs(c->levels.mean);
}

static void draw_variations(FILE *out, const void *self)
{
	const struct rcc_suite_findings *f = self;
	struct rcc_plot_variation *v =
		rcc_mem_calloc(f->n_rows + 1, sizeof(*v));

	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_suite_row *row = &f->row[i];
		const bool is_defined = row->effect->error == 0;

		v[i].name = row->name;
		v[i].random = is_defined ? relative_sd(row->random) : NAN;
		v[i].fixed = is_defined ? relative_sd(row->fixed) : NAN;
	}
	rcc_plot_variations(out, "variation", f->metric->text, v, f->n_rows);
	free(v);
}

/* ---- All benchmarks together ------------------------------------------- */

/* Append a term (RCC_NODE_TERM) whose text is a list of names; "none" if the
 * list is empty.  *names becomes empty. */
static void compose_names(struct rcc_document *d, const char *label,
			  struct rcc_strbuf *names)
{
	rcc_document_term(d, label, "%s", names->n != 0 ? names->text : "none");
	rcc_strbuf_release(names);
}

/* List the rows whose shift is seen and has this direction. */
static void compose_shifting(struct rcc_document *d,
			     const struct rcc_suite_findings *f, bool is_larger,
			     const char *label)
{
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_suite_row *row = &f->row[i];

		if (row->shifts_together &&
		    (rcc_effect_change(row->effect).estimate > 1) == is_larger)
			rcc_strbuf_add_item(&names, ", ", row->name);
	}
	compose_names(d, label, &names);
}

static void compose_varying(struct rcc_document *d,
			    const struct rcc_suite_findings *f)
{
	struct rcc_strbuf names = {0};

	rcc_document_question(
		d, "Benchmarks whose layouts vary, judged together (Holm)");
	for (size_t i = 0; i < f->n_rows; i++)
		if (f->row[i].varies_together)
			rcc_strbuf_add_item(&names, ", ", f->row[i].name);
	compose_names(d, "layouts vary", &names);
}

static void compose_shifts(struct rcc_document *d,
			   const struct rcc_suite_findings *f)
{
	const bool is_time = rcc_metric_is_time(f->metric);

	rcc_document_question(
		d, "Benchmarks with a shift, judged together (Holm)");
	compose_shifting(d, f, true,
			 is_time ? "random slower" : "random larger");
	compose_shifting(d, f, false,
			 is_time ? "random faster" : "random smaller");
	if (rcc_suite_rows_are_benchmarks(f))
		rcc_compose_geometric_mean(d, f, &f->shift,
					   "of random / original");
	rcc_document_figure(d,
			    "Variation of runs over random layouts, and of "
			    "runs of the original layout.",
			    draw_variations, f);
}

static void compose_systems(struct rcc_document *d,
			    const struct rcc_suite_findings *f, size_t i)
{
	const struct rcc_suite_comparison *s = &f->comparison[i];
	char *what = rcc_mem_printf("of %s / %s", s->now, s->old);

	rcc_document_section(d, "%s against %s: %s over layouts", s->now,
			     s->old, f->metric->text);
	rcc_compose_suite_ratios(d, f, i);
	rcc_compose_geometric_mean(d, f, &s->ratio, what);
	free(what);
}

/* ---- Absent benchmarks and warnings ------------------------------------ */

static void compose_absent(struct rcc_document *d,
			   const struct rcc_suite_findings *f)
{
	bool has_heading = false;

	for (size_t i = 0; i < f->suite.n; i++) {
		char *absence = rcc_suite_absence(f, &f->entry[i]);

		if (absence != NULL && !has_heading)
			rcc_document_section(d, "Not in the tables");
		has_heading |= absence != NULL;
		if (absence != NULL)
			rcc_document_item(d, 0, "%s: %s",
					  f->suite.benchmark[i].name, absence);
		free(absence);
	}
}

static void compose_warnings(struct rcc_document *d,
			     const struct rcc_suite_findings *f)
{
	struct rcc_strvec warning = {0};

	rcc_report_suite_warnings(f, &warning);
	rcc_compose_warnings(d, &warning);
	rcc_strvec_release(&warning);
}

void rcc_compose_suite(struct rcc_document *d,
		       const struct rcc_suite_findings *f)
{
	char *dir = rcc_shell_quote(f->dir);

	rcc_document_title(d, "Suite of %zu benchmark%s: %s, random layouts%s",
			   f->suite.n, f->suite.n == 1 ? "" : "s",
			   f->metric->text,
			   f->n_rows != 0 ? " against the original" : "");
	for (size_t i = 0; i < f->n_comparisons; i++)
		rcc_compose_suite_comparison_answer(d, f, i);
	for (size_t i = 0; i < f->n_comparisons; i++)
		compose_systems(d, f, i);
	if (f->n_rows != 0) {
		if (f->n_comparisons != 0)
			rcc_document_section(d, "Effect of layout");
		rcc_compose_suite_effect_answer(d, f);
		rcc_compose_suite_rows(d, f);
		rcc_compose_suite_variation(d, f);
		compose_varying(d, f);
		compose_shifts(d, f);
		rcc_compose_suite_needed(d, f);
	}
	compose_absent(d, f);
	compose_warnings(d, f);
	compose_provenance(d, f);
	rcc_document_section(d, "Commands for details");
	rcc_document_command(d, "one benchmark", "randstudy report %s/NAME",
			     dir);
	rcc_document_command(d, "rows", "randstudy report --format csv %s",
			     dir);
	free(dir);
}
