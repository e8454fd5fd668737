/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on a program that was measured against itself (`randstudy aa`).  The
 * result is the smallest difference that a study on this machine can detect. */
#ifndef RCC_HARNESS_REPORT_SELF_COMPARISON_H
#define RCC_HARNESS_REPORT_SELF_COMPARISON_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append the answer and the section that supports it.  The study must have been
 * made by `randstudy aa`. */
void rcc_compose_self_comparison(struct rcc_document *d,
				 const struct rcc_findings *f);

#endif
