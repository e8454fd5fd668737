/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "stats/distribution.h"

#define FEWEST 5

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Return df* of rcc_kurtosis_df(), from `base` degrees of freedom and the
 * kurtosis κ of n values; it is at most `most`.  κ >= 1, so the denominator is
 * positive. */
static double adjusted_df(double most, double base, double kurtosis, double n)
{
	return fmax(1, fmin(most, 2 * base / (kurtosis - (n - 3) / n)));
}

/* Return the mean without the fraction `part` of the values in each tail, as
 * R's mean() computes it.  Sorts x. */
static double trimmed_mean(double *x, size_t n, double part)
{
	const size_t cut = (size_t)floor((double)n * part);
	long double sum = 0;

	qsort(x, n, sizeof(*x), compare_doubles);
	for (size_t i = cut; i < n - cut; i++)
		sum += (long double)x[i] - x[cut];
	return (double)(x[cut] + sum / (long double)(n - 2 * cut));
}

int rcc_kurtosis_df(const double *x, size_t n, double *scratch, double *df)
{
	const struct rcc_sample sample = rcc_sample_1(x, n);
	struct rcc_levels levels;
	double middle;
	double fourth = 0;
	double squares;

	*df = NAN;
	if (n < FEWEST || rcc_levels_compute(&sample, &levels) != 0)
		return RCC_EDOM;
	squares = levels.level[0].s2 * (double)(n - 1);
	if (!(squares > 0))
		return RCC_EDOM;
	memcpy(scratch, x, n * sizeof(*x));
	middle = trimmed_mean(scratch, n, 0.5 / sqrt((double)n - 4));
	for (size_t i = 0; i < n; i++)
		fourth += pow(x[i] - middle, 4);
	*df = adjusted_df((double)(n - 1), (double)(n - 1),
			  (double)n * (fourth / squares) / squares, (double)n);
	return isfinite(*df) ? 0 : RCC_EDOM;
}

/* Compute the mean and the variance of each layout over its rounds.  Returns
 * RCC_EDOM if a value is not finite. */
static int compute_layouts(const double *d, size_t n, size_t m, double *mean,
			   double *s2)
{
	for (size_t i = 0; i < n; i++) {
		const struct rcc_sample sample = rcc_sample_1(d + i * m, m);
		struct rcc_levels levels;

		if (rcc_levels_compute(&sample, &levels) != 0)
			return RCC_EDOM;
		mean[i] = levels.mean;
		s2[i] = levels.level[0].s2;
	}
	return 0;
}

static void compute_w(const double *s2, size_t n, size_t m,
		      struct rcc_rounds_effect *out)
{
	const double count = (double)n;
	const double most = count * (double)(m - 1);
	double sum = 0;
	double squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += s2[i];
	for (size_t i = 0; i < n && sum > 0; i++)
		squares += s2[i] / sum * (s2[i] / sum);
	out->w = sum / (double)m / count;
	out->w_df = sum > 0 ? adjusted_df(most, count, count * squares, count)
			    : most;
}

/* Compute out->v and out->v_df. */
static int compute_v(const double *mean, size_t n, double *scratch,
		     struct rcc_rounds_effect *out)
{
	const struct rcc_sample sample = rcc_sample_1(mean, n);
	struct rcc_levels levels;

	if (rcc_levels_compute(&sample, &levels) != 0)
		return RCC_EDOM;
	out->v = levels.level[0].s2;
	if (rcc_kurtosis_df(mean, n, scratch, &out->v_df) != 0)
		out->v_df = (double)(n - 1);
	return 0;
}

int rcc_rounds_effect(const double *d, size_t n, size_t m, double level,
		      double *scratch, struct rcc_rounds_effect *out)
{
	const struct rcc_interval none = {NAN, NAN, NAN, NAN, level};
	double *mean = scratch;
	double *other = scratch + n; /* the s_i²; later room for sorting */
	int result;

	*out = (struct rcc_rounds_effect){NAN, NAN, NAN, NAN, none, false, NAN};
	if (n < FEWEST || m < 2 || !(level > 0 && level < 1) ||
	    compute_layouts(d, n, m, mean, other) != 0)
		return RCC_EDOM;
	compute_w(other, n, m, out);
	result = compute_v(mean, n, other, out);
	if (result == 0)
		result =
			rcc_layout_difference(out->v, out->v_df, out->w,
					      out->w_df, level, &out->variance);
	if (result != 0)
		return result;
	out->variance.lo = fmax(out->variance.lo, 0);
	out->variance.hi = fmax(out->variance.hi, 0);
	out->is_usable = out->variance.estimate > 0 && out->variance.hi > 0;
	out->most = out->v * out->v_df /
		    rcc_quantile_chi2((1 - level) / 2, out->v_df);
	return 0;
}
