/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Print results in the formats of other tools: hyperfine's JSON, and Go's
 * benchmark format, which benchstat reads.
 *
 * These tools assume that all values are independent.  Only layouts are
 * independent, so each layout gives one value, the mean of its runs.
 *
 * hyperfine's JSON has these results:
 *	- the random layouts of each system
 *	- the original layout, if the study has only one system
 */
#ifndef RCC_HARNESS_REPORT_OTHER_TOOLS_H
#define RCC_HARNESS_REPORT_OTHER_TOOLS_H

#include <stdio.h>

#include "harness/findings/findings.h"
#include "harness/findings/suite_findings.h"

void rcc_report_hyperfine(const struct rcc_findings *f, FILE *out);
void rcc_report_suite_hyperfine(const struct rcc_suite_findings *f, FILE *out);
void rcc_report_benchfmt(const struct rcc_findings *f, FILE *out);
void rcc_report_suite_benchfmt(const struct rcc_suite_findings *f, FILE *out);

#endif
