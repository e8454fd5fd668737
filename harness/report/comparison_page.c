/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/comparison_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/rank.h"
#include "common/shell_words.h"
#include "harness/findings/moved_too.h"
#include "harness/report/arms_table.h"
#include "harness/report/comparison_headline.h"
#include "harness/report/format.h"
#include "harness/report/how_measured.h"
#include "harness/report/provenance.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/study_figures.h"
#include "harness/study/study.h"

/* ---- Verdict ----------------------------------------------------------- */

static void compose_change(struct rcc_document *d,
			   const struct rcc_comparison *c, const char *delta)
{
	const struct rcc_metric *metric = &c->old.f->asked.metric;
	char *change = rcc_comparison_change(c);

	rcc_document_paragraph(d,
			       "Verdict: %s. The whole interval lies beyond "
			       "%s (threshold).",
			       change, delta);
	if (c->better == RCC_BETTER_UNKNOWN)
		rcc_document_paragraph(
			d,
			"Whether that is better or worse is not known: "
			"--metric %s,higher or --metric %s,lower says which "
			"values are better.",
			metric->name, metric->name);
	free(change);
}

/* Append the verdict "no difference larger than the threshold".  Two one-sided
 * tests at 1 - L gave it, where L is the level of the report.  The interval
 * printed is equivalent to these tests.  Its level is 2 L - 1, so it is lower
 * than L. */
static void compose_no_difference(struct rcc_document *d,
				  const struct rcc_comparison *c,
				  const char *delta)
{
	struct rcc_interval_text text;

	rcc_format_ratio(rcc_comparison_ratio(c)->estimate, c->limits.inner_lo,
			 c->limits.inner_hi, &text);
	rcc_document_paragraph(
		d,
		"Verdict: no difference larger than %s (threshold). The "
		"%.0f %% interval, %s to %s, lies within it: one-sided tests "
		"at %.0f %% rule out a larger difference in either direction.",
		delta, 100 * (2 * c->old.f->asked.level - 1), text.lo, text.hi,
		100 * (1 - c->old.f->asked.level));
}

/* Append the command that extends the study of one side to n layouts.  A study
 * with --budget needs more time for them: more layouts alone would be linked and
 * not run. */
static void compose_command(struct rcc_document *d,
			    const struct rcc_comparison_side *side, size_t n)
{
	const struct rcc_study *study = &side->f->stored.study;
	const double has = (double)rcc_looks_measured(&side->f->stored);
	char *dir = rcc_shell_quote(side->f->stored.dir);
	char most[48] = "";

	if (n > study->max_layouts)
		snprintf(most, sizeof(most), " --max-layouts %zu", n);
	if (study->budget > 0 && has > 0)
		rcc_document_command(
			d, "to decide", "randstudy %s -o %s --budget %.0fs%s",
			study->decide > 0 && study->n_systems == 2 ? "ab"
								   : "run",
			dir, ceil(study->budget * (double)n / has), most);
	else
		rcc_document_command(d, "to decide",
				     "randstudy run -o %s --layouts %zu", dir,
				     n);
	free(dir);
}

static void compose_needed(struct rcc_document *d,
			   const struct rcc_comparison *c)
{
	const size_t old = c->old.f->stored.study.n_layouts;
	const size_t now = c->now.f->stored.study.n_layouts;

	if (c->n_each == 0)
		return;
	if (c->n_each <= old && c->n_each <= now) {
		rcc_document_paragraph(
			d,
			"With this number of layouts, %.0f of 100 such "
			"studies would reach a verdict, if means and "
			"variances are as estimated.",
			100 * RCC_CLAIM_POWER);
		return;
	}
	rcc_document_paragraph(
		d,
		"With about %zu layouts of each, %.0f of 100 such studies "
		"would reach a verdict, if means and variances stay as they "
		"are.",
		c->n_each, 100 * RCC_CLAIM_POWER);
	if (c->n_each > RCC_STUDY_MAX)
		/* No study can have that many layouts. */
		return;
	if (c->n_each > old)
		compose_command(d, &c->old, c->n_each);
	if (!c->is_interleaved && c->n_each > now)
		compose_command(d, &c->now, c->n_each);
}

/* If layouts with the same seed are compared, and they could have more in
 * common, append how. */
static void compose_offset_advice(struct rcc_document *d,
				  const struct rcc_comparison *c)
{
	const unsigned factors = rcc_moved_factors(c->old.f, c->old.random);
	const char *linker = c->old.f->stored.linker;
	char text[RCC_FACTORS_TEXT_MAX];

	/* mold does not support the factor. */
	if (linker != NULL && strncmp(linker, "mold", strlen("mold")) == 0)
		return;
	if (!rcc_comparison_has_common_layouts(c) ||
	    (factors & RCC_FACTORS_OF_FUNCTIONS) == 0 ||
	    (factors & RCC_FACTOR_OFFSET) != 0)
		return;
	rcc_document_paragraph(
		d,
		"If a function was added or has grown, it moves those behind "
		"it within their cache lines, and layouts with the same seed "
		"have less in common. A new study with --factors %s may then "
		"need fewer layouts.",
		rcc_rank_factors_text(factors | (unsigned)RCC_FACTOR_OFFSET,
				      text));
}

