/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answers that reports begin with: a headline, the numbers that matter, the
 * picture (scatter.h).  `number` is unique in the document.
 */
#ifndef RCC_HARNESS_REPORT_ANSWER_H
#define RCC_HARNESS_REPORT_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

/* The effect of layout on one system. */
void rcc_compose_effect_answer(struct rcc_document *d,
			       const struct rcc_findings *f, size_t number);

/* One system against another. */
void rcc_compose_comparison_answer(struct rcc_document *d,
				   const struct rcc_comparison *c,
				   size_t number);

/* A picture of values: SVG on a page, characters in text. */
struct rcc_scatter;
void rcc_compose_scatter(struct rcc_document *d, const struct rcc_scatter *s,
			 const char *id, const char *title,
			 const char *caption);

#endif
