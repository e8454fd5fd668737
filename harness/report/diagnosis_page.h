/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A diagnosis of independence.  Each measured series stands beside the same
 * values in random order: only the comparison shows the eye what independence
 * looks like.
 */
#ifndef RCC_HARNESS_REPORT_DIAGNOSIS_PAGE_H
#define RCC_HARNESS_REPORT_DIAGNOSIS_PAGE_H

#include <stdbool.h>

#include "harness/document/document.h"
#include "harness/findings/diagnosis.h"

/* Append the diagnosis, with diagrams of all runs together or of every series. */
void rcc_compose_diagnosis(struct rcc_document *doc,
			   const struct rcc_findings *f,
			   const struct rcc_diagnosis *d,
			   bool has_all_diagrams);

#endif
