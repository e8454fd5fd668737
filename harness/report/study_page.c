/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/study_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"
#include "harness/findings/comparison.h"
#include "harness/findings/one_layout.h"
#include "harness/report/answer.h"
#include "harness/report/arm_effects.h"
#include "harness/report/arms_table.h"
#include "harness/report/effect_questions.h"
#include "harness/report/format.h"
#include "harness/report/how_measured.h"
#include "harness/report/interim_analyses.h"
#include "harness/report/plot_rows.h"
#include "harness/report/plot_study.h"
#include "harness/report/programs.h"
#include "harness/report/run_dependence.h"
#include "harness/report/self_comparison.h"
#include "harness/report/study_figures.h"
#include "harness/report/warnings.h"

#define N_FAILED_SHOWN 10

static void compose_title(struct rcc_document *d, const struct rcc_findings *f)
{
	const size_t n = f->stored.study.n_systems;
	struct rcc_strbuf names = {0};

	if (f->stored.study.is_aa) {
		rcc_document_title(d, "%s against itself: side a and side b",
				   f->stored.program != NULL ? f->stored.program
							     : "The program");
		return;
	}
	for (size_t i = 0; i < n; i++)
		rcc_strbuf_printf(&names, "%s%s",
				  i == 0       ? ""
				  : i + 1 == n ? " and "
					       : ", ",
				  rcc_findings_system_name(f, i));
	rcc_document_title(d, "Layout study of %s: random layouts%s",
			   names.text,
			   rcc_study_has_original(&f->stored.study)
				   ? " against the original"
				   : "");
	rcc_strbuf_release(&names);
}

/* ---- The arms ---------------------------------------------------------- */

static void compose_arms_table(struct rcc_document *d,
			       const struct rcc_findings *f)
{
	struct rcc_table *t = rcc_compose_arms_table(d, f);
	char name[128];

	for (size_t i = 0; i < f->n_cells; i++) {
		rcc_findings_arm_name(f, &f->cell[i], name, sizeof(name));
		rcc_arms_table_row(t, f, &f->cell[i], name);
	}
	rcc_compose_arms_note(d, f);
}

/* Append what was measured.  With --no-original the comparisons have shown each
 * arm already. */
static void compose_arms(struct rcc_document *d, const struct rcc_findings *f)
{
	if (f->stored.study.n_arms > 1)
		compose_arms_table(d, f);
	rcc_compose_study_figures(d, f);
}

/* ---- The effect of layout ---------------------------------------------- */

struct effect_figure {
	const struct rcc_findings *f;
	const struct rcc_effect *effect;
	size_t number;
};

static void draw_layouts(FILE *out, const void *self)
{
	const struct effect_figure *figure = self;
	char *id = rcc_mem_printf("layouts-%zu", figure->number);

	rcc_plot_layouts(out, id, figure->f, figure->effect);
	free(id);
}

static void draw_shift(FILE *out, const void *self)
{
	const struct effect_figure *figure = self;
	const struct rcc_ratio change = rcc_effect_change(figure->effect);
	const struct rcc_plot_ratio ratio = {"random layouts", change.estimate,
					     change.lo, change.hi, false};
	char *id = rcc_mem_printf("shift-%zu", figure->number);

	rcc_plot_forest(out, id, "Mean of random layouts against the original",
			&ratio, 1);
	free(id);
}

static void compose_effect_figures(struct rcc_document *d,
				   const struct rcc_findings *f, size_t i)
{
	const struct effect_figure figure = {f, &f->effect[i], i};
	char *caption;

	if (f->effect[i].error != 0)
		return;
	caption = rcc_plot_layouts_caption(f);
	rcc_document_figure(d, caption, draw_layouts, &figure);
	free(caption);
	rcc_document_figure(d,
			    "The difference between the mean of random layouts "
			    "and that of the original layout, with its "
			    "interval.",
			    draw_shift, &figure);
}

/* Return the number of decimals for printing how far a layout is from the mean,
 * in percent.  The noise of runs determines this number.  The noise is measured
 * within blocks if ratios within blocks are reported; otherwise, it is the
 * variation of the original layout's runs. */
