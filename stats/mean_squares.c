/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of a sum of mean squares by the modified large-sample method. */
#include "stats/mean_squares.h"

#include <math.h>

#include "stats/distribution.h"

static double square(double x)
{
	return x * x;
}

/* Compute the constants g2, h2 and `same` of the mean squares i and k.  In
 * BG92, F(α: a, b) is the upper α point.  If b is infinite, F is a chi-square
 * quantile divided by a. */
static void init_pair(struct rcc_mean_squares *m, size_t i, size_t k,
		      double tail)
{
	const double a = m->df[i];
	const double b = m->df[k];
	const double up = rcc_quantile_f(1 - tail, a, b);
	const double low = rcc_quantile_f(tail, a, b);
	const double both = rcc_quantile_chi2(1 - tail, a + b) / (a + b);

	m->g2[i][k] =
		(square(up - 1) - square(m->g[i] * up) - square(m->h[k])) / up;
	m->h2[i][k] =
		(square(1 - low) - square(m->h[i] * low) - square(m->g[k])) /
		low;
	m->same[i][k] = square(1 - 1 / both) * square(a + b) / (a * b) -
			square(m->g[i]) * a / b - square(m->g[k]) * b / a;
}

void rcc_mean_squares_init(struct rcc_mean_squares *m, const double *df,
			   size_t n, double tail)
{
	m->n = n;
	for (size_t i = 0; i < n; i++) {
		m->df[i] = df[i];
		if (isnan(df[i]))
			continue;
		m->g[i] = 1 - df[i] / rcc_quantile_chi2(1 - tail, df[i]);
		m->h[i] = df[i] / rcc_quantile_chi2(tail, df[i]) - 1;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (i != k && !isnan(df[i]) && !isnan(df[k]))
				init_pair(m, i, k, tail);
}

/* Return the distance of a limit from the estimate.  `sign` is 1 for the lower
 * limit and -1 for the upper limit.  Each coefficient is multiplied by `sign`:
 * the upper limit of a sum is as far from its estimate as the lower limit of
 * minus the sum. */
static double distance(const struct rcc_mean_squares *m, const double *c,
		       const double *s, double sign)
{
	size_t n_same = 0;
	double sum = 0;

	for (size_t i = 0; i < m->n; i++)
		n_same += sign * c[i] > 0;
	for (size_t i = 0; i < m->n; i++) {
		const double x = sign * c[i];

		if (x == 0)
			continue;
		sum += square((x > 0 ? m->g[i] : m->h[i]) * x * s[i]);
		for (size_t k = 0; k < m->n && x > 0; k++) {
			const double y = sign * c[k];

			if (y < 0)
				sum -= (sign > 0 ? m->g2[i][k] : m->h2[k][i]) *
				       x * s[i] * y * s[k];
			else if (y > 0 && k > i)
				sum += m->same[i][k] * x * s[i] * y * s[k] /
				       (double)(n_same - 1);
		}
	}
	/* Rounding may make the sum slightly negative. */
	return sqrt(fmax(sum, 0));
}

static double estimate(const struct rcc_mean_squares *m, const double *c,
		       const double *s)
{
	double sum = 0;

	for (size_t i = 0; i < m->n; i++)
		if (c[i] != 0)
			sum += c[i] * s[i];
	return sum;
}

double rcc_mean_squares_lower(const struct rcc_mean_squares *m, const double *c,
			      const double *s)
{
	return estimate(m, c, s) - distance(m, c, s, 1);
}

double rcc_mean_squares_upper(const struct rcc_mean_squares *m, const double *c,
			      const double *s)
{
	return estimate(m, c, s) + distance(m, c, s, -1);
}
