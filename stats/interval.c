/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

struct rcc_mean rcc_mean_of(const struct rcc_levels *levels)
{
	struct rcc_mean mean = {.mean = NAN, .s2 = NAN};

	if (levels->n_levels != 0) {
		const struct rcc_level *top =
			&levels->level[levels->n_levels - 1];

		mean.mean = levels->mean;
		mean.s2 = top->s2_kept;
		mean.n = top->r_max;
	}
	return mean;
}

int rcc_interval_mean(const struct rcc_mean *mean, double level,
		      struct rcc_interval *out)
{
	double half;

	out->estimate = mean->mean;
	out->lo = out->hi = out->df = NAN;
	out->level = level;
	if (mean->n < 2 || !isfinite(mean->mean) || !(mean->s2 >= 0))
		return RCC_EDOM;
	out->df = (double)(mean->n - 1);
	half = rcc_quantile_two_sided(level, out->df) *
	       sqrt(mean->s2 / (double)mean->n);
	if (!isfinite(half))
		return RCC_EDOM;
	out->lo = mean->mean - half;
	out->hi = mean->mean + half;
	return 0;
}
