/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test of whether one sample varies more than another.  It is robust to
 * outliers. */
#include "stats/rcc_stats.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "stats/distribution.h"

/* The distances of the values of a sample from their median: the mean of these
 * distances, and their variation. */
struct distances {
	double mean;
	double squares; /* sum of squared deviations from the mean distance */
};

/* Compute the distances of the values of a sample from their median. */
static int distances_of(const double *x, size_t n, double *scratch,
			struct distances *out)
{
	long double sum = 0;
	double median;

	memcpy(scratch, x, n * sizeof(*x));
	if (rcc_median(scratch, n, &median) != 0)
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		sum += fabs(x[i] - median);
	out->mean = (double)(sum / (long double)n);
	out->squares = 0;
	for (size_t i = 0; i < n; i++) {
		const double off = fabs(x[i] - median) - out->mean;

		out->squares += off * off;
	}
	return isfinite(out->squares) ? 0 : RCC_EDOM;
}

int rcc_spread_compare(const double *a, size_t n_a, const double *b, size_t n_b,
		       double *scratch, struct rcc_spread *out)
{
	struct distances of_a;
	struct distances of_b;
	/* Variance of the difference between the two mean distances. */
	double variance;

	out->ratio = out->t = out->df = out->p = NAN;
	if (n_a < 3 || n_b < 3 || distances_of(a, n_a, scratch, &of_a) != 0 ||
	    distances_of(b, n_b, scratch, &of_b) != 0 ||
	    !(of_a.mean + of_b.mean > 0))
		return RCC_EDOM;
	out->df = (double)(n_a + n_b - 2);
	variance = (of_a.squares + of_b.squares) / out->df *
		   (1 / (double)n_a + 1 / (double)n_b);
	out->ratio = of_a.mean / of_b.mean;
	out->t = of_a.mean == of_b.mean
			 ? 0
			 : (of_a.mean - of_b.mean) / sqrt(variance);
	/* t is infinite if the distances are equal within each sample. */
	if (isinf(out->t))
		out->p = out->t > 0 ? 0 : 1;
	else
		out->p = rcc_t_upper_p(out->t, out->df);
	return 0;
}

double rcc_variation_p(const struct rcc_layout_effect *effect,
		       const struct rcc_spread *spread, bool is_exact)
{
	if (effect->method == RCC_LAYOUT_WITHIN || is_exact)
		return effect->ratio_p;
	if (isnan(effect->ratio_p) || isnan(spread->p))
		return NAN;
	return fmax(effect->ratio_p, spread->p);
}
