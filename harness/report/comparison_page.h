/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison of two systems.  It has three verdicts, not two: changed, no
 * change larger than the threshold, undecided.
 */
#ifndef RCC_HARNESS_REPORT_COMPARISON_PAGE_H
#define RCC_HARNESS_REPORT_COMPARISON_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

/* The title above one comparison, or several of one study. */
void rcc_compose_comparison_title(struct rcc_document *d,
				  const struct rcc_comparison *c);

/* Paragraphs: the ratio, the verdict, and what one build of each would have
 * said.  They are part of the answer (answer.h); the comparison is defined. */
void rcc_compose_comparison_verdict(struct rcc_document *d,
				    const struct rcc_comparison *c);

/* A section: the table of the two systems. */
void rcc_compose_comparison(struct rcc_document *d,
			    const struct rcc_comparison *c);

/* A section: when and on what machine the comparison was measured. */
void rcc_compose_comparison_origin(struct rcc_document *d,
				   const struct rcc_comparison *c);

#endif
