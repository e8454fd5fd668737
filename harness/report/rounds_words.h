/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report, in words and as JSON, on the rounds and repeats that a study added to
 * its plan while it ran.  A round runs each layout once.  A repeat runs the
 * blocks of a layout again. */
#ifndef RCC_HARNESS_REPORT_ROUNDS_WORDS_H
#define RCC_HARNESS_REPORT_ROUNDS_WORDS_H

#include <jansson.h>

#include "harness/document/document.h"
#include "harness/findings/findings.h"

/* Append up to two paragraphs.  The first says why there was a second round or
 * none.  It is appended only if the study itself chose the number of rounds
 * (--executions auto).  The second is about blocks that were run again.  It is
 * appended only if there are such blocks. */
void rcc_compose_rounds(struct rcc_document *d, const struct rcc_findings *f);

/* Return {number, automatic, judged, limits, stages, settled, replaced-runs,
 * repeated-layouts}.  study/rounds.h describes judged, limits, stages and
 * settled. */
json_t *rcc_rounds_findings_json(const struct rcc_findings *f);

#endif
