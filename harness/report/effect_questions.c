/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/effect_questions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/rank.h"
#include "common/strbuf.h"
#include "harness/findings/moved_too.h"
#include "harness/findings/one_layout.h"
#include "harness/report/format.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/warnings.h"

static bool is_time(const struct rcc_findings *f)
{
	return rcc_metric_is_time(&f->asked.metric);
}

/* Return what a ratio to the original says: "take 1.2 % more time", or "are
 * 1.2 % higher" for other metrics than time.  The caller must free it. */
static char *change_words(const struct rcc_findings *f, double ratio)
{
	char by[48];

	rcc_format_percent(100 * fabs(ratio - 1), by, sizeof(by));
	if (is_time(f))
		return rcc_mem_printf("take %s %s time", by,
				      ratio > 1 ? "more" : "less");
	return rcc_mem_printf("are %s %s", by, ratio > 1 ? "higher" : "lower");
}

/* ---- Variation --------------------------------------------------------- */

/* Format a share as a whole percentage.  A share below 1 does not become 100. */
static void format_share(double share, char *out, size_t n)
{
	if (share < 1 && 100 * share >= 99.5)
		snprintf(out, n, "over 99");
	else
		snprintf(out, n, "%.0f", 100 * share);
}

/* Append the share of the variance that is due to layout.  Also append the
 * variance over layouts, divided by the variance that noise alone would cause.
 * If each layout has several runs, the variation within layouts is the noise.
 * Otherwise the variation of the original layout's runs is the noise. */
static void compose_share(struct rcc_document *d,
			  const struct rcc_layout_effect *x)
{
	const bool is_within = x->method == RCC_LAYOUT_WITHIN;
	char ratio[48];
	char estimate[16];
	char lo[16];
	char hi[16];
	char *share;

	format_share(x->share.estimate, estimate, sizeof(estimate));
	format_share(x->share.lo, lo, sizeof(lo));
	format_share(x->share.hi, hi, sizeof(hi));
	share = rcc_mem_printf(
		"Layout accounts for %s %% of the variance%s over random "
		"layouts (%s to %s %%)",
		estimate, is_within ? " of single runs" : "", lo, hi);

	rcc_format_digits(x->ratio.estimate, 3, ratio, sizeof(ratio));
	if (isinf(x->ratio.estimate)) /* a count whose noise is 0 */
		rcc_document_paragraph(
			d, "Layout accounts for all of the variance: runs of "
			   "one layout do not vary.");
	else if (is_within)
		rcc_document_paragraph(
			d,
			"%s. The variance of layout means is %s times the "
			"variance that noise alone would give them.",
			share, ratio);
	else
		rcc_document_paragraph(
			d,
			"%s. This variance is %s times that of the original "
			"layout.",
			share, ratio);
	free(share);
}

/* Append a paragraph if only one of two tests detects that layouts vary: the F
 * test of the variances, and the Brown-Forsythe test (e->spread). */
static void compose_doubt(struct rcc_document *d, const struct rcc_effect *e)
{
	if (e->is_coarse)
		rcc_document_paragraph(
			d, "This is not tested: the values look rounded to "
			   "steps as large as their spread. Measure them with "
			   "more digits, let a run do more, or run layouts "
			   "more than once (--executions 2).");
	if (rcc_effect_is_doubtful(e))
		rcc_document_paragraph(
			d,
			"Only F detects variation (one-sided p = %.2g). It may "
			"rest on a few runs: the test of Brown and Forsythe, "
			"which a few runs hardly affect, does not detect that "
			"random layouts spread more (p = %.2g). More layouts, "
			"or --executions 2, would decide.",
			e->effect.ratio_p, e->spread.p);
	else if (rcc_effect_is_seen_by_spread_alone(e))
		rcc_document_paragraph(
			d,
			"Only the test of Brown and Forsythe detects that "
			"random layouts spread more (one-sided p = %.2g); F "
			"does not (p = %.2g). More layouts would decide.",
			e->spread.p, e->effect.ratio_p);
}

/* If the F test and the Brown-Forsythe test disagree, return a sentence that
 * follows the verdict; otherwise return "". */
static const char *short_doubt(const struct rcc_effect *e)
{
	if (rcc_effect_is_doubtful(e))
		return " F alone detects variation, which may rest on a few "
		       "runs.";
	if (rcc_effect_is_seen_by_spread_alone(e))
		return " The test of Brown and Forsythe alone detects "
		       "variation.";
	return "";
}

/* Append a paragraph for a variance between layouts that was estimated as 0.
 * If layouts are alike, half of the studies give this estimate.  If layouts
 * even vary significantly less than noise alone would make them, the measured
 * noise is not the noise of random layouts.  Then add that the limit may be too
 * low. */
