/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on all pairs of a study's systems, as a section of a document and as
 * JSON. */
#ifndef RCC_HARNESS_REPORT_ALL_PAIRS_PAGE_H
#define RCC_HARNESS_REPORT_ALL_PAIRS_PAGE_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a section that compares every two systems of the study.  Nothing is
 * appended with fewer than three systems. */
void rcc_compose_all_pairs(struct rcc_document *d, const struct rcc_findings *f,
			   double delta);
/* Return a JSON array with an object for each pair of systems.  It is empty
 * with fewer than three systems. */
json_t *rcc_all_pairs_json(const struct rcc_findings *f, double delta);

#endif
