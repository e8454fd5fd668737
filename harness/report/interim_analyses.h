/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on the interim analyses by which a study decided, while it ran, when
 * to end.  The report also says how they widen the study's intervals. */
#ifndef RCC_HARNESS_REPORT_INTERIM_ANALYSES_H
#define RCC_HARNESS_REPORT_INTERIM_ANALYSES_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a section on the interim analyses, if the study has any.  If the study
 * grew or may grow, append a section on how often its result could be read. */
void rcc_compose_interim_analyses(struct rcc_document *d,
				  const struct rcc_findings *f);

#endif
