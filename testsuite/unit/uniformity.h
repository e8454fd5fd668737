/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statistics of an order of n things, and their moments for a uniformly random
 * order.  uniformity.c tests the formulas with all orders of a few things.
 */
#ifndef RCC_TESTSUITE_UNIT_UNIFORMITY_H
#define RCC_TESTSUITE_UNIT_UNIFORMITY_H

#include <math.h>
#include <stddef.h>

static size_t difference(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* Count the original neighbours that are neighbours, either way round. */
static size_t count_neighbours(const size_t *position, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i + 1 < n; i++)
		count += difference(position[i], position[i + 1]) == 1;
	return count;
}

/* Sum the distances between original neighbours. */
static size_t sum_distances(const size_t *position, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i + 1 < n; i++)
		sum += difference(position[i], position[i + 1]);
	return sum;
}

/* Two things are side by side in 2 (n - 1) of the n (n - 1) pairs of places. */
static double mean_neighbours(double n)
{
	return 2 * (n - 1) / n;
}

/*
 * E[A (A - 1)], with A the number of neighbours: two of the n - 1 pairs that
 * share a thing (n - 2 such) stay neighbours with probability 2 / (n (n - 1)),
 * two that do not ((n - 2)(n - 3) / 2 such) with 4 / (n (n - 1)).  Together
 * 4 (n - 2)^2 / (n (n - 1)).
 */
static double variance_neighbours(double n)
{
	double mean = mean_neighbours(n);

	return 4 * (n - 2) * (n - 2) / (n * (n - 1)) + mean - mean * mean;
}

/*
 * P(A = k), by inclusion and exclusion: r of the n - 1 pairs can be chosen in
 * C(r - 1, c - 1) C(n - r, c) ways such that they form c chains; n - r things
 * are left to order, the chains among them in either direction: 2^c (n - r)!
 * orders of n!.  Near Poisson's with mean 2.
 */
static double log_choose(double n, double k)
{
	return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

static double expected_subsets(size_t n, size_t r)
{
	double sum = 0;

	if (r == 0)
		return 1;
	for (size_t c = 1; c <= r && c + r <= n; c++)
		sum += exp(log_choose((double)r - 1, (double)c - 1) +
			   log_choose((double)(n - r), (double)c) +
			   (double)c * log(2) + lgamma((double)(n - r) + 1) -
			   lgamma((double)n + 1));
	return sum;
}

static double probability_neighbours(size_t n, size_t k)
{
	double sum = 0;

	/* The terms fall as 2^r / r!. */
	for (size_t r = k; r < n && r < k + 40; r++)
		sum += ((r - k) % 2 == 0 ? 1 : -1) *
		       exp(log_choose((double)r, (double)k)) *
		       expected_subsets(n, r);
	return sum;
}

/* n - 1 distances of (n + 1) / 3 on average: of the ordered pairs of places,
 * 2 (n - d) are at the distance d. */
static double mean_distance(double n)
{
	return (n - 1) * (n + 1) / 3;
}

/* The value for d = |a - b|, from the sums over all places of d^2, d(a,b)
 * d(b,c) and d(a,b) d(c,d). */
static double variance_distance(double n)
{
	return (n - 2) * (n + 1) * (4 * n - 7) / 90;
}

#endif
