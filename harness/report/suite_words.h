/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and numbers that several formats of a suite's report use. */
#ifndef RCC_HARNESS_REPORT_SUITE_WORDS_H
#define RCC_HARNESS_REPORT_SUITE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/suite_findings.h"

/* Precisions in the table of layouts needed, as relative half-widths of the
 * mean's interval.  They are those of KJ13, table 7. */
#define RCC_SUITE_N_PRECISIONS 4
extern const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS];

/* Return the number of layouts that precision `i` needs, for the mean of the
 * random arm or of the original layout; 0 if it is undefined.  If
 * row->by_blocks is set, intervals for means are not valid: the number for the
 * random arm is then that for its ratio to the original layout, and the number
 * for the original layout is undefined. */
size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_suite_row *row, bool is_random,
			size_t i);

/* Return the effect that was detected if all rows are judged together, which is
 * the verdict of a suite: "both", "varies", ... */
const char *rcc_suite_seen(const struct rcc_suite_row *row);
/* Return the effect that the report of the benchmark alone detects. */
const char *rcc_suite_seen_alone(const struct rcc_suite_row *row);

/* Return the reason why a benchmark is not in the tables; NULL if it is in
 * them.  The caller must free it. */
char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e);

#endif
