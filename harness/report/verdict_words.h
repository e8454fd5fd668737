/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words for a difference.  Words for better and worse (faster, less time,
 * lucky) are for metrics of which it is known which values are better; the
 * difference of any other is "larger" or "smaller".
 */
#ifndef RCC_HARNESS_REPORT_VERDICT_WORDS_H
#define RCC_HARNESS_REPORT_VERDICT_WORDS_H

#include <jansson.h>

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* The verdict's word for programs: "faster" for the better direction and
 * "slower" for the worse, "smaller" and "larger" if it is unknown, else that of
 * rcc_verdict_name(). */
const char *rcc_verdict_key(enum rcc_verdict verdict, enum rcc_better better);

/* The verdict's word for a table: "faster" (a time), "less", "better",
 * "smaller", ... */
const char *rcc_verdict_short(enum rcc_verdict verdict,
			      const struct rcc_metric *metric);

/* "lower", "higher" or null. */
json_t *rcc_json_better(enum rcc_better better);
/* Whether the verdict is a regression; null if that cannot be known. */
json_t *rcc_json_regression(enum rcc_verdict verdict, enum rcc_better better);

#endif
