/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Hodges–Lehmann estimate of a center, and its interval by Wilcoxon's
 * signed ranks.  Both are order statistics of the Walsh averages
 * (x_i + x_j) / 2, i <= j.
 *
 * The n (n + 1) / 2 averages are never listed.  The averages that are at most v
 * can be counted in linear time, so bisection over v finds the k-th smallest
 * average.
 */
#include "stats/rcc_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/doubles.h"

/* For more values than this, the distribution of Wilcoxon's statistic is
 * approximated by a normal distribution. */
#define MOST_EXACT 200

/* Count the Walsh averages of sorted values x that are at most v. */
static double count_up_to(const double *x, size_t n, double v)
{
	size_t end = n; /* x[i] + x[j] > 2 v for all j >= end */
	double count = 0;

	for (size_t i = 0; i < n; i++) {
		while (end > 0 && x[i] / 2 + x[end - 1] / 2 > v)
			end--;
		if (end <= i)
			break;
		count += (double)(end - i);
	}
	return count;
}

/* Return the k-th smallest Walsh average of sorted values x, 1 <= k <= n
 * (n + 1) / 2. */
static double walsh_average(const double *x, size_t n, double k)
{
	double lo = x[0]; /* the result is in [lo, hi] */
	double hi = x[n - 1];

	if (count_up_to(x, n, lo) >= k)
		return lo;
	for (;;) {
		const double middle = lo + (hi - lo) / 2;

		if (!(middle > lo && middle < hi))
			return hi;
		if (count_up_to(x, n, middle) >= k)
			hi = middle;
		else
			lo = middle;
	}
}

/* Return the smallest q with P(V <= q) >= p.  V is Wilcoxon's
 * signed-rank statistic, the sum of the ranks (by absolute value) of the
 * positive values.  The n values are independent and symmetric about 0. */
static double quantile_exact(size_t n, double p)
{
	static const size_t most = MOST_EXACT * (MOST_EXACT + 1) / 2;
	const size_t last = n * (n + 1) / 2;
	double probability[MOST_EXACT * (MOST_EXACT + 1) / 2 + 1] = {1};
	double sum = 0;
	size_t q = 0;

	/* Rank r adds 0 or r to V, each with probability 1/2.  Convolve in
	 * place. */
	for (size_t r = 1; r <= n && last <= most; r++)
		for (size_t k = r * (r + 1) / 2 + 1; k-- > 0;)
			probability[k] = (probability[k] +
					  (k >= r ? probability[k - r] : 0)) /
					 2;
	for (q = 0; q < last; q++) {
		sum += probability[q];
		/* The tolerance keeps rounding errors from changing the
		 * quantile. */
		if (sum >= p * (1 - 1e-12))
			break;
	}
	return (double)q;
}

/* Return the p-quantile of Wilcoxon's signed-rank statistic of n values. */
static double quantile(size_t n, double p)
{
	const double size = (double)n;
	const double mean = size * (size + 1) / 4;
	const double sd = sqrt(size * (size + 1) * (2 * size + 1) / 24);

	return n <= MOST_EXACT
		       ? quantile_exact(n, p)
		       : floor(mean + rcc_quantile_normal(p) * sd + 0.5);
}

int rcc_hodges_lehmann(const double *x, size_t n, double level, double *scratch,
		       struct rcc_interval *out)
{
	const double n_walsh = (double)n * ((double)n + 1) / 2;
	double rank;

	out->estimate = out->lo = out->hi = out->df = NAN;
	out->level = level;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return RCC_EDOM;
	if (n == 0 || !(level > 0 && level < 1))
		return RCC_EDOM;
	memcpy(scratch, x, n * sizeof(*x));
	qsort(scratch, n, sizeof(*scratch), rcc_doubles_compare);
	out->estimate =
		walsh_average(scratch, n, floor((n_walsh + 1) / 2)) / 2 +
		walsh_average(scratch, n, ceil((n_walsh + 1) / 2)) / 2;
	/* The widest interval, from the minimum to the maximum, covers with
	 * probability 1 - 2^(1 - n). */
	if (exp2(1 - (double)n) > 1 - level)
		return RCC_EDOM;
	rank = fmax(quantile(n, (1 - level) / 2), 1);
	out->lo = walsh_average(scratch, n, rank);
	out->hi = walsh_average(scratch, n, n_walsh + 1 - rank);
	return 0;
}
