/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/rounding: by how much rounding may have moved a mean, and
 * whether that matters. */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include "common/random.h"

#define N 400

static double x[N];
static double scratch[N];

/* Set x to normal values, rounded to multiples of `step`. */
static double mean_of_rounded(double mean, double sd, double step)
{
	const struct rcc_model model = {
		.n_levels = 1, .mean = mean, .sd = {sd}};
	const size_t r[] = {N};
	struct rcc_random random;
	double sum = 0;

	rcc_random_stream(&random, 1, "rounding");
	rcc_model_draw(&model, r, &random, x);
	for (size_t i = 0; i < N; i++) {
		x[i] = step * round(x[i] / step);
		sum += x[i];
	}
	return sum / N;
}

static double shift_of(double mean, double sd, double step)
{
	mean_of_rounded(mean, sd, step);
	return rcc_rounding_shift(x, N, scratch);
}

static void coarse_values_move_a_mean_by_half_a_step(void **state)
{
	(void)state;
	assert_near(shift_of(1.0051, 0.001, 0.01), 0.005, 1e-9);
	assert_near(shift_of(-1.0051, 0.001, 0.01), 0.005, 1e-9);
	/* The bound holds for means everywhere in a step. */
	for (double mean = 1; mean < 1.02; mean += 0.0005) {
		const double error =
			fabs(mean_of_rounded(mean, 0.002, 0.01) - mean);

		assert_true(error <= rcc_rounding_shift(x, N, scratch) ||
			    error < 3 * 0.002 / sqrt(N) || x[0] == x[N - 1]);
	}
}

static void fine_values_are_not_moved(void **state)
{
	(void)state;
	assert_near(shift_of(1, 0.01, 0.01), 0, 0);
	assert_near(shift_of(1.005, 0.006, 0.01), 0, 0);
	assert_near(fabs(mean_of_rounded(1.0025, 0.006, 0.01) - 1.0025) < 0.001,
		    1, 0);
	assert_near(shift_of(1, 0.01, 1e-9), 0, 0);
}

static void a_step_must_be_known(void **state)
{
	static const double equal[] = {2, 2, 2, 2};
	static const double two[] = {2, 3};
	static const double far[] = {1, 1, 1, 2, 7, 7};
	static const double bad[] = {1, 1, 2, NAN};

	(void)state;
	assert_near(rcc_rounding_shift(equal, 4, scratch), 0, 0);
	/* Values that never repeat are not known to be rounded. */
	assert_near(rcc_rounding_shift(two, 2, scratch), 0, 0);
	/* 1 and 7 are no neighbours. */
	assert_near(rcc_rounding_shift(far, 6, scratch), 0, 0);
	assert_near(rcc_rounding_shift(bad, 4, scratch), 0, 0);
	assert_near(rcc_rounding_shift(equal, 0, scratch), 0, 0);
}

static bool matters(double lo, double hi, double rounding)
{
	const struct rcc_ratio ratio = {.estimate = (lo + hi) / 2,
					.lo = lo,
					.hi = hi,
					.set = RCC_RATIO_BOUNDED};

	return rcc_rounding_matters(&ratio, rounding, 0.01);
}

static void it_matters_where_an_end_crosses_a_limit(void **state)
{
	(void)state;
	assert_true(matters(1.004, 1.02, 0.005));
	assert_false(matters(1.004, 1.02, 0.003));
	assert_true(matters(0.98, 0.998, 0.005));
	assert_true(matters(0.995, 1.008, 0.003));
	assert_false(matters(0.995, 1.008, 0.001));
	assert_true(matters(0.993, 1.002, 0.004));
	assert_true(matters(1.012, 1.03, 0.003));
	assert_false(matters(1.2, 1.3, 0.05));
	assert_false(matters(1.004, 1.02, 0));
	assert_false(matters(1.004, 1.02, NAN));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(coarse_values_move_a_mean_by_half_a_step),
		cmocka_unit_test(fine_values_are_not_moved),
		cmocka_unit_test(a_step_must_be_known),
		cmocka_unit_test(it_matters_where_an_end_crosses_a_limit),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
