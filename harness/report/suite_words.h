/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and numbers that the formats of a suite's report share. */
#ifndef RCC_HARNESS_REPORT_SUITE_WORDS_H
#define RCC_HARNESS_REPORT_SUITE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/suite_findings.h"

/* The precisions in the table of layouts needed.  They are relative half-widths
 * of the mean's interval, as in KJ13, table 7. */
#define RCC_SUITE_N_PRECISIONS 4
extern const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS];

/*
 * Return the number of layouts that precision `i` needs; 0 if it is undefined.
 * `is_random` says whether the number is for the mean of the random arm or for
 * that of the original layout.
 *
 * If row->by_blocks is set, intervals for means are not valid.  The number for
 * the random arm is then the number for its ratio to the original layout, and
 * the number for the original layout is undefined.
 */
size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_suite_row *row, bool is_random,
			size_t i);

/* Return the effect that is detected when all rows are judged together, such as
 * "both" or "varies".  This is the suite's verdict on the row. */
const char *rcc_suite_seen(const struct rcc_suite_row *row);
/* Return the effect that is detected when the benchmark is judged alone, as in
 * its own report. */
const char *rcc_suite_seen_alone(const struct rcc_suite_row *row);

/* Return the reason why a benchmark is not in the tables; NULL if it is.  The
 * caller must free it. */
char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e);

#endif
