/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>
#include <stdlib.h>

#include "stats/doubles.h"

/* A remainder counts as 0 if it is a smaller part of the largest value. */
#define EQUAL 1e-9
/* A step that is a smaller part of the largest value is not looked for. */
#define LEAST_STEP 1e-7
/* A window of two neighbouring steps is compared with this many more on each
 * side. */
#define BESIDE 2

/* Return the greatest common divisor of two numbers (Euclid's algorithm). */
static double common_divisor(double a, double b, double equal)
{
	while (b > equal) {
		double rest = fmod(a, b);

		if (b - rest <= equal)
			rest = 0;
		a = b;
		b = rest;
	}
	return a;
}

/* Return the largest number of which all values are multiples; 0 if there is
 * none, or if it is very small. */
static double step_of(const double *x, size_t n)
{
	double most = 0;
	double step = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	for (size_t i = 0; i < n; i++) {
		step = common_divisor(fabs(x[i]), step, EQUAL * most);
		if (step < LEAST_STEP * most && fabs(x[i]) > 0)
			return 0;
	}
	return step;
}

/* Return how many of the sorted numbers are from `lo` to `hi`.  Begin at
 * *first, and move it to the first of them. */
static size_t count(const double *k, size_t n, size_t *first, double lo,
		    double hi)
{
	size_t i = *first;

	while (i < n && k[i] < lo)
		i++;
	*first = i;
	while (i < n && k[i] <= hi)
		i++;
	return i - *first;
}

/* Return whether values are crowded: at least 4/5 of `all` are in a window, and
 * they repeat. */
static bool are_crowded(size_t in_window, size_t all)
{
	return in_window >= 3 && 5 * in_window >= 4 * all;
}

/* Set the fields of *r but for the step.  k[0 ... n-1] are the values, sorted
 * and divided by the step. */
static void look_at_windows(const double *k, size_t n, struct rcc_rounding *r)
{
	size_t from = 0;
	size_t beside = 0;
	size_t done = 0; /* the values before this one are counted */
	size_t n_crowded = 0;

	for (size_t i = 0; i < n; i++) {
		size_t in_window;

		if (i > 0 && k[i] == k[i - 1])
			continue;
		in_window = count(k, n, &from, k[i], k[i] + 1);
		r->is_narrow |= 10 * in_window >= 9 * n;
		if (!are_crowded(in_window, count(k, n, &beside, k[i] - BESIDE,
						  k[i] + 1 + BESIDE)))
			continue;
		n_crowded += i + in_window - (done > i ? done : i);
		done = i + in_window;
	}
	if (5 * n_crowded >= 4 * n)
		r->shift = r->step / 2;
}

void rcc_rounding_of(const double *x, size_t n, double *scratch,
		     struct rcc_rounding *r)
{
	*r = (struct rcc_rounding){0};
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return;
	r->step = step_of(x, n);
	if (!(r->step > 0))
		return;
	for (size_t i = 0; i < n; i++)
		scratch[i] = round(x[i] / r->step);
	qsort(scratch, n, sizeof(*scratch), rcc_doubles_compare);
	if (scratch[0] == scratch[n - 1])
		r->step = 0;
	else
		look_at_windows(scratch, n, r);
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
