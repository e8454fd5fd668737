/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of two systems or studies as JSON. */
#ifndef RCC_HARNESS_REPORT_COMPARISON_JSON_H
#define RCC_HARNESS_REPORT_COMPARISON_JSON_H

#include <stdio.h>

#include "harness/findings/comparison.h"

void rcc_report_comparison_json(const struct rcc_comparison *c, FILE *out);

#endif
