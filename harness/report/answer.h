/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compose the answers at the top of reports: a headline, the most important
 * numbers, and a picture (scatter.h).
 */
#ifndef RCC_HARNESS_REPORT_ANSWER_H
#define RCC_HARNESS_REPORT_ANSWER_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

/* Append the answer on f->effect[number], an effect of layout on one system.
 * The ids of its figures contain `number`, so that they are unique. */
void rcc_compose_effect_answer(struct rcc_document *d,
			       const struct rcc_findings *f, size_t number);

/* Append n comparisons of systems: first the answers of all of them, then a
 * section for each. */
void rcc_compose_comparisons(struct rcc_document *d,
			     const struct rcc_comparison *c, size_t n);

/* Append the picture of the values in *s (scatter.h): SVG in HTML, characters
 * in text. */
struct rcc_scatter;
void rcc_compose_scatter(struct rcc_document *d, const struct rcc_scatter *s,
			 const char *id, const char *title,
			 const char *caption);

#endif
