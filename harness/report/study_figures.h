/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the figures of a study's runs: within blocks, by arm, and in the
 * order of time. */
#ifndef RCC_HARNESS_REPORT_STUDY_FIGURES_H
#define RCC_HARNESS_REPORT_STUDY_FIGURES_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

void rcc_compose_study_figures(struct rcc_document *d,
			       const struct rcc_findings *f);

#endif
