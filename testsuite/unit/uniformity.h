/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statistics that show whether an order of n items is uniformly random, and the
 * moments of these statistics for a random order.  Items i and i + 1 are called
 * original neighbors.  uniformity.c tests the formulas with all orders of a
 * few items.
 */
#ifndef RCC_TESTSUITE_UNIT_UNIFORMITY_H
#define RCC_TESTSUITE_UNIT_UNIFORMITY_H

#include <math.h>
#include <stddef.h>

static size_t difference(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* position[i] is the place of item i in the order.  Count the original
 * neighbors that are side by side in the order, whichever comes first. */
static size_t count_neighbours(const size_t *position, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i + 1 < n; i++)
		count += difference(position[i], position[i + 1]) == 1;
	return count;
}

/* Return the sum of the distances between original neighbors in the order. */
static size_t sum_distances(const size_t *position, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i + 1 < n; i++)
		sum += difference(position[i], position[i + 1]);
	return sum;
}

/* Return the mean of count_neighbours() in a random order.  There are n (n - 1)
 * ordered pairs of places, of which 2 (n - 1) are side by side.  So each of the
 * n - 1 original pairs stays together with probability 2 / n. */
static double mean_neighbours(double n)
{
	return 2 * (n - 1) / n;
}

/*
 * Return the variance of A = count_neighbours() in a random order.  It follows
 * from
 *
 *	E[A (A - 1)] = 4 (n - 2)^2 / (n (n - 1))
 *
 * A (A - 1) / 2 is the number of combinations of two original pairs that both
 * stay side by side.  There are two kinds of combinations:
 *
 *	the pairs		combinations		probability that both
 *							stay side by side
 *	share an item		n - 2			2 / (n (n - 1))
 *	share no item		(n - 2)(n - 3) / 2	4 / (n (n - 1))
 */
static double variance_neighbours(double n)
{
	double mean = mean_neighbours(n);

	return 4 * (n - 2) * (n - 2) / (n * (n - 1)) + mean - mean * mean;
}

/*
 * The next functions compute the probability that A = k, by inclusion and
 * exclusion.  They choose r of the n - 1 original pairs.  Successive pairs,
 * which share an item, form a chain.  The number of ways to choose r pairs that
 * form c chains is
 *
 *	C(r - 1, c - 1) C(n - r, c)
 *
 * The number of orders that keep these r pairs side by side is
 *
 *	2^c (n - r)!
 *
 * because each chain counts as one item, so that n - r items are ordered, and
 * each chain can have two directions.  The distribution of A is close to
 * Poisson's with mean 2.
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

	/* 40 terms are enough, because they decrease like 2^r / r!. */
	for (size_t r = k; r < n && r < k + 40; r++)
		sum += ((r - k) % 2 == 0 ? 1 : -1) *
		       exp(log_choose((double)r, (double)k)) *
		       expected_subsets(n, r);
	return sum;
}

/* Return the mean of sum_distances() in a random order.  There are n - 1
 * distances of (n + 1) / 3 on average, because 2 (n - d) of the ordered pairs
 * of places have the distance d. */
static double mean_distance(double n)
{
	return (n - 1) * (n + 1) / 3;
}

/* Return the variance of sum_distances() in a random order.  It follows from
 * the sums of d(a,b)^2, d(a,b) d(b,c) and d(a,b) d(c,d) over all places, with
 * d(a,b) = |a - b|. */
static double variance_distance(double n)
{
	return (n - 2) * (n + 1) * (4 * n - 7) / 90;
}

#endif
