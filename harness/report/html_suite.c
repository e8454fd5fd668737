/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A suite as an HTML page: the text report's tables, with pictures.  Each
 * benchmark's own page comes from its own study.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/build/experiment.h"
#include "harness/report/format.h"
#include "harness/report/html.h"
#include "harness/report/plot.h"
#include "harness/report/suite.h"
#include "harness/report/table.h"

static void put_percent(double x, FILE *out)
{
	char text[48];

	rcc_format_percent(100 * x, text, sizeof(text));
	rcc_html_number(out, text);
}

/* ---- Random against original ------------------------------------------- */

static void put_shift(const struct rcc_suite_pair *pair, FILE *out)
{
	const struct rcc_ratio *r = &pair->ratio;
	const int decimals = rcc_format_decimals(50 * (r->hi - r->lo));
	char text[96];

	if (pair->error != 0 || r->set != RCC_RATIO_BOUNDED) {
		rcc_html_number(out, "n/a");
		rcc_html_number(out, "n/a");
		return;
	}
	snprintf(text, sizeof(text), "%+.*f %%", decimals,
		 100 * (r->estimate - 1));
	rcc_html_number(out, text);
	snprintf(text, sizeof(text), "%+.*f to %+.*f", decimals,
		 100 * (r->lo - 1), decimals, 100 * (r->hi - 1));
	rcc_html_number(out, text);
}

static void put_row(const struct rcc_suite_findings *f, size_t i, FILE *out)
{
	const struct rcc_suite_row *row = &f->row[i];
	const struct rcc_cell *random = row->random;
	const struct rcc_cell *fixed = row->fixed;
	char text[64];

	rcc_html_row_begin(out, row->name);
	snprintf(text, sizeof(text), "%zu", random->n_layouts);
	rcc_html_number(out, text);
	if (row->effect->error != 0 && !rcc_cells_are_constant(random, fixed)) {
		rcc_html_word(out, "too few good runs");
		rcc_html_row_end(out);
		return;
	}
	rcc_format_value(rcc_format_scale(f->metric, random->levels.mean),
			 random->levels.mean, rcc_suite_uncertainty(random),
			 text, sizeof(text));
	rcc_html_number(out, text);
	put_percent(random->levels.sd / fabs(random->levels.mean), out);
	put_percent(fixed->levels.sd / fabs(fixed->levels.mean), out);
	snprintf(text, sizeof(text), "%.0f %%",
		 100 * fmax(row->effect->effect.share.estimate, 0));
	rcc_html_number(out, row->effect->error == 0 ? text : "n/a");
	put_shift(&f->shift.pair[i], out);
	snprintf(text, sizeof(text), "%s%s", rcc_suite_seen(row),
		 rcc_suite_doubt(row));
	rcc_html_word(out, text);
	rcc_html_row_end(out);
}

static void put_rows(const struct rcc_suite_findings *f, FILE *out)
{
	static const char *const heads[] = {"benchmark",
					    "layouts",
					    "mean, random",
					    "sd / mean, random",
					    "sd / mean, original",
					    "layout\342\200\231s share",
					    "shift",
					    "its interval, %",
					    "seen",
					    NULL};
	char *caption = rcc_mem_printf(
		"%s: random layouts against the original; %.0f %% intervals. "
		"Both sd with the noise from run to run. Share: of layout in "
		"the variance over random layouts.",
		f->metric->text, 100 * f->level);

	rcc_html_table_begin(out, "table-benchmarks", caption, heads);
	for (size_t i = 0; i < f->n_rows; i++)
		put_row(f, i, out);
	rcc_html_table_end(out);
	rcc_html_paragraph(out, "Seen: a shift, variation, both, or neither, "
				"which is not proof of none; ?: the variation "
				"may rest on a few runs; constant: all "
				"values of either arm are the same.");
	free(caption);
}

static void put_probability(double p, FILE *out)
{
	char text[24];

	rcc_suite_probability(p, text, sizeof(text));
	rcc_html_number(out, text);
}

