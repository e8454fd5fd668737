/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The probability with which the percentile interval of the hierarchical
 * bootstrap covers the mean of normal data.
 *
 * Levels are numbered from 1, the lowest, to n.  r_i is the number of members
 * in a group of level i, and N = r_n.  S_i² is the field s2 of struct
 * rcc_level.  A level is drawn if the bootstrap resamples it.
 *
 * The mean of the data has the variance
 *	V = S_n² / N
 * The replicates have the variance
 *	V* = (N - 1)/N S_n² / N
 *	     + sum over drawn levels i < n of (r_i - 1)/r_i S_i² / (r_i … r_n)
 * The factors (r - 1)/r arise because a draw with replacement from r values has
 * a variance with divisor r, but S² has the divisor r - 1.
 *
 * V* differs from V in two ways:
 *  - The first term of V* is smaller than V.
 *  - The other terms of V* are already part of S_n², so V* contains them twice.
 * Besides, S_n² varies by chance.  Student's t allows for this variation, but
 * the percentile interval does not.
 *
 * The interval therefore covers with probability
 *	E [ 2 Φ(z sqrt(a W + b)) - 1 ]
 *	z	the normal quantile of the interval
 *	W	S_n² / E S_n²: a chi-square variable divided by its degrees of
 *		freedom
 *	a	the first term of V*, divided by V
 *	b	the sum of the other terms of V*, divided by V
 */
#include "stats/rcc_stats.h"

#include <math.h>

#include "stats/distribution.h"

/* The number of quantiles of W that approximate the expectation. */
#define N_QUANTILES 400

/* The parts of V* and V, summed over the systems. */
struct parts {
	double all; /* V: the variance of the mean */
	/* The variance of the replicates is the sum of two parts.  One part
	 * comes from drawing the highest level, the other from drawing the
	 * lower levels. */
	double highest;
	double lower;
	/* sum over systems of V² / (degrees of freedom of V) */
	double over_df;
};

static bool is_drawn(enum rcc_scheme scheme, size_t i)
{
	return scheme == RCC_SCHEME_ALL ||
	       (scheme == RCC_SCHEME_UPPER && i > 0);
}

/* Add the variances of one system to *parts.  Each variance is divided by
 * `scale`. */
static void add_system(const struct rcc_levels *levels, enum rcc_scheme scheme,
		       double scale, struct parts *parts)
{
	const size_t top = levels->n_levels - 1;
	const double n = (double)levels->level[top].r_max;
	const double all = levels->level[top].s2 / n / scale;
	double n_groups = n;

	parts->all += all;
	parts->highest += all * (n - 1) / n;
	parts->over_df += all * all / (n - 1);
	for (size_t i = top; i-- > 0;) {
		const struct rcc_level *level = &levels->level[i];
		const double below =
			i > 0 ? (double)levels->level[i - 1].n_groups
			      : (double)levels->n_values;
		const double r = below / (double)level->n_groups;

		n_groups *= r;
		if (is_drawn(scheme, i) && level->s2 > 0)
			parts->lower +=
				(r - 1) / r * level->s2 / n_groups / scale;
	}
}

double rcc_bootstrap_coverage(const struct rcc_levels *old,
			      const struct rcc_levels *now,
			      enum rcc_scheme scheme, double level)
{
	const double z = rcc_quantile_two_sided(level, INFINITY);
	struct parts parts = {0};
	double sum = 0;
	double df;

	if (scheme == RCC_SCHEME_FLAT || isnan(z))
		return NAN;
	add_system(old, scheme, now != NULL ? old->mean * old->mean : 1,
		   &parts);
	if (now != NULL)
		add_system(now, scheme, now->mean * now->mean, &parts);
	df = parts.all * parts.all / parts.over_df;
	if (!(parts.all > 0) || !isfinite(parts.all) || !isfinite(df))
		return NAN;
	for (int k = 0; k < N_QUANTILES; k++) {
		const double p = (k + 0.5) / N_QUANTILES;
		const double w = rcc_quantile_chi2(p, df) / df;

		sum += 2 * rcc_normal_p(z *
					sqrt((parts.highest * w + parts.lower) /
					     parts.all)) -
		       1;
	}
	return sum / N_QUANTILES;
}