static int deviation_decimals(const struct rcc_findings *f,
			      const struct rcc_effect *effect)
{
	const struct rcc_cell *fixed = &f->cell[effect->fixed];
	const double noise =
		effect->by_blocks ? f->blocks.sd_within_used
				  : fixed->levels.sd / fabs(fixed->levels.mean);
	const int decimals = rcc_format_decimals(100 * noise);

	return decimals > 2 ? 2 : decimals;
}

static void add_extreme(struct rcc_table *t, const struct rcc_findings *f,
			const struct rcc_effect *effect,
			const struct rcc_extreme *extreme, const char *label,
			bool has_expected)
{
	const struct rcc_cell *c = &f->cell[effect->random];
	const int decimals = deviation_decimals(f, effect);
	const struct rcc_layout_record *l =
		rcc_stored_layout(&f->stored, c->layout_id[extreme->layout]);
	const double mean = c->layout_mean[extreme->layout];
	const struct rcc_scale scale = rcc_format_scale(&f->asked.metric, mean);
	char value[48];

	rcc_format_value(scale, mean, (c->interval.hi - c->interval.lo) / 2,
			 value, sizeof(value));
	rcc_table_row(t, label);
	rcc_table_cell(t, "%s", value);
	rcc_table_cell(t, "%+.*f %%", decimals, 100 * extreme->deviation);
	if (has_expected && isnan(extreme->expected))
		rcc_table_cell(t, "unknown");
	else if (has_expected)
		rcc_table_cell(t, "%+.*f %%", decimals,
			       100 * extreme->expected);
	rcc_table_cell(t, "%" PRIu64, l->seed);
	rcc_table_cell(t, "layouts/%06" PRId64, l->id);
}

static void compose_extremes(struct rcc_document *d,
			     const struct rcc_findings *f,
			     const struct rcc_effect *effect)
{
	const bool is_time = rcc_metric_is_time(&f->asked.metric);
	struct rcc_extremes extremes;
	bool has_expected;
	struct rcc_table *t;

	if (rcc_extremes_compute(f, effect, &extremes) != 0)
		return;
	has_expected = !isnan(extremes.least.expected) ||
		       !isnan(extremes.most.expected);
	rcc_document_question(d, "%s",
			      f->stored.study.n_executions == 1
				      ? "Extremes (one run each, with its "
					"noise)"
				      : "Extremes");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "layout");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "value");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "deviation");
	if (has_expected)
		rcc_table_column(t, RCC_ALIGN_RIGHT, "expected");
	rcc_table_column(t, RCC_ALIGN_LEFT, "seed");
	rcc_table_column(t, RCC_ALIGN_LEFT, "program");
	add_extreme(t, f, effect, &extremes.least,
		    is_time ? "fastest" : "lowest", has_expected);
	add_extreme(t, f, effect, &extremes.most,
		    is_time ? "slowest" : "highest", has_expected);
	if (has_expected)
		rcc_document_note(d, "expected: the deviation to expect from "
				     "a new measurement. It is smaller, "
				     "because an extreme was chosen for its "
				     "result, noise included");
	if (effect->by_blocks)
		rcc_document_note(d,
				  "deviation: computed within blocks, because "
				  "the values depend on when the runs were "
				  "made");
}

static void compose_part(struct rcc_document *d, const struct rcc_findings *f,
			 size_t i)
{
	const struct rcc_study *study = &f->stored.study;
	const struct rcc_cell *c = &f->cell[f->effect[i].random];
	const bool has_arms = f->n_effects > study->n_systems;
	/* If the study has one effect, only HTML shows this heading. */
	const enum rcc_medium medium = rcc_document_set_medium(
		d, f->n_effects > 1 ? d->medium : RCC_MEDIUM_HTML);

	rcc_document_part(d, "Effect of layout on %s%s%s",
			  rcc_findings_system_name(f, c->system),
			  has_arms ? ", arm " : "",
			  has_arms ? rcc_findings_arm_text(study, c->arm) : "");
	rcc_document_set_medium(d, medium);
}

