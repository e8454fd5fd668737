/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about a study's or comparison's report. */
#ifndef RCC_HARNESS_REPORT_WARNINGS_H
#define RCC_HARNESS_REPORT_WARNINGS_H

#include "common/strvec.h"
#include "harness/document/document.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

/* Why a run may have no peak memory. */
#define RCC_WHY_NO_MEMORY                                                      \
	"the program needs less memory than randstudy itself, and a process "  \
	"that randstudy starts inherits that peak, so its own is not known"

/* Push the warnings that lead a report: they doubt that the study is about the
 * program's own code.  rcc_report_warnings() pushes them too, first. */
void rcc_report_leading_warnings(const struct rcc_findings *f,
				 struct rcc_strvec *warning);

/* Push warnings about a study.  Each says what is wrong and what to do. */
void rcc_report_warnings(const struct rcc_findings *f,
			 struct rcc_strvec *warning);

/* Push warnings about the systems that are compared and about comparing them,
 * except those that *warning has already. */
void rcc_report_comparison_warnings(const struct rcc_comparison *c,
				    struct rcc_strvec *warning);

/* A section with the warnings; nothing if there are none. */
void rcc_compose_warnings(struct rcc_document *d,
			  const struct rcc_strvec *warning);

#endif
