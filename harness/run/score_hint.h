/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Print advice on a program whose output changes from run to run. */
#ifndef RCC_HARNESS_RUN_SCORE_HINT_H
#define RCC_HARNESS_RUN_SCORE_HINT_H

#include <stdbool.h>

#include "harness/run/metric_values.h"

/* Print the first lines in which a run's output and the file `reference`
 * differ.  If numbers differ, also print options that make them metrics.
 * Numbers of the metrics in `values` are ignored.  If the outputs are from two
 * programs, `is_of` names the program that ran, and `was_of` the program of the
 * reference.  Otherwise both are NULL.  Returns whether options were
 * printed. */
bool rcc_score_hint(const struct rcc_metric_values *values, int stdout_fd,
		    const char *reference, const char *is_of,
		    const char *was_of);

#endif