static void compose_limit(struct rcc_document *d, const struct rcc_effect *e)
{
	const bool noise_differs = e->effect.ratio_p >= 1 - e->alpha / 2;
	char limit[48];

	if (isnan(e->sd_most)) {
		rcc_document_paragraph(
			d, "Not known: all runs of random layouts gave the "
			   "same value, so they cannot say how much layouts "
			   "vary at most.");
		return;
	}
	rcc_format_percent(e->sd_most, limit, sizeof(limit));
	rcc_document_paragraph(
		d,
		"Not detected above the noise from run to run. That does not "
		"mean there is none: random layouts varied no more than %s, "
		"so the variance from layout to layout was estimated as 0. "
		"These runs are compatible with a standard deviation from "
		"layout to layout of up to %s of the mean.%s",
		e->effect.method == RCC_LAYOUT_WITHIN
			? "the noise within them"
			: "the original layout's runs",
		limit,
		noise_differs ? " They varied by so much less that their "
				"noise must have been smaller; this limit "
				"may then be too low."
			      : "");
}

/* Append a paragraph that says why the runs cannot show whether layouts vary,
 * how much they vary at most, and what would measure it. */
static void compose_untested(struct rcc_document *d, double most,
			     const char *why, const char *remedy)
{
	char limit[48];

	rcc_format_percent(most, limit, sizeof(limit));
	rcc_document_paragraph(d,
			       "These runs cannot tell: %s. The standard "
			       "deviation from layout to layout is at most %s "
			       "of the mean, noise included. %s would measure "
			       "it.",
			       why, limit, remedy);
}

static void compose_rounds(struct rcc_document *d, const struct rcc_effect *e)
{
	struct rcc_interval sd;
	const bool is_known = rcc_effect_sd(e, &sd);
	const bool is_seen = rcc_effect_variation_is_seen(e);
	struct rcc_interval_text percent;
	char most[48];

	rcc_format_percent_interval(&sd, &percent);
	rcc_format_percent(is_known ? sd.hi : e->sd_most, most, sizeof(most));
	if (is_seen && is_known)
		rcc_document_paragraph(
			d,
			"Yes: the rounds agree on which layouts take more "
			"(p = %.2g, adjusted for both questions). The standard "
			"deviation from layout to layout is %s %% of the mean "
			"(%s to %s %%).",
			e->joint_layouts_p, percent.estimate, percent.lo,
			percent.hi);
	else if (rcc_effect_is_undecided(e))
		rcc_document_paragraph(
			d,
			"Undecided. The variances of the rounds show a "
			"standard deviation from layout to layout of %s %% of "
			"the mean (%s to %s %%), if the noise is normally "
			"distributed. The test that holds for noise of any "
			"kind does not "
			"confirm it (p = %.2g, adjusted for both questions). "
			"More layouts may decide.",
			percent.estimate, percent.lo, percent.hi,
			e->joint_layouts_p);
	else
		rcc_document_paragraph(
			d,
			"%s (p = %.2g, adjusted for both questions). The "
			"standard deviation from layout to layout is at most "
			"%s of the mean.",
			is_seen ? "Yes: the rounds agree on which layouts take "
				  "more"
				: "Not detected: the rounds do not agree on "
				  "which layouts take more. That does not mean "
				  "there is no such layout",
			e->joint_layouts_p, most);
}

static void compose_variation(struct rcc_document *d,
			      const struct rcc_findings *f,
			      const struct rcc_effect *e)
{
	struct rcc_interval known;
	const struct rcc_layout_effect *x = &e->effect;
	struct rcc_interval_text percent;
	char hi[48];
	char sd[48];

	rcc_format_percent_interval(&x->percent, &percent);
	rcc_format_percent(x->percent.hi, hi, sizeof(hi));
	rcc_format_spread(&f->asked.metric, sqrt(fmax(x->variance.estimate, 0)),
			  sd, sizeof(sd));
	rcc_document_question(d, "%s",
			      is_time(f) ? "Does the time vary with layout?"
					 : "Does the metric vary with layout?");
	if (e->by_blocks) {
		if (rcc_effect_is_one_round(e, &f->blocks))
			compose_untested(d, e->sd_most,
					 "each layout was run once, on a "
					 "machine whose speed changed",
					 "A second round (a study with "
					 "--executions 2)");
		else if (rcc_effect_is_untested(e))
			compose_untested(d, e->sd_most,
					 "too few layouts have good runs in "
					 "every round",
					 "More layouts");
		else
			compose_rounds(d, e);
		return;
	}
	if (rcc_effect_variation_is_seen(e))
		rcc_document_paragraph(
			d,
			"Yes. The standard deviation from layout to layout is "
			"%s %% of the mean (%s to %s), or %s, on top of the "
			"noise from run to run.",
			percent.estimate, percent.lo, hi, sd);
	else if (!rcc_effect_sd(e, &known))
		compose_limit(d, e);
	else
		rcc_document_paragraph(
			d,
			"Not detected above the noise from run to run. That "
			"does not mean there is none: these runs are "
			"compatible with a standard deviation from layout to "
			"layout of up to %s of the mean.",
			hi);
	if (rcc_effect_sd(e, &known) && rcc_effect_variation_is_seen(e))
		compose_share(d, x);
	compose_doubt(d, e);
}

