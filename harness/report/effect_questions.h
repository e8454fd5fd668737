/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The effect of layout, as questions and answers.  "Not detected" is never worded
 * as "no effect".
 */
#ifndef RCC_HARNESS_REPORT_EFFECT_QUESTIONS_H
#define RCC_HARNESS_REPORT_EFFECT_QUESTIONS_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append the verdict: a paragraph. */
void rcc_compose_effect_verdict(struct rcc_document *d,
				const struct rcc_findings *f,
				const struct rcc_effect *e);

/* Append the questions: whether the metric varies with layout, whether the
 * original layout is typical, what a result from one layout is worth.  Nothing if
 * the effect is undefined. */
void rcc_compose_effect(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_effect *e);

#endif
