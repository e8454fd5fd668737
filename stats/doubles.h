/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small functions on arrays of numbers that several estimators use. */
#ifndef RCC_STATS_DOUBLES_H
#define RCC_STATS_DOUBLES_H

#include <stddef.h>

/* Compare two doubles that are not NaN, for qsort(). */
int rcc_doubles_compare(const void *a, const void *b);
/* Return the mean of n values, n > 0.  The mean of equal values is exactly their
 * value. */
double rcc_doubles_mean(const double *x, size_t n);

#endif
