/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/findings/one_build_each.h"
#include "harness/findings/one_layout.h"
#include "harness/report/all_pairs_page.h"
#include "harness/report/comparison_headline.h"
#include "harness/report/comparison_page.h"
#include "harness/report/effect_questions.h"
#include "harness/report/format.h"
#include "harness/report/plot_rows.h"
#include "harness/report/plot_scatter.h"
#include "harness/report/scatter.h"
#include "harness/report/scatter_text.h"

/* ---- The picture ------------------------------------------------------- */

struct picture {
	const struct rcc_scatter *s;
	const char *id;
	const char *title;
};

static void draw_picture(FILE *out, const void *self)
{
	const struct picture *p = self;

	rcc_plot_scatter(out, p->id, p->title, p->s);
}

void rcc_compose_scatter(struct rcc_document *d, const struct rcc_scatter *s,
			 const char *id, const char *title, const char *caption)
{
	const struct picture picture = {s, id, title};
	const enum rcc_medium medium = d->medium;
	char *text = rcc_scatter_text(s);
	char *full;

	if (medium != RCC_MEDIUM_HTML) {
		rcc_document_set_medium(d, RCC_MEDIUM_TEXT);
		rcc_document_diagram(d, text);
		rcc_document_note(d,
				  "%% from %s; . is one mean, : two, + three, "
				  "# more. %s",
				  s->reference, caption);
		rcc_document_set_medium(d, medium);
	}
	full = rcc_mem_printf("%s The bar below a row is its mean with one "
			      "standard deviation to either side.",
			      caption);
	rcc_document_figure(d, full, draw_picture, &picture);
	free(full);
	free(text);
}

/* ---- One system -------------------------------------------------------- */

/* If one build may be off by more than this, in percent, the runs show next to
 * nothing about layout. */
#define HARDLY_SEEN 50

/* Return the quantity that a report analyzes, such as "the time of bzip2" or
 * "instructions of bzip2".  The caller must free it. */
static char *quantity(const struct rcc_findings *f, const struct rcc_effect *e)
{
	const char *name =
		rcc_findings_system_name(f, f->cell[e->random].system);

	return rcc_mem_printf("%s of %s",
			      rcc_metric_is_time(&f->asked.metric)
				      ? "the time"
				      : f->asked.metric.text,
			      name);
}

/* The original layout is one build, which is seen to differ from the mean. */
static void compose_shift_headline(struct rcc_document *d,
				   const struct rcc_findings *f,
				   const struct rcc_effect *e, const char *what)
{
	char *shift = rcc_effect_shift_words(f, e);

	rcc_document_headline(
		d,
		"Layout changes %s: random layouts %s than the original "
		"one on average; %s.",
		what, shift,
		rcc_effect_is_untested(e) || rcc_effect_is_undecided(e)
			? "whether they differ among themselves is not known"
			: "they were not seen to differ among themselves");
	free(shift);
}

static void compose_headline(struct rcc_document *d,
			     const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	struct rcc_one_layout_worth worth;
	struct rcc_interval_text error;
	char *what = quantity(f, e);
	char most[48];

	rcc_one_layout_worth(f, e, &worth);
	rcc_format_percent_interval(&worth.error, &error);
	rcc_format_percent(worth.most, most, sizeof(most));
	if (f->is_unfinished)
		rcc_document_headline(
			d, "No answer about %s yet: the study is not finished.",
			what);
	else if (isnan(worth.most) && e->error == 0 && !e->by_blocks)
		rcc_document_headline(
			d,
			"No answer about %s: all runs of random layouts gave "
			"the same value, and runs of the original layout did "
			"not.",
			what);
	else if (isnan(worth.most))
		rcc_document_headline(d, "No answer about %s yet.", what);
	else if (rcc_effect_shift_is_seen(e) &&
		 !rcc_effect_variation_is_seen(e))
		compose_shift_headline(d, f, e, what);
	else if (rcc_effect_is_untested(e))
		rcc_document_headline(
			d,
			"%s cannot tell whether %s depends on layout: one "
			"build may be off by up to %s.",
			rcc_effect_is_one_round(e, &f->blocks)
				? "One round of runs"
				: "So few layouts",
			what, most);
	else if (rcc_effect_is_undecided(e))
		rcc_document_headline(
			d,
			"Undecided whether layout changes %s: one build may be "
			"off by up to %s.",
			what, most);
	else if (!rcc_effect_variation_is_seen(e))
		rcc_document_headline(
			d,
			"Layout was not seen to change %s%s; one build may "
			"still be off by up to %s.",
			what,
			e->is_coarse
				? ", but its values are too coarse to show it"
			: worth.most > HARDLY_SEEN
				? ", but these runs could hardly show it"
				: "",
			most);
	else if (isnan(worth.error.estimate))
		rcc_document_headline(
			d,
			"Layout changes %s: one build may be off by up to %s.",
			what, most);
	else
		rcc_document_headline(
			d,
			"Layout changes %s: one build is off by up to %s %% "
			"(%s to %s %%; %.0f %% of layouts), however often it "
			"is run.",
			what, error.estimate, error.lo, error.hi,
			100 * f->asked.level);
	free(what);
}

