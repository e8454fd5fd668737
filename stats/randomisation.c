/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_blocks.h"

#include <math.h>

#include "common/error.h"
#include "common/random.h"

/* The tolerance for rounding.  A statistic that is slightly smaller than the
 * observed one counts as equal to it.  The tolerated difference is SLACK times
 * sum |d_i| in rcc_shift_test(), and SLACK in rcc_layouts_test(). */
#define SLACK 1e-12

static bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

/* Return the p-value if n_extreme of n_draws random statistics are at least as
 * extreme as the observed one. */
static double p_of(size_t n_extreme, size_t n_draws)
{
	return (double)(1 + n_extreme) / (double)(n_draws + 1);
}

/* ---- Signs ------------------------------------------------------------- */

/* Table of signs, indexed by a random bit.  A branch instead of the table would
 * be mispredicted half the time.  With a branch, the simulations in
 * testsuite/unit/harness_blocks.c took 3.4 times as long. */
static const double sign[2] = {1, -1};

/* Return the sum of d with random signs. */
static double signed_sum(const double *d, size_t n, struct rcc_random *random)
{
	uint64_t bits = 0;
	double sum = 0;

	for (size_t i = 0; i < n; i++, bits >>= 1) {
		if (i % 64 == 0)
			bits = rcc_random_next(random);
		sum += sign[bits & 1] * d[i];
	}
	return sum;
}

/* Return the p-value over all 2^n sets of signs.  `least` is the observed
 * |sum d_i| minus a tolerance for rounding. */
static double exact_p(const double *d, size_t n, double least)
{
	const size_t n_sets = (size_t)1 << n;
	size_t n_extreme = 0;

	for (size_t set = 0; set < n_sets; set++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += sign[set >> i & 1] * d[i];
		n_extreme += fabs(sum) >= least;
	}
	return (double)n_extreme / (double)n_sets;
}

int rcc_shift_test(const double *d, size_t n, size_t n_draws,
		   struct rcc_random *random, double *p)
{
	double sum = 0;
	double size = 0;
	double least;
	size_t n_extreme = 0;

	*p = NAN;
	if (n == 0 || n_draws == 0 || !all_finite(d, n))
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++) {
		sum += d[i];
		size += fabs(d[i]);
	}
	least = fabs(sum) - SLACK * size;
	if (n < 48 && (size_t)1 << n <= n_draws + 1) {
		*p = exact_p(d, n, least);
		return 0;
	}
	for (size_t k = 0; k < n_draws; k++)
		n_extreme += fabs(signed_sum(d, n, random)) >= least;
	*p = p_of(n_extreme, n_draws);
	return 0;
}

/* ---- Ranks ------------------------------------------------------------- */

/* Rank the n layouts by their values in round r.  The ranks are shifted to mean
 * 0, and scaled so that the sum of their squares is 1.  Returns RCC_EDOM if all
 * values are equal. */
static int standard_ranks(const double *d, size_t n, size_t m, size_t r,
			  double *rank)
{
	double squares = 0;

	for (size_t i = 0; i < n; i++) {
		const double x = d[i * m + r];
		size_t below = 0;
		size_t equal = 0;

		for (size_t k = 0; k < n; k++) {
			below += d[k * m + r] < x;
			equal += d[k * m + r] == x;
		}
		/* Ranks begin with 1, so their mean is (n + 1) / 2. */
		rank[i] = (double)below + (double)(equal + 1) / 2 -
			  (double)(n + 1) / 2;
		squares += rank[i] * rank[i];
	}
	for (size_t i = 0; i < n; i++)
		rank[i] /= sqrt(squares);
	return squares > 0 ? 0 : RCC_EDOM;
}

static void shuffle(double *x, size_t n, struct rcc_random *random)
{
	for (size_t i = n - 1; i > 0; i--) {
		const size_t k = (size_t)rcc_random_below(random, i + 1);
		const double swapped = x[i];

		x[i] = x[k];
		x[k] = swapped;
	}
}

/* Return the mean rank correlation over all pairs of rounds.  rank[] has the
 * scaled ranks round by round.  The ranks of a round are a vector of length 1.
 * The correlation of two rounds is the scalar product of their vectors.  The
 * sum of all m vectors has the squared length m + 2 c, where c is the sum of
 * the correlations of all pairs. */
static double mean_correlation(const double *rank, size_t n, size_t m)
{
	double squares = 0;

	for (size_t i = 0; i < n; i++) {
		double sum = 0;

		for (size_t r = 0; r < m; r++)
			sum += rank[r * n + i];
		squares += sum * sum;
	}
	return (squares - (double)m) / (double)(m * (m - 1));
}

int rcc_layouts_test(const double *d, size_t n, size_t m, size_t n_draws,
		     struct rcc_random *random, double *scratch,
		     double *correlation, double *p)
{
	double *rank = scratch; /* the ranks, round by round */
	size_t n_extreme = 0;

	*correlation = *p = NAN;
	if (n < 3 || m < 2 || n_draws == 0 || !all_finite(d, n * m))
		return RCC_EDOM;
	for (size_t r = 0; r < m; r++)
		if (standard_ranks(d, n, m, r, rank + r * n) != 0)
			return RCC_EDOM;
	*correlation = mean_correlation(rank, n, m);
	for (size_t k = 0; k < n_draws; k++) {
		for (size_t r = 1; r < m; r++)
			shuffle(rank + r * n, n, random);
		n_extreme +=
			mean_correlation(rank, n, m) >= *correlation - SLACK;
	}
	*p = p_of(n_extreme, n_draws);
	return 0;
}
