/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_blocks.h"

#include <math.h>

#include "common/error.h"
#include "stats/tails.h"

#define FEWEST RCC_TAILS_FEWEST

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

/* Compute out->w, the noise, and its degrees of freedom. */
static void compute_w(const double *s2, size_t n, size_t m,
		      struct rcc_rounds_effect *out)
{
	const double count = (double)n;
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += s2[i];
	out->w = sum / (double)m / count;
	out->w_df = rcc_pooled_df(s2, n, count * (double)(m - 1));
}

/* Compute out->v, the variance of the layouts' means, and its degrees of
 * freedom. */
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
	/* The variance of each layout over its rounds; later, scratch space. */
	double *other = scratch + n;
	int result;

	*out = (struct rcc_rounds_effect){NAN, NAN, NAN, NAN, none};
	if (n < FEWEST || m < 2 || !(level > 0 && level < 1) ||
	    compute_layouts(d, n, m, mean, other) != 0)
		return RCC_EDOM;
	compute_w(other, n, m, out);
	result = compute_v(mean, n, other, out);
	if (result == 0)
		result = rcc_layout_variance(out->v, out->v_df, out->w,
					     out->w_df, level, &out->variance);
	return result;
}