static void compose_layout_sd(struct rcc_document *d,
			      const struct rcc_findings *f,
			      const struct rcc_effect *e)
{
	struct rcc_interval sd;
	struct rcc_interval_text text;
	char value[64];

	if (!rcc_effect_sd(e, &sd) ||
	    !(rcc_effect_variation_is_seen(e) || rcc_effect_is_undecided(e))) {
		char most[48];

		if (isnan(e->sd_most))
			return;
		rcc_format_percent(e->sd_most, most, sizeof(most));
		snprintf(value, sizeof(value), "< %s", most);
		rcc_document_number(d, "from layout to layout", value,
				    "standard deviation; %s",
				    rcc_effect_is_one_round(e, &f->blocks)
					    ? "one round cannot tell"
				    : rcc_effect_is_untested(e)
					    ? "too few layouts to tell"
					    : "none was detected");
		return;
	}
	rcc_format_percent_interval(&sd, &text);
	snprintf(value, sizeof(value), "%s %%", text.estimate);
	rcc_document_number(
		d, "from layout to layout", value,
		"standard deviation (%s to %s %%)%s", text.lo, text.hi,
		rcc_effect_is_undecided(e) ? "; not confirmed" : "");
}

/*
 * Append the standard deviation of a run's noise.  Runs whose block was run
 * again are left out: the new runs replace them.
 *
 * If ratios within blocks are reported, the noise is measured within blocks,
 * where changes of the machine's speed cancel.  A layout's log ratios in m
 * rounds differ because of noise only.  Let w be the part of the variance of
 * their mean that is due to noise (e->rounds.w).  A log ratio has the noise of
 * two runs, so
 *
 *	variance of a log ratio = w m
 *	variance of a run       = w m / 2
 *
 * With one round w is unknown.  The standard deviation within blocks is then
 * given, which includes the variation between layouts.
 *
 * If ratios within blocks are not reported, the noise is the variation of the
 * original layout's runs.
 */
/* Return the standard deviation of the runs of an original layout.  The value of
 * a run is the mean of its iterations. */
static double sd_of_runs(const struct rcc_levels *levels)
{
	return levels->n_levels > 1
		       ? sqrt(levels->level[levels->n_levels - 1].s2)
		       : levels->sd;
}

static void compose_noise(struct rcc_document *d, const struct rcc_findings *f,
			  const struct rcc_effect *e)
{
	const struct rcc_cell *c = &f->cell[e->fixed];
	char value[48];

	if (e->by_blocks) {
		const double m = (double)f->blocks.n_rounds;
		const bool is_known = e->rounds_error == 0;

		rcc_format_percent(100 * (is_known ? sqrt(e->rounds.w * m / 2)
						   : f->blocks.sd_within_used),
				   value, sizeof(value));
		rcc_document_number(d, "from run to run", value,
				    "standard deviation within blocks%s",
				    is_known ? "" : ", layouts included");
		return;
	}
	if (c->levels_error != 0)
		return;
	rcc_format_percent(100 * sd_of_runs(&c->levels) / fabs(c->levels.mean),
			   value, sizeof(value));
	rcc_document_number(d, "from run to run", value,
			    "standard deviation, original layout");
}

static void compose_shift(struct rcc_document *d, const struct rcc_effect *e)
{
	const struct rcc_ratio change = rcc_effect_change(e);
	struct rcc_interval_text text;
	char value[64];

	if (change.set != RCC_RATIO_BOUNDED)
		return;
	rcc_format_change_interval(change.estimate, change.lo, change.hi,
				   &text);
	snprintf(value, sizeof(value), "%s %%", text.estimate);
	rcc_document_number(
		d, "random against original", value,
		"difference of the means (%s to %s %%)%s", text.lo, text.hi,
		rcc_effect_shift_is_seen(e) ? "" : "; not detected");
}

