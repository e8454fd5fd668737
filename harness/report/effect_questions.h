/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What layout does, as questions and answers.  "Not detected" is never worded
 * as "no effect".
 */
#ifndef RCC_HARNESS_REPORT_EFFECT_QUESTIONS_H
#define RCC_HARNESS_REPORT_EFFECT_QUESTIONS_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Does the metric vary with layout?  Is the original layout typical?  What is a
 * result from one layout worth?  Verdict. */
void rcc_compose_effect(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_effect *e);

#endif
