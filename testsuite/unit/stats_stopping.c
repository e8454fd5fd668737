/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/stopping: a study that ends when its interval is narrow
 * enough, and the coverage of this interval. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/random.h"
#include "stats/rcc_stats.h"

#define N_EXPERIMENTS 12000
#define MOST 120
#define SD 0.02

/* Simulate N_EXPERIMENTS studies.  Return how many of their intervals cover the
 * true mean.  A study stops at the precision that `needed` layouts would give
 * if their standard deviation were known. */
static size_t covered(double needed, double level)
{
	double *scratch = calloc(MOST, sizeof(*scratch));
	struct rcc_random random;
	size_t n;

	rcc_random_stream(&random, 42, "stopping");
	n = rcc_simulate_stopping(SD, RCC_SHAPE_NORMAL,
				  1.96 * SD / sqrt(needed), RCC_STOPPING_FEWEST,
				  MOST, RCC_STOPPING_GROWTH, level,
				  N_EXPERIMENTS, &random, scratch);
	free(scratch);
	return n;
}

static void looks_are_few(void **state)
{
	static const size_t look[] = {10, 15, 23, 35, 53, 80, 120, 180};

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(look) / sizeof(look[0]); i++)
		assert_int_equal(
			rcc_stopping_next(look[i], RCC_STOPPING_GROWTH),
			look[i + 1]);
	assert_int_equal(rcc_stopping_next(10, 0), 11);
	assert_int_equal(rcc_stopping_next(2, 1.01), 3);
}

/* A count of covering intervals may be four standard errors below 95 %. */
static void the_level_gives_the_coverage_back(void **state)
{
	static const double needed[] = {8, 15.5, 21.8, 60};
	const double error = sqrt(0.05 * 0.95 * N_EXPERIMENTS);

	(void)state;
	rcc_stats_init();
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		assert_true(
			(double)covered(needed[i], rcc_stopping_level(0.95)) >
			0.95 * N_EXPERIMENTS - 4 * error);
	/* intervals of the level 0.95 cover too rarely */
	assert_true((double)covered(15.5, 0.95) <
		    0.95 * N_EXPERIMENTS - 4 * error);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(looks_are_few),
		cmocka_unit_test(the_level_gives_the_coverage_back),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
