/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print the report on a study as JSON.  It has every number of the text report
 * with all digits. */
#ifndef RCC_HARNESS_REPORT_JSON_H
#define RCC_HARNESS_REPORT_JSON_H

#include <stdio.h>

#include "harness/findings/findings.h"

void rcc_report_json(const struct rcc_findings *f, FILE *out);

#endif
