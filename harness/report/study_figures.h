/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compose the figures of a study's runs. */
#ifndef RCC_HARNESS_REPORT_STUDY_FIGURES_H
#define RCC_HARNESS_REPORT_STUDY_FIGURES_H

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append the figures over time: the pairs of runs in the same block, and the
 * runs of each system.  If the document has figures of several studies, `study`
 * names the study in captions, and `suffix` makes the ids of the study's
 * figures unique.  Otherwise `study` is NULL and `suffix` is "". */
void rcc_compose_time_figures(struct rcc_document *d,
			      const struct rcc_findings *f, const char *study,
			      const char *suffix);
/* Append the figure of all arms and the figures over time. */
void rcc_compose_study_figures(struct rcc_document *d,
			       const struct rcc_findings *f);

#endif
