/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compose the report on a suite: tables with a row for each benchmark.  The
 * contents of the benchmarks' own reports are not repeated.
 */
#ifndef RCC_HARNESS_REPORT_SUITE_PAGE_H
#define RCC_HARNESS_REPORT_SUITE_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/suite_findings.h"

void rcc_compose_suite(struct rcc_document *d,
		       const struct rcc_suite_findings *f);

#endif
