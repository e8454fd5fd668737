/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/power: the smallest difference that a study can detect,
 * and the number of its false alarms. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/random.h"
#include "stats/rcc_stats.h"

/* R: power.t.test(n = 30, sd = 1, power = 0.8)$delta is 0.7356289, and
 * power.t.test(n = 10, sd = 1, power = 0.9)$delta is 1.53367. */
static void as_r_says(void **state)
{
	struct rcc_mean mean = {.mean = 100, .s2 = 1, .n = 30};
	double d = 0;

	(void)state;
	assert_int_equal(rcc_detectable(&mean, &mean, 0.95, 0.8, &d), 0);
	assert_true(fabs(100 * d / 0.7356289 - 1) < 0.005);
	mean.n = 10;
	assert_int_equal(rcc_detectable(&mean, &mean, 0.95, 0.9, &d), 0);
	assert_true(fabs(100 * d / 1.53367 - 1) < 0.01);
	mean.n = 1;
	assert_int_equal(rcc_detectable(&mean, &mean, 0.95, 0.9, &d), RCC_EDOM);
	assert_true(isnan(d));
}

/* If the true difference is the smallest detectable one, simulated experiments
 * detect it as often as the power states. */
static void the_power_is_as_stated(void **state)
{
	const size_t n = 4000;
	struct rcc_mean mean = {.mean = 1, .s2 = 0.0004, .n = 15};
	struct rcc_simulation s = {
		.model = {.n_levels = 1, .mean = 1, .sd = {0.02}},
		.r = {15},
		.level = 0.95,
	};
	struct rcc_simulated got;
	struct rcc_random random;
	double d = 0;
	void *scratch;

	(void)state;
	assert_int_equal(rcc_detectable(&mean, &mean, 0.95, 0.8, &d), 0);
	s.ratio = 1 + d;
	scratch = calloc(1, rcc_simulate_scratch(&s));
	rcc_random_stream(&random, 3, "power");
	assert_int_equal(rcc_simulate(&s, n, &random, scratch, &got), 0);
	/* The power may differ by four standard errors, and by 0.01 more,
	 * because rcc_detectable() uses the variance that the ratio has if
	 * there is no difference.  At the ratio 1 + d, the variance is a little
	 * larger. */
	assert_true(fabs((double)got.verdict[RCC_VERDICT_LARGER] / (double)n -
			 0.8) < 4 * sqrt(0.8 * 0.2 / (double)n) + 0.01);
	free(scratch);
}

static void halves_of_the_same_rarely_differ(void **state)
{
	double x[60];
	double scratch[60];
	struct rcc_random random;
	size_t alarms = 0;

	(void)state;
	rcc_random_stream(&random, 4, "halves");
	for (size_t i = 0; i < 60; i++)
		x[i] = 1 + (double)rcc_random_below(&random, 1000) / 1e5;
	assert_int_equal(
		rcc_false_alarms(x, 60, 4000, 0.95, &random, scratch, &alarms),
		0);
	assert_in_range(alarms, 130, 270);
	assert_int_equal(
		rcc_false_alarms(x, 3, 10, 0.95, &random, scratch, &alarms),
		RCC_EDOM);
	x[5] = NAN;
	assert_int_equal(
		rcc_false_alarms(x, 60, 10, 0.95, &random, scratch, &alarms),
		RCC_EDOM);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(as_r_says),
		cmocka_unit_test(the_power_is_as_stated),
		cmocka_unit_test(halves_of_the_same_rarely_differ),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
