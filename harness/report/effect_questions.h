/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on the effect of layout as questions and answers.  An undetected
 * effect is never called "no effect".
 */
#ifndef RCC_HARNESS_REPORT_EFFECT_QUESTIONS_H
#define RCC_HARNESS_REPORT_EFFECT_QUESTIONS_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Return the shift in words, such as "take 2.5 % more time".  Caller frees. */
char *rcc_effect_shift_words(const struct rcc_findings *f,
			     const struct rcc_effect *e);

/* Append the verdict on the effect of layout as one paragraph. */
void rcc_compose_effect_verdict(struct rcc_document *d,
				const struct rcc_findings *f,
				const struct rcc_effect *e);

/* Append questions and their answers, such as whether the metric varies with
 * layout, whether the original layout is typical, and how large the error of a
 * result from one layout is.  Nothing is appended if e->error is not 0. */
void rcc_compose_effect(struct rcc_document *d, const struct rcc_findings *f,
			const struct rcc_effect *e);

#endif