/* ---- Shift, error of one layout, verdict ------------------------------- */

static const char *luck(const struct rcc_findings *f, double shift)
{
	const enum rcc_better better = f->asked.metric.better;

	if (better == RCC_BETTER_UNKNOWN)
		return "";
	return (shift > 1) == (better == RCC_BETTER_LOWER)
		       ? " The original layout is a lucky one."
		       : " The original layout is an unlucky one.";
}

char *rcc_effect_shift_words(const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	return change_words(f, rcc_effect_change(e).estimate);
}

/* Append the rank of the original layout among the random layouts.  A
 * percentile is printed only if layouts are seen to differ, because otherwise
 * the rank is due to noise. */
static void compose_position(struct rcc_document *d,
			     const struct rcc_findings *f,
			     const struct rcc_effect *e)
{
	const bool is_seen =
		rcc_effect_variation_is_seen(e) && !rcc_effect_is_doubtful(e);
	struct rcc_original_position at;
	char *where;

	if (rcc_original_position(f, e, &at) != 0)
		return;
	rcc_document_question(d, "Is the original layout typical?");
	where = rcc_mem_printf(
		"%s %zu of %zu random layouts%s",
		e->by_blocks ? "Within blocks, the original layout is above"
			     : "The mean of the original "
			       "layout is above those of",
		at.position.n_below, at.n,
		f->stored.study.n_executions == 1 ? ", with one run of each"
						  : "");
	if (!is_seen)
		rcc_document_paragraph(
			d, "%s, but %s.", where,
			rcc_effect_is_undecided(e)
				? "it is undecided whether the random layouts "
				  "differ by more than noise"
				: "the random layouts were not seen to differ "
				  "by more than noise");
	else if (isnan(at.position.z))
		rcc_document_paragraph(d, "%s (percentile %.0f).", where,
				       at.position.percentile);
	else
		rcc_document_paragraph(
			d,
			"%s (percentile %.0f). Its distance from the mean of "
			"random layouts is %.2f times the standard deviation "
			"from layout to layout; few layouts are more than 2 "
			"standard deviations away.",
			where, at.position.percentile, at.position.z);
	free(where);
}

/* If ratios within blocks are reported, return a text on the test that decided
 * whether there is a shift; otherwise, return "".  The caller must free it. */
static char *describe_test(const struct rcc_effect *e)
{
	if (!e->by_blocks)
		return rcc_mem_strdup("");
	return rcc_mem_printf(" (randomisation test on the signs of the "
			      "layouts' log ratios, and Hall's test for skewed "
			      "ones: p = %.2g%s)",
			      e->joint_shift_p,
			      isnan(e->layouts_p) ? ""
						  : ", adjusted for both "
						    "questions");
}

static void compose_shift(struct rcc_document *d, const struct rcc_findings *f,
			  const struct rcc_effect *e)
{
	const struct rcc_ratio *shift = rcc_effect_shift(e);
	char *words = rcc_effect_shift_words(f, e);
	char *test;

	rcc_document_question(
		d, "Do random layouts differ from the original on average?");
	if (e->is_shift_coarse) {
		char percent[48];

		rcc_format_percent(100 * e->shift_rounding, percent,
				   sizeof(percent));
		rcc_document_paragraph(
			d,
			"This is not tested: the values look rounded, and the "
			"ratio of the means may be off by up to %s. Measure "
			"them with more digits, or let a run do more.",
			percent);
		free(words);
		return;
	}
	test = describe_test(e);
	if (!rcc_effect_shift_is_seen(e))
		rcc_document_paragraph(
			d,
			"No difference between the mean of random layouts "
			"and that of the original layout was detected%s; the "
			"interval shows how large a difference is possible.",
			test);
	else
		rcc_document_paragraph(
			d, "Yes: random layouts %s on average%s.%s", words,
			test, luck(f, rcc_effect_change(e).estimate));
	free(test);
	free(words);
	rcc_compose_ratio(d, shift, "Mean of random layouts / original layout");
	if (!rcc_effect_shift_is_seen(e) && (shift->lo > 1 || shift->hi < 1))
		rcc_document_paragraph(
			d,
			"The interval does not contain 1, but it is for this "
			"question alone and assumes normal data; %s not "
			"confirm the difference.",
			e->by_blocks ? "the tests do"
				     : "the two questions judged together "
				       "(Holm), with a test for skewed data, "
				       "do");
	if (e->by_blocks)
		rcc_compose_block_check(d, &e->blocks);
}

