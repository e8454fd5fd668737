/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find the jumps in a series of values, such as run times in order of time.  A
 * level is a value about which the series stays for a while.  rcc_stats.h has
 * the conventions on errors and scratch space.
 */
#ifndef RCC_STATS_RCC_JUMPS_H
#define RCC_STATS_RCC_JUMPS_H

#include <stddef.h>

/*
 * Find the jumps in x[n].  A jump is a position where the level changes and
 * keeps its new value for at least three values.
 *
 * A running median of three removes single outliers.  The jumps and levels then
 * minimize a sum: the squared deviations of the values from their levels,
 * divided by the variance of the noise, plus `penalty` for each jump (optimal
 * partitioning; Jackson et al. 2005).  The noise is assumed to be the same at
 * all levels.  Its standard deviation is estimated by the median absolute
 * difference of successive values, scaled for normal values; jumps hardly
 * affect this estimate.
 *
 * rcc_changes() in rcc_stats.h estimates a variance for each segment instead,
 * and so needs a larger penalty.  It finds no change in
 * testsuite/data/regimes.csv, which has jumps.
 *
 * begin[n / 3] receives the index of the first value after each jump,
 * ascending.  `scratch` must have rcc_jumps_scratch(n) bytes, aligned like
 * memory from malloc().  The cost is O(n^2).
 *
 * Returns RCC_EDOM if there are fewer than 6 values, if a value is not finite,
 * or if `penalty` is negative or NaN.  Otherwise constant values have no jump.
 * Values that are not constant also give RCC_EDOM if more than half of all
 * successive values are equal, because the noise is then unknown.
 */
int rcc_jumps(const double *x, size_t n, double penalty, void *scratch,
	      size_t *begin, size_t *n_begin);
size_t rcc_jumps_scratch(size_t n);

/*
 * Return the usual `penalty` of rcc_jumps(), 8 ln n.  It was tested on
 * simulated series of 20 to 540 normal values.  rcc_jumps() found a jump in at
 * most 0.6 % of independent series, and in 2, 4 and 15 % of autoregressive
 * series with correlation 0.2, 0.3 and 0.5.
 */
double rcc_jumps_penalty(size_t n);

#endif
