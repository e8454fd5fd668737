/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on whether runs are independent.  Each series is shown beside the same
 * values in random order, which shows readers what independent values look
 * like.
 */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_PAGE_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_PAGE_H

#include <stdbool.h>

#include "harness/document/document.h"
#include "harness/findings/diagnosis.h"

/* Append the diagnosis, with diagrams of all runs together or of each
 * series. */
void rcc_compose_diagnosis(struct rcc_document *doc,
			   const struct rcc_findings *f,
			   const struct rcc_diagnosis *d,
			   bool has_all_diagrams);

#endif
