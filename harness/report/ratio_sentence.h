/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State a ratio and its interval, in a sentence or in a table. */
#ifndef RCC_HARNESS_REPORT_RATIO_SENTENCE_H
#define RCC_HARNESS_REPORT_RATIO_SENTENCE_H

#include "harness/document/document.h"
#include "stats/rcc_stats.h"

/* Append a paragraph such as "WHAT: 1.0195 (95 % interval 1.0163 to 1.0228;
 * ...).", where WHAT is `what`, the name of the ratio, and "..." names the
 * method. */
void rcc_compose_ratio(struct rcc_document *d, const struct rcc_ratio *ratio,
		       const char *what);

/* Append a paragraph if a few unusual blocks may have caused the ratio.  Such
 * blocks hardly affect the Hodges-Lehmann estimate of the ratio.  The paragraph
 * is appended if this estimate and r->ratio disagree: one lies outside the
 * other's interval. */
void rcc_compose_block_check(struct rcc_document *d,
			     const struct rcc_block_ratio *ratio);

/* Append two cells to the last row of a table: a ratio and its interval. */
void rcc_add_ratio_cells(struct rcc_table *t, const struct rcc_ratio *r);

#endif
