/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_claims.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

double rcc_shrunken(double x, double mean, double v, double w, size_t n)
{
	const double count = (double)n;

	if (n < 4 || !(v >= 0) || !(w >= 0) || !isfinite(v) || !isfinite(w))
		return NAN;
	if (v == 0)
		return isfinite(x) ? mean : NAN;
	return mean +
	       fmax(0, 1 - (count - 3) / (count - 1) * (w / v)) * (x - mean);
}

int rcc_position_of(const double *x, size_t n, double value, double sd,
		    struct rcc_position *out)
{
	long double sum = 0;
	size_t n_equal = 0;

	*out = (struct rcc_position){0, NAN, NAN};
	if (n == 0 || !isfinite(value))
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return RCC_EDOM;
	for (size_t i = 0; i < n; i++) {
		sum += (long double)x[i] - value;
		out->n_below += x[i] < value;
		n_equal += x[i] == value;
	}
	out->percentile =
		100 * ((double)out->n_below + (double)n_equal / 2) / (double)n;
	if (sd > 0)
		out->z = fabs((double)(sum / (long double)n)) / sd;
	return 0;
}

double rcc_one_layout_error(double sd, double level)
{
	if (!(sd >= 0))
		return NAN;
	return rcc_quantile_two_sided(level, INFINITY) * sd;
}

double rcc_between_extremes(size_t n)
{
	return n > 0 ? (double)(n - 1) / (double)(n + 1) : NAN;
}
