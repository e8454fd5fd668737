/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print a diagnosis as JSON: whether the runs of a study depend on when they
 * were made (findings/diagnosis.h). */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_JSON_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_JSON_H

#include <stdio.h>

#include "harness/findings/diagnosis.h"
#include "harness/findings/findings.h"

void rcc_report_diagnosis_json(const struct rcc_findings *f,
			       const struct rcc_diagnosis *d, FILE *out);

#endif
