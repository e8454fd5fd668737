/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_rounds.h"

#include <math.h>

#include "common/error.h"
#include "stats/rcc_stats.h"

/* A run is far off if its distance from the median is more than this many times
 * the median distance. */
#define FAR_OFF (5 * RCC_ROUNDS_SD_PER_MEDIAN)
/* A layout is run again if its mean over rounds is farther than this many
 * standard deviations from the median of all layouts.  doc/STATISTICS.md counts
 * what running layouts again does to each interval. */
#define OUTLIER_DISTANCE 7

/* ---- Judging whether a round was calm ---------------------------------- */

/* Copy to `out` the values x[i] of the cell `which`.  A cell is one arm of one
 * system.  Returns the number of values. */
static size_t take_cell(const double *x, const size_t *cell, size_t n,
			size_t which, double *out)
{
	size_t n_taken = 0;

	for (size_t i = 0; i < n; i++)
		if (cell[i] == which)
			out[n_taken++] = x[i];
	return n_taken;
}

/* Subtract the mean of value[n_values], the values of cell `which`, from the
 * x[i] of this cell. */
static void subtract_mean(const double *value, size_t n_values, size_t which,
			  const size_t *cell, size_t n, double *x)
{
	long double sum = 0;

	for (size_t i = 0; i < n_values; i++)
		sum += (long double)value[i] - value[0];
	for (size_t i = 0; i < n; i++)
		if (cell[i] == which)
			x[i] -= (double)(value[0] +
					 sum / (long double)n_values);
}

/* Add to *n_far the number of values that lie far from their median.  The
 * function overwrites `value`. */
static int count_far(double *value, size_t n, size_t *n_far)
{
	double middle;
	double spread;

	if (rcc_median(value, n, &middle) != 0)
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		value[i] = fabs(value[i] - middle);
	/* rcc_median() may reorder the distances. */
	if (rcc_median(value, n, &spread) != 0)
		return RCC_EDOM;
	for (size_t i = 0; i < n; i++)
		*n_far += spread > 0 && value[i] > FAR_OFF * spread;
	return 0;
}

/* Remove the values of cells that have common layouts.  Returns the number of
 * values that are left. */
static size_t keep_own_layouts(const size_t *cell, size_t n,
			       const bool *has_common_layouts, double *x)
{
	size_t n_kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!has_common_layouts[cell[i]])
			x[n_kept++] = x[i];
	return n_kept;
}

int rcc_calm_judge(const double *x, const size_t *cell, size_t n,
		   size_t n_cells, const bool *has_common_layouts,
		   double *scratch, struct rcc_calm *out)
{
	double *rest = scratch;
	double *value = scratch + n;

	*out = (struct rcc_calm){NAN, NAN, 0, false};
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i]))
			return RCC_EDOM;
		rest[i] = x[i];
	}
	for (size_t c = 0; c < n_cells; c++) {
		const size_t n_values = take_cell(x, cell, n, c, value);

		if (n_values < RCC_ROUNDS_FEWEST)
			return RCC_EDOM;
		subtract_mean(value, n_values, c, cell, n, rest);
		if (count_far(value, n_values, &out->n_far) != 0)
			return RCC_EDOM;
	}
	if (has_common_layouts != NULL)
		n = keep_own_layouts(cell, n, has_common_layouts, rest);
	if (rcc_autocorrelation(rest, n, 1, &out->autocorrelation) != 0)
		return RCC_EDOM;
	out->bound = rcc_autocorrelation_bound(n, RCC_ROUNDS_DEPENDENCE_LEVEL);
	out->is_calm = out->autocorrelation <= out->bound && out->n_far == 0;
	return 0;
}

/* ---- Repeating blocks -------------------------------------------------- */

double rcc_rounds_range(const double *d, size_t m)
{
	double least = d[0];
	double most = d[0];

	for (size_t r = 1; r < m; r++) {
		least = fmin(least, d[r]);
		most = fmax(most, d[r]);
	}
	return most - least;
}

double rcc_repeat_limit(const double *d, size_t n, size_t m, double *scratch)
{
	double median;

	if (n < RCC_ROUNDS_FEWEST || m < 2)
		return NAN;
	for (size_t i = 0; i < n * m; i++)
		if (!isfinite(d[i]))
			return NAN;
	for (size_t i = 0; i < n; i++)
		scratch[i] = rcc_rounds_range(d + i * m, m);
	if (rcc_median(scratch, n, &median) != 0)
		return NAN;
	/* A coarse clock: most rounds agree exactly, and every other difference
	 * would seem large. */
	return median > 0 ? 4 * RCC_ROUNDS_SD_PER_MEDIAN * median : NAN;
}

static double mean_of(const double *d, size_t m)
{
	double sum = 0;

	for (size_t r = 0; r < m; r++)
		sum += d[r];
	return sum / (double)m;
}

struct rcc_outlier_limits rcc_outlier_limits(const double *d, size_t n,
					     size_t m, double *scratch)
{
	struct rcc_outlier_limits limits = {NAN, NAN};
	double *mean = scratch;
	double *away = scratch + n;

	if (n < RCC_ROUNDS_FEWEST || m < 2)
		return limits;
	for (size_t i = 0; i < n; i++)
		mean[i] = mean_of(d + i * m, m);
	/* rcc_median() may reorder the means. */
	if (rcc_median(mean, n, &limits.center) != 0)
		return limits;
	for (size_t i = 0; i < n; i++)
		away[i] = fabs(mean[i] - limits.center);
	rcc_median(away, n, &limits.distance);
	limits.distance *= OUTLIER_DISTANCE * RCC_ROUNDS_SD_PER_MEDIAN;
	if (!(limits.distance > 0))
		limits = (struct rcc_outlier_limits){NAN, NAN};
	return limits;
}

bool rcc_repeat_is_wanted(const double *d, size_t m, double limit,
			  const struct rcc_outlier_limits *limits)
{
	return rcc_rounds_range(d, m) > limit ||
	       (limits != NULL &&
		fabs(mean_of(d, m) - limits->center) > limits->distance);
}
