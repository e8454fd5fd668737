/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print comparisons of two systems or two studies as JSON. */
#ifndef RCC_HARNESS_REPORT_COMPARISON_JSON_H
#define RCC_HARNESS_REPORT_COMPARISON_JSON_H

#include <stdio.h>
#include <jansson.h>

#include "harness/findings/comparison.h"

json_t *rcc_comparison_json(const struct rcc_comparison *c);

/* Return a JSON array with an object for each system but the first: the
 * comparison of that system with the first one. */
json_t *rcc_comparisons_json(const struct rcc_findings *f);

/* Print comparisons as one JSON document.  `array` has an object for each
 * comparison.  A single comparison is the document itself.  Several comparisons
 * are stored under "comparisons", and `all_pairs` (all_pairs_page.h) under
 * "all-pairs".  Both arrays are released. */
void rcc_report_comparisons_json(json_t *array, json_t *all_pairs, FILE *out);

#endif
