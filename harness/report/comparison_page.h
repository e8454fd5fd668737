/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison of two systems.  It has three verdicts, not two: changed, no
 * change larger than the threshold, undecided.
 */
#ifndef RCC_HARNESS_REPORT_COMPARISON_PAGE_H
#define RCC_HARNESS_REPORT_COMPARISON_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

/* Title and terms above one comparison, or several of one study. */
void rcc_compose_comparison_head(struct rcc_document *d,
				 const struct rcc_comparison *c);

/* A section: the table, the ratio, the verdict, and what one build of each
 * would have said.  `number` is unique in the document. */
void rcc_compose_comparison(struct rcc_document *d,
			    const struct rcc_comparison *c, size_t number);

#endif
