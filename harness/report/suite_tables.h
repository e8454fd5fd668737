/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a suite's report, with a row for each benchmark. */
#ifndef RCC_HARNESS_REPORT_SUITE_TABLES_H
#define RCC_HARNESS_REPORT_SUITE_TABLES_H

#include "harness/document/document.h"
#include "harness/findings/suite_findings.h"

/* Random layouts against the original: means, variation, shift. */
void rcc_compose_suite_rows(struct rcc_document *d,
			    const struct rcc_suite_findings *f);
/* Variation from layout to layout, and which tests detect it. */
void rcc_compose_suite_variation(struct rcc_document *d,
				 const struct rcc_suite_findings *f);
/* How many layouts a precision needs. */
void rcc_compose_suite_needed(struct rcc_document *d,
			      const struct rcc_suite_findings *f);
/* The ratios of comparison number `i` of two systems. */
void rcc_compose_suite_ratios(struct rcc_document *d,
			      const struct rcc_suite_findings *f, size_t i);

#endif
