/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choose words for a difference.  Words for better and worse, such as "faster",
 * "less time" or "lucky", are used only if it is known which values of the
 * metric are better.  Otherwise a difference is "larger" or "smaller".
 */
#ifndef RCC_HARNESS_REPORT_VERDICT_WORDS_H
#define RCC_HARNESS_REPORT_VERDICT_WORDS_H

#include <jansson.h>

#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* Return the word for a verdict in JSON.  A change for the better is "faster",
 * a change for the worse "slower", whatever the metric.  If it is unknown which
 * values are better, a change is "smaller" or "larger".  Other verdicts have
 * the word of rcc_verdict_name(). */
const char *rcc_verdict_key(enum rcc_verdict verdict, enum rcc_better better);

/* Return the word for a verdict in a table, such as "faster" for a time, or
 * "less", "better" or "smaller". */
const char *rcc_verdict_short(enum rcc_verdict verdict,
			      const struct rcc_metric *metric);

/* Return as JSON "lower" or "higher", whichever values are better; null if it
 * is unknown. */
json_t *rcc_json_better(enum rcc_better better);
/* Return as JSON whether the verdict is a regression; null if it is unknown
 * which values are better. */
json_t *rcc_json_regression(enum rcc_verdict verdict, enum rcc_better better);

#endif
