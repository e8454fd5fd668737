/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and numbers that the formats of a suite's report share. */
#ifndef RCC_HARNESS_REPORT_SUITE_WORDS_H
#define RCC_HARNESS_REPORT_SUITE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/suite_findings.h"

/* The precisions in a suite's table of the number of layouts needed.  They are
 * relative half-widths of the mean's interval, as in KJ13, table 7. */
#define RCC_SUITE_N_PRECISIONS 4
extern const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS];

/*
 * Return the number of layouts that a benchmark needs for
 * rcc_suite_precision[i]; 0 if it is undefined.  The number is for
 *
 *	is_random	the mean of the random arm
 *	!is_random	the mean of the original layout
 *
 * If row->effect->by_blocks is set, ratios within blocks are reported, and
 * intervals for means are not valid.  The number for `is_random` is then for
 * the ratio of the random arm to the original layout.  The other number is
 * undefined.
 */
size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_suite_row *row, bool is_random,
			size_t i);

/* Return the effect of layout that is detected when all rows (benchmarks) are
 * judged together, such as "both" (a shift and variation) or "varies".  This is
 * the suite's verdict on the row. */
const char *rcc_suite_seen(const struct rcc_suite_row *row);
/* Return the effect of layout that is detected when this row's benchmark is
 * judged alone, as in its own report. */
const char *rcc_suite_seen_alone(const struct rcc_suite_row *row);

/* Return the reason why pair i of a comparison has no ratio, in a few words; NULL
 * if it has one.  The caller must free it. */
char *rcc_suite_no_ratio(const struct rcc_suite_findings *f,
			 const struct rcc_suite_comparison *c, size_t i);

/* Return the reason why a benchmark is not in the tables of the suite's report;
 * NULL if it is in them.  The caller must free it. */
char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e);

#endif
