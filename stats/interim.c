/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The boundaries of interim analyses.  At each analysis, a study makes a claim
 * if the absolute value of its normal score is beyond the boundary.  Otherwise
 * it goes on.
 *
 * The values of a study are taken as normal and independent, so their sum is a
 * random walk.  The number of values is the information.  A grid holds the
 * density of the walks that are still within all boundaries.  The density at
 * each analysis is computed from that at the previous analysis.
 */
#include "stats/rcc_claims.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

#define FEWEST_POINTS 400 /* the fewest intervals of a grid; even */
#define MOST_POINTS 8000
/* Number of intervals of a grid per standard deviation of an increment. */
#define POINTS_PER_SD 8
/* The density beyond this normal score is neglected. */
#define LARGEST_Z 9

/* The density of a walk at the n + 1 ends of n equal intervals. */
struct grid {
	double end; /* the grid reaches from -end to end */
	size_t n;   /* number of intervals */
	double *density;
};

/* Return the place of point i. */
static double point(const struct grid *g, size_t i)
{
	return g->end * (2 * (double)i / (double)g->n - 1);
}

/* Return the weight of point i of a grid in Simpson's rule. */
static double weight(const struct grid *g, size_t i)
{
	const double step = 2 * g->end / (double)g->n;

	if (i == 0 || i == g->n)
		return step / 3;
	return i % 2 == 1 ? 4 * step / 3 : 2 * step / 3;
}

static double normal_density(double x, double sd)
{
	const double z = x / sd;

	return exp(-z * z / 2) / (sd * 2.50662827463100050242);
}

/* Return the number of intervals of a grid from -end to end if increments have
 * the standard deviation sd; 0 if there would be too many. */
static size_t n_intervals(double end, double sd)
{
	const double n = ceil(2 * end / sd * POINTS_PER_SD);

	if (n > MOST_POINTS)
		return 0;
	return n > FEWEST_POINTS ? (size_t)n + (size_t)n % 2 : FEWEST_POINTS;
}

/* Return the probability that a walk on the grid is beyond ±c after one more
 * increment. */
static double crossing(const struct grid *g, double sd, double c)
{
	double sum = 0;

	for (size_t i = 0; i <= g->n; i++)
		sum += weight(g, i) * g->density[i] *
		       rcc_normal_p((point(g, i) - c) / sd);
	return 2 * sum; /* the density is symmetric */
}

/* Return the boundary of an analysis, as a normal score: the value of the walk
 * divided by sqrt(information).  `information` is that of this analysis.  alpha
 * is the probability that a walk crosses this boundary and no earlier one. */
static double boundary(const struct grid *g, double sd, double information,
		       double alpha)
{
	double lo = 0;
	double hi = LARGEST_Z;

	for (int i = 0; i < 60; i++) {
		const double z = (lo + hi) / 2;

		if (crossing(g, sd, z * sqrt(information)) > alpha)
			lo = z;
		else
			hi = z;
	}
	return hi;
}

/* Compute the density after the first analysis. */
static void first_density(struct grid *g, double information)
{
	for (size_t i = 0; i <= g->n; i++)
		g->density[i] = normal_density(point(g, i), sqrt(information));
}

/* Compute the density after the next analysis.  `sd` is the standard deviation
 * of the increment from the analysis of `from` to that of `to`. */
static void next_density(const struct grid *from, double sd, struct grid *to)
{
	for (size_t i = 0; i <= to->n; i++) {
		double sum = 0;

		for (size_t k = 0; k <= from->n; k++)
			sum += weight(from, k) * from->density[k] *
			       normal_density(point(to, i) - point(from, k),
					      sd);
		to->density[i] = sum;
	}
}

/* Return the standard deviation of the increment from analysis k - 1 to k. */
static double increment(const double *information, size_t k)
{
	return sqrt(information[k] - (k > 0 ? information[k - 1] : 0));
}

static bool is_valid(const double *information, const double *spent, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		if (!(information[k] > (k > 0 ? information[k - 1] : 0)) ||
		    !isfinite(information[k]) ||
		    !(spent[k] >= (k > 0 ? spent[k - 1] : 0)) ||
		    !(spent[k] < 1))
			return false;
	}
	return n > 0;
}

/* Choose the end and the number of intervals of the grid for the walks that
 * continue from analysis k to k + 1.  z is the boundary of analysis k.  Returns
 * RCC_EDOM if the grid would need too many points. */
static int grid_begin(struct grid *g, const double *information, size_t k,
		      double z)
{
	const double sd =
		fmin(increment(information, k), increment(information, k + 1));

	g->end = fmin(z, LARGEST_Z) * sqrt(information[k]);
	g->n = n_intervals(g->end, sd);
	return g->n > 0 ? 0 : RCC_EDOM;
}

static int compute_levels(const double *information, const double *spent,
			  size_t n, double *scratch, double *level)
{
	struct grid grid[2] = {{0, 0, scratch},
			       {0, 0, scratch + MOST_POINTS + 2}};

	for (size_t k = 0; k < n; k++) {
		const double sd = increment(information, k);
		const double alpha = spent[k] - (k > 0 ? spent[k - 1] : 0);
		const struct grid *from = &grid[(k + 1) % 2];
		struct grid *to = &grid[k % 2];
		double z = INFINITY;

		if (alpha > 0 && k == 0)
			z = -rcc_quantile_normal(alpha / 2);
		else if (alpha > 0)
			z = boundary(from, sd, information[k], alpha);
		level[k] = 1 - 2 * rcc_normal_p(-z);
		if (k + 1 == n)
			break; /* after the last analysis */
		if (grid_begin(to, information, k, z) != 0)
			return RCC_EDOM;
		if (k == 0)
			first_density(to, information[0]);
		else
			next_density(from, sd, to);
	}
	return 0;
}

int rcc_interim_levels(const double *information, const double *spent, size_t n,
		       double *scratch, double *level)
{
	int result = RCC_EDOM;

	if (is_valid(information, spent, n))
		result = compute_levels(information, spent, n, scratch, level);
	for (size_t k = 0; k < n && result != 0; k++)
		level[k] = NAN;
	return result;
}

double rcc_spending(enum rcc_spending kind, double t, double alpha)
{
	if (!(t > 0 && t <= 1) || !(alpha > 0 && alpha < 1))
		return NAN;
	if (kind == RCC_SPENDING_POCOCK)
		return alpha * log(1 + (exp(1) - 1) * t);
	/* Each of the two boundaries spends alpha / 2. */
	return 4 * rcc_normal_p(rcc_quantile_normal(alpha / 4) / sqrt(t));
}

double rcc_spending_open(double n, double n_first, double alpha)
{
	if (!(n_first > 0) || !(n >= n_first) || !(alpha > 0 && alpha < 1))
		return NAN;
	return alpha * (1 - n_first / (2 * n));
}

double rcc_spending_toward(double n, double n_end, double alpha)
{
	static const double kept = 0.2;

	if (!(n > 0) || !(n_end > 0) || !(alpha > 0 && alpha < 1))
		return NAN;
	return n <= n_end ? alpha * (1 - kept) * n / n_end
			  : alpha * (1 - kept * n_end / n);
}
