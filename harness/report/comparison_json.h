/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of two systems or studies as JSON. */
#ifndef RCC_HARNESS_REPORT_COMPARISON_JSON_H
#define RCC_HARNESS_REPORT_COMPARISON_JSON_H

#include <stdio.h>
#include <jansson.h>

#include "harness/findings/comparison.h"

json_t *rcc_comparison_json(const struct rcc_comparison *c);

/* The systems of a study, each compared with the first one: an array. */
json_t *rcc_comparisons_json(const struct rcc_findings *f);

/* Print an array of comparisons as one document: a single one as it is, several
 * under "comparisons", beside all pairs.  Releases both arrays. */
void rcc_report_comparisons_json(json_t *array, json_t *all_pairs, FILE *out);

#endif
