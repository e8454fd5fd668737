/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and numbers that the formats of a suite's report share. */
#ifndef RCC_HARNESS_REPORT_SUITE_WORDS_H
#define RCC_HARNESS_REPORT_SUITE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/suite_findings.h"

/* The precisions (relative half-widths of the mean's interval) in the table of
 * layouts needed: KJ13, table 7. */
#define RCC_SUITE_N_PRECISIONS 4
extern const double rcc_suite_precision[RCC_SUITE_N_PRECISIONS];

/* The number of layouts for precision `i` of the mean of the random arm or of the
 * original layout; 0: undefined.  If the row is by_blocks, such a mean has no
 * interval that holds: that of the ratio of random layouts to the original one takes
 * the place of the former's, and the latter's is undefined. */
size_t rcc_suite_needed(const struct rcc_suite_findings *f,
			const struct rcc_suite_row *row, bool is_random,
			size_t i);

/* The effect that was detected: "both", "varies", ... */
const char *rcc_suite_seen(const struct rcc_suite_row *row);

/* The reason why a benchmark is not in the tables; NULL if it is in them.  Caller
 * frees. */
char *rcc_suite_absence(const struct rcc_suite_findings *f,
			const struct rcc_suite_entry *e);

#endif
