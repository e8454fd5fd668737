/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collect the warnings of a report on a study or comparison. */
#ifndef RCC_HARNESS_REPORT_WARNINGS_H
#define RCC_HARNESS_REPORT_WARNINGS_H

#include "common/strvec.h"
#include "harness/document/document.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

/* The reason why the peak memory of a run may be unknown. */
#define RCC_WHY_NO_MEMORY                                                      \
	"the program needs less memory than randstudy itself, and a process "  \
	"that randstudy starts inherits that peak, so the program's own peak " \
	"is not known"

/* Return the reason why a cell, one arm of one system, has too few values for
 * an estimate, as the end of a sentence.  It is RCC_WHY_NO_MEMORY if the metric
 * is the peak memory and runs lack it, else `otherwise`. */
const char *rcc_why_too_few(const struct rcc_findings *f,
			    const struct rcc_cell *c, const char *otherwise);

/* Append the leading warnings, with which a report on a study begins: that the
 * study is not finished, that runs failed, or that layouts move little of the
 * program's code.
 * rcc_report_warnings() appends them too, before all others. */
void rcc_report_leading_warnings(const struct rcc_findings *f,
				 struct rcc_strvec *warning);

/* Append warnings about a study.  Each says what is wrong and how to correct
 * it. */
void rcc_report_warnings(const struct rcc_findings *f,
			 struct rcc_strvec *warning);

/* Append warnings about the systems compared and about the comparison.
 * Warnings that are already in *warning are not repeated. */
void rcc_report_comparison_warnings(const struct rcc_comparison *c,
				    struct rcc_strvec *warning);

/* Append the leading warnings (see rcc_report_leading_warnings()) that are
 * about the systems compared.  rcc_report_comparison_warnings() appends them
 * too. */
void rcc_report_leading_comparison_warnings(const struct rcc_comparison *c,
					    struct rcc_strvec *warning);

/* Append the leading warnings of a comparison to the document.  Warnings that
 * are already in *leading are left out.  The others are added to *leading
 * too. */
void rcc_compose_leading_comparison_warnings(struct rcc_document *d,
					     const struct rcc_comparison *c,
					     struct rcc_strvec *leading);

/* Append a section with the warnings that are not in *leading.  Nothing is
 * appended if there are none. */
void rcc_compose_other_warnings(struct rcc_document *d,
				const struct rcc_strvec *warning,
				const struct rcc_strvec *leading);

/* Append a section with the warnings, unless there are none. */
void rcc_compose_warnings(struct rcc_document *d,
			  const struct rcc_strvec *warning);

#endif
