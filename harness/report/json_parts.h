/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that several JSON reports share.  Undefined numbers are null. */
#ifndef RCC_HARNESS_REPORT_JSON_PARTS_H
#define RCC_HARNESS_REPORT_JSON_PARTS_H

#include <stdio.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/findings/findings.h"

json_t *rcc_json_number(double x);
json_t *rcc_json_interval(const struct rcc_interval *i);
json_t *rcc_json_ratio(const struct rcc_ratio *r);
/* Return a ratio from blocks; null if `error` is not 0. */
json_t *rcc_json_block_ratio(const struct rcc_block_ratio *r, int error);
/* Return how the runs depend on each other; null if there are no blocks. */
json_t *rcc_json_blocks(const struct rcc_blocks *b);
/* Return the name of the ratio that the text reports: "blocks" or "means". */
const char *rcc_json_reported(bool by_blocks);
/* Return the unit: "seconds", "bytes", "count", or the unit that the user
 * gave. */
const char *rcc_json_unit(const struct rcc_metric *metric);

/* Return {compiler: functions} from the text of a program's note. */
json_t *rcc_json_compilers(const char *text);

/* Return when, on which machine and with which tools a study was measured. */
json_t *rcc_json_origin(const struct rcc_findings *f);
/* Return one arm of one system, without its layouts. */
json_t *rcc_json_cell(const struct rcc_findings *f, const struct rcc_cell *c);
json_t *rcc_json_effect(const struct rcc_findings *f,
			const struct rcc_effect *e);

/* Return the texts as an array.  The texts are released. */
json_t *rcc_json_strings(struct rcc_strvec *text);

/* Print a whole document and release it. */
void rcc_json_print(json_t *root, FILE *out);

#endif
