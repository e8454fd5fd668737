/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/suite_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/suite_words.h"
#include "harness/report/verdict_words.h"

static void add_percent(struct rcc_table *t, double fraction)
{
	char text[48];

	rcc_format_percent_number(100 * fraction, text, sizeof(text));
	rcc_table_cell(t, "%s", text);
}

/* ---- Random against original ------------------------------------------- */

static void add_shift(struct rcc_table *t, const struct rcc_suite_pair *pair)
{
	const struct rcc_ratio r =
		rcc_ratio_as_change(&pair->ratio, pair->old_mean.mean);
	struct rcc_interval_text change;

	if (pair->error != 0 || r.set != RCC_RATIO_BOUNDED) {
		rcc_table_cell(t, "n/a");
		rcc_table_cell(t, "%s", "");
		return;
	}
	rcc_format_change_interval(r.estimate, r.lo, r.hi, &change);
	rcc_table_cell(t, "%s", change.estimate);
	if (r.hi > r.lo)
		rcc_table_cell(t, "%s to %s", change.lo, change.hi);
	else
		rcc_table_cell(t, "%s", "");
}

/* Return the uncertainty to which the table rounds the mean of a cell, one arm
 * of one system.  A mean without an interval is printed with five digits. */
static double uncertainty_of(const struct rcc_cell *cell)
{
	const double half = (cell->interval.hi - cell->interval.lo) / 2;

	return half > 0 ? half : fabs(cell->levels.mean) / 1000;
}

/* Add a cell with the effect of layout that is detected when all benchmarks are
 * judged together.  The mark "*" says that a different effect is detected when
 * this benchmark is judged alone.  The mark "?" says that the effect is
 * doubtful or undecided. */
static void add_seen(struct rcc_table *t, const struct rcc_suite_row *row)
{
	const char *together = rcc_suite_seen(row);
	const char *alone = rcc_suite_seen_alone(row);
	const char *mark = "";

	if (rcc_effect_is_doubtful(row->effect) ||
	    rcc_effect_is_undecided(row->effect))
		mark = "?";
	else if (strcmp(together, alone) != 0)
		mark = "*";
	rcc_table_cell(t, "%s%s", together, mark);
}

static void add_row(struct rcc_table *t, const struct rcc_suite_findings *f,
		    size_t i)
{
	const struct rcc_suite_row *row = &f->row[i];
	const struct rcc_cell *random = row->random;
	const struct rcc_cell *fixed = row->fixed;
	const double mean = random->levels.mean;
	char text[48];

	rcc_table_row(t, row->name);
	rcc_table_cell(t, "%zu", random->n_layouts);
	if (row->effect->error != 0 && !rcc_cells_are_constant(random, fixed)) {
		rcc_table_message(t, "too few good runs");
		return;
	}
	rcc_format_value(rcc_format_scale(f->metric, mean), mean,
			 uncertainty_of(random), text, sizeof(text));
	rcc_table_cell(t, "%s", text);
	add_percent(t, random->levels.sd / fabs(mean));
	add_percent(t, fixed->levels.sd / fabs(fixed->levels.mean));
	if (row->effect->error == 0 && !row->effect->by_blocks)
		rcc_table_cell(
			t, "%.0f",
			100 * fmax(row->effect->effect.share.estimate, 0));
	else
		rcc_table_cell(t, "n/a");
	add_shift(t, &f->shift.pair[i]);
	add_seen(t, row);
}

void rcc_compose_suite_rows(struct rcc_document *d,
			    const struct rcc_suite_findings *f)
{
	char *caption = rcc_mem_printf(
		"%s: random layouts against the original", f->metric->text);
	struct rcc_table *t = rcc_document_table(d, caption);

	free(caption);
	rcc_table_column(t, RCC_ALIGN_LEFT, "benchmark");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "layouts");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mean");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "sd/mean random");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "sd/mean orig.");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "share");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "shift");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "%.0f %% interval",
			 100 * f->level);
	rcc_table_column(t, RCC_ALIGN_LEFT, "seen");
	for (size_t i = 0; i < f->n_rows; i++)
		add_row(t, f, i);
	rcc_document_note(
		d,
		"mean: over random layouts. sd/mean: of random layouts and of "
		"the original one, both with the noise from run to run. share: "
		"layout's part of the variance over random layouts. shift: the "
		"mean of random layouts against the original layout's, with "
		"its interval. All but the mean are in %%. seen: a shift, "
		"variation, both, or neither, which does not prove that there "
		"is none, both judged together for all rows (Holm); *: the "
		"report of the benchmark alone detects more; ?: only F detects "
		"variation, which may rest on a few runs and is not claimed; "
		"constant: neither arm varies at all.");
	for (size_t i = 0; i < f->n_rows; i++) {
		if (!f->row[i].effect->by_blocks)
			continue;
		rcc_document_note(
			d, "If runs of a benchmark depend on when they were "
			   "made, its shift is computed within blocks, and "
			   "its share is not known (n/a).");
		break;
	}
}

