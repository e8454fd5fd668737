/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Experiments that stop when the interval of their mean is narrow enough, and
 * the probability that such intervals contain the true mean.
 */
#include "stats/rcc_stats.h"

#include <math.h>

/* The probability that the interval of one interim analysis misses the mean, as
 * a fraction of 1 - level. */
#define FRACTION_OF_ERROR 0.7

size_t rcc_stopping_next(size_t n, double growth)
{
	const double next = ceil(growth * (double)n);

	return next > (double)n ? (size_t)next : n + 1;
}

double rcc_stopping_level(double level)
{
	return 1 - FRACTION_OF_ERROR * (1 - level);
}

static bool is_narrow(const struct rcc_interval *interval, double half_width)
{
	return (interval->hi - interval->lo) / 2 <=
	       half_width * fabs(interval->estimate);
}

/* Compute the interval with which one experiment stops.  x[] has its values in
 * the order in which they are measured. */
static void experiment(const double *x, double half_width, size_t fewest,
		       size_t most, double growth, double level,
		       struct rcc_interval *interval)
{
	for (size_t next = fewest;; next = rcc_stopping_next(next, growth)) {
		const size_t n = next < most ? next : most;
		const struct rcc_sample sample = rcc_sample_1(x, n);
		struct rcc_levels levels;
		struct rcc_mean mean;

		rcc_levels_compute(&sample, &levels);
		mean = rcc_mean_of(&levels);
		rcc_interval_mean(&mean, level, interval);
		if (n == most || is_narrow(interval, half_width))
			return;
	}
}

size_t rcc_simulate_stopping(double sd, enum rcc_shape shape, double half_width,
			     size_t fewest, size_t most, double growth,
			     double level, size_t n, struct rcc_random *random,
			     double *scratch)
{
	const struct rcc_model model = {
		.n_levels = 1, .mean = 1, .sd = {sd}, .shape = shape};
	size_t covered = 0;

	for (size_t k = 0; k < n; k++) {
		struct rcc_interval interval = {.lo = NAN, .hi = NAN};

		rcc_model_draw(&model, &most, random, scratch);
		experiment(scratch, half_width, fewest, most, growth, level,
			   &interval);
		covered += interval.lo <= 1 && 1 <= interval.hi;
	}
	return covered;
}
