/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>
#include <stdlib.h>

/* Values whose difference is a smaller part of their size count as equal. */
#define SAME 1e-9

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* A value that occurs n times. */
struct step {
	double value;
	size_t n;
};

static bool is_same(double a, double b)
{
	return b - a <= SAME * fmax(fabs(a), fabs(b));
}

double rcc_rounding_shift(const double *x, size_t n, double *scratch)
{
	struct step last = {NAN, 0};
	size_t most = 0;
	size_t n_different = 0;
	double least = INFINITY;
	size_t k;

	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]))
			return 0;
		scratch[i] = x[i];
	}
	qsort(scratch, n, sizeof(*scratch), compare);
	for (size_t i = 0; i < n; i = k) {
		struct step now = {scratch[i], 1};
		double step;

		for (k = i + 1; k < n && is_same(scratch[i], scratch[k]); k++)
			now.n++;
		step = now.value - last.value;
		if (n_different++ != 0) {
			least = fmin(least, step);
			if (step < least * (1 + SAME) && last.n + now.n > most)
				most = last.n + now.n;
		}
		last = now;
	}
	/* Values that hardly ever repeat were not rounded to these steps. */
	if (n_different < 2 || 2 * n_different > n)
		return 0;
	return 20 * most > 19 * n ? least / 2 : 0;
}

bool rcc_rounding_matters(const struct rcc_ratio *ratio, double rounding,
			  double delta)
{
	const double limit[] = {1 / (1 + delta), 1, 1 + delta};
	const double lo = ratio->lo * (1 - rounding);
	const double hi = ratio->hi * (1 + rounding);

	if (!(rounding > 0) || ratio->set != RCC_RATIO_BOUNDED)
		return false;
	for (size_t i = 0; i < sizeof(limit) / sizeof(limit[0]); i++)
		if ((ratio->lo > limit[i]) != (lo > limit[i]) ||
		    (ratio->hi < limit[i]) != (hi < limit[i]))
			return true;
	return false;
}
