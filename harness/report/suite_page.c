/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"
#include "harness/report/provenance.h"
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

struct forest {
	const struct rcc_suite_ratio *s;
	const char *id;
	const char *title;
	bool has_summary;
};

static void draw_forest(FILE *out, const void *self)
{
	const struct forest *forest = self;
	const struct rcc_suite_ratio *s = forest->s;
	struct rcc_plot_ratio *r = rcc_mem_calloc(s->n + 2, sizeof(*r));
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_ratio *ratio = &s->pair[i].ratio;

		if (s->pair[i].error == 0)
			r[n++] = (struct rcc_plot_ratio){
				s->pair[i].name, ratio->estimate, ratio->lo,
				ratio->hi, false};
	}
	if (forest->has_summary && s->bootstrap_error == 0 && s->log_error == 0)
		r[n++] = (struct rcc_plot_ratio){
			"geometric mean", s->log.estimate, s->bootstrap.lo,
			s->bootstrap.hi, true};
	rcc_plot_forest(out, forest->id, forest->title, r, n);
	free(r);
}

static void compose_forest(struct rcc_document *d, const struct forest *forest)
{
	char *caption = rcc_mem_printf(
		"%s%s.", forest->title,
		forest->has_summary ? "; the diamond is the geometric mean"
				    : "");

	rcc_document_figure(d, caption, draw_forest, forest);
	free(caption);
}

/* ---- All benchmarks together ------------------------------------------- */

/* A list of names as a term: "none" for an empty one.  Empties *names. */
static void compose_names(struct rcc_document *d, const char *label,
			  struct rcc_strbuf *names)
{
	rcc_document_term(d, label, "%s", names->n != 0 ? names->text : "none");
	rcc_strbuf_release(names);
}

static void compose_joint(struct rcc_document *d,
			  const struct rcc_suite_ratio *s,
			  enum rcc_verdict verdict, const char *label)
{
	struct rcc_strbuf names = {0};

	for (size_t i = 0; i < s->n; i++)
		if (s->pair[i].error == 0 && s->pair[i].joint == verdict)
			rcc_strbuf_add_item(&names, ", ", s->pair[i].name);
	compose_names(d, label, &names);
}

static void compose_varying(struct rcc_document *d,
			    const struct rcc_suite_findings *f)
{
	struct rcc_strbuf names = {0};

	rcc_document_question(
		d, "Variation that holds for all benchmarks together (Holm)");
	for (size_t i = 0; i < f->n_rows; i++)
		if (f->row[i].varies_together)
			rcc_strbuf_add_item(&names, ", ", f->row[i].name);
	compose_names(d, "layouts vary", &names);
}

static void compose_geometric_mean(struct rcc_document *d,
				   const struct rcc_suite_findings *f,
				   const struct rcc_suite_ratio *s,
				   const char *what)
{
	const double estimate = s->log.estimate;
	const double half = (s->log.hi - s->log.lo) / 2;
	const struct rcc_scale one = {1, ""};
	struct rcc_interval_text log;
	char lo[48];
	char hi[48];

	if (s->bootstrap_error != 0 || s->log_error != 0) {
		rcc_document_paragraph(d,
				       "Geometric mean %s: none; at least two "
				       "good layouts of each are needed.",
				       what);
		return;
	}
	rcc_format_ratio(estimate, s->log.lo, s->log.hi, &log);
	rcc_format_number(one, s->bootstrap.lo, half, lo, sizeof(lo));
	rcc_format_number(one, s->bootstrap.hi, half, hi, sizeof(hi));
	rcc_document_paragraph(
		d,
		"Geometric mean %s, over %zu benchmark%s: %s (%.0f %% interval "
		"%s to %s, hierarchical bootstrap, %zu replicates, seed "
		"%" PRIu64
		"; %s to %s from the variances of the logarithms%s). "
		"It is about these benchmarks, not about others.",
		what, s->n_defined, s->n_defined == 1 ? "" : "s", log.estimate,
		100 * f->level, lo, hi, f->n_replicates, f->seed, log.lo,
		log.hi,
		s->few ? ", which is the one to trust with fewer than 10 "
			 "layouts"
		       : "");
}

static void compose_shifts(struct rcc_document *d,
			   const struct rcc_suite_findings *f)
{
	const bool has_summary = f->n_comparisons == 0;
	const bool is_time = rcc_metric_is_time(f->metric);
	const struct forest forest = {
		&f->shift, "shift",
		"Mean of random layouts against the original", has_summary};

	rcc_document_question(
		d, "Shifts that hold for all benchmarks together (Holm)");
	compose_joint(d, &f->shift, RCC_VERDICT_SLOWER,
		      is_time ? "random slower" : "random larger");
	compose_joint(d, &f->shift, RCC_VERDICT_FASTER,
		      is_time ? "random faster" : "random smaller");
	if (has_summary)
		compose_geometric_mean(d, f, &f->shift, "of random / original");
	rcc_document_figure(d,
			    "How much runs vary: with a new layout for each "
			    "run, and with the original layout.",
			    draw_variations, f);
	compose_forest(d, &forest);
}

static void compose_systems(struct rcc_document *d,
			    const struct rcc_suite_findings *f, size_t i)
{
	const struct rcc_suite_comparison *s = &f->comparison[i];
	char *title = rcc_mem_printf("%s against %s", s->now, s->old);
	char *what = rcc_mem_printf("of %s / %s", s->now, s->old);
	char *id = rcc_mem_printf("systems-%zu", i);
	const struct forest forest = {&s->ratio, id, title, true};

	rcc_document_section(d, "%s: %s over layouts", title, f->metric->text);
	rcc_compose_suite_ratios(d, f, i);
	compose_geometric_mean(d, f, &s->ratio, what);
	compose_forest(d, &forest);
	free(id);
	free(what);
	free(title);
}

/* ---- The rest ---------------------------------------------------------- */

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

	rcc_document_title(d,
			   "Suite of %zu benchmarks: %s, random layouts "
			   "against the original",
			   f->suite.n, f->metric->text);
	compose_provenance(d, f);
	if (f->n_rows != 0) {
		rcc_compose_suite_rows(d, f);
		rcc_compose_suite_variation(d, f);
		compose_varying(d, f);
		compose_shifts(d, f);
		rcc_compose_suite_needed(d, f);
	}
	for (size_t i = 0; i < f->n_comparisons; i++)
		compose_systems(d, f, i);
	compose_absent(d, f);
	compose_warnings(d, f);
	rcc_document_section(d, "To look closer");
	rcc_document_command(d, "one benchmark", "randstudy report %s/NAME",
			     dir);
	rcc_document_command(d, "rows", "randstudy report --format csv %s",
			     dir);
	free(dir);
}
