/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on the interim analyses of a study that decided when to end, and on
 * the cost of these analyses. */
#ifndef RCC_HARNESS_REPORT_INTERIM_ANALYSES_H
#define RCC_HARNESS_REPORT_INTERIM_ANALYSES_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a section on the interim analyses.  Nothing is appended if the study
 * has none. */
void rcc_compose_interim_analyses(struct rcc_document *d,
				  const struct rcc_findings *f);

#endif
