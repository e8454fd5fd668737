/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limit values that are far from their expected value. */
#ifndef RCC_HARNESS_FINDINGS_OUTLIERS_H
#define RCC_HARNESS_FINDINGS_OUTLIERS_H

#include <stddef.h>

/* Limit n distances from an expected value to 7.413 times their median, to
 * either side.  That is five standard deviations if they are normal, the limit
 * of stats/rcc_rounds.h.  Nothing is limited if the median is 0.  `scratch`
 * holds n doubles. */
void rcc_limit_outliers(double *distance, size_t n, double *scratch);

/* Limit the outliers of a table of n_rows rows,
 * value[row * n_columns + column].  The expected value is the median of the row
 * plus an effect of the column.  This effect is the median of the column's
 * distances from the medians of the rows. */
void rcc_limit_table(double *value, size_t n_rows, size_t n_columns);

#endif
