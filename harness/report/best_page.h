/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of `randstudy best`, which searches for the fastest layout
 * (findings/best_layout.h). */
#ifndef RCC_HARNESS_REPORT_BEST_PAGE_H
#define RCC_HARNESS_REPORT_BEST_PAGE_H

#include <stdio.h>

#include "harness/document/document.h"
#include "harness/findings/best_layout.h"
#include "harness/study/metric.h"

/* Append the report to a document. */
void rcc_compose_best(struct rcc_document *d, const struct rcc_best *b,
		      const struct rcc_metric *metric);
/* Print the same as JSON. */
void rcc_report_best_json(const struct rcc_best *b,
			  const struct rcc_metric *metric, FILE *out);

#endif
