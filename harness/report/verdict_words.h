/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choose words for a difference.  Words for better and worse, such as faster,
 * less time or lucky, are used only if it is known which values of the metric
 * are better.  Otherwise a difference is "larger" or "smaller".
 */
#ifndef RCC_HARNESS_REPORT_VERDICT_WORDS_H
#define RCC_HARNESS_REPORT_VERDICT_WORDS_H

#include <jansson.h>

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* Return the verdict's key for programs: "faster" for a change to the better
 * and "slower" for one to the worse.  If it is unknown which values are better,
 * return "smaller" or "larger".  All other verdicts have the key of
 * rcc_verdict_name(). */
const char *rcc_verdict_key(enum rcc_verdict verdict, enum rcc_better better);

/* Return the verdict's word for a table: "faster" for a time, "less", "better",
 * "smaller", ... */
const char *rcc_verdict_short(enum rcc_verdict verdict,
			      const struct rcc_metric *metric);

/* Return "lower", "higher" or null. */
json_t *rcc_json_better(enum rcc_better better);
/* Return whether the verdict is a regression; null if that is unknown. */
json_t *rcc_json_regression(enum rcc_verdict verdict, enum rcc_better better);

#endif
