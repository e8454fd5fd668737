/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interim analyses of a study that chose its own end, and their cost. */
#ifndef RCC_HARNESS_REPORT_INTERIM_ANALYSES_H
#define RCC_HARNESS_REPORT_INTERIM_ANALYSES_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append nothing for a study without interim analyses. */
void rcc_compose_interim_analyses(struct rcc_document *d,
				  const struct rcc_findings *f);

#endif
