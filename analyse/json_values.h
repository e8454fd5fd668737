/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the JSON output of `randstudy analyse`.  The caller owns the values
 * that are returned. */
#ifndef RCC_ANALYSE_JSON_VALUES_H
#define RCC_ANALYSE_JSON_VALUES_H

#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "stats/rcc_stats.h"

/* Return a number; null if it is not finite. */
json_t *rcc_analyse_json_number(double value);
json_t *rcc_analyse_json_count(size_t n);
/* Return the confidence level, the limits and the degrees of freedom of an
 * interval. */
json_t *rcc_analyse_json_interval(const struct rcc_interval *interval);
/* Return the name of a verdict about the second system. */
json_t *rcc_analyse_json_verdict(enum rcc_verdict verdict);

/* Print a document and release it.  `document` is NULL if it could not be made.
 * Returns 0, or -1 if nothing or not everything was written. */
int rcc_analyse_json_print(json_t *document, FILE *out);

#endif