/* Return true if the text report shows f->effect[i], the effect of one random
 * arm of one system.  For each system, the report shows only the effect of the
 * first arm.  A table shows the other arms, because it is easier to read.  If a
 * program is compared with itself, the report shows only the first system,
 * because both systems have the same effect. */
static bool is_for_text(const struct rcc_findings *f, size_t i)
{
	return i == 0 || (f->cell[f->effect[i - 1].random].system !=
				  f->cell[f->effect[i].random].system &&
			  !f->stored.study.is_aa);
}

/* Return true if the answer at the top is the effect of layout, not a
 * comparison. */
static bool leads_with_effect(const struct rcc_findings *f)
{
	return f->n_effects != 0 && f->stored.study.n_systems == 1 &&
	       !f->stored.study.is_aa;
}

static void compose_effects(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	for (size_t i = 0; i < f->n_effects; i++) {
		const bool is_first = is_for_text(f, i);
		const enum rcc_medium medium = rcc_document_set_medium(
			d, is_first ? RCC_MEDIUM_ALL : RCC_MEDIUM_HTML);

		if (!leads_with_effect(f) || i != 0) {
			compose_part(d, f, i);
			rcc_compose_effect_answer(d, f, i);
		}
		if (!f->is_unfinished) {
			rcc_compose_effect(d, f, &f->effect[i]);
			compose_effect_figures(d, f, i);
			compose_extremes(d, f, &f->effect[i]);
		}
		if (is_first && !f->is_unfinished)
			rcc_compose_arm_effects(
				d, f, f->cell[f->effect[i].random].system);
		rcc_document_set_medium(d, medium);
	}
}

/* ---- Failed runs, warnings, layouts, answers --------------------------- */

static void add_failed(struct rcc_table *t, const struct rcc_run_record *r,
		       const struct rcc_layout_record *l)
{
	char *name = rcc_mem_printf("run %" PRId64, r->order + 1);

	rcc_table_row(t, name);
	rcc_table_cell(t, "%s", rcc_outcome_text(r->outcome));
	if (l->is_original)
		rcc_table_cell(t, "none");
	else
		rcc_table_cell(t, "%" PRIu64, l->seed);
	free(name);
}

static void compose_failed(struct rcc_document *d, const struct rcc_findings *f)
{
	struct rcc_table *t;
	size_t n_shown = 0;

	if (f->n_failed == 0)
		return;
	rcc_document_section(d, "Failed runs");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "run");
	rcc_table_column(t, RCC_ALIGN_LEFT, "outcome");
	rcc_table_column(t, RCC_ALIGN_LEFT, "seed");
	for (size_t i = 0; i < f->stored.n_runs && n_shown < N_FAILED_SHOWN;
	     i++) {
		const struct rcc_run_record *r = &f->stored.run[i];
		const struct rcc_layout_record *l =
			rcc_stored_layout(&f->stored, r->layout);

		if (r->outcome == RCC_OUTCOME_OK || l == NULL)
			continue;
		add_failed(t, r, l);
		n_shown++;
	}
	if (n_shown < f->n_failed)
		rcc_document_note(d, "and %zu more", f->n_failed - n_shown);
}

static void compose_warnings(struct rcc_document *d,
			     const struct rcc_findings *f)
{
	struct rcc_strvec leading = {0};
	struct rcc_strvec warning = {0};

	rcc_report_leading_warnings(f, &leading);
	rcc_report_warnings(f, &warning);
	rcc_compose_other_warnings(d, &warning, &leading);
	rcc_strvec_release(&leading);
	rcc_strvec_release(&warning);
}

/* Append the warnings that readers must see before the answer (warnings.h). */
static void compose_leading_warnings(struct rcc_document *d,
				     const struct rcc_findings *f)
{
	struct rcc_strvec leading = {0};

	rcc_report_leading_warnings(f, &leading);
	for (size_t i = 0; i < leading.n; i++)
		rcc_document_warning(d, leading.item[i]);
	rcc_strvec_release(&leading);
}