static void put_variation_row(const struct rcc_suite_row *row, FILE *out)
{
	const struct rcc_interval *percent = &row->effect->effect.percent;
	char text[48];

	rcc_html_row_begin(out, row->name);
	rcc_format_percent(percent->estimate, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_percent_number(percent->lo, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_percent_number(percent->hi, text, sizeof(text));
	rcc_html_number(out, text);
	put_probability(row->effect->effect.ratio_p, out);
	put_probability(row->effect->spread.p, out);
	put_probability(row->variation_p_holm, out);
	rcc_html_word(out, rcc_suite_seen_by(row));
	rcc_html_row_end(out);
}

static void put_variation_table(const struct rcc_suite_findings *f, FILE *out)
{
	static const char *const heads[] = {
		"benchmark", "sd / mean", "interval from", "to", "F",
		"B-F",	     "Holm",	  "seen by",	   NULL};
	char *names = rcc_suite_varying_names(f);
	char *words = rcc_mem_printf("Variation that holds for all benchmarks "
				     "together (Holm): %s.",
				     names);

	rcc_html_table_begin(out, "table-variation",
			     "Variation from layout to layout, the noise taken "
			     "out, and how it was seen.",
			     heads);
	for (size_t i = 0; i < f->n_rows; i++)
		if (f->row[i].effect->error == 0)
			put_variation_row(&f->row[i], out);
	rcc_html_table_end(out);
	rcc_html_paragraph(out, rcc_suite_variation_words);
	rcc_html_paragraph(out, words);
	free(words);
	free(names);
}

/* ---- Pictures ---------------------------------------------------------- */

static void put_variations(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_plot_variation *v =
		rcc_mem_calloc(f->n_rows + 1, sizeof(*v));

	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_suite_row *row = &f->row[i];
		const bool is_defined = row->effect->error == 0;

		v[i].name = row->name;
		v[i].random = is_defined
				      ? row->random->levels.sd /
						fabs(row->random->levels.mean)
				      : NAN;
		v[i].fixed = is_defined ? row->fixed->levels.sd /
						  fabs(row->fixed->levels.mean)
					: NAN;
	}
	rcc_html_figure_begin(out);
	rcc_plot_variations(out, "variation", f->metric->text, v, f->n_rows);
	rcc_html_figure_end(out, "How much runs vary: with a new layout for "
				 "each, and with the original one.");
	free(v);
}

static void put_forest(const struct rcc_suite_ratio *s, const char *id,
		       const char *title, bool has_summary, FILE *out)
{
	struct rcc_plot_ratio *r = rcc_mem_calloc(s->n + 2, sizeof(*r));
	char *caption = rcc_mem_printf("%s%s", title,
				       has_summary ? "; the diamond is the "
						     "geometric mean."
						   : ".");
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct rcc_ratio *ratio = &s->pair[i].ratio;

		if (s->pair[i].error == 0)
			r[n++] = (struct rcc_plot_ratio){
				s->pair[i].name, ratio->estimate, ratio->lo,
				ratio->hi, false};
	}
	if (has_summary && s->bootstrap_error == 0 && s->log_error == 0)
		r[n++] = (struct rcc_plot_ratio){
			"geometric mean", s->log.estimate, s->bootstrap.lo,
			s->bootstrap.hi, true};
	rcc_html_figure_begin(out);
	rcc_plot_forest(out, id, title, r, n);
	rcc_html_figure_end(out, caption);
	free(caption);
	free(r);
}

/* ---- How many would be needed ------------------------------------------ */

static void put_needed(const struct rcc_suite_findings *f, FILE *out)
{
	char text[RCC_SUITE_N_PRECISIONS][24];
	const char *heads[RCC_SUITE_N_PRECISIONS + 4] = {"benchmark"};

	for (size_t k = 0; k < RCC_SUITE_N_PRECISIONS; k++) {
		snprintf(text[k], sizeof(text[k]), "\302\261%g %%",
			 100 * rcc_suite_precision[k]);
		heads[k + 1] = text[k];
	}
	heads[RCC_SUITE_N_PRECISIONS + 1] = "had";
	heads[RCC_SUITE_N_PRECISIONS + 2] = "which gave";
	rcc_html_heading(out, 2, "Layouts needed");
	rcc_html_table_begin(out, "table-needed",
			     "Layouts needed, each run as often as here, for "
			     "a mean to within",
			     heads);
	for (size_t i = 0; i < f->n_rows; i++) {
		const struct rcc_cell *c = f->row[i].random;
		char number[48];

		if (c->levels_error != 0)
			continue;
		rcc_html_row_begin(out, f->row[i].name);
		for (size_t k = 0; k < RCC_SUITE_N_PRECISIONS; k++) {
			const size_t n = rcc_suite_needed(f, c, k);

			snprintf(number, sizeof(number), "%zu", n);
			rcc_html_number(out, n != 0 ? number : "n/a");
		}
		snprintf(number, sizeof(number), "%zu", c->n_layouts);
		rcc_html_number(out, number);
		rcc_format_percent(100 * (c->interval.hi - c->interval.lo) / 2 /
					   fabs(c->interval.estimate),
				   number, sizeof(number));
		rcc_html_number(out, number);
		rcc_html_row_end(out);
	}
	rcc_html_table_end(out);
}

/* ---- Systems ----------------------------------------------------------- */

