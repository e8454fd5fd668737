/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print the report on a suite as JSON.  Its keys are named like those in the
 * JSON of a study. */
#ifndef RCC_HARNESS_REPORT_SUITE_JSON_H
#define RCC_HARNESS_REPORT_SUITE_JSON_H

#include <stdio.h>

#include "harness/findings/suite_findings.h"

void rcc_report_suite_json(const struct rcc_suite_findings *f, FILE *out);

#endif
