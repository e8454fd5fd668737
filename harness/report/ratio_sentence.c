/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/ratio_sentence.h"

#include "harness/report/format.h"

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
	rcc_document_paragraph(d,
			       "%s: %s (%.0f %% interval %s to %s; Fieller, %s "
			       "degrees of freedom).",
			       what, text.estimate, 100 * r->level, text.lo,
			       text.hi, rcc_ratio_method_name(r->method));
}