/* Append a paragraph on the error that a claim about the program can have if it
 * comes from the runs of one layout.  Append nothing if this error is
 * unknown. */
static void compose_one_layout(struct rcc_document *d,
			       const struct rcc_findings *f,
			       const struct rcc_effect *e)
{
	struct rcc_one_layout_worth worth;
	struct rcc_interval_text text;
	char most[48];

	rcc_one_layout_worth(f, e, &worth);
	rcc_format_percent_interval(&worth.error, &text);
	rcc_format_percent(worth.most, most, sizeof(most));
	if (isnan(worth.most))
		return;
	if (rcc_effect_variation_is_seen(e) && !isnan(worth.error.estimate))
		rcc_document_paragraph(
			d,
			"If layouts are normally distributed, %.0f %% of "
			"them have a mean within +-%s %% of the mean over "
			"all layouts (%s to %s %%; %.2f standard "
			"deviations). This is the error of a claim about the "
			"program from one layout, however often that layout "
			"is run.",
			100 * f->asked.level, text.estimate, text.lo, text.hi,
			rcc_one_layout_error(1, f->asked.level));
	else
		rcc_document_paragraph(
			d,
			"A claim about the program from one layout may have "
			"an error of +-%s, however often the layout is run. "
			"This is %.2f times the largest standard deviation "
			"from layout to layout that is compatible with these "
			"runs.",
			most, rcc_one_layout_error(1, f->asked.level));
}

/* Append what the factors of the arm may have moved besides functions. */
static void add_factor_causes(struct rcc_strbuf *text, unsigned factors)
{
	static const struct {
		unsigned factor;
		const char *text;
	} cause[] = {
		{RCC_FACTOR_UNITS,
		 "the variables of each object with its functions (units)"},
		{RCC_FACTOR_PADDING,
		 "all variables behind longer code (padding)"},
		{RCC_FACTOR_OFFSET,
		 "all variables behind longer code (offset)"},
		{RCC_FACTOR_DATA, "variables (data)"},
		{RCC_FACTOR_STACK, "the stack (stack)"},
	};

	for (size_t i = 0; i < sizeof(cause) / sizeof(cause[0]); i++)
		if ((factors & cause[i].factor) != 0)
			rcc_strbuf_add_item(text, ", ", cause[i].text);
}

/* If an effect was detected, append its possible causes other than the place of
 * functions. */
static void compose_cause(struct rcc_document *d, const struct rcc_findings *f,
			  const struct rcc_effect *e)
{
	const struct rcc_cell *random = &f->cell[e->random];
	const unsigned moved = rcc_moved_too(f, random);
	struct rcc_strbuf text = {0};

	if (!rcc_effect_variation_is_seen(e) && !rcc_effect_shift_is_seen(e))
		return;
	rcc_document_question(d, "Is it the place of functions?");
	if (moved == 0) {
		rcc_document_paragraph(
			d, "Layouts moved functions alone. Variables kept "
			   "their order. They and the heap behind them start "
			   "at another address only if the code has another "
			   "size.");
		return;
	}
	add_factor_causes(&text, rcc_moved_factors(f, random));
	if ((moved & RCC_MOVED_HEAP) != 0)
		rcc_strbuf_add_item(&text, ", ",
				    "the heap, which begins behind the "
				    "variables");
	rcc_document_paragraph(
		d,
		"Perhaps not alone: layouts may also have moved %s. An arm "
		"that moves functions and no variables (--arm "
		"code=factors:program) shows what code alone does.",
		text.text);
	rcc_strbuf_release(&text);
}

