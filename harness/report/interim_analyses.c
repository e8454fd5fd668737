/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/interim_analyses.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/findings/decision.h"
#include "harness/report/format.h"
#include "harness/study/interim.h"

static void compose_widths(struct rcc_document *d, const struct rcc_findings *f,
			   const struct rcc_interim *interim, size_t n)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < n; i++) {
		char width[48];

		rcc_format_percent(100 * interim[i].half_width, width,
				   sizeof(width));
		rcc_strbuf_printf(&text, "%s%u layouts: +-%s",
				  i != 0 ? ", " : "", interim[i].n_layouts,
				  width);
	}
	rcc_document_paragraph(
		d,
		"Half-width of the interval of %s at each interim analysis: "
		"%s.",
		f->stored.study.n_systems > 1 ? "the ratio"
		: f->blocks.are_headline ? "the ratio to the original layout"
					 : "the mean",
		text.text);
	rcc_strbuf_release(&text);
}

/* Return the result that was to end the study: a precision, a decision or both,
 * such as "+-1 % and a decision at 2 %".  Returns NULL if only time or layouts
 * were to end it.  The caller must free it. */
static char *describe_aim(const struct rcc_study *study)
{
	char wanted[48];
	char delta[48];

	rcc_format_percent(100 * study->precision, wanted, sizeof(wanted));
	rcc_format_percent(100 * study->decide, delta, sizeof(delta));
	if (study->precision > 0 && study->decide > 0)
		return rcc_mem_printf("+-%s and a decision at %s", wanted,
				      delta);
	if (study->precision > 0)
		return rcc_mem_printf("+-%s", wanted);
	return study->decide > 0 ? rcc_mem_printf("a decision at %s", delta)
				 : NULL;
}

static void compose_end(struct rcc_document *d, const struct rcc_findings *f,
			enum rcc_interim_decision decision)
{
	const struct rcc_study *study = &f->stored.study;
	/* The last runs may decide though the time ended before all planned
	 * runs were made. */
	const bool is_decided = study->decide > 0 && !(study->precision > 0) &&
				rcc_all_decided(f, study->decide);
	char *aim = describe_aim(study);
	char *missed = aim != NULL && !is_decided
			       ? rcc_mem_printf(", before it reached %s", aim)
			       : rcc_mem_strdup("");

	switch (decision) {
	case RCC_INTERIM_PRECISE:
		rcc_document_paragraph(d,
				       "The study ended as asked for, at %s "
				       "or less.",
				       aim != NULL ? aim : "");
		break;
	case RCC_INTERIM_DECIDED:
		rcc_document_paragraph(d,
				       "The study ended as asked for, "
				       "with %s. The interval allows for "
				       "ending then. The estimate does not: "
				       "on average it exaggerates a small "
				       "difference.",
				       aim != NULL ? aim : "a decision");
		break;
	case RCC_INTERIM_TIME:
		rcc_document_paragraph(
			d,
			"The study ended when its time (--budget) was "
			"up%s.",
			missed);
		break;
	case RCC_INTERIM_MOST:
		rcc_document_paragraph(d,
				       "The study ended at the largest "
				       "number of layouts allowed "
				       "(--max-layouts %u)%s.",
				       study->max_layouts, missed);
		break;
	case RCC_INTERIM_CONTINUE:
		rcc_document_paragraph(d, "The study has not ended yet.");
		break;
	}
	free(missed);
	free(aim);
}

/* Return the numbers of layouts at which the result could be read, as a list
 * such as "10, 15 and 23".  The caller must free it. */
static char *list_looks(const struct rcc_looks *looks)
{
	struct rcc_strbuf text = {0};
	char *list;

	for (size_t i = 0; i < looks->n; i++)
		rcc_strbuf_printf(&text, "%s%zu",
				  i == 0	      ? ""
				  : i + 1 == looks->n ? " and "
						      : ", ",
				  looks->n_layouts[i]);
	list = rcc_mem_strdup(text.text);
	rcc_strbuf_release(&text);
	return list;
}

/* Append how often the result could be read while the study grew (looks.h), and
 * how the intervals are adjusted for these looks. */
static void compose_looks(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_looks *looks = &f->looks;
	const double error = 100 * (1 - f->asked.level);
	char *list;

	if (looks->n == 1 && looks->plan.kind == RCC_LOOKS_UNPLANNED)
		return;
	list = list_looks(looks);
	rcc_document_section(d, "How often was the result looked at?");
	if (looks->n == 1)
		rcc_document_paragraph(
			d,
			"Once so far, at %s layouts. The study may grow, and "
			"each look may make a false claim. Therefore the "
			"intervals are computed at %.4g %%, so that all "
			"looks together have a level of %.4g %%.",
			list, 100 * f->asked.computed_level,
			100 * f->asked.level);
	else if (looks->plan.kind != RCC_LOOKS_UNPLANNED)
		rcc_document_paragraph(
			d,
			"%zu times, at %s layouts. Each look may make a "
			"false claim. Therefore the intervals are computed "
			"at %.4g %%, so that all looks together have a level "
			"of %.4g %%.",
			looks->n, list, 100 * f->asked.computed_level,
			100 * f->asked.level);
	else
		rcc_document_paragraph(
			d,
			"%zu times, at %s layouts. The study was planned for "
			"%zu layouts, and grew after its result could be "
			"read. Each look may make a false claim. Therefore "
			"the intervals are computed at %.4g %%, so that a "
			"false claim at any look has a probability of at "
			"most %.3g %%. A study that was begun with "
			"--may-grow has narrower intervals after it grew.",
			looks->n, list, looks->n_layouts[0],
			100 * f->asked.computed_level,
			error * (1 + RCC_LOOKS_EXTRA));
	if (looks->plan.kind == RCC_LOOKS_LIMITED)
		rcc_document_paragraph(
			d,
			"At the first look, about %.0f layouts were expected "
			"within --budget and --max-layouts. The level allows "
			"%.3g %% of false claims. The looks up to this number "
			"of layouts may use four fifths of these. One fifth is "
			"left for later looks, if the study goes on.",
			looks->plan.n_end, error);
	free(list);
}

/* Append which p-values count as small, if the intervals are adjusted. */
static void compose_limit_of_p(struct rcc_document *d,
			       const struct rcc_question *asked)
{
	if (asked->computed_level > asked->level)
		rcc_document_paragraph(
			d,
			"The p-values in this report are not adjusted for "
			"that. Their limit is %.2g, in place of %.2g.",
			1 - asked->computed_level, 1 - asked->level);
}

void rcc_compose_interim_analyses(struct rcc_document *d,
				  const struct rcc_findings *f)
{
	size_t n = 0;
	struct rcc_interim *interim =
		rcc_interim_read(f->stored.interim_analyses, &n);

	if (n != 0) {
		rcc_document_section(d, "When did the study end?");
		compose_widths(d, f, interim, n);
		compose_end(d, f, interim[n - 1].decision);
	}
	if (n != 0 && f->looks.is_by_precision)
		rcc_document_paragraph(
			d,
			"A study that stops when its interval is narrow "
			"favours intervals that are narrow by chance. "
			"Therefore all intervals above are computed at %.4g "
			"%%, so that they have a level of %.4g %% (simulated "
			"for normal data; if a few layouts lie far from the "
			"rest, the level is lower).",
			100 * f->asked.computed_level, 100 * f->asked.level);
	free(interim);
	compose_looks(d, f);
	compose_limit_of_p(d, &f->asked);
}
