/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison in words and as JSON.  Three verdicts, not two: changed, no
 * change larger than the threshold, not enough data.
 */
#include "harness/report/table.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "harness/report/format.h"
#include "harness/report/json_parts.h"
#include "harness/report/wrap.h"

static const char *more_or_less(enum rcc_verdict verdict, bool is_time)
{
	if (verdict == RCC_VERDICT_FASTER)
		return is_time ? "less time" : "less";
	return is_time ? "more time" : "more";
}

static void print_verdict(const struct rcc_comparison *c, FILE *out)
{
	const bool is_time = c->old.f->metric->unit == RCC_UNIT_SECONDS;
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

void rcc_report_comparison_text(const struct rcc_comparison *c, FILE *out)
{
	fprintf(out, "%s against %s: %s over layouts\n\n", c->now.name,
		c->old.name, c->old.f->metric->text);
	rcc_report_table_head(c->old.f->level, out);
	rcc_report_table_row(c->old.f, c->old.random, c->old.name, out);
	rcc_report_table_row(c->now.f, c->now.random, c->now.name, out);
	rcc_report_table_foot(
		c->old.f->study.n_executions > 1 ? c->old.f : c->now.f, out);
	fputc('\n', out);
	rcc_report_comparison_words(c, out);
}

static json_t *ratio_json(const struct rcc_ratio *r, enum rcc_verdict verdict)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:s,s:s}", "estimate",
			 rcc_json_number(r->estimate), "low",
			 rcc_json_number(r->lo), "high", rcc_json_number(r->hi),
			 "df", rcc_json_number(r->df), "method",
			 rcc_ratio_method_name(r->method), "verdict",
			 rcc_verdict_name(verdict));
}

void rcc_report_comparison_json(const struct rcc_comparison *c, FILE *out)
{
	struct rcc_strvec warning = {0};
	json_t *warnings = json_array();
	json_t *root = json_pack(
		"{s:s,s:s,s:s,s:s,s:f,s:f,s:b,s:o}", "format",
		"randcc-comparison-1", "old", c->old.name, "new", c->now.name,
		"metric", c->old.f->metric->name, "confidence", c->old.f->level,
		"threshold", c->delta, "interleaved", c->is_interleaved,
		"warnings", warnings);

	if (c->error == 0)
		json_object_set_new(root, "ratio",
				    ratio_json(&c->ratio, c->verdict));
	if (c->error == 0 && c->n_each != 0)
		json_object_set_new(root, "layouts-to-decide",
				    json_integer((json_int_t)c->n_each));
	if (c->naive_error == 0)
		json_object_set_new(root, "original-layouts-alone",
				    ratio_json(&c->naive, c->naive_verdict));
	rcc_comparison_warnings(c, &warning);
	for (size_t i = 0; i < warning.n; i++)
		json_array_append_new(warnings, json_string(warning.item[i]));
	rcc_strvec_release(&warning);
	json_dumpf(root, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(root);
}
