/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of whether a series depends on time or on a grouping of its values. */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/doubles.h"

int rcc_drift(const double *t, const double *x, size_t n, double level,
	      struct rcc_interval *out)
{
	double tt = 0;
	double tx = 0;
	double rest = 0;
	double t_mean;
	double x_mean;
	double half;

	*out = (struct rcc_interval){NAN, NAN, NAN, NAN, level};
	if (n < 3)
		return RCC_EDOM;
	t_mean = rcc_doubles_mean(t, n);
	x_mean = rcc_doubles_mean(x, n);
	for (size_t i = 0; i < n; i++) {
		tt += (t[i] - t_mean) * (t[i] - t_mean);
		tx += (t[i] - t_mean) * (x[i] - x_mean);
	}
	if (!(tt > 0) || !isfinite(tx))
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++) {
		const double e = x[i] - x_mean - tx / tt * (t[i] - t_mean);

		rest += e * e;
	}
	out->df = (double)(n - 2);
	out->estimate = tx / tt * (t[n - 1] - t[0]);
	half = rcc_quantile_two_sided(level, out->df) *
	       sqrt(rest / out->df / tt) * fabs(t[n - 1] - t[0]);
	out->lo = out->estimate - half;
	out->hi = out->estimate + half;
	return isfinite(half) ? 0 : RCC_EDOM;
}

/* Return the sum of squares between groups.  *n_used is set to the number of
 * groups that are not empty. */
static double between(const double *x, const size_t *group, size_t n,
		      size_t n_groups, double mean, size_t *n_used)
{
	double sum = 0;

	*n_used = 0;
	for (size_t g = 0; g < n_groups; g++) {
		double total = 0;
		size_t count = 0;

		for (size_t i = 0; i < n; i++) {
			total += group[i] == g ? x[i] - mean : 0;
			count += group[i] == g;
		}
		if (count == 0)
			continue;
		sum += total * total / (double)count;
		++*n_used;
	}
	return sum;
}

int rcc_groups_differ(const double *x, const size_t *group, size_t n,
		      size_t n_groups, double *f, double *p)
{
	size_t n_used = 0;
	double all = 0;
	double mean;
	double explained;
	double df1;
	double df2;

	*f = *p = NAN;
	if (n < 3)
		return RCC_EDOM;
	mean = rcc_doubles_mean(x, n);
	for (size_t i = 0; i < n; i++)
		all += (x[i] - mean) * (x[i] - mean);
	explained = between(x, group, n, n_groups, mean, &n_used);
	if (n_used < 2 || n <= n_used || !(all > 0) || !isfinite(all))
		return RCC_EDOM;
	df1 = (double)(n_used - 1);
	df2 = (double)(n - n_used);
	*f = explained / df1 / (fmax(all - explained, 0) / df2);
	*p = isfinite(*f) ? rcc_f_upper_p(*f, df1, df2) : 0;
	return 0;
}
