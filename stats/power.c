/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest detectable difference, and false alarms. */
#include "stats/rcc_stats.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/random.h"
#include "stats/distribution.h"
#include "stats/rcc_claims.h"

/* Return the variance of a mean divided by the squared mean. */
static double relative_variance(const struct rcc_mean *mean)
{
	return mean->s2 / (double)mean->n / (mean->mean * mean->mean);
}

int rcc_detectable(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double power, double *difference)
{
	double a;
	double b;
	double df;

	*difference = NAN;
	if (old->n < 2 || now->n < 2 || old->mean == 0 || now->mean == 0 ||
	    !(power > 0.5 && power < 1))
		return RCC_EDOM;
	a = relative_variance(old);
	b = relative_variance(now);
	df = (double)(old->n + now->n - 2);
	if (a + b > 0)
		df = (a + b) * (a + b) /
		     (a * a / (double)(old->n - 1) +
		      b * b / (double)(now->n - 1));
	*difference = (rcc_quantile_two_sided(level, df) +
		       rcc_quantile_t(power, df)) *
		      sqrt(a + b);
	return isfinite(*difference) ? 0 : RCC_EDOM;
}

static int mean_of(const double *x, size_t n, struct rcc_mean *mean)
{
	const struct rcc_sample sample = rcc_sample_1(x, n);
	struct rcc_levels levels;
	const int result = rcc_levels_compute(&sample, &levels);

	*mean = rcc_mean_of(&levels);
	return result;
}

int rcc_false_alarms(const double *x, size_t n, size_t n_splits, double level,
		     struct rcc_random *random, double *scratch,
		     size_t *n_alarms)
{
	const size_t half = n / 2;

	*n_alarms = 0;
	if (half < 2)
		return RCC_EDOM;
	memcpy(scratch, x, n * sizeof(*x));
	for (size_t k = 0; k < n_splits; k++) {
		struct rcc_mean side[2];
		double p = 1;

		for (size_t i = n - 1; i > 0; i--) {
			const size_t j = rcc_random_below(random, i + 1);
			const double swapped = scratch[i];

			scratch[i] = scratch[j];
			scratch[j] = swapped;
		}
		if (mean_of(scratch, half, &side[0]) != 0 ||
		    mean_of(scratch + half, n - half, &side[1]) != 0)
			return RCC_EDOM;
		*n_alarms += rcc_difference_p(&side[0], &side[1], &p) == 0 &&
			     p < 1 - level;
	}
	return 0;
}
