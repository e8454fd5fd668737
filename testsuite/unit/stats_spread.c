/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/spread: the test whether one sample varies more than
 * another, by the distances of values from their median. */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include "common/diag.h"
#include "common/random.h"

#define N 30

static double scratch[N];

/* R: distance <- abs(c(a - median(a), b - median(b)))
 *    summary(lm(distance ~ rep(c(1, 0), c(7, 5)))) */
static void it_is_the_t_of_the_distances(void **state)
{
	static const double a[] = {9, 4, 1, 16, 7, 12, 3};
	static const double b[] = {6, 8, 7, 5, 9};
	struct rcc_spread s;
	struct rcc_spread back;

	(void)state;
	assert_int_equal(rcc_spread_compare(a, 7, b, 5, scratch, &s), 0);
	assert_near(s.ratio, 3.452380952380953, 1e-14);
	assert_near(s.t, 2.1696955972521899, 1e-13);
	assert_near(s.p, 0.027599163673310376, 1e-12);
	assert_near(s.df, 10, 0);
	/* With the samples exchanged, t changes its sign, and p is the
	 * probability of the other tail. */
	assert_int_equal(rcc_spread_compare(b, 5, a, 7, scratch, &back), 0);
	assert_near(back.t, -s.t, 1e-14);
	assert_near(back.p, 1 - s.p, 1e-14);
}

static void what_is_undefined(void **state)
{
	static const double flat[] = {2, 2, 2, 2};
	static const double two[] = {1, 5, 1, 5};
	static const double bad[] = {1, NAN, 2};
	static const double endless[] = {1, INFINITY, 2};
	struct rcc_spread s;

	(void)state;
	assert_int_equal(rcc_spread_compare(two, 2, flat, 4, scratch, &s),
			 RCC_EDOM);
	assert_nan(s.p);
	assert_int_equal(rcc_spread_compare(two, 4, flat, 2, scratch, &s),
			 RCC_EDOM);
	assert_int_equal(rcc_spread_compare(flat, 4, flat, 3, scratch, &s),
			 RCC_EDOM);
	assert_nan(s.t);
	assert_int_equal(rcc_spread_compare(bad, 3, two, 4, scratch, &s),
			 RCC_EDOM);
	assert_int_equal(rcc_spread_compare(two, 4, endless, 3, scratch, &s),
			 RCC_EDOM);
	assert_nan(s.ratio);
	/* if one sample has no spread, p is 0 */
	assert_int_equal(rcc_spread_compare(two, 4, flat, 4, scratch, &s), 0);
	assert_true(isinf(s.t) && isinf(s.ratio) && s.p == 0);
	assert_int_equal(rcc_spread_compare(flat, 4, two, 4, scratch, &s), 0);
	assert_true(s.t < 0 && s.ratio == 0 && s.p == 1);
	/* equal samples show no difference */
	assert_int_equal(rcc_spread_compare(two, 4, two, 4, scratch, &s), 0);
	assert_near(s.p, 0.5, 1e-15);
}

/* Simulate n pairs of samples that vary alike.  Count how often a test says
 * that the first sample varies more: *by_f for the F test, *by_distance for the
 * test by distances from the median.  Each test is expected to say so for 2.5 %
 * of the pairs. */
static void count_alarms(enum rcc_shape shape, size_t n, size_t *by_f,
			 size_t *by_distance)
{
	const struct rcc_model model = {
		.n_levels = 1, .mean = 1, .sd = {0.01}, .shape = shape};
	const size_t r[] = {N};
	struct rcc_random random;
	double x[2][N];

	rcc_random_stream(&random, 1, "spread");
	*by_f = *by_distance = 0;
	for (size_t i = 0; i < n; i++) {
		struct rcc_layout_effect effect;
		struct rcc_levels levels[2];
		struct rcc_spread s;

		for (int k = 0; k < 2; k++) {
			const struct rcc_sample sample = rcc_sample_1(x[k], N);

			rcc_model_draw(&model, r, &random, x[k]);
			assert_int_equal(
				rcc_levels_compute(&sample, &levels[k]), 0);
		}
		assert_int_equal(rcc_layout_effect(&levels[0], &levels[1], NULL,
						   0.95, &effect),
				 0);
		assert_int_equal(
			rcc_spread_compare(x[0], N, x[1], N, scratch, &s), 0);
		assert_true((effect.ratio_p < 0.025) == effect.noise_seen);
		*by_f += effect.noise_seen;
		*by_distance += s.p < 0.025;
	}
}

