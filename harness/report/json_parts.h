/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values (json_t) that several JSON reports share.  Undefined numbers are
 * null. */
#ifndef RCC_HARNESS_REPORT_JSON_PARTS_H
#define RCC_HARNESS_REPORT_JSON_PARTS_H

#include <stdio.h>
#include <jansson.h>

#include "common/strvec.h"
#include "harness/findings/findings.h"

json_t *rcc_json_number(double x);
/* Return the n numbers as an array. */
json_t *rcc_json_numbers(const double *x, size_t n);
json_t *rcc_json_interval(const struct rcc_interval *i);
json_t *rcc_json_ratio(const struct rcc_ratio *r);
/* Return as JSON a ratio that was computed within blocks; null if `error` is
 * not 0. */
json_t *rcc_json_block_ratio(const struct rcc_block_ratio *r, int error);
/* Return as JSON the numbers about blocks, such as the correlation of the runs
 * of a block.  Return null if this correlation is undefined, for example if
 * ratios are not taken within blocks. */
json_t *rcc_json_blocks(const struct rcc_blocks *b);
/* Return the word for the ratio that the text report shows: "blocks" for a
 * ratio computed within blocks, "means" for a ratio of the arms' means. */
const char *rcc_json_reported(bool by_blocks);
/* Return the name of the metric's unit: "seconds", "bytes", "count", or the
 * unit that the user gave. */
const char *rcc_json_unit(const struct rcc_metric *metric);

/* Return the object {SYSTEM: {"compilers": {COMPILER: n, ...}, "linker": TEXT},
 * ...} for the stored object (study/toolchains.h). */
json_t *rcc_json_toolchains(json_t *stored);

/* Return when, on which machine and with which tools a study was measured. */
json_t *rcc_json_origin(const struct rcc_findings *f);
/* Return as JSON what was found about a cell, without the cell's layouts.  A
 * cell is one arm of one system. */
json_t *rcc_json_cell(const struct rcc_findings *f, const struct rcc_cell *c);
json_t *rcc_json_effect(const struct rcc_findings *f,
			const struct rcc_effect *e);

/* Return the strings as a JSON array, and release *text. */
json_t *rcc_json_strings(struct rcc_strvec *text);

/* Print a whole JSON document and release it. */
void rcc_json_print(json_t *root, FILE *out);

#endif
