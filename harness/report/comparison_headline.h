/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State the result of a comparison in one sentence for the top of a report. */
#ifndef RCC_HARNESS_REPORT_COMPARISON_HEADLINE_H
#define RCC_HARNESS_REPORT_COMPARISON_HEADLINE_H

#include "harness/findings/comparison.h"

/*
 * Return a headline such as "NEW takes 1.9 % less time than OLD (1.2 to 2.6 %,
 * 22 layouts each).  One build of each, run as often, would have said 4.1 %."
 * If the original layouts were not measured, the second sentence is left out.
 * The caller must free the headline.
 */
char *rcc_comparison_headline(const struct rcc_comparison *c);

/* Return the reason why there is no comparison (c->error is not 0), as the end
 * of a sentence. */
const char *rcc_comparison_absence(const struct rcc_comparison *c);
/* Return why a comparison has no verdict, or NULL if c->obstacle is
 * RCC_OBSTACLE_NONE. */
const char *rcc_comparison_obstacle(const struct rcc_comparison *c);

/* Return the difference without its interval, such as "NEW takes 1.9 % less
 * time than OLD".  The words depend on the metric.  The caller must free it. */
char *rcc_comparison_change(const struct rcc_comparison *c);

#endif
