/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the tables of a suite's report.  They have a row for each
 * benchmark. */
#ifndef RCC_HARNESS_REPORT_SUITE_TABLES_H
#define RCC_HARNESS_REPORT_SUITE_TABLES_H

#include "harness/document/document.h"
#include "harness/findings/suite_findings.h"

/* Append the table that compares random layouts with the original one: means,
 * variation, and shift of the mean. */
void rcc_compose_suite_rows(struct rcc_document *d,
			    const struct rcc_suite_findings *f);
/* Append the table of the variation from layout to layout, with the tests of
 * whether there is any. */
void rcc_compose_suite_variation(struct rcc_document *d,
				 const struct rcc_suite_findings *f);
/* Append the table of the number of layouts that each benchmark needs for each
 * of several precisions (rcc_suite_precision). */
void rcc_compose_suite_needed(struct rcc_document *d,
			      const struct rcc_suite_findings *f);
/* Append the table of the benchmarks' ratios in f->comparison[i], which
 * compares two systems. */
void rcc_compose_suite_ratios(struct rcc_document *d,
			      const struct rcc_suite_findings *f, size_t i);

#endif
