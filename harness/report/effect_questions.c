/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/effect_questions.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/ratio_sentence.h"
#include "harness/report/warnings.h"

static bool is_time(const struct rcc_findings *f)
{
	return rcc_metric_is_time(&f->asked.metric);
}

/* The words for a ratio: "faster" and "slower" are for times. */
static const char *direction(const struct rcc_findings *f, double ratio)
{
	if (is_time(f))
		return ratio > 1 ? "slower" : "faster";
	return ratio > 1 ? "higher" : "lower";
}

/* ---- Variation --------------------------------------------------------- */

/* With several runs of each layout, the noise is measured within layouts, and
 * the original layout is no part of the ratio. */
static void compose_share(struct rcc_document *d,
			  const struct rcc_layout_effect *x)
{
	const bool is_within = x->method == RCC_LAYOUT_WITHIN;
	char *share = rcc_mem_printf(
		"Layout accounts for %.0f %% of the variance%s over random "
		"layouts (%.0f to %.0f %%)",
		100 * x->share.estimate, is_within ? " of single runs" : "",
		100 * x->share.lo, 100 * x->share.hi);

	if (isinf(x->ratio.estimate)) /* a count without noise */
		rcc_document_paragraph(
			d, "Layout accounts for all of the variance: runs of "
			   "one layout do not vary.");
	else if (is_within)
		rcc_document_paragraph(
			d,
			"%s; the variance of the means of layouts, of several "
			"runs each, is %.3g times what noise alone would give "
			"them (%.2g to %.3g).",
			share, x->ratio.estimate, x->ratio.lo, x->ratio.hi);
	else
		rcc_document_paragraph(
			d,
			"%s; that variance is %.3g times the original "
			"layout's (%.2g to %.3g).",
			share, x->ratio.estimate, x->ratio.lo, x->ratio.hi);
	free(share);
}

static bool is_seen_by_distances_alone(const struct rcc_effect *e)
{
	return e->variation_holds && !e->effect.noise_seen;
}

/* Tell the reader if the variances and the other test (effect.h) disagree. */
static void compose_doubt(struct rcc_document *d, const struct rcc_effect *e)
{
	if (rcc_effect_is_doubtful(e))
		rcc_document_paragraph(
			d,
			"But it may rest on a few runs: by their distances "
			"from the median, which a few runs hardly move, random "
			"layouts are not seen to spread more (Brown and "
			"Forsythe, one-sided p = %.2g). More layouts would "
			"tell, or a study with --executions 2.",
			e->variation_p);
	else if (is_seen_by_distances_alone(e))
		rcc_document_paragraph(
			d,
			"But by their distances from the median, which a few "
			"disturbed runs hardly move, random layouts do spread "
			"more (Brown and Forsythe, one-sided p = %.2g).",
			e->variation_p);
}

/* The same as a sentence of the verdict. */
static const char *short_doubt(const struct rcc_effect *e)
{
	if (rcc_effect_is_doubtful(e))
		return " The variation may rest on a few runs.";
	if (is_seen_by_distances_alone(e))
		return " By their distances from the median, layouts do vary.";
	return "";
}

static void compose_variation(struct rcc_document *d,
			      const struct rcc_findings *f,
			      const struct rcc_effect *e)
{
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
					 : "Does it vary with layout?");
	if (x->noise_seen)
		rcc_document_paragraph(
			d,
			"Yes. The standard deviation from layout to layout is "
			"%s %% of the mean (%s to %s), or %s, on top of the "
			"noise from run to run.",
			percent.estimate, percent.lo, hi, sd);
	else
		rcc_document_paragraph(
			d,
			"Not detected above the noise from run to run. That "
			"does not mean there is none: these runs agree with a "
			"standard deviation from layout to layout of up to %s "
			"of the mean.",
			hi);
	compose_share(d, x);
	compose_doubt(d, e);
}

/* ---- Shift, worth, verdict --------------------------------------------- */

static const char *luck(const struct rcc_findings *f, double shift)
{
	const enum rcc_better better = f->asked.metric.better;

	if (better == RCC_BETTER_UNKNOWN)
		return "";
	return (shift > 1) == (better == RCC_BETTER_LOWER)
		       ? " The original layout is a lucky one."
		       : " The original layout is an unlucky one.";
}

