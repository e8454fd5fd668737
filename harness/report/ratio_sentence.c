/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/ratio_sentence.h"

#include <math.h>
#include <stdio.h>

#include "harness/report/format.h"

/* Write to `out` the name of the method that computed the ratio's interval. */
static void describe_method(const struct rcc_ratio *r, char *out, size_t n)
{
	switch (r->method) {
	case RCC_RATIO_BLOCKS:
		snprintf(out, n,
			 "log ratios within blocks, %.0f degrees of freedom",
			 r->df);
		break;
	case RCC_RATIO_CROSSED_BLOCKS:
		snprintf(out, n,
			 "log ratios within blocks of crossed layouts, %.0f "
			 "degrees of freedom",
			 r->df);
		break;
	case RCC_RATIO_WELCH:
		snprintf(out, n, "Fieller, Welch's degrees of freedom");
		break;
	case RCC_RATIO_KJ:
		snprintf(out, n, "Fieller, as in KJ13");
		break;
	case RCC_RATIO_LOG:
		snprintf(out, n, "Welch, from logarithms");
		break;
	}
}

void rcc_compose_ratio(struct rcc_document *d, const struct rcc_ratio *r,
		       const char *what)
{
	struct rcc_interval_text text;
	char method[96];

	if (r->set != RCC_RATIO_BOUNDED) {
		rcc_document_paragraph(
			d,
			"%s: these runs cannot determine it; its "
			"confidence set is unbounded (Fieller).",
			what);
		return;
	}
	rcc_format_ratio(r->estimate, r->lo, r->hi, &text);
	describe_method(r, method, sizeof(method));
	rcc_document_paragraph(d, "%s: %s (%.0f %% interval %s to %s; %s).",
			       what, text.estimate, 100 * r->level, text.lo,
			       text.hi, method);
}

static bool is_within(double x, double lo, double hi)
{
	return x >= lo && x <= hi;
}

void rcc_compose_block_check(struct rcc_document *d,
			     const struct rcc_block_ratio *r)
{
	const struct rcc_interval *check = &r->hodges_lehmann;
	struct rcc_interval_text text;

	if (isnan(check->lo) ||
	    (is_within(r->ratio.estimate, check->lo, check->hi) &&
	     is_within(check->estimate, r->ratio.lo, r->ratio.hi)))
		return;
	rcc_format_ratio(check->estimate, check->lo, check->hi, &text);
	rcc_document_paragraph(
		d,
		"A few blocks decide this ratio: the Hodges-Lehmann estimate, "
		"which they hardly move, is %s (%.0f %% interval %s to %s).",
		text.estimate, 100 * check->level, text.lo, text.hi);
}

void rcc_add_ratio_cells(struct rcc_table *t, const struct rcc_ratio *r)
{
	struct rcc_interval_text text;

	rcc_format_ratio(r->estimate, r->lo, r->hi, &text);
	rcc_table_cell(t, "%s", text.estimate);
	if (r->set == RCC_RATIO_BOUNDED)
		rcc_table_cell(t, "%s to %s", text.lo, text.hi);
	else
		rcc_table_cell(t, isnan(r->df) ? "n/a" : "unbounded");
}
