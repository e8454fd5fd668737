/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the terms at the top of a report: what a study measured, how, and on
 * what machine. */
#ifndef RCC_HARNESS_REPORT_MEASURED_H
#define RCC_HARNESS_REPORT_MEASURED_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append the terms.  The study must have at least one run. */
void rcc_compose_measured(struct rcc_document *d, const struct rcc_findings *f);

#endif
