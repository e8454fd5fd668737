/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compose the answers at the top of reports: a headline, the most important
 * numbers, and a picture (scatter.h).  `number` makes the answer's ids unique
 * in the document.
 */
#ifndef RCC_HARNESS_REPORT_ANSWER_H
#define RCC_HARNESS_REPORT_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

/* Append the answer for the effect of layout on one system. */
void rcc_compose_effect_answer(struct rcc_document *d,
			       const struct rcc_findings *f, size_t number);

/* Append n comparisons.  If n is 1, append its answer and then the section that
 * supports the answer.  Otherwise append the answers of all comparisons, and
 * then a section for each. */
void rcc_compose_comparisons(struct rcc_document *d,
			     const struct rcc_comparison *c, size_t n);

/* Append a picture of values: SVG in HTML, characters in text. */
struct rcc_scatter;
void rcc_compose_scatter(struct rcc_document *d, const struct rcc_scatter *s,
			 const char *id, const char *title,
			 const char *caption);

#endif
