/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of `randstudy best`, which searches for the fastest layout
 * (findings/best_layout.h). */
#ifndef RCC_HARNESS_REPORT_BEST_PAGE_H
#define RCC_HARNESS_REPORT_BEST_PAGE_H

#include <stdio.h>

#include "harness/document/document.h"
#include "harness/findings/best_layout.h"
#include "harness/findings/findings.h"

/* Append the report to a document.  `f` is the study whose program was laid
 * out, with the metric that was asked for. */
void rcc_compose_best(struct rcc_document *d, const struct rcc_best *b,
		      const struct rcc_findings *f);
/* Print the same results as JSON. */
void rcc_report_best_json(const struct rcc_best *b,
			  const struct rcc_findings *f, FILE *out);

#endif
