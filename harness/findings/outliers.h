/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limit outliers: replace values that are far from their expected value by
 * nearer ones. */
#ifndef RCC_HARNESS_FINDINGS_OUTLIERS_H
#define RCC_HARNESS_FINDINGS_OUTLIERS_H

#include <stddef.h>

/* Limit n distances of values from their expected values.  The limit is 7.413
 * times the median of the absolute distances.  A distance with a larger
 * absolute value is reduced to the limit.  For normal data the limit is five
 * standard deviations, as in stats/rcc_rounds.h.  Nothing is limited if the
 * median is 0.  `scratch` holds n doubles. */
void rcc_limit_outliers(double *distance, size_t n, double *scratch);

/* Limit the outliers of a table of n_rows rows,
 * value[row * n_columns + column].  The expected value is the median of the row
 * plus an effect of the column.  This effect is the median of the column's
 * distances from the medians of the rows. */
void rcc_limit_table(double *value, size_t n_rows, size_t n_columns);

#endif
