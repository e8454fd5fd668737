/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report on rounds and blocks that were added to the plan of a study, in words
 * and as JSON. */
#ifndef RCC_HARNESS_REPORT_ROUNDS_WORDS_H
#define RCC_HARNESS_REPORT_ROUNDS_WORDS_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append a paragraph on the number of rounds and the reason for it, and one on
 * blocks that were run again.  Nothing is appended if the number of executions
 * is fixed and no block was run again. */
void rcc_compose_rounds(struct rcc_document *d, const struct rcc_findings *f);

/* Return {number, automatic, judged, limits, stages, settled, replaced-runs,
 * repeated-layouts}.  study/rounds.h describes judged, limits, stages and
 * settled. */
json_t *rcc_rounds_findings_json(const struct rcc_findings *f);

#endif
