/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the terms at the top of a report: what a study measured, how, and on
 * what machine. */
#ifndef RCC_HARNESS_REPORT_MEASURED_H
#define RCC_HARNESS_REPORT_MEASURED_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a section with the terms, on the machine and the tools too.  The study
 * must have at least one run. */
void rcc_compose_measured(struct rcc_document *d, const struct rcc_findings *f);
/* Append the terms on the runs: what was measured, by which command, in which
 * layouts, and which code used the CPU time. */
void rcc_compose_runs(struct rcc_document *d, const struct rcc_findings *f);

#endif
