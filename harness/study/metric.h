/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a run is looked at. */
#ifndef RCC_HARNESS_STUDY_METRIC_H
#define RCC_HARNESS_STUDY_METRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/store/rows.h"
#include "harness/study/metric_source.h"

enum rcc_unit { RCC_UNIT_SECONDS, RCC_UNIT_BYTES, RCC_UNIT_COUNT };

struct rcc_metric {
	const char *name; /* as the user gives it */
	const char *text; /* in a sentence */
	enum rcc_unit unit;
	/* NULL: a number of the study's own, number `own` of its metrics, which
	 * times `factor` is in `unit`. */
	double (*of)(const struct rcc_run_row *run);
	const char *label; /* of RCC_UNIT_COUNT: what is counted, "" or NULL */
	size_t own;
	double factor;
	const struct rcc_wanted *wanted; /* NULL: every run has it */
};

/* The metric that a study asked for; all is borrowed from *wanted. */
struct rcc_metric rcc_metric_own(const struct rcc_wanted *wanted, size_t own);
/* Whether it is known that less of it is better: of time and memory, and of
 * what every run has; what a study's own number means is not guessed. */
bool rcc_metric_less_is_better(const struct rcc_metric *metric);

/* NULL for an unknown name. */
const struct rcc_metric *rcc_metric_find(const char *name);
/* "wall, user, ..." */
const char *rcc_metric_names(void);

#endif