static void compose_shift(struct rcc_document *d, const struct rcc_findings *f,
			  const struct rcc_layout_effect *x)
{
	char by[48];

	rcc_format_percent(100 * fabs(x->shift.estimate - 1), by, sizeof(by));
	rcc_document_question(d, "Is the original layout a typical one?");
	if (!x->shift_seen)
		rcc_document_paragraph(
			d, "No difference between its mean and the mean of "
			   "random layouts was detected; the interval says how "
			   "large one may be.");
	else
		rcc_document_paragraph(
			d, "No: random layouts are %s %s on average.%s", by,
			direction(f, x->shift.estimate),
			luck(f, x->shift.estimate));
	rcc_compose_ratio(d, &x->shift,
			  "Mean of random layouts / original layout");
}

static void compose_worth(struct rcc_document *d,
			  const struct rcc_layout_effect *x)
{
	const double times = x->random_half_width / x->fixed_half_width;
	char naive[48];
	char honest[48];

	rcc_format_percent(100 * x->fixed_half_width, naive, sizeof(naive));
	rcc_format_percent(100 * x->random_half_width, honest, sizeof(honest));
	rcc_document_question(d, "What is a result from one layout worth?");
	rcc_document_paragraph(
		d,
		"Running the original layout alone, as is usual, gives its "
		"mean to within +-%s, but for this one layout only. Over "
		"layouts, the same number of runs gives the mean to within "
		"+-%s.",
		naive, honest);
	if (x->noise_seen && isfinite(times) && times > 1)
		rcc_document_paragraph(
			d,
			"The usual claim is %.1f times too narrow for a "
			"statement about the program rather than about one of "
			"its layouts.",
			times);
}

static void compose_verdict(struct rcc_document *d,
			    const struct rcc_findings *f,
			    const struct rcc_effect *e)
{
	const struct rcc_layout_effect *x = &e->effect;
	const char *way = direction(f, x->shift.estimate);
	const char *doubt = short_doubt(e);
	char sd[48];
	char hi[48];
	char by[48];

	rcc_format_percent(x->percent.estimate, sd, sizeof(sd));
	rcc_format_percent(x->percent.hi, hi, sizeof(hi));
	rcc_format_percent(100 * fabs(x->shift.estimate - 1), by, sizeof(by));
	rcc_document_question(d, "Verdict");
	if (x->noise_seen && x->shift_seen)
		rcc_document_paragraph(
			d,
			"Both a shift and variation: random layouts are %s %s "
			"than the original on average, and differ among "
			"themselves with a standard deviation of %s.%s",
			by, way, sd, doubt);
	else if (x->noise_seen)
		rcc_document_paragraph(
			d,
			"Variation: layouts differ with a standard deviation "
			"of %s. A shift against the original layout was not "
			"detected.%s",
			sd, doubt);
	else if (x->shift_seen)
		rcc_document_paragraph(
			d,
			"A shift: random layouts are %s %s than the original "
			"on average. Variation among layouts was not detected "
			"(a standard deviation of up to %s is possible).%s",
			by, way, hi, doubt);
	else
		rcc_document_paragraph(
			d,
			"Neither a shift nor variation was detected. The "
			"intervals above say what may still be there; more "
			"layouts or quieter runs would narrow them.%s",
			doubt);
}

/* The reason why no effect is defined. */
static const char *why_none(const struct rcc_findings *f,
			    const struct rcc_effect *e)
{
	if (rcc_cells_are_constant(&f->cell[e->random], &f->cell[e->fixed]))
		return "None: neither the means of layouts nor the original "
		       "layout's runs vary at all.";
	if (f->asked.metric.spec == NULL &&
	    f->asked.metric.builtin == RCC_METRIC_MEMORY &&
	    f->cell[e->random].n_without != 0)
		return "None: " RCC_WHY_NO_MEMORY ".";
	return "None: at least two good runs of each arm are needed.";
}

void rcc_compose_effect(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_effect *e)
{
	if (e->error != 0) {
		rcc_document_question(d, "Verdict");
		rcc_document_paragraph(d, "%s", why_none(f, e));
		return;
	}
	compose_variation(d, f, e);
	compose_shift(d, f, &e->effect);
	compose_worth(d, &e->effect);
	compose_verdict(d, f, e);
}
