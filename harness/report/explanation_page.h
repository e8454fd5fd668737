/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of `randstudy explain`, which finds functions whose place in
 * memory changes the run time (findings/explanation.h). */
#ifndef RCC_HARNESS_REPORT_EXPLANATION_PAGE_H
#define RCC_HARNESS_REPORT_EXPLANATION_PAGE_H

#include <stdio.h>

#include "harness/document/document.h"
#include "harness/findings/explanation.h"
#include "harness/findings/findings.h"
#include "harness/findings/remedies.h"

/* Append the report to a document.  `f` is the study that was explained, with
 * the metric that was asked for. */
void rcc_compose_explanation(struct rcc_document *d,
			     const struct rcc_explanation *e,
			     const struct rcc_remedies *remedies,
			     const struct rcc_findings *f);
/* Print the same as JSON. */
void rcc_report_explanation_json(const struct rcc_explanation *e,
				 const struct rcc_remedies *remedies,
				 const struct rcc_findings *f, FILE *out);

#endif
