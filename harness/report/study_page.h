/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compose the report on one study: what was measured, the numbers, and an
 * explanation of them.
 */
#ifndef RCC_HARNESS_REPORT_STUDY_PAGE_H
#define RCC_HARNESS_REPORT_STUDY_PAGE_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

void rcc_compose_study(struct rcc_document *d, const struct rcc_findings *f);

#endif