/* ---- Variation --------------------------------------------------------- */

static void add_probability(struct rcc_table *t, double p)
{
	if (isnan(p))
		rcc_table_cell(t, "n/a");
	else if (p < 0.0001)
		rcc_table_cell(t, "<0.0001");
	else
		rcc_table_cell(t, "%#.2g", p);
}

/* Return the names of the tests that detect variation from layout to layout,
 * such as "F" or "both". */
static const char *seen_by(const struct rcc_suite_row *row)
{
	const struct rcc_effect *e = row->effect;

	if (rcc_effect_is_one_round(e, &row->entry->findings.blocks))
		return "one round";
	if (rcc_effect_is_untested(e))
		return "few layouts";
	if (e->by_blocks)
		return rcc_effect_variation_is_seen(e) ? "rounds"
		       : rcc_effect_is_undecided(e)    ? "variances"
						       : "neither";
	if (isinf(e->effect.ratio.estimate))
		return "no noise";
	if (e->effect.method == RCC_LAYOUT_WITHIN)
		return rcc_effect_variation_is_seen(e) ? "F" : "neither";
	if (rcc_effect_is_doubtful(e))
		return "F only";
	if (rcc_effect_is_seen_by_spread_alone(e))
		return "B-F only";
	return e->variation_holds ? "both" : "neither";
}

/* Add a cell with the standard deviation from layout to layout or, if it is
 * unknown, its upper limit. */
static void add_sd(struct rcc_table *t, const struct rcc_effect *e)
{
	struct rcc_interval percent;
	struct rcc_interval_text text;
	char most[48];

	if (!rcc_effect_sd(e, &percent)) {
		rcc_format_percent_number(e->sd_most, most, sizeof(most));
		rcc_table_cell(t, "at most %s", most);
		return;
	}
	rcc_format_percent_interval(&percent, &text);
	rcc_table_cell(t, "%s (%s to %s)", text.estimate, text.lo, text.hi);
}

static void add_variation(struct rcc_table *t, const struct rcc_suite_row *row)
{
	const struct rcc_layout_effect *x = &row->effect->effect;
	const bool by_blocks = row->effect->by_blocks;

	rcc_table_row(t, row->name);
	add_sd(t, row->effect);
	add_probability(t, by_blocks ? NAN : x->ratio_p);
	add_probability(t, by_blocks ? NAN : row->effect->spread.p);
	add_probability(t, row->variation_p_holm);
	rcc_table_cell(t, "%s", seen_by(row));
}

static void compose_variation_notes(struct rcc_document *d, double alpha)
{
	rcc_document_note(
		d,
		"F: the probability of variances as different as these if "
		"layout had no effect; a few disturbed runs are enough to "
		"make it small. B-F: the probability by the test of Brown "
		"and Forsythe, which uses distances from the median, so that "
		"a few runs hardly affect it. Both are one-sided, and their "
		"limit is %.2g. Holm: twice the larger of both, adjusted for "
		"variation and shift of all rows; its limit is %.2g, as that "
		"of both ends of the intervals.",
		alpha / 2, alpha);
	rcc_document_note(
		d,
		"seen by: the tests that detect variation. F only: the "
		"variation may rest on a few runs, so it is not claimed, and "
		"the table above has a question mark. variances: those of the "
		"rounds show it, and "
		"the test that holds for noise of any kind does not confirm "
		"it; the table above has a question mark too. "
		"Layouts that run more than once are compared with the noise "
		"within them, for which F alone suffices.");
	rcc_document_note(
		d,
		"The intervals assume normally distributed runs, and are too "
		"narrow where they are not. \"at most\": only an upper limit "
		"is known; it includes the noise. one round: the runs of the "
		"benchmark depend on when they were made, and each layout "
		"was run once; tests of its variation would not be valid, "
		"and --executions 2 would measure the variation (rounds). few "
		"layouts: too few layouts have good runs in every round. More "
		"layouts would measure the variation.");
}

void rcc_compose_suite_variation(struct rcc_document *d,
				 const struct rcc_suite_findings *f)
{
	struct rcc_table *t;

	rcc_document_section(
		d, "Variation from layout to layout, with the noise removed");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "benchmark");
	rcc_table_column(t, RCC_ALIGN_LEFT, "sd/mean, %% (interval)");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "F");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "B-F");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "Holm");
	rcc_table_column(t, RCC_ALIGN_LEFT, "seen by");
	for (size_t i = 0; i < f->n_rows; i++)
		if (f->row[i].effect->error == 0)
			add_variation(t, &f->row[i]);
	compose_variation_notes(d, 1 - f->computed_level);
}

/* ---- Layouts needed ---------------------------------------------------- */

