/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All pairs of the systems of a study, in reports. */
#ifndef RCC_HARNESS_REPORT_ALL_PAIRS_PAGE_H
#define RCC_HARNESS_REPORT_ALL_PAIRS_PAGE_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Nothing with fewer than three systems. */
void rcc_compose_all_pairs(struct rcc_document *d, const struct rcc_findings *f,
			   double delta);
/* An array, a pair each; empty with fewer than three systems. */
json_t *rcc_all_pairs_json(const struct rcc_findings *f, double delta);

#endif
