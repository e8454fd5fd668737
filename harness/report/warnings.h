/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader of the report must know before believing it. */
#ifndef RCC_HARNESS_REPORT_WARNINGS_H
#define RCC_HARNESS_REPORT_WARNINGS_H

#include "common/strvec.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

/* Each says what is wrong and what to do. */
void rcc_report_warnings(const struct rcc_findings *f,
			 struct rcc_strvec *warning);

/* The same of what a comparison is about, and what speaks against it; not what
 * is among the warnings already. */
void rcc_report_comparison_warnings(const struct rcc_comparison *c,
				    struct rcc_strvec *warning);

#endif
