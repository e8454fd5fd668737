/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print advice on a program whose output changes from run to run. */
#ifndef RCC_HARNESS_RUN_SCORE_HINT_H
#define RCC_HARNESS_RUN_SCORE_HINT_H

#include <stdbool.h>

#include "harness/run/metric_values.h"

/* Print the first lines in which two outputs differ.  If they differ in
 * numbers, also print the options that make these numbers metrics.  Numbers
 * that are already in `values` are ignored.  Returns whether options were
 * printed. */
bool rcc_score_hint(const struct rcc_metric_values *values, int stdout_fd,
		    const char *reference);

#endif