static void compose_worth(struct rcc_document *d, const struct rcc_findings *f,
			  const struct rcc_effect *e)
{
	const struct rcc_layout_effect *x = &e->effect;
	char naive[48];
	char honest[48];

	rcc_format_percent(100 * x->fixed_half_width, naive, sizeof(naive));
	rcc_format_percent(100 * x->random_half_width, honest, sizeof(honest));
	rcc_document_question(d, "How large is the error of a result from "
				 "one layout?");
	if (e->by_blocks)
		rcc_document_paragraph(
			d, "These runs depend on when they were made, so "
			   "intervals for the mean of one arm are not valid; "
			   "intervals for ratios within blocks are.");
	else
		rcc_document_paragraph(
			d,
			"Running the original layout alone, as is usual, gives "
			"its mean to within +-%s, but for this one layout "
			"only. Over layouts, the same number of runs gives the "
			"mean to within +-%s.",
			naive, honest);
	compose_one_layout(d, f, e);
}

static void compose_verdict(struct rcc_document *d,
			    const struct rcc_findings *f,
			    const struct rcc_effect *e)
{
	const bool is_shifted = rcc_effect_shift_is_seen(e);
	const bool is_varied = rcc_effect_variation_is_seen(e);
	char *words = rcc_effect_shift_words(f, e);
	const char *doubt = e->by_blocks ? "" : short_doubt(e);
	struct rcc_interval percent;
	const bool is_known = rcc_effect_sd(e, &percent);
	char sd[64];
	char hi[48];
	char by[48];

	rcc_format_percent(is_known ? percent.estimate : e->sd_most, by,
			   sizeof(by));
	snprintf(sd, sizeof(sd), "%s%s", is_known ? "" : "at most ", by);
	rcc_format_percent(is_known ? percent.hi : e->sd_most, hi, sizeof(hi));
	if (is_varied && is_shifted)
		rcc_document_paragraph(
			d,
			"Both a shift and variation: random layouts %s than "
			"the original on average, and differ among themselves "
			"with a standard deviation of %s.%s",
			words, sd, doubt);
	else if (is_varied)
		rcc_document_paragraph(
			d,
			"Variation: layouts differ with a standard deviation "
			"of %s. A shift against the original layout was not "
			"detected.%s",
			sd, doubt);
	else if (is_shifted)
		rcc_document_paragraph(
			d,
			"A shift: random layouts %s than the original on "
			"average. %s (a standard deviation of up to %s is "
			"possible).%s",
			words,
			rcc_effect_is_one_round(e, &f->blocks)
				? "One round cannot show variation among "
				  "layouts"
			: rcc_effect_is_untested(e)
				? "So few layouts cannot show variation among "
				  "layouts"
			: rcc_effect_is_undecided(e)
				? "Variation among layouts is undecided"
				: "Variation among layouts was not detected",
			hi, doubt);
	else if (rcc_effect_is_undecided(e))
		rcc_document_paragraph(
			d, "No shift was detected, and variation among layouts "
			   "is undecided. More layouts may decide.");
	else
		rcc_document_paragraph(
			d,
			"Neither a shift nor variation was detected. The "
			"intervals above show what is still possible; more "
			"layouts or quieter runs would narrow them.%s",
			doubt);
	free(words);
}

/* Return the reason why no effect of layout could be computed. */
static const char *why_none(const struct rcc_findings *f,
			    const struct rcc_effect *e)
{
	if (rcc_cells_are_constant(&f->cell[e->random], &f->cell[e->fixed]))
		return "neither the means of layouts nor the original "
		       "layout's runs vary at all";
	if (f->cell[e->fixed].levels_error == 0 &&
	    f->cell[e->fixed].levels.mean == 0)
		return "the mean of the original layout is 0, so no ratio to "
		       "it exists";
	return rcc_why_too_few(f, &f->cell[e->random],
			       "at least two good runs of each arm are "
			       "needed");
}

void rcc_compose_effect_verdict(struct rcc_document *d,
				const struct rcc_findings *f,
				const struct rcc_effect *e)
{
	const struct rcc_cell *random = &f->cell[e->random];
	const struct rcc_cell *fixed = &f->cell[e->fixed];

	if (e->error != 0 && rcc_cells_are_constant(random, fixed) &&
	    random->interval.estimate != fixed->interval.estimate)
		rcc_document_paragraph(
			d, "A difference without noise: all runs of random "
			   "layouts gave one value, and all runs of the "
			   "original layout gave another. The table shows "
			   "both. No interval can be computed.");
	else if (e->error != 0)
		rcc_document_paragraph(d, "None: %s.", why_none(f, e));
	else
		compose_verdict(d, f, e);
}

void rcc_compose_effect(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_effect *e)
{
	if (e->error != 0)
		return;
	compose_variation(d, f, e);
	compose_position(d, f, e);
	compose_shift(d, f, e);
	compose_cause(d, f, e);
	compose_worth(d, f, e);
}
