/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_jumps.h"

#include <math.h>
#include <stdbool.h>

#include "common/error.h"
#include "stats/rcc_stats.h"

/* The smallest number of values between two jumps. */
#define SHORTEST ((size_t)3)
/* The standard deviation of normal values divided by their median absolute
 * deviation. */
#define SD_PER_MAD 1.482602218505602

/* The arrays of the search for the best partition of a series into levels
 * (rcc_jumps.h).  In `cost` and `last`, index i stands for the first i values of
 * the series. */
struct partition {
	double *value; /* the smoothed values, in units of the noise */
	double *cost;  /* cost of the best partition of the first i values */
	double *work;  /* scratch of noise_of() */
	/* last[i] is the index where the last level of the best partition of
	 * the first i values begins. */
	size_t *last;
};

double rcc_jumps_penalty(size_t n)
{
	return 8 * log((double)n);
}

size_t rcc_jumps_scratch(size_t n)
{
	return (n + 1) * (3 * sizeof(double) + sizeof(size_t));
}

static void carve(struct partition *p, void *scratch, size_t n)
{
	p->value = scratch;
	p->cost = p->value + n + 1;
	p->work = p->cost + n + 1;
	p->last = (size_t *)(void *)(p->work + n + 1);
}

static double median_of_3(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Return the median of x[i] and its two neighbours. */
static double smooth(const double *x, size_t n, size_t i)
{
	const size_t at = i == 0 ? 1 : i == n - 1 ? n - 2 : i;

	return median_of_3(x[at - 1], x[at], x[at + 1]);
}

/* Estimate the standard deviation of the noise.  Returns NaN if it is
 * unknown. */
static double noise_of(const double *x, size_t n, double *work)
{
	double median;

	for (size_t i = 0; i + 1 < n; i++)
		work[i] = fabs(x[i + 1] - x[i]);
	if (rcc_median(work, n - 1, &median) != 0 || !(median > 0))
		return NAN;
	return SD_PER_MAD * median / sqrt(2);
}

/* Find the best partition of the first `end` values.  That of fewer values is
 * known.  The sum of squares about a level's mean grows by one value at a time
 * (Welford 1962): differences of sums would lose the noise beside a large
 * jump. */
static void find_last(struct partition *p, size_t end, double penalty)
{
	double mean = 0;
	double squares = 0;

	p->cost[end] = INFINITY;
	p->last[end] = 0;
	for (size_t n = 1; n <= end; n++) {
		const size_t begin = end - n;
		const double from_mean = p->value[begin] - mean;
		double cost;

		mean += from_mean / (double)n;
		squares += from_mean * (p->value[begin] - mean);
		if (n < SHORTEST || (begin != 0 && begin < SHORTEST))
			continue;
		cost = squares + (begin != 0 ? p->cost[begin] + penalty : 0);
		if (cost <= p->cost[end]) {
			p->cost[end] = cost;
			p->last[end] = begin;
		}
	}
}

static bool is_constant(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

int rcc_jumps(const double *x, size_t n, double penalty, void *scratch,
	      size_t *begin, size_t *n_begin)
{
	struct partition p;
	size_t count = 0;
	double noise;

	*n_begin = 0;
	if (n < 2 * SHORTEST || !(penalty >= 0))
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return RCC_EDOM;
	if (is_constant(x, n))
		return 0;
	carve(&p, scratch, n);
	noise = noise_of(x, n, p.work);
	if (isnan(noise))
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		p.value[i] = smooth(x, n, i) / noise;
	for (size_t end = 1; end <= n; end++)
		find_last(&p, end, penalty);
	for (size_t at = p.last[n]; at > 0; at = p.last[at])
		count++;
	*n_begin = count;
	for (size_t at = p.last[n]; at > 0; at = p.last[at])
		begin[--count] = at;
	return 0;
}
