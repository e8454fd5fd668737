/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that JSON reports share.  What is undefined is null. */
#ifndef RCC_HARNESS_REPORT_JSON_PARTS_H
#define RCC_HARNESS_REPORT_JSON_PARTS_H

#include <jansson.h>

#include "harness/findings/findings.h"

json_t *rcc_json_number(double x);
json_t *rcc_json_interval(const struct rcc_interval *i);
json_t *rcc_json_ratio(const struct rcc_ratio *r);
/* An arm of a system, without its layouts. */
json_t *rcc_json_cell(const struct rcc_findings *f, const struct rcc_cell *c);
json_t *rcc_json_effect(const struct rcc_findings *f,
			const struct rcc_effect *e);
/* "seconds", "bytes", "count", or as the user said. */
const char *rcc_json_unit(const struct rcc_metric *metric);

#endif