static const char *effect_caption(const struct rcc_findings *f,
				  const struct rcc_effect *e)
{
	if (rcc_effect_is_one_round(e, &f->blocks))
		return "Each ratio of a layout to the original is from one "
		       "run of each, so it shows noise and layout together.";
	if (e->by_blocks)
		return "The mean ratios of layouts to the original show "
		       "noise and layout together. The row of the original "
		       "layout shows the noise of such a mean, estimated "
		       "from differences between rounds.";
	return f->stored.study.n_executions == 1
		       ? "Runs of the original layout show the noise; runs of "
			 "random layouts show noise and layout together."
		       : "Means of the original layout show the noise; means "
			 "of random layouts over as many runs show noise and "
			 "layout together.";
}

void rcc_compose_effect_answer(struct rcc_document *d,
			       const struct rcc_findings *f, size_t number)
{
	const struct rcc_effect *e = &f->effect[number];
	char *id = rcc_mem_printf("noise-and-layout-%zu", number);
	struct rcc_scatter scatter;

	rcc_document_answer(d);
	if (e->error == 0) {
		compose_headline(d, f, e);
		if (!f->is_unfinished)
			compose_layout_sd(d, f, e);
		compose_noise(d, f, e);
		if (!f->is_unfinished)
			compose_shift(d, e);
	}
	if (rcc_scatter_of_effect(f, e, &scatter))
		rcc_compose_scatter(d, &scatter, id, "Noise and layout",
				    effect_caption(f, e));
	if (!f->is_unfinished || e->error != 0)
		rcc_compose_effect_verdict(d, f, e);
	rcc_document_answer_end(d);
	rcc_scatter_release(&scatter);
	free(id);
}

/* ---- Two systems ------------------------------------------------------- */

static void compose_ratio(struct rcc_document *d, const char *label,
			  const struct rcc_ratio *r, const char *what)
{
	struct rcc_interval_text text;
	char value[64];

	if (r->set != RCC_RATIO_BOUNDED)
		return;
	rcc_format_change_interval(r->estimate, r->lo, r->hi, &text);
	snprintf(value, sizeof(value), "%s %%", text.estimate);
	rcc_document_number(d, label, value, "%s (%s to %s %%)", what, text.lo,
			    text.hi);
}

/* Append the error of a comparison that uses one build of each system.  Only
 * the error due to layout is included. */
static void compose_error(struct rcc_document *d,
			  const struct rcc_comparison *c)
{
	const bool is_common = rcc_comparison_has_common_layouts(c);
	struct rcc_one_build_each each;
	char value[64];
	char percent[48];

	rcc_one_build_each(c, &each);
	if (isnan(each.most))
		return;
	rcc_format_percent(isnan(each.error) ? each.most : each.error, percent,
			   sizeof(percent));
	snprintf(value, sizeof(value), "%s+-%s",
		 isnan(each.error) ? "at most " : "", percent);
	rcc_document_number(d, "error of one build each", value,
			    "from layout alone, for %.0f %% of pairs%s",
			    100 * c->old.f->asked.level,
			    is_common ? " of layouts with the same seed" : "");
}

/* Return true if the comparison has a ratio to report. */
static bool has_ratio(const struct rcc_comparison *c)
{
	return !c->is_unfinished && c->obstacle == RCC_OBSTACLE_NONE;
}

struct forest {
	const struct rcc_comparison *c;
	const char *id;
};

static void draw_ratios(FILE *out, const void *self)
{
	const struct forest *forest = self;
	const struct rcc_comparison *c = forest->c;
	const struct rcc_ratio *over = rcc_comparison_ratio(c);
	const struct rcc_ratio *naive = rcc_comparison_naive(c);
	const struct rcc_plot_ratio ratio[] = {
		{"over layouts", over->estimate, over->lo, over->hi, false},
		{"one build each", naive != NULL ? naive->estimate : NAN,
		 naive != NULL ? naive->lo : NAN,
		 naive != NULL ? naive->hi : NAN, false},
	};
	char *title = rcc_mem_printf("%s against %s", c->now.name, c->old.name);

	rcc_plot_forest(out, forest->id, title, ratio, naive != NULL ? 2 : 1);
	free(title);
}

