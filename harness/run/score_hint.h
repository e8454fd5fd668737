/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice on a program whose output changes from run to run. */
#ifndef RCC_HARNESS_RUN_SCORE_HINT_H
#define RCC_HARNESS_RUN_SCORE_HINT_H

#include <stdbool.h>

#include "harness/run/metric_values.h"

/* Print the first lines of the two outputs that differ and, if numbers do, the
 * options that make them metrics.  Returns whether it named such options.
 * Numbers that are in `values` already are left out. */
bool rcc_score_hint(const struct rcc_metric_values *values, int stdout_fd,
		    const char *reference);

#endif
