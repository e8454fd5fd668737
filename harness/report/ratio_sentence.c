/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/ratio_sentence.h"

#include "harness/report/format.h"

/* The method that gave the interval. */
static const char *method_text(enum rcc_ratio_method method)
{
	switch (method) {
	case RCC_RATIO_WELCH:
		return "Fieller, Welch's degrees of freedom";
	case RCC_RATIO_KJ:
		return "Fieller, as in KJ13";
	default:
		return "Welch, from logarithms";
	}
}

void rcc_compose_ratio(struct rcc_document *d, const struct rcc_ratio *r,
		       const char *what)
{
	struct rcc_interval_text text;

	if (r->set != RCC_RATIO_BOUNDED) {
		rcc_document_paragraph(
			d,
			"%s: these runs cannot determine it; its "
			"confidence set is unbounded (Fieller).",
			what);
		return;
	}
	rcc_format_ratio(r->estimate, r->lo, r->hi, &text);
	rcc_document_paragraph(d, "%s: %s (%.0f %% interval %s to %s; %s).",
			       what, text.estimate, 100 * r->level, text.lo,
			       text.hi, method_text(r->method));
}