/* Say why there is no verdict, and what to do. */
static void compose_obstacle(struct rcc_document *d,
			     const struct rcc_comparison *c)
{
	char percent[48];

	switch (c->obstacle) {
	case RCC_OBSTACLE_CONSTANT:
		rcc_document_paragraph(
			d, "Verdict: none. All runs of a system gave the same "
			   "value, so its variation is unknown and there is "
			   "no interval. If the values were rounded, measure "
			   "them with more digits, or let a run do more.");
		break;
	case RCC_OBSTACLE_FEW:
		rcc_document_paragraph(d, "Verdict: none. A system has fewer "
					  "than two good layouts.");
		break;
	case RCC_OBSTACLE_COARSE:
		rcc_format_percent(100 * c->rounding, percent, sizeof(percent));
		rcc_document_paragraph(
			d,
			"Verdict: none. The values of a system look rounded to "
			"steps larger than their variation, so the ratio may "
			"be off by up to %s. More runs do not help. Measure "
			"the values with more digits, or let a run do more.",
			percent);
		break;
	case RCC_OBSTACLE_TIME:
		if (c->is_interleaved) {
			rcc_document_paragraph(
				d, "Verdict: none. The runs depended on when "
				   "they were made. That cancels in ratios "
				   "within blocks, but values of 0 or less "
				   "have no such ratio, so there is no "
				   "interval.");
			break;
		}
		rcc_document_paragraph(
			d, "Verdict: none. The runs of a study depended on "
			   "when they were made. That cancels within blocks, "
			   "but two studies share no block, so there is no "
			   "interval. Measure both versions in one study "
			   "(randstudy ab).");
		break;
	default:
		rcc_document_paragraph(d, "Verdict: none. A mean is not "
					  "positive, so the ratio does not say "
					  "which of the two is larger.");
	}
}

static void compose_verdict(struct rcc_document *d,
			    const struct rcc_comparison *c)
{
	char delta[48];

	if (c->obstacle != RCC_OBSTACLE_NONE) {
		compose_obstacle(d, c);
		return;
	}
	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	switch (c->verdict) {
	case RCC_VERDICT_SMALLER:
	case RCC_VERDICT_LARGER:
		compose_change(d, c, delta);
		break;
	case RCC_VERDICT_NO_DIFFERENCE:
		compose_no_difference(d, c, delta);
		break;
	default:
		rcc_document_paragraph(
			d,
			"Verdict: undecided. These runs can neither show nor "
			"rule out a difference of more than %s (threshold).",
			delta);
		compose_needed(d, c);
		compose_offset_advice(d, c);
	}
}

/* Append whether the verdict holds jointly with the verdicts on the other pairs
 * of systems.  Among several verdicts, one may be false by chance. */
static void compose_joint(struct rcc_document *d,
			  const struct rcc_comparison *c)
{
	if (c->n_family < 2 || c->alone == RCC_VERDICT_UNDECIDED)
		return;
	rcc_document_paragraph(
		d,
		c->alone == c->verdict
			? "The verdict holds jointly with those of the other "
			  "%zu pairs of systems (Holm, p = %.2g)."
			: "Judged alone, this pair would have a verdict. It "
			  "does not hold jointly with those of the other %zu "
			  "pairs of systems (Holm, p = %.2g): among so many "
			  "pairs, a difference may be found by chance.",
		c->n_family - 1, c->p_holm);
}

/* Return what is said of the verdict of one build each, which is compared with that
 * of this pair alone; "" if they agree. */
static const char *naive_words(const struct rcc_comparison *c)
{
	if (c->naive_verdict == c->alone)
		return "";
	if (c->alone == c->verdict)
		return " Taken as a comparison of the programs, it would give "
		       "another verdict.";
	return " Taken as a comparison of the programs, it would give another "
	       "verdict than this pair alone.";
}

/* Append the result that a benchmark with one build of each system would have
 * given. */
static void compose_naive(struct rcc_document *d,
			  const struct rcc_comparison *c)
{
	const struct rcc_ratio *naive = rcc_comparison_naive(c);

	if (naive == NULL)
		return;
	rcc_compose_ratio(d, naive, "Ratio of the two original layouts alone");
	rcc_document_paragraph(
		d,
		"That interval compares two layouts, not the two programs.%s",
		naive_words(c));
}

/* ---- Layout's effect on either side ------------------------------------ */

/* Return the standard deviation from layout to layout of one side, such as
 * "NAME 1.2 % (0.8 to 1.9)", or "NAME at most 1.9 %" if only its upper limit is
 * known; NULL if the side has no effect of layout (rcc_comparison_effect()).
 * The caller must free it. */
