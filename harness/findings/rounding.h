/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How coarse the values of a metric are: seconds of a clock with whole hundredths,
 * for example. */
#ifndef RCC_HARNESS_FINDINGS_ROUNDING_H
#define RCC_HARNESS_FINDINGS_ROUNDING_H

#include "harness/findings/cell.h"

/* Return by how much rounding may have moved the mean of a cell, as a part of
 * the mean (rcc_rounding_shift()).  It is 0 if the values are fine enough. */
double rcc_rounding_of_mean(const struct rcc_cell *c);

#endif
