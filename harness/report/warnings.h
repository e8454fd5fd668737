/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collect the warnings of a report on a study or comparison. */
#ifndef RCC_HARNESS_REPORT_WARNINGS_H
#define RCC_HARNESS_REPORT_WARNINGS_H

#include "common/strvec.h"
#include "harness/document/document.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"

/* The reason why a run may have no peak memory. */
#define RCC_WHY_NO_MEMORY                                                      \
	"the program needs less memory than randstudy itself, and a process "  \
	"that randstudy starts inherits that peak, so the program's own peak " \
	"is not known"

/* Return why a cell has too few values for an estimate, as the end of a
 * sentence: `otherwise`, or that its memory is not known. */
const char *rcc_why_too_few(const struct rcc_findings *f,
			    const struct rcc_cell *c, const char *otherwise);

/* Append warnings that the results may not be about the program's own code.
 * They come before everything else in a report.  rcc_report_warnings() also
 * appends them, first. */
void rcc_report_leading_warnings(const struct rcc_findings *f,
				 struct rcc_strvec *warning);

/* Append warnings about a study.  Each says what is wrong and what to do. */
void rcc_report_warnings(const struct rcc_findings *f,
			 struct rcc_strvec *warning);

/* Append warnings about the systems that are compared, and about comparing
 * them.  Warnings that *warning has already are not repeated. */
void rcc_report_comparison_warnings(const struct rcc_comparison *c,
				    struct rcc_strvec *warning);

/* Append the warnings of rcc_report_leading_warnings() about the systems that
 * are compared.  rcc_report_comparison_warnings() also appends them. */
void rcc_report_leading_comparison_warnings(const struct rcc_comparison *c,
					    struct rcc_strvec *warning);

/* Append each warning that *leading lacks to the document and to *leading.  The
 * warnings are the leading ones of a comparison. */
void rcc_compose_leading_comparison_warnings(struct rcc_document *d,
					     const struct rcc_comparison *c,
					     struct rcc_strvec *leading);

/* Append a section with the warnings that *leading lacks.  Nothing is appended
 * if there are none. */
void rcc_compose_other_warnings(struct rcc_document *d,
				const struct rcc_strvec *warning,
				const struct rcc_strvec *leading);

/* Append a section with the warnings.  Nothing is appended if there are
 * none. */
void rcc_compose_warnings(struct rcc_document *d,
			  const struct rcc_strvec *warning);

#endif
