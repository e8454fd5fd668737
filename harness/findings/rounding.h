/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How coarse the values of a metric are: seconds of a clock with whole hundredths,
 * for example. */
#ifndef RCC_HARNESS_FINDINGS_ROUNDING_H
#define RCC_HARNESS_FINDINGS_ROUNDING_H

#include "harness/findings/cell.h"
#include "harness/study/metric.h"
#include "stats/rcc_stats.h"

/* Look for rounding in the values of a cell.  Counts by valgrind, and what the
 * kernel counts (page faults, context switches, memory), are not rounded: for
 * these metrics all fields are 0. */
struct rcc_rounding rcc_rounding_of_cell(const struct rcc_cell *c,
					 const struct rcc_metric *metric);

/* Return how far rounding may have moved the mean of a cell, as a part of the
 * mean.  It is 0 if the values are fine enough. */
double rcc_rounding_of_mean(const struct rcc_cell *c,
			    const struct rcc_metric *metric);

#endif
