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
 * (rcc_jumps.h).  Except in `work`, index i stands for the first i values of
 * the series. */
struct partition {
	/* sum[i] and squares[i] are sums over the first i values, in units of
	 * the noise. */
	double *sum, *squares;
	double *cost; /* cost of the best partition of the first i values */
	double *work; /* scratch of noise_of() */
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
	return (n + 1) * (4 * sizeof(double) + sizeof(size_t));
}

static void carve(struct partition *p, void *scratch, size_t n)
{
	p->sum = scratch;
	p->squares = p->sum + n + 1;
	p->cost = p->squares + n + 1;
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

static void add_up(struct partition *p, const double *x, size_t n, double noise)
{
	p->sum[0] = p->squares[0] = 0;
	for (size_t i = 0; i < n; i++) {
		/* Subtracting the first value improves the precision. */
		const double z = (smooth(x, n, i) - x[0]) / noise;

		p->sum[i + 1] = p->sum[i] + z;
		p->squares[i + 1] = p->squares[i] + z * z;
	}
}

/* Return the sum of squares about the mean, for the values with the indices
 * `begin` to end - 1. */
static double squares_about_mean(const struct partition *p, size_t begin,
				 size_t end)
{
	const double sum = p->sum[end] - p->sum[begin];

	return fmax(0, p->squares[end] - p->squares[begin] -
			       sum * sum / (double)(end - begin));
}

static void find_best(struct partition *p, size_t n, double penalty)
{
	for (size_t end = 1; end <= n; end++) {
		p->cost[end] = end < SHORTEST ? INFINITY
					      : squares_about_mean(p, 0, end);
		p->last[end] = 0;
		for (size_t begin = SHORTEST; begin + SHORTEST <= end;
		     begin++) {
			const double cost = p->cost[begin] + penalty +
					    squares_about_mean(p, begin, end);

			if (cost < p->cost[end]) {
				p->cost[end] = cost;
				p->last[end] = begin;
			}
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
	add_up(&p, x, n, noise);
	find_best(&p, n, penalty);
	for (size_t at = p.last[n]; at > 0; at = p.last[at])
		count++;
	*n_begin = count;
	for (size_t at = p.last[n]; at > 0; at = p.last[at])
		begin[--count] = at;
	return 0;
}
