/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the report of `randstudy plan`: advice for the next study of the same
 * program. */
#ifndef RCC_HARNESS_REPORT_PLAN_PAGE_H
#define RCC_HARNESS_REPORT_PLAN_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

/* Append a plan for the mean of one random arm.  `half_width` is the precision
 * to plan for: the half-width of the mean's interval, relative to the mean.
 * `budget_s` is the time to spend in seconds.  If `half_width` is 0, the plan
 * has a table with several half-widths.  If `budget_s` is 0 too, the plan also
 * has a table with several times. */
void rcc_compose_plan(struct rcc_document *d, const struct rcc_findings *f,
		      const struct rcc_effect *e, double half_width,
		      double budget_s);

/* Append a plan for the ratio of two systems, with the same parameters. */
void rcc_compose_ratio_plan(struct rcc_document *d,
			    const struct rcc_comparison *c, double half_width,
			    double budget_s);

#endif
