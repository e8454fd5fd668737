/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of `randstudy explain`, which finds functions whose place in
 * memory changes the run time (findings/explanation.h). */
#ifndef RCC_HARNESS_REPORT_EXPLANATION_PAGE_H
#define RCC_HARNESS_REPORT_EXPLANATION_PAGE_H

#include <stdio.h>

#include "harness/document/document.h"
#include "harness/findings/explanation.h"
#include "harness/findings/remedies.h"
#include "harness/study/metric.h"

/* Append the report to a document. */
void rcc_compose_explanation(struct rcc_document *d,
			     const struct rcc_explanation *e,
			     const struct rcc_remedies *remedies,
			     const struct rcc_metric *metric);
/* Print the same as JSON. */
void rcc_report_explanation_json(const struct rcc_explanation *e,
				 const struct rcc_remedies *remedies,
				 const struct rcc_metric *metric, FILE *out);

#endif