static void add_needed(struct rcc_table *t, const struct rcc_suite_findings *f,
		       const struct rcc_suite_row *row)
{
	const struct rcc_cell *c = row->random;
	const struct rcc_ratio *shift = rcc_effect_shift(row->effect);
	double half = (c->interval.hi - c->interval.lo) / 2 /
		      fabs(c->interval.estimate);
	char width[48];

	if (row->effect->by_blocks)
		half = (shift->hi - shift->lo) / 2 / shift->estimate;
	rcc_table_row(t, row->name);
	for (size_t k = 0; k < RCC_SUITE_N_PRECISIONS; k++) {
		const size_t n = rcc_suite_needed(f, row, true, k);

		if (n != 0)
			rcc_table_cell(t, "%zu", n);
		else
			rcc_table_cell(t, "n/a");
	}
	rcc_table_cell(t, "%zu", c->n_layouts);
	rcc_format_percent(100 * half, width, sizeof(width));
	rcc_table_cell(t, "+-%s%s", width, row->effect->by_blocks ? " *" : "");
}

void rcc_compose_suite_needed(struct rcc_document *d,
			      const struct rcc_suite_findings *f)
{
	struct rcc_table *t;
	bool has_blocks = false;

	rcc_document_section(d, "Layouts needed for a mean to within the given "
				"precision");
	t = rcc_document_table(d, NULL);
	rcc_table_column(t, RCC_ALIGN_LEFT, "benchmark");
	for (size_t k = 0; k < RCC_SUITE_N_PRECISIONS; k++)
		rcc_table_column(t, RCC_ALIGN_RIGHT, "+-%g %%",
				 100 * rcc_suite_precision[k]);
	rcc_table_column(t, RCC_ALIGN_RIGHT, "had");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "which gave");
	for (size_t i = 0; i < f->n_rows; i++) {
		if (f->row[i].random->levels_error == 0)
			add_needed(t, f, &f->row[i]);
		has_blocks |= f->row[i].effect->by_blocks;
	}
	rcc_document_note(d, "The numbers assume that each layout is run as "
			     "often as in this study.");
	if (has_blocks)
		rcc_document_note(d,
				  "*: runs depend on when they were made, so "
				  "the numbers are for the ratio to the "
				  "original layout");
}

/* ---- Systems ----------------------------------------------------------- */

static void add_ratio(struct rcc_table *t, const struct rcc_suite_findings *f,
		      const struct rcc_suite_comparison *c, size_t i)
{
	const struct rcc_suite_pair *pair = &c->ratio.pair[i];
	char *no_ratio = rcc_suite_no_ratio(f, c, i);

	rcc_table_row(t, pair->name);
	if (no_ratio != NULL) {
		rcc_table_message(t, no_ratio);
		free(no_ratio);
		return;
	}
	rcc_add_ratio_cells(t, &pair->ratio);
	rcc_table_cell(t, "%s", rcc_verdict_short(pair->joint, f->metric));
	rcc_table_cell(t, "%s", rcc_verdict_short(pair->verdict, f->metric));
	if (c->has_several_deltas)
		rcc_table_cell(t, "%g %%", 100 * pair->delta);
}

static void compose_ratio_notes(struct rcc_document *d,
				const struct rcc_suite_findings *f,
				const struct rcc_suite_comparison *c)
{
	if (c->has_several_deltas)
		rcc_document_note(
			d,
			"The benchmarks have different thresholds "
			"(--decide): \"no difference\" means no difference "
			"larger than the benchmark's own. The geometric mean "
			"is judged at the largest, %g %%.",
			100 * c->delta);
	else
		rcc_document_note(d,
				  "The threshold is %g %%: \"no difference\" "
				  "means no difference larger than that.",
				  100 * c->delta);
	rcc_document_note(
		d,
		"verdict: it holds for all benchmarks in the list jointly "
		"(Holm's adjustment, %.0f %%); alone: the verdict of the "
		"benchmark's own interval.",
		100 * f->level);
}

void rcc_compose_suite_ratios(struct rcc_document *d,
			      const struct rcc_suite_findings *f, size_t i)
{
	const struct rcc_suite_comparison *s = &f->comparison[i];
	struct rcc_table *t = rcc_document_table(d, NULL);

	rcc_table_column(t, RCC_ALIGN_LEFT, "benchmark");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "ratio");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "%.0f %% interval",
			 100 * f->level);
	rcc_table_column(t, RCC_ALIGN_LEFT, "verdict");
	rcc_table_column(t, RCC_ALIGN_LEFT, "alone");
	if (s->has_several_deltas)
		rcc_table_column(t, RCC_ALIGN_RIGHT, "threshold");
	for (size_t k = 0; k < s->ratio.n; k++)
		add_ratio(t, f, s, k);
	compose_ratio_notes(d, f, s);
}
