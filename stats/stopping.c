/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Experiments that stop when the interval of their mean is narrow enough, and
 * the probability that such intervals contain the true mean.
 */
#include "stats/rcc_blocks.h"

#include <math.h>

#include "stats/noise.h"

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

static bool is_narrow(const struct rcc_interval *interval,
		      const struct rcc_stopping_rule *rule, bool is_relative)
{
	const double unit = is_relative ? fabs(interval->estimate) : 1;

	return (interval->hi - interval->lo) / 2 <= rule->half_width * unit;
}

/* Compute the interval with which one experiment stops.  x[] has its values in
 * the order in which they are measured.  The half-width is divided by the
 * estimate if it is relative. */
static void experiment(const double *x, const struct rcc_stopping_rule *rule,
		       bool is_relative, struct rcc_interval *interval)
{
	for (size_t next = rule->fewest;;
	     next = rcc_stopping_next(next, rule->growth)) {
		const size_t n = next < rule->most ? next : rule->most;
		const struct rcc_sample sample = rcc_sample_1(x, n);
		struct rcc_levels levels;
		struct rcc_mean mean;

		rcc_levels_compute(&sample, &levels);
		mean = rcc_mean_of(&levels);
		rcc_interval_mean(&mean, rule->level, interval);
		if (n == rule->most || is_narrow(interval, rule, is_relative))
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
	const struct rcc_stopping_rule rule = {half_width, fewest, most, growth,
					       level};
	size_t covered = 0;

	for (size_t k = 0; k < n; k++) {
		struct rcc_interval interval = {.lo = NAN, .hi = NAN};

		rcc_model_draw(&model, &most, random, scratch);
		experiment(scratch, &rule, true, &interval);
		covered += interval.lo <= 1 && 1 <= interval.hi;
	}
	return covered;
}

size_t rcc_simulate_stopping_blocks(const struct rcc_block_simulation *study,
				    const struct rcc_stopping_rule *rule,
				    size_t n, struct rcc_random *random,
				    double *scratch)
{
	size_t covered = 0;

	for (size_t k = 0; k < n; k++) {
		struct rcc_interval interval = {.lo = NAN, .hi = NAN};
		struct rcc_noise machine;

		rcc_noise_start_study(&machine, study, random);
		for (size_t i = 0; i < rule->most; i++)
			scratch[i] = rcc_noise_block(&machine, study);
		experiment(scratch, rule, false, &interval);
		covered += interval.lo <= 0 && 0 <= interval.hi;
	}
	return covered;
}