static void compose_again(struct rcc_document *d, const struct rcc_findings *f)
{
	const uint64_t seed = f->stored.study.master_seed;
	char *dir = rcc_shell_quote(f->stored.dir);

	rcc_document_section(d, "Commands for details");
	rcc_document_paragraph(
		d,
		"Master seed %" PRIu64 ": run again with --seed %" PRIu64 ".%s",
		seed, seed,
		f->stored.study.removes_layouts
			? " The layouts were not kept, but can be linked again."
			: "");
	rcc_document_command(d, "rows", "randstudy report --format csv %s",
			     dir);
	rcc_compose_programs(d, f);
	free(dir);
}

static void add_layout(struct rcc_table *t, const struct rcc_findings *f,
		       const struct rcc_cell *c, size_t i)
{
	const struct rcc_layout_record *l =
		rcc_stored_layout(&f->stored, c->layout_id[i]);
	const double mean = c->layout_mean[i];
	char *name = rcc_mem_printf("layouts/%06" PRId64, l->id);
	char value[64];

	rcc_table_row(t, name);
	rcc_table_cell(t, "%s",
		       rcc_findings_arm_text(&f->stored.study, c->arm));
	if (l->is_original)
		rcc_table_cell(t, "none");
	else
		rcc_table_cell(t, "%" PRIu64, l->seed);
	rcc_table_cell(t, "%zu", c->size[i]);
	rcc_format_value(rcc_format_scale(&f->asked.metric, mean), mean,
			 fabs(mean) / 1000, value, sizeof(value));
	rcc_table_cell(t, "%s", value);
	free(name);
}

/* Append the table of all layouts.  Only HTML has it, because it is too long
 * for the text report. */
static void compose_layouts(struct rcc_document *d,
			    const struct rcc_findings *f)
{
	const enum rcc_medium medium =
		rcc_document_set_medium(d, RCC_MEDIUM_HTML);

	rcc_document_fold(d, "Table of all layouts");
	for (size_t i = 0; i < f->n_cells; i++) {
		const struct rcc_cell *c = &f->cell[i];
		struct rcc_table *t;

		if (c->is_original)
			continue;
		t = rcc_document_table(d,
				       rcc_findings_system_name(f, c->system));
		rcc_table_column(t, RCC_ALIGN_LEFT, "program");
		rcc_table_column(t, RCC_ALIGN_LEFT, "arm");
		rcc_table_column(t, RCC_ALIGN_RIGHT, "seed");
		rcc_table_column(t, RCC_ALIGN_RIGHT, "good runs");
		rcc_table_column(t, RCC_ALIGN_RIGHT, "mean");
		for (size_t k = 0; k < c->n_layouts; k++)
			add_layout(t, f, c, k);
	}
	rcc_document_fold_end(d);
	rcc_document_set_medium(d, medium);
}

/* Append the comparison of each system with the first one.  All answers come
 * first, then the sections that support them. */
static void compose_comparisons(struct rcc_document *d,
				const struct rcc_findings *f)
{
	const size_t n = f->stored.study.n_systems;
	struct rcc_comparison *c = rcc_mem_calloc(n + 1, sizeof(*c));

	for (size_t i = 1; i < n; i++)
		rcc_comparison_of_systems(f, 0, i, rcc_comparison_delta(f),
					  &c[i - 1]);
	rcc_compose_comparisons(d, c, n - 1);
	free(c);
}

static void compose_answer(struct rcc_document *d, const struct rcc_findings *f)
{
	if (f->stored.study.is_aa)
		rcc_compose_self_comparison(d, f);
	else if (leads_with_effect(f))
		rcc_compose_effect_answer(d, f, 0);
	else
		compose_comparisons(d, f);
}

void rcc_compose_study(struct rcc_document *d, const struct rcc_findings *f)
{
	compose_title(d, f);
	if (f->stored.n_runs == 0) {
		rcc_document_paragraph(d, "Nothing has been measured yet.");
		return;
	}
	compose_leading_warnings(d, f);
	compose_answer(d, f);
	compose_arms(d, f);
	compose_effects(d, f);
	rcc_compose_run_dependence(d, f);
	rcc_compose_interim_analyses(d, f);
	compose_failed(d, f);
	compose_warnings(d, f);
	rcc_compose_measured(d, f);
	compose_again(d, f);
	compose_layouts(d, f);
}
