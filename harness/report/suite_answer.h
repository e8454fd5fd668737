/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers that the report on a suite begins with. */
#ifndef RCC_HARNESS_REPORT_SUITE_ANSWER_H
#define RCC_HARNESS_REPORT_SUITE_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/suite_findings.h"

/* The effect of layout on the benchmarks: a headline and the ratios of random layouts
 * to the original. */
void rcc_compose_suite_effect_answer(struct rcc_document *d,
				     const struct rcc_suite_findings *f);

/* Comparison i of systems: a headline with the geometric mean, and the ratios. */
void rcc_compose_suite_comparison_answer(struct rcc_document *d,
					 const struct rcc_suite_findings *f,
					 size_t i);

/* The geometric mean and its intervals, in a paragraph. */
void rcc_compose_geometric_mean(struct rcc_document *d,
				const struct rcc_suite_findings *f,
				const struct rcc_suite_ratio *s,
				const char *what);

#endif
