/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ratio with its interval, as a sentence. */
#ifndef RCC_HARNESS_REPORT_RATIO_SENTENCE_H
#define RCC_HARNESS_REPORT_RATIO_SENTENCE_H

#include "harness/document/document.h"
#include "stats/rcc_stats.h"

/* A paragraph "WHAT: 1.0195 (95 % interval 1.0163 to 1.0228; ...)." */
void rcc_compose_ratio(struct rcc_document *d, const struct rcc_ratio *ratio,
		       const char *what);

/* A paragraph where the Hodges-Lehmann estimate, which a few odd blocks hardly
 * move, disagrees with the ratio from blocks: one lies outside the other's
 * interval. */
void rcc_compose_block_check(struct rcc_document *d,
			     const struct rcc_block_ratio *ratio);

#endif
