/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The p-value of a result that was picked among many. */
#include "stats/rcc_claims.h"

#include <math.h>

#include "stats/distribution.h"

double rcc_screened_p(double t, double df, size_t n_tried)
{
	const double p = rcc_t_two_sided_p(t, df);

	return isnan(p) ? NAN : fmin(1, p * (double)n_tried);
}