static void put_pair(const struct rcc_suite_pair *pair, FILE *out)
{
	const struct rcc_ratio *r = &pair->ratio;
	const struct rcc_scale one = {1, ""};
	const double half = (r->hi - r->lo) / 2;
	char text[48];

	rcc_html_row_begin(out, pair->name);
	if (pair->error != 0) {
		rcc_html_word(out, "too few good layouts, or not both systems");
		rcc_html_row_end(out);
		return;
	}
	rcc_format_number(one, r->estimate, half, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_number(one, r->lo, half, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_format_number(one, r->hi, half, text, sizeof(text));
	rcc_html_number(out, text);
	rcc_html_word(out, rcc_verdict_name(pair->verdict));
	rcc_html_word(out, rcc_verdict_name(pair->joint));
	rcc_html_row_end(out);
}

static void put_systems(const struct rcc_suite_findings *f, size_t i, FILE *out)
{
	static const char *const heads[] = {
		"benchmark",	"ratio", "interval from", "to", "alone",
		"all together", NULL};
	const struct rcc_suite_systems *s = &f->systems[i];
	char *title = rcc_mem_printf("%s against %s", s->now, s->old);
	char *what = rcc_mem_printf("of %s / %s", s->now, s->old);
	char *id = rcc_mem_printf("systems-%zu", i);
	char *table = rcc_mem_printf("table-systems-%zu", i);
	char *caption = rcc_mem_printf(
		"%s, %s over layouts; %.0f %% intervals; differences up to "
		"%g %% do not matter. All together: what can be said of every "
		"benchmark at once (Holm).",
		title, f->metric->text, 100 * f->level, 100 * f->delta);
	char *words = rcc_suite_geometric_words(f, &s->ratio, what);

	rcc_html_heading(out, 2, title);
	rcc_html_table_begin(out, table, caption, heads);
	for (size_t k = 0; k < s->ratio.n; k++)
		put_pair(&s->ratio.pair[k], out);
	rcc_html_table_end(out);
	rcc_html_paragraph(out, words);
	rcc_html_figures_begin(out);
	put_forest(&s->ratio, id, title, true, out);
	rcc_html_figures_end(out);
	free(words);
	free(caption);
	free(table);
	free(id);
	free(what);
	free(title);
}

/* ---- The whole --------------------------------------------------------- */

static void put_benchmarks(const struct rcc_suite_findings *f, FILE *out)
{
	const bool has_summary = f->n_systems == 0;
	char *words = rcc_suite_joint_words(&f->shift);

	put_rows(f, out);
	put_variation_table(f, out);
	rcc_html_paragraph(out, words);
	free(words);
	if (has_summary) {
		words = rcc_suite_geometric_words(f, &f->shift,
						  "of random / original");
		rcc_html_paragraph(out, words);
		free(words);
	}
	rcc_html_figures_begin(out);
	put_variations(f, out);
	put_forest(&f->shift, "shift",
		   "Mean of random layouts against the original", has_summary,
		   out);
	rcc_html_figures_end(out);
	put_needed(f, out);
}

static void put_absent(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_strvec absent = {0};

	for (size_t i = 0; i < f->suite.n; i++) {
		char *absence = rcc_suite_absence(f, &f->entry[i]);

		if (absence != NULL)
			rcc_strvec_pushf(&absent, "%s: %s",
					 f->suite.benchmark[i].name, absence);
		free(absence);
	}
	rcc_html_list(out, "Not in the tables", &absent);
	rcc_strvec_release(&absent);
}

static void put_warnings(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_strvec warning = {0};

	rcc_report_suite_warnings(f, &warning);
	rcc_html_list(out, "Warnings", &warning);
	rcc_strvec_release(&warning);
}

/* As in the text: label, and what stands there. */
static void put_origin(const struct rcc_suite_findings *f, FILE *out)
{
	struct rcc_html_captured c;
	FILE *text = rcc_html_capture(&c);

	if (text == NULL)
		return;
	rcc_suite_print_origin(f, text);
	rcc_html_captured_text(&c);
	if (c.n != 0)
		rcc_html_terms(out, c.text, RCC_REPORT_LABEL);
	free(c.text);
}

void rcc_report_suite_html(const struct rcc_suite_findings *f, FILE *out)
{
	char *title = rcc_mem_printf(
		"Suite of %zu benchmarks: random layouts against the original",
		f->suite.n);
	char *dir = rcc_shell_quote(f->dir);
	char *again = rcc_mem_printf(
		"One benchmark: randstudy report --format html %s/NAME. The "
		"rows: randstudy report --format csv %s",
		dir, dir);

	rcc_html_begin(out, title);
	put_origin(f, out);
	if (f->n_rows != 0)
		put_benchmarks(f, out);
	for (size_t i = 0; i < f->n_systems; i++)
		put_systems(f, i, out);
	put_absent(f, out);
	put_warnings(f, out);
	rcc_html_heading(out, 2, "To look closer");
	rcc_html_paragraph(out, again);
	rcc_html_end(out);
	free(again);
	free(dir);
	free(title);
}