static char *layout_sd(const struct rcc_comparison_side *side)
{
	const struct rcc_effect *e = rcc_comparison_effect(side);
	struct rcc_interval percent;
	struct rcc_interval_text text;
	char most[48];

	if (e == NULL)
		return NULL;
	if (!rcc_effect_sd(e, &percent)) {
		rcc_format_percent(e->sd_most, most, sizeof(most));
		return rcc_mem_printf("%s at most %s", side->name, most);
	}
	rcc_format_percent_interval(&percent, &text);
	return rcc_mem_printf("%s %s %% (%s to %s)", side->name, text.estimate,
			      text.lo, text.hi);
}

static bool is_hidden(const struct rcc_comparison_side *side)
{
	const struct rcc_effect *e = rcc_comparison_effect(side);

	struct rcc_interval percent;

	return e != NULL && !rcc_effect_sd(e, &percent);
}

/* For each side, append the standard deviation that is due to layout alone.
 * The table of the two systems shows standard deviations that include noise. */
static void compose_layout_sds(struct rcc_document *d,
			       const struct rcc_comparison *c)
{
	const bool old = is_hidden(&c->old);
	const bool now = is_hidden(&c->now);
	char *old_text = layout_sd(&c->old);
	char *now_text = layout_sd(&c->now);

	if (old_text != NULL && now_text != NULL)
		rcc_document_note(d,
				  "The sd from layout to layout, with the "
				  "noise removed, is: %s, %s.",
				  old_text, now_text);
	if (old || now)
		rcc_document_note(
			d,
			"For %s%s%s only an upper limit is known. It "
			"includes the noise of these runs, which hides the "
			"variation between layouts.",
			old ? c->old.name : "", old && now ? " and " : "",
			now ? c->now.name : "");
	free(old_text);
	free(now_text);
}

/* ---- The whole --------------------------------------------------------- */

void rcc_compose_comparison_title(struct rcc_document *d,
				  const struct rcc_comparison *c)
{
	rcc_document_title(d, c->is_interleaved
				      ? "Systems of one study, over layouts"
				      : "Two studies, over layouts");
}

void rcc_compose_comparison_time(struct rcc_document *d,
				 const struct rcc_comparison *c)
{
	const enum rcc_medium medium =
		rcc_document_set_medium(d, RCC_MEDIUM_HTML);

	rcc_document_section(d, "The runs over time");
	if (c->is_interleaved) {
		rcc_compose_time_figures(d, c->old.f, NULL, "");
	} else {
		rcc_compose_time_figures(d, c->old.f, c->old.name, "-old");
		rcc_compose_time_figures(d, c->now.f, c->now.name, "-new");
	}
	rcc_document_set_medium(d, medium);
}

void rcc_compose_comparison_origin(struct rcc_document *d,
				   const struct rcc_comparison *c)
{
	const struct rcc_source source[] = {{c->old.f, c->old.name},
					    {c->now.f, c->now.name}};

	if (c->old.f->stored.n_runs == 0 || c->now.f->stored.n_runs == 0)
		return;
	if (c->is_interleaved) {
		rcc_compose_measured(d, c->old.f);
		return;
	}
	rcc_document_section(d, "How it was measured");
	rcc_compose_machine(d, source, 2);
	for (size_t i = 0; i < 2; i++) {
		rcc_document_question(d, "%s", source[i].name);
		rcc_compose_runs(d, source[i].findings);
	}
}

void rcc_compose_comparison_verdict(struct rcc_document *d,
				    const struct rcc_comparison *c)
{
	char *what = rcc_mem_printf("%s / %s", c->now.name, c->old.name);

	if (c->is_unfinished) {
		free(what);
		return;
	}
	if (c->obstacle == RCC_OBSTACLE_NONE) {
		rcc_compose_ratio(d, rcc_comparison_ratio(c), what);
		if (rcc_comparison_has_common_layouts(c))
			rcc_document_paragraph(
				d,
				"Layout number N of %s and layout number N of "
				"%s have the same seed, and are compared with "
				"each other%s. What they have in common "
				"cancels in the ratio.",
				c->old.name, c->now.name,
				c->by_layout
					? " by their means, because blocks "
					  "have no ratio here"
					: "");
		if (c->by_blocks)
			rcc_compose_block_check(d, &c->blocks);
	}
	compose_verdict(d, c);
	compose_joint(d, c);
	if (c->obstacle == RCC_OBSTACLE_NONE)
		compose_naive(d, c);
	free(what);
}

void rcc_compose_comparison(struct rcc_document *d,
			    const struct rcc_comparison *c)
{
	const struct rcc_findings *repeated =
		c->old.f->stored.study.n_executions > 1 ? c->old.f : c->now.f;
	struct rcc_table *t;

	t = rcc_compose_arms_table(d, c->old.f);
	rcc_arms_table_row(t, c->old.f, c->old.random, c->old.name);
	rcc_arms_table_row(t, c->now.f, c->now.random, c->now.name);
	rcc_compose_arms_note(d, repeated);
	if (!c->is_unfinished)
		compose_layout_sds(d, c);
	if (c->error != 0)
		rcc_document_paragraph(d, "No comparison: %s.",
				       rcc_comparison_absence(c));
}
