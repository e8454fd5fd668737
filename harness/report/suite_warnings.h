/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collect the warnings of a suite's report. */
#ifndef RCC_HARNESS_REPORT_SUITE_WARNINGS_H
#define RCC_HARNESS_REPORT_SUITE_WARNINGS_H

#include "common/strvec.h"
#include "harness/findings/suite_findings.h"

/* Append the warnings of all benchmarks to *warning.  A warning that several
 * benchmarks share is appended once, with their names. */
void rcc_report_suite_warnings(const struct rcc_suite_findings *f,
			       struct rcc_strvec *warning);

#endif
