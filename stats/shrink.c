/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_shrink.h"

#include <math.h>

#include "common/error.h"

/* Compute the mean M and the variance V of mean[i], over the members of the
 * group with count >= 1.  Compute the mean W of the squared standard errors,
 * over the members with count >= 2.  Returns the number of members with
 * count >= 1. */
static size_t moments(const struct rcc_group *g, double *m, double *v,
		      double *w)
{
	size_t n = 0;
	size_t n_within = 0;

	*m = *v = *w = 0;
	for (size_t i = 0; i < g->n; i++)
		if (g->count[i] != 0) {
			*m += g->mean[i];
			n++;
		}
	*m /= (double)n;
	for (size_t i = 0; i < g->n; i++) {
		const double d = g->mean[i] - *m;

		if (g->count[i] != 0)
			*v += d * d / ((double)n - 1);
		if (g->count[i] > 1) {
			*w += g->variance[i] / (double)g->count[i];
			n_within++;
		}
	}
	*w = n_within != 0 ? *w / (double)n_within : NAN;
	return n;
}

int rcc_shrink(const struct rcc_group *group, double y, double s,
	       struct rcc_shrunken *out)
{
	double m;
	double v;
	double w;
	const size_t n = moments(group, &m, &v, &w);
	double t2;
	double b;

	*out = (struct rcc_shrunken){
		.estimate = NAN, .weight = NAN, .group_mean = NAN, .t2 = NAN};
	if (n < 2 || !isfinite(m) || !isfinite(v) || !isfinite(w) ||
	    !isfinite(y) || !isfinite(s))
		return RCC_EDOM;
	t2 = fmax(0, v - w);
	b = t2 + s * s > 0 ? t2 / (t2 + s * s) : 1;
	*out = (struct rcc_shrunken){.estimate = m + b * (y - m),
				     .weight = b,
				     .group_mean = m,
				     .t2 = t2};
	return 0;
}
