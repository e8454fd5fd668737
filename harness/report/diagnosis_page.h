/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Report on a diagnosis: whether the runs of a study are independent
 * (findings/diagnosis.h).  Each series of runs is shown beside the same values
 * in random order, so that readers see how independent values would look.
 */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_PAGE_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_PAGE_H

#include <stdbool.h>

#include "harness/document/document.h"
#include "harness/findings/diagnosis.h"

/* Append the diagnosis.  If has_all_diagrams is set, each series has diagrams;
 * otherwise there are only diagrams of all runs together. */
void rcc_compose_diagnosis(struct rcc_document *doc,
			   const struct rcc_findings *f,
			   const struct rcc_diagnosis *d,
			   bool has_all_diagrams);

#endif
