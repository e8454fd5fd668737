/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in the JSON output of `randstudy analyse`.  The caller owns the
 * result. */
#ifndef RCC_ANALYSE_JSON_VALUES_H
#define RCC_ANALYSE_JSON_VALUES_H

#include <stddef.h>

#include <jansson.h>

#include "stats/rcc_stats.h"

/* Return a number; null if it is not finite. */
json_t *rcc_analyse_json_number(double value);
json_t *rcc_analyse_json_count(size_t n);
/* Return the confidence level, the limits and the degrees of freedom of an
 * interval. */
json_t *rcc_analyse_json_interval(const struct rcc_interval *interval);

#endif
