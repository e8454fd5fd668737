/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stored runs as CSV (RFC 4180): one line per run, failed runs too, or one
 * per iteration where a run gives several numbers.  A field that does not apply
 * is empty.  Lines of a suite begin with the benchmark.
 */
#ifndef RCC_HARNESS_REPORT_CSV_H
#define RCC_HARNESS_REPORT_CSV_H

#include <stdio.h>

#include "harness/findings/findings.h"
#include "harness/findings/suite_findings.h"

void rcc_report_csv(const struct rcc_findings *f, FILE *out);
void rcc_report_suite_csv(const struct rcc_suite_findings *f, FILE *out);

#endif
