/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on how the runs of a study depend on each other. */
#ifndef RCC_HARNESS_REPORT_RUN_DEPENDENCE_H
#define RCC_HARNESS_REPORT_RUN_DEPENDENCE_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append the section "The machine during the runs".  Nothing is appended if the
 * correlation of the runs of a block is undefined, for example because blocks
 * are not used (findings/blocks.h). */
void rcc_compose_run_dependence(struct rcc_document *d,
				const struct rcc_findings *f);

#endif
