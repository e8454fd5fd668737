/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a run is looked at. */
#ifndef RCC_HARNESS_METRIC_H
#define RCC_HARNESS_METRIC_H

#include "harness/row.h"

enum rcc_unit { RCC_UNIT_SECONDS, RCC_UNIT_BYTES, RCC_UNIT_COUNT };

struct rcc_metric {
	const char *name; /* as the user gives it */
	const char *text; /* in a sentence */
	enum rcc_unit unit;
	double (*of)(const struct rcc_run_row *run);
};

/* NULL for an unknown name. */
const struct rcc_metric *rcc_metric_find(const char *name);
/* "wall, user, ..." */
const char *rcc_metric_names(void);

#endif
