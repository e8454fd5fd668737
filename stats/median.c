/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"

static void swap(double *a, double *b)
{
	const double kept = *a;

	*a = *b;
	*b = kept;
}

/*
 * Reorder x[n] so that x[k] is the value that it would be if x were sorted, and
 * x[0 … k - 1] are not greater (Hoare's quickselect).
 *
 * Measurements are often sorted.  With the first value as pivot, sorted data
 * would be the worst case, so the pivot is the median of three values.
 */
static void select_kth(double *x, size_t n, size_t k)
{
	size_t lo = 0;
	size_t hi = n - 1;

	while (lo < hi) {
		const size_t middle = lo + (hi - lo) / 2;
		size_t i = lo;
		size_t j = hi;
		double pivot;

		if (x[middle] < x[lo])
			swap(&x[middle], &x[lo]);
		if (x[hi] < x[lo])
			swap(&x[hi], &x[lo]);
		if (x[hi] < x[middle])
			swap(&x[hi], &x[middle]);
		pivot = x[middle];
		for (;;) {
			while (x[i] < pivot)
				i++;
			while (pivot < x[j])
				j--;
			if (i >= j)
				break;
			swap(&x[i++], &x[j--]);
		}
		/* Values up to index j are <= pivot; later values are >=
		 * pivot. */
		if (k <= j)
			hi = j;
		else
			lo = j + 1;
	}
}

int rcc_median(double *x, size_t n, double *median)
{
	double below;

	*median = NAN;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]))
			return RCC_EDOM;
	}
	if (n == 0)
		return RCC_EDOM;
	select_kth(x, n, n / 2);
	*median = x[n / 2];
	if (n % 2 == 1)
		return 0;
	below = x[0];
	for (size_t i = 1; i < n / 2; i++)
		below = x[i] > below ? x[i] : below;
	/* Halve both values before adding them, since the sum may overflow. */
	*median = below / 2 + *median / 2;
	return 0;
}

double rcc_median_or_min(double *x, size_t n, enum rcc_statistic statistic)
{
	double value = x[0];

	if (statistic == RCC_STATISTIC_MEDIAN) {
		rcc_median(x, n, &value);
		return value;
	}
	for (size_t i = 1; i < n; i++)
		value = fmin(value, x[i]);
	return value;
}
