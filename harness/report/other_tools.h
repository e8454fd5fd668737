/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Print results in the formats of other tools: the JSON format of hyperfine,
 * and Go's benchmark format, which benchstat reads.
 *
 * These tools assume that all values are independent, but only layouts are.
 * Therefore each layout gives them one value, its mean.  hyperfine's scripts
 * show one result for each system; in a study of one system, one for each arm.
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
