/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison in one sentence, for the top of a report. */
#ifndef RCC_HARNESS_REPORT_COMPARISON_HEADLINE_H
#define RCC_HARNESS_REPORT_COMPARISON_HEADLINE_H

#include "harness/findings/comparison.h"

/*
 * "NEW takes 1.9 % less time than OLD (1.2 to 2.6 %, 22 layouts each).  One build
 * each would have said 4.1 %."  The second sentence is there if the original
 * layouts were measured.  Caller frees.
 */
char *rcc_comparison_headline(const struct rcc_comparison *c);

/* The difference that was found, without its interval: "NEW takes 1.9 % less time
 * than OLD", in words that fit the metric.  Caller frees. */
char *rcc_comparison_change(const struct rcc_comparison *c);

#endif
