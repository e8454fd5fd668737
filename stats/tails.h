/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Degrees of freedom for the variance of values that may have heavy tails.
 * rcc_blocks.h has the formula for one sample (rcc_kurtosis_df()).  Private to
 * stats/.
 */
#ifndef RCC_STATS_TAILS_H
#define RCC_STATS_TAILS_H

#include <stddef.h>

/* The smallest number of values from which kurtosis is estimated. */
#define RCC_TAILS_FEWEST 5

/*
 * Return the degrees of freedom of a variance that is pooled from n groups:
 *	max(1, min(most, 2 n / (κ - (n - 3) / n)))
 *	κ = n sum x_i² / (sum x_i)²
 *
 * x	x_i is the sum of (value - mean of group i)² over the values of
 *	group i.  All x_i may be multiplied by the same number
 * most	the degrees of freedom for normal values
 *
 * The result is `most` if there are fewer than 5 groups or all x_i are 0.
 */
double rcc_pooled_df(const double *x, size_t n, double most);

#endif
