/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds and blocks that a study added to its plan by itself, in words and
 * as JSON. */
#ifndef RCC_HARNESS_REPORT_ROUNDS_WORDS_H
#define RCC_HARNESS_REPORT_ROUNDS_WORDS_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* A paragraph for each: how many rounds and why; the blocks that were run again.
 * Nothing in a study whose number of executions is fixed and whose blocks were all
 * run once. */
void rcc_compose_rounds(struct rcc_document *d, const struct rcc_findings *f);

/* {number, automatic, judged, limits, stages, settled, replaced-runs,
 * repeated-layouts}; study/rounds.h has the middle ones. */
json_t *rcc_rounds_findings_json(const struct rcc_findings *f);

#endif