static void far_values_fool_f_alone(void **state)
{
	const size_t n = 4000;
	size_t by_f;
	size_t by_distance;

	(void)state;
	count_alarms(RCC_SHAPE_NORMAL, n, &by_f, &by_distance);
	print_message("# normal: F %zu, distances %zu of %zu\n", by_f,
		      by_distance, n);
	assert_in_range(by_f, 70, 130);
	assert_in_range(by_distance, 50, 130);
	count_alarms(RCC_SHAPE_HEAVY, n, &by_f, &by_distance);
	print_message("# t of 3: F %zu, distances %zu of %zu\n", by_f,
		      by_distance, n);
	assert_in_range(by_f, 400, n);
	assert_in_range(by_distance, 0, 130);
	count_alarms(RCC_SHAPE_LOGNORMAL, n, &by_f, &by_distance);
	print_message("# lognormal: F %zu, distances %zu of %zu\n", by_f,
		      by_distance, n);
	assert_in_range(by_f, 400, n);
	assert_in_range(by_distance, 0, 160);
}

/* Layouts do not differ, and each has three runs.  An outlier then increases
 * both variances that the F test compares: the variance of the layouts' means,
 * and the variance within layouts.  The F test rejects slightly too often: in
 * 3.1 % instead of 2.5 % of studies.  With one run in each layout, it would
 * reject in 27 %. */
static void far_values_within_layouts_do_not_fool_f(void **state)
{
	const struct rcc_model model = {.n_levels = 1,
					.mean = 1,
					.sd = {0.01},
					.shape = RCC_SHAPE_LOGNORMAL};
	const size_t n = 4000;
	const size_t r[] = {3 * N};
	struct rcc_random random;
	double x[3 * N];
	size_t n_seen = 0;

	(void)state;
	rcc_random_stream(&random, 1, "within");
	for (size_t i = 0; i < n; i++) {
		const struct rcc_sample sample = rcc_sample_2(x, N, 3);
		struct rcc_layout_effect effect;
		struct rcc_levels levels;

		rcc_model_draw(&model, r, &random, x);
		rcc_levels_compute(&sample, &levels);
		assert_int_equal(
			rcc_layout_effect(&levels, NULL, NULL, 0.95, &effect),
			0);
		assert_true(effect.method == RCC_LAYOUT_WITHIN);
		n_seen += effect.noise_seen;
	}
	print_message("# lognormal, within: F %zu of %zu\n", n_seen, n);
	assert_in_range(n_seen, 20, 160); /* at most 4 % of n */
}

/* The test detects that `a` varies more than `b`. */
static void what_is_there_is_seen(void **state)
{
	double a[N];
	double b[N];
	struct rcc_spread s;

	(void)state;
	for (int i = 0; i < N; i++) {
		b[i] = 1 + 0.001 * (i % 7);
		a[i] = b[i] + 0.01 * (i % 5);
	}
	assert_int_equal(rcc_spread_compare(a, N, b, N, scratch, &s), 0);
	assert_true(s.p < 0.001);
	/* one outlier in `b`, however large, does not make `b` vary more */
	for (int far = 1; far <= 1000; far *= 10) {
		b[0] = 1 + 0.01 * far;
		assert_int_equal(rcc_spread_compare(b, N, a, N, scratch, &s),
				 0);
		assert_true(s.p > 0.1);
	}
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(it_is_the_t_of_the_distances),
		cmocka_unit_test(what_is_undefined),
		cmocka_unit_test(far_values_fool_f_alone),
		cmocka_unit_test(far_values_within_layouts_do_not_fool_f),
		cmocka_unit_test(what_is_there_is_seen),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
