/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on a comparison of two systems.  The verdict is one of three: changed,
 * no change larger than the threshold, or undecided.
 */
#ifndef RCC_HARNESS_REPORT_COMPARISON_PAGE_H
#define RCC_HARNESS_REPORT_COMPARISON_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"

/* Append a title for one comparison or for all comparisons of a study. */
void rcc_compose_comparison_title(struct rcc_document *d,
				  const struct rcc_comparison *c);

/* Append paragraphs with the ratio, the verdict, and the result that one build
 * of each system would have given.  These paragraphs are part of the answer
 * (answer.h).  c->error must be 0. */
void rcc_compose_comparison_verdict(struct rcc_document *d,
				    const struct rcc_comparison *c);

/* Append the table of the two systems. */
void rcc_compose_comparison(struct rcc_document *d,
			    const struct rcc_comparison *c);

/* Append a section with figures of the runs over time.  Text has no figures. */
void rcc_compose_comparison_time(struct rcc_document *d,
				 const struct rcc_comparison *c);

/* Append a section on when and on which machine the comparison was measured. */
void rcc_compose_comparison_origin(struct rcc_document *d,
				   const struct rcc_comparison *c);

#endif
