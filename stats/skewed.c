/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test of whether two means are equal, or one is 0, for skewed data. */
#include "stats/rcc_claims.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

/* The estimated moments of the mean of a sample. */
struct moments {
	double mean;
	double variance; /* s² / n, where s² is the variance of the values */
	double third;	 /* third central moment */
	double df;
};

static int moments_of(const double *x, size_t n, struct moments *out)
{
	const double count = (double)n;
	long double sum = 0;
	double squares = 0;
	double cubes = 0;

	if (n < 3)
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		sum += (long double)x[i] - x[0];
	out->mean = (double)(x[0] + sum / (long double)n);
	for (size_t i = 0; i < n; i++) {
		const double d = x[i] - out->mean;

		squares += d * d;
		cubes += d * d * d;
	}
	out->variance = squares / (count - 1) / count;
	/* An unbiased estimate of the third central moment of the mean. */
	out->third = cubes / (count - 1) / (count - 2) / count;
	out->df = count - 1;
	return isfinite(cubes) ? 0 : RCC_EDOM;
}

int rcc_skewed_p(const double *a, size_t n_a, const double *b, size_t n_b,
		 double *p)
{
	struct moments of_a;
	struct moments of_b = {0, 0, 0, 1};
	double variance;
	double skew;
	double t;
	double df;

	*p = NAN;
	if (moments_of(a, n_a, &of_a) != 0 ||
	    (b != NULL && moments_of(b, n_b, &of_b) != 0))
		return RCC_EDOM;
	variance = of_a.variance + of_b.variance;
	if (!(variance > 0))
		return RCC_EDOM;
	df = variance * variance /
	     (of_a.variance * of_a.variance / of_a.df +
	      of_b.variance * of_b.variance / of_b.df);
	t = (of_a.mean - of_b.mean) / sqrt(variance);
	skew = (of_a.third - of_b.third) / pow(variance, 1.5);
	t += skew * t * t / 3 + skew * skew * t * t * t / 27 + skew / 6;
	*p = rcc_t_two_sided_p(fabs(t), df);
	return isnan(*p) ? RCC_EDOM : 0;
}
