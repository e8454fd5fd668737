/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the answers at the top of the report on a suite. */
#ifndef RCC_HARNESS_REPORT_SUITE_ANSWER_H
#define RCC_HARNESS_REPORT_SUITE_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/suite_findings.h"

/* Append the answer on the effect of layout: a headline, and a picture of the
 * ratios of random layouts to the original one. */
void rcc_compose_suite_effect_answer(struct rcc_document *d,
				     const struct rcc_suite_findings *f);

/* Append the answer on f->comparison[i], which compares two systems: a headline
 * with the geometric mean of the benchmarks' ratios, and a picture of the
 * ratios. */
void rcc_compose_suite_comparison_answer(struct rcc_document *d,
					 const struct rcc_suite_findings *f,
					 size_t i);

/* Append a paragraph with the geometric mean of the ratios in *s and its
 * intervals.  `what` names the ratio. */
void rcc_compose_geometric_mean(struct rcc_document *d,
				const struct rcc_suite_findings *f,
				const struct rcc_suite_ratio *s,
				const char *what);

#endif
