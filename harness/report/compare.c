/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison in words.  Three verdicts, not two: changed, no
 * change larger than the threshold, not enough data.
 */
#include "harness/report/table.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/origin.h"
#include "harness/report/wrap.h"

static const char *more_or_less(enum rcc_verdict verdict, bool is_time)
{
	if (verdict == RCC_VERDICT_FASTER)
		return is_time ? "less time" : "less";
	return is_time ? "more time" : "more";
}

static void print_verdict(const struct rcc_comparison *c, FILE *out)
{
	const bool is_time = c->old.f->asked.metric.unit == RCC_UNIT_SECONDS;
	char by[48];
	char delta[48];

	rcc_format_percent(100 * fabs(c->ratio.estimate - 1), by, sizeof(by));
	rcc_format_percent(100 * c->delta, delta, sizeof(delta));
	switch (c->verdict) {
	case RCC_VERDICT_FASTER:
	case RCC_VERDICT_SLOWER:
		rcc_wrapf(out, "", 2,
			  "Verdict: %s %s %s %s than %s. A difference of more "
			  "than %s (threshold) is certain at this level.",
			  c->now.name, is_time ? "takes" : "needs", by,
			  more_or_less(c->verdict, is_time), c->old.name,
			  delta);
		break;
	case RCC_VERDICT_NO_DIFFERENCE:
		rcc_wrapf(out, "", 2,
			  "Verdict: no difference larger than %s (threshold).",
			  delta);
		break;
	default:
		rcc_wrapf(out, "", 2,
			  "Verdict: undecided. These runs can neither show nor "
			  "rule out a difference of more than %s (threshold).",
			  delta);
		if (c->n_each != 0)
			rcc_wrapf(out, "", 2,
				  "About %zu layouts of each would decide, if "
				  "means and variances stay what they are.",
				  c->n_each);
	}
}

/* What the usual benchmark, one build of each, would have said. */
static void print_naive(const struct rcc_comparison *c, FILE *out)
{
	if (c->naive_error != 0)
		return;
	rcc_report_ratio(&c->naive, "Ratio of the two original layouts alone",
			 out);
	rcc_wrapf(
		out, "", 2,
		"That interval is about two layouts, not about the programs%s",
		c->naive_verdict != c->verdict
			? "; read that way it would have given another verdict."
			: ".");
}

void rcc_report_comparison_words(const struct rcc_comparison *c, FILE *out)
{
	char *what;

	if (c->error != 0) {
		rcc_wrap(out, "", 2,
			 "No comparison: at least two good layouts of each are "
			 "needed.");
		return;
	}
	what = rcc_mem_printf("%s / %s", c->now.name, c->old.name);
	rcc_report_ratio(&c->ratio, what, out);
	print_verdict(c, out);
	print_naive(c, out);
	free(what);
}

/* "NAME 1.2 % (0.8 to 1.9)", caller frees; NULL if it is not known. */
static char *alone_text(const struct rcc_comparison_side *side)
{
	const struct rcc_effect *e = rcc_comparison_effect(side);
	char est[48];
	char lo[48];
	char hi[48];

	if (e == NULL)
		return NULL;
	rcc_format_percent(e->effect.percent.estimate, est, sizeof(est));
	rcc_format_percent_number(e->effect.percent.lo, lo, sizeof(lo));
	rcc_format_percent_number(e->effect.percent.hi, hi, sizeof(hi));
	return rcc_mem_printf("%s %s (%s to %s)", side->name, est, lo, hi);
}

static bool is_hidden(const struct rcc_comparison_side *side)
{
	const struct rcc_effect *e = rcc_comparison_effect(side);

	return e != NULL && !(e->effect.variance.estimate > 0);
}

/* What of the sd is layout's: the table has it with the noise. */
static void print_alone(const struct rcc_comparison *c, FILE *out)
{
	const bool old = is_hidden(&c->old);
	const bool now = is_hidden(&c->now);
	char *old_text = alone_text(&c->old);
	char *now_text = alone_text(&c->now);

	if (old_text != NULL && now_text != NULL)
		rcc_wrapf(out, "", 2,
			  "From layout to layout, the noise taken out, the sd "
			  "is: %s, %s.",
			  old_text, now_text);
	if (old || now)
		rcc_wrapf(out, "", 2,
			  "Of %s%s%s it is estimated as 0: the noise of these "
			  "runs hides what there may be.",
			  old ? c->old.name : "", old && now ? " and " : "",
			  now ? c->now.name : "");
	free(old_text);
	free(now_text);
}

void rcc_report_comparison_head(const struct rcc_comparison *c, FILE *out)
{
	const struct rcc_origin origin[] = {{c->old.f, c->old.name},
					    {c->now.f, c->now.name}};
	const size_t n = c->is_interleaved ? 1 : 2;

	if (c->old.f->stored.n_runs == 0 || c->now.f->stored.n_runs == 0)
		return;
	fputs(n == 1 ? "Systems of one study, over layouts\n\n"
		     : "Two studies, over layouts\n\n",
	      out);
	for (size_t i = 0; i < n; i++)
		rcc_origin_print_when(&origin[i], 1,
				      n > 1 ? origin[i].name : NULL, out);
	rcc_origin_print_made(origin, n, out);
	fputc('\n', out);
}

void rcc_report_comparison_text(const struct rcc_comparison *c, FILE *out)
{
	fprintf(out, "%s against %s: %s over layouts\n\n", c->now.name,
		c->old.name, c->old.f->asked.metric.text);
	rcc_report_table_head(c->old.f->asked.level, out);
	rcc_report_table_row(c->old.f, c->old.random, c->old.name, out);
	rcc_report_table_row(c->now.f, c->now.random, c->now.name, out);
	rcc_report_table_foot(
		c->old.f->stored.study.n_executions > 1 ? c->old.f : c->now.f,
		out);
	print_alone(c, out);
	fputc('\n', out);
	rcc_report_comparison_words(c, out);
}
