/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judging whether the values of a series, in order of time, are independent.
 * Users judge independence by plots, and some functions compute the numbers for
 * these plots.  Two tests give hints: the Ljung-Box test, and the search for
 * change points.
 */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/distribution.h"
#include "stats/doubles.h"

static bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]))
			return false;
	}
	return true;
}

int rcc_autocorrelation(const double *x, size_t n, size_t max_lag, double *r)
{
	double mean;
	double squares = 0;

	for (size_t k = 0; k < max_lag; k++)
		r[k] = NAN;
	if (n < 2 || max_lag >= n || !all_finite(x, n))
		return RCC_EDOM;
	mean = rcc_doubles_mean(x, n);
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	if (!(squares > 0))
		return RCC_EDOM;
	for (size_t k = 1; k <= max_lag; k++) {
		double sum = 0;

		for (size_t i = 0; i + k < n; i++)
			sum += (x[i] - mean) * (x[i + k] - mean);
		r[k - 1] = sum / squares;
	}
	return 0;
}

double rcc_autocorrelation_bound(size_t n, double level)
{
	return rcc_quantile_normal(0.5 + level / 2) / sqrt((double)n);
}

void rcc_shuffled(const double *x, size_t n, struct rcc_random *random,
		  double *out)
{
	/* This is the inside-out form of the Fisher-Yates shuffle. */
	for (size_t i = 0; i < n; i++) {
		const size_t k = (size_t)rcc_random_below(random, i + 1);

		out[i] = out[k];
		out[k] = x[i];
	}
}

int rcc_ljung_box(const double *r, size_t n, size_t n_lags, double *q,
		  double *p)
{
	double sum = 0;

	*q = *p = NAN;
	if (n_lags == 0 || n_lags >= n)
		return RCC_EDOM;
	for (size_t k = 1; k <= n_lags; k++)
		sum += r[k - 1] * r[k - 1] / (double)(n - k);
	sum *= (double)n * (double)(n + 2);
	if (!isfinite(sum))
		return RCC_EDOM;
	*q = sum;
	*p = rcc_chi2_upper_p(sum, (double)n_lags);
	return 0;
}

/* ---- Change points ----------------------------------------------------- */

/* The length of the shortest segment.  A variance needs two values. */
#define SHORTEST 2

/* The arrays of the PELT algorithm (rcc_changes()).  Element i of `sum`,
 * `squares`, `cost` and `last` is for the first i values of the series.  The
 * cost of a segmentation is -2 ln of its likelihood plus the penalty for each
 * change. */
struct pelt {
	/* sum[i] and squares[i] are sums over the first i values, from which
	 * the mean of the series was subtracted. */
	long double *sum, *squares;
	double *cost; /* cost of the best segmentation of the first i values */
	/* First index of the last segment in the best segmentation. */
	size_t *last;
	/* Indices at which the last segment may still begin. */
	size_t *candidate;
	double floor; /* lower bound of a segment's variance */
};

double rcc_changes_penalty(size_t n)
{
	return 15 * log((double)n);
}

size_t rcc_changes_scratch(size_t n)
{
	return (n + 1) *
	       (2 * sizeof(long double) + sizeof(double) + 2 * sizeof(size_t));
}

static void pelt_carve(struct pelt *pelt, void *scratch, size_t n)
{
	char *at = scratch;

	pelt->sum = (long double *)(void *)at;
	pelt->squares = pelt->sum + n + 1;
	pelt->cost = (double *)(void *)(pelt->squares + n + 1);
	pelt->last = (size_t *)(void *)(pelt->cost + n + 1);
	pelt->candidate = pelt->last + n + 1;
}

/* Return -2 ln of the likelihood of x[begin … end - 1] as one normal
 * segment. */
static double segment_cost(const struct pelt *pelt, size_t begin, size_t end)
{
	const long double n = (long double)(end - begin);
	const long double sum = pelt->sum[end] - pelt->sum[begin];
	const long double squares = pelt->squares[end] - pelt->squares[begin];
	const double variance = (double)((squares - sum * sum / n) / n);

	/* Equal values would have an infinite likelihood, so the variance has a
	 * lower bound. */
	if (variance < pelt->floor)
		return (double)n *
		       (log(pelt->floor) + fmax(variance, 0) / pelt->floor);
	return (double)n * (log(variance) + 1);
}

/* Compute sum[], squares[] and floor. */
static void pelt_sums(struct pelt *pelt, const double *x, size_t n)
{
	const double mean = rcc_doubles_mean(x, n);

	pelt->sum[0] = pelt->squares[0] = 0;
	for (size_t i = 0; i < n; i++) {
		const long double d = (long double)x[i] - mean;

		pelt->sum[i + 1] = pelt->sum[i] + d;
		pelt->squares[i + 1] = pelt->squares[i] + d * d;
	}
	/* The lower bound of a segment's standard deviation is a millionth of
	 * the standard deviation of the series.  Timers do not resolve less. */
	pelt->floor = 1e-12 * (double)(pelt->squares[n] / (long double)n);
}

/* Find the best segmentation of the values before index `end`.  Remove from
 * pelt->candidate the indices that can no longer be best.  Returns the number
 * of candidates left. */
static size_t pelt_step(struct pelt *pelt, size_t end, double penalty,
			size_t n_candidates)
{
	double best = INFINITY;
	size_t kept = 0;

	for (size_t k = 0; k < n_candidates; k++) {
		const size_t begin = pelt->candidate[k];
		const double cost = pelt->cost[begin] + penalty +
				    segment_cost(pelt, begin, end);

		if (cost < best) {
			best = cost;
			pelt->last[end] = begin;
		}
	}
	pelt->cost[end] = best;
	for (size_t k = 0; k < n_candidates; k++) {
		const size_t begin = pelt->candidate[k];

		/* Keep `begin`, unless it will always be cheaper to begin the
		 * last segment at end - 1 instead. */
		if (begin + SHORTEST > end - 1 ||
		    pelt->cost[begin] + segment_cost(pelt, begin, end - 1) <=
			    pelt->cost[end - 1])
			pelt->candidate[kept++] = begin;
	}
	return kept;
}

int rcc_changes(const double *x, size_t n, double penalty, void *scratch,
		size_t *begin, size_t *n_begin)
{
	struct pelt pelt;
	size_t n_candidates = 1;
	size_t count = 0;

	*n_begin = 0;
	if (n < (size_t)2 * SHORTEST || !all_finite(x, n) || !(penalty >= 0))
		return RCC_EDOM;
	pelt_carve(&pelt, scratch, n);
	pelt_sums(&pelt, x, n);
	if (!(pelt.floor > 0))
		return 0; /* constant values do not change */
	pelt.cost[0] = -penalty;
	pelt.candidate[0] = 0;
	for (size_t end = SHORTEST; end <= n; end++) {
		/* From this step on, a segment may begin at end - SHORTEST. */
		if (end >= (size_t)2 * SHORTEST)
			pelt.candidate[n_candidates++] = end - SHORTEST;
		n_candidates = pelt_step(&pelt, end, penalty, n_candidates);
	}
	for (size_t at = pelt.last[n]; at > 0; at = pelt.last[at])
		begin[count++] = at;
	for (size_t i = 0; i < count / 2; i++) {
		const size_t kept = begin[i];

		begin[i] = begin[count - 1 - i];
		begin[count - 1 - i] = kept;
	}
	*n_begin = count;
	return 0;
}