static const char *comparison_caption(const struct rcc_comparison *c)
{
	const bool has_blocks = c->by_blocks && !c->by_layout;
	const bool has_originals =
		c->old.original != NULL && c->now.original != NULL;

	if (has_blocks && !has_originals)
		return "Each mark is a layout, relative to the mean of the "
		       "runs of its blocks. Only what layouts do differently "
		       "to the programs is left, with noise.";
	if (!has_originals)
		return "Each mark is the mean of a layout. It shows noise and "
		       "layout together.";
	if (has_blocks)
		return "Each mark is a mean ratio to the original layouts that "
		       "ran beside it. Random layouts show noise and layout "
		       "together. Original layouts show the noise of such a "
		       "ratio, estimated from their difference; one build of "
		       "each program would compare these two.";
	return "Means of random layouts show noise and layout together. Means "
	       "of the original layout over as many runs show the noise; one "
	       "build of each program would compare the two original layouts.";
}

static void compose_pictures(struct rcc_document *d,
			     const struct rcc_comparison *c, size_t number)
{
	char *id = rcc_mem_printf("ratio-%zu", number);
	char *layouts_id = rcc_mem_printf("systems-layouts-%zu", number);
	const struct forest forest = {c, id};
	struct rcc_scatter scatter;

	if (rcc_scatter_of_comparison(c, &scatter))
		rcc_compose_scatter(d, &scatter, layouts_id,
				    "Noise and layout of both programs",
				    comparison_caption(c));
	if (has_ratio(c))
		rcc_document_figure(
			d,
			rcc_comparison_naive(c) != NULL
				? "The change over layouts, and the change "
				  "that one build of each would have shown, "
				  "with their intervals. The latter compares "
				  "two layouts, not the two programs."
				: "The change over layouts, with its "
				  "interval.",
			draw_ratios, &forest);
	rcc_scatter_release(&scatter);
	free(layouts_id);
	free(id);
}

/* Append the evidence for the answer on one comparison: the numbers, the
 * pictures and the verdict. */
static void compose_evidence(struct rcc_document *d,
			     const struct rcc_comparison *c, size_t number)
{
	const struct rcc_ratio *naive = rcc_comparison_naive(c);
	char *change =
		rcc_mem_printf("from %s to %s", c->old.name, c->now.name);
	char *originals = rcc_mem_printf("original layouts, %s", change);

	if (has_ratio(c)) {
		compose_ratio(d, "over layouts", rcc_comparison_ratio(c),
			      change);
		if (naive != NULL)
			compose_ratio(d, "one build each", naive, originals);
		compose_error(d, c);
	}
	compose_pictures(d, c, number);
	rcc_compose_comparison_verdict(d, c);
	free(originals);
	free(change);
}

static void compose_sentence(struct rcc_document *d,
			     const struct rcc_comparison *c)
{
	char *headline = rcc_comparison_headline(c);

	rcc_document_headline(d, "%s", headline);
	free(headline);
}

static void compose_heading(struct rcc_document *d,
			    const struct rcc_comparison *c)
{
	rcc_document_section(d, "%s against %s: %s over layouts", c->now.name,
			     c->old.name, c->old.f->asked.metric.text);
}

static void compose_one(struct rcc_document *d, const struct rcc_comparison *c)
{
	rcc_document_answer(d);
	compose_sentence(d, c);
	if (c->error == 0)
		compose_evidence(d, c, 0);
	rcc_document_answer_end(d);
	compose_heading(d, c);
	rcc_compose_comparison(d, c);
}

/* Append the answers of several comparisons.  Then append a section for each
 * comparison with the evidence for its answer. */
static void compose_several(struct rcc_document *d,
			    const struct rcc_comparison *c, size_t n)
{
	const struct rcc_findings *f = c->old.f;

	rcc_document_answer(d);
	for (size_t i = 0; i < n; i++)
		compose_sentence(d, &c[i]);
	if (!f->is_unfinished)
		rcc_compose_all_pairs(d, f, c->delta);
	rcc_document_answer_end(d);
	for (size_t i = 0; i < n; i++) {
		compose_heading(d, &c[i]);
		rcc_document_answer(d);
		if (c[i].error == 0)
			compose_evidence(d, &c[i], i + 1);
		rcc_document_answer_end(d);
		rcc_compose_comparison(d, &c[i]);
	}
}

void rcc_compose_comparisons(struct rcc_document *d,
			     const struct rcc_comparison *c, size_t n)
{
	if (n > 1)
		compose_several(d, c, n);
	else
		compose_one(d, c);
}
