/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of the ratio of two systems, the verdict about it, and the effect
 * of layouts within a system.
 */
#include "stats/rcc_claims.h"
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include "common/diag.h"

static const enum rcc_ratio_method methods[] = {RCC_RATIO_WELCH, RCC_RATIO_KJ,
						RCC_RATIO_LOG};

static struct rcc_ratio ratio_of(struct rcc_mean old, struct rcc_mean now,
				 enum rcc_ratio_method method)
{
	struct rcc_ratio ratio;

	assert_int_equal(rcc_ratio_interval(&old, &now, method, 0.95, &ratio),
			 0);
	return ratio;
}

/* If the old mean is known exactly, Fieller's interval is Student's interval
 * divided by the old mean. */
static void ratio_to_a_constant_is_students_interval(void **state)
{
	const struct rcc_mean old = {.mean = 2, .s2 = 0, .n = 5};
	const struct rcc_mean now = {.mean = 6.2, .s2 = 37.2, .n = 5};
	const double half = 2.7764451051977987 * sqrt(37.2 / 5) / 2;
	const struct rcc_ratio welch = ratio_of(old, now, RCC_RATIO_WELCH);
	const struct rcc_ratio kj = ratio_of(old, now, RCC_RATIO_KJ);

	(void)state;
	assert_near(welch.estimate, 3.1, 1e-15);
	assert_near(welch.df, 4, 1e-14);
	assert_near(welch.lo, 3.1 - half, 1e-13);
	assert_near(welch.hi, 3.1 + half, 1e-13);
	assert_near(kj.lo, 3.1 - half, 1e-13);
	assert_near(kj.hi, 3.1 + half, 1e-13);
}

/* `df` is what R's t.test(log(a), log(b)) gives if the logarithms of 10 and of
 * 20 values have the variances 0.01 and 0.04.  Here the relative variances of
 * the values, s2 / mean², take the place of these variances. */
static void log_interval_is_welchs_and_symmetric(void **state)
{
	const struct rcc_mean old = {.mean = 3, .s2 = 9 * 0.01, .n = 10};
	const struct rcc_mean now = {.mean = 5, .s2 = 25 * 0.04, .n = 20};
	const struct rcc_ratio there = ratio_of(old, now, RCC_RATIO_LOG);
	const struct rcc_ratio back = ratio_of(now, old, RCC_RATIO_LOG);
	/* (.001 + .002)² / (.001² / 9 + .002² / 19) */
	const double df = 9e-6 / (1e-6 / 9 + 4e-6 / 19);

	(void)state;
	assert_near(there.df, df, 1e-14);
	assert_near(there.lo * back.hi, 1, 1e-14);
	assert_near(there.hi * back.lo, 1, 1e-14);
	assert_near(there.lo * there.hi, 25 / 9.0, 1e-14);
}

static void constants_have_an_exact_ratio(void **state)
{
	const struct rcc_mean old = {.mean = 4, .s2 = 0, .n = 3};
	const struct rcc_mean now = {.mean = 5, .s2 = 0, .n = 3};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct rcc_ratio ratio = ratio_of(old, now, methods[i]);

		assert_int_equal(ratio.set, RCC_RATIO_BOUNDED);
		assert_near(ratio.lo, 1.25, 1e-15);
		assert_near(ratio.hi, 1.25, 1e-15);
	}
}

static enum rcc_obstacle obstacle(double old, double now, double s2)
{
	const struct rcc_mean a = {.mean = old, .s2 = s2, .n = 5};
	const struct rcc_mean b = {.mean = now, .s2 = s2, .n = 5};

	return rcc_verdict_obstacle(&a, &b);
}

/* There is no verdict if neither system varies or a mean is not positive. */
static void some_ratios_have_no_verdict(void **state)
{
	const struct rcc_mean five = {.mean = 4, .s2 = 0.01, .n = 5};
	const struct rcc_mean one = {.mean = 4, .s2 = NAN, .n = 1};

	(void)state;
	assert_int_equal(obstacle(4, 5, 0.01), RCC_OBSTACLE_NONE);
	assert_int_equal(obstacle(4, 5, 0), RCC_OBSTACLE_CONSTANT);
	assert_int_equal(obstacle(4, 5, 1e-32), RCC_OBSTACLE_CONSTANT);
	assert_int_equal(obstacle(4e-200, 5e-200, 0), RCC_OBSTACLE_CONSTANT);
	assert_int_equal(obstacle(-4, -5, 0.01), RCC_OBSTACLE_NOT_POSITIVE);
	assert_int_equal(obstacle(4, -5, 0.01), RCC_OBSTACLE_NOT_POSITIVE);
	assert_int_equal(obstacle(0, 5, 0), RCC_OBSTACLE_NOT_POSITIVE);
	assert_int_equal(rcc_verdict_obstacle(&five, &one), RCC_OBSTACLE_FEW);
	assert_int_equal(rcc_verdict_obstacle(&one, &five), RCC_OBSTACLE_FEW);
}

static enum rcc_verdict claim_of(const struct rcc_mean *old,
				 const struct rcc_mean *now)
{
	struct rcc_claim claim;

	rcc_claim_ratio(old, now, RCC_RATIO_KJ, 0.95, 0.01, &claim);
	return claim.verdict;
}

static void unbounded_sets_are_reported_as_such(void **state)
{
	const struct rcc_mean near_zero = {.mean = 0.1, .s2 = 3, .n = 3};
	const struct rcc_mean far = {.mean = 50, .s2 = 3, .n = 3};
	/* The half-width of the interval, t sqrt(s2 / n), equals the mean. */
	const double t = 4.3026527297494639;
	const struct rcc_mean touching = {
		.mean = t * sqrt(1.0 / 3), .s2 = 1, .n = 3};
	struct rcc_ratio ratio;

	(void)state;
	ratio = ratio_of(near_zero, far, RCC_RATIO_KJ);
	assert_int_equal(ratio.set, RCC_RATIO_OUTSIDE);
	assert_nan(ratio.lo);
	assert_nan(ratio.hi);
	assert_true(ratio.gap_lo < ratio.gap_hi);
	/* The interval is the set of all ratios outside a gap.  It contains the
	 * estimate.  The ratios in the gap are near zero, or have the opposite
	 * sign. */
	assert_true(ratio.estimate > ratio.gap_hi ||
		    ratio.estimate < ratio.gap_lo);
	assert_int_equal(claim_of(&near_zero, &far), RCC_VERDICT_UNDECIDED);
	ratio = ratio_of(near_zero, near_zero, RCC_RATIO_KJ);
	assert_int_equal(ratio.set, RCC_RATIO_LINE);
	assert_nan(ratio.lo);
	assert_nan(ratio.gap_lo);
	assert_int_equal(claim_of(&near_zero, &near_zero),
			 RCC_VERDICT_UNDECIDED);
	ratio = ratio_of(touching, far, RCC_RATIO_KJ);
	assert_true(ratio.set == RCC_RATIO_OUTSIDE || ratio.hi > 1e12);
}

static void undefined_ratios_are_errors(void **state)
{
	const struct rcc_mean fine = {.mean = 1, .s2 = 1, .n = 5};
	const struct rcc_mean bad[] = {
		{.mean = 1, .s2 = NAN, .n = 1},
		{.mean = NAN, .s2 = 1, .n = 5},
		{.mean = INFINITY, .s2 = 1, .n = 5},
	};
	const struct rcc_mean zero = {.mean = 0, .s2 = 1, .n = 5};
	const struct rcc_mean negative = {.mean = -1, .s2 = 1e-4, .n = 5};
	struct rcc_ratio ratio;

	(void)state;
	for (size_t k = 0; k < 9; k++) {
		assert_int_equal(rcc_ratio_interval(&bad[k / 3], &fine,
						    methods[k % 3], 0.95,
						    &ratio),
				 RCC_EDOM);
		assert_nan(ratio.lo);
		assert_int_equal(rcc_ratio_interval(&fine, &bad[k / 3],
						    methods[k % 3], 0.95,
						    &ratio),
				 RCC_EDOM);
		assert_nan(ratio.hi);
	}
	assert_int_equal(
		rcc_ratio_interval(&zero, &fine, RCC_RATIO_WELCH, 0.95, &ratio),
		RCC_EDOM);
	assert_nan(ratio.estimate);
	assert_int_equal(rcc_ratio_interval(&fine, &negative, RCC_RATIO_LOG,
					    0.95, &ratio),
			 RCC_EDOM);
	assert_int_equal(
		rcc_ratio_interval(&fine, &fine, RCC_RATIO_WELCH, 1, &ratio),
		RCC_EDOM);
	/* The ratio of two negative means is positive. */
	ratio = ratio_of(negative, negative, RCC_RATIO_WELCH);
	assert_true(ratio.lo < 1 && ratio.hi > 1);
}

static void verdicts_follow_the_threshold(void **state)
{
	static const struct {
		double lo, hi, delta;
		enum rcc_verdict verdict;
	} test[] = {
		{0.90, 0.95, 0, RCC_VERDICT_SMALLER},
		{0.90, 0.95, 0.03, RCC_VERDICT_SMALLER},
		{0.90, 0.98, 0.03, RCC_VERDICT_UNDECIDED},
		{1.02, 1.05, 0, RCC_VERDICT_LARGER},
		{1.02, 1.05, 0.01, RCC_VERDICT_LARGER},
		{1.02, 1.05, 0.02, RCC_VERDICT_UNDECIDED},
		{0.99, 1.01, 0, RCC_VERDICT_UNDECIDED},
		{0.99, 1.01, 0.02, RCC_VERDICT_NO_DIFFERENCE},
		{0.99, 1.01, 0.005, RCC_VERDICT_UNDECIDED},
		{0.99, 1.01, NAN, RCC_VERDICT_UNDECIDED},
		{0.99, 1.01, -1, RCC_VERDICT_UNDECIDED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(test) / sizeof(test[0]); i++) {
		const struct rcc_claim_limits limits = {test[i].lo, test[i].hi,
							test[i].lo, test[i].hi};

		assert_int_equal(rcc_claim_of(&limits, test[i].delta),
				 test[i].verdict);
	}
}

static void a_ratio_at_the_threshold_is_never_decided(void **state)
{
	const struct rcc_mean old = {.mean = 100, .s2 = 4, .n = 10};
	const struct rcc_mean on_it = {.mean = 101, .s2 = 4, .n = 10};
	size_t n;

	(void)state;
	assert_int_equal(rcc_claim_plan(&old, &on_it, 0.95, 0.01, 0.8, &n),
			 RCC_EDOM);
	assert_int_equal(n, 0);
}

/* In the random arm five layouts ran once.  In the other arm the original
 * layout ran five times. */
static const double random_arm[] = {10, 12, 14, 16, 18}; /* s2 = 10 */
static const double fixed_arm[] = {9, 10, 11, 10, 10};	 /* s2 = 0.5 */

static struct rcc_levels levels_of(struct rcc_sample sample)
{
	struct rcc_levels levels;

	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	return levels;
}

static void two_arms_give_the_layout_effect(void **state)
{
	const struct rcc_levels random = levels_of(rcc_sample_1(random_arm, 5));
	const struct rcc_levels fixed = levels_of(rcc_sample_1(fixed_arm, 5));
	/* R: qf(.975, 4, 4) */
	const double f = 9.604529884722858;
	struct rcc_layout_effect effect;

	(void)state;
	assert_int_equal(
		rcc_layout_effect(&random, &fixed, NULL, 0.95, &effect), 0);
	assert_int_equal(effect.method, RCC_LAYOUT_TWO_ARMS);
	assert_near(effect.random_mean.estimate, 14, 1e-15);
	assert_near(effect.fixed_mean.estimate, 10, 1e-15);
	assert_near(effect.variance.estimate, 9.5, 1e-14);
	assert_near(effect.percent.estimate, 100 * sqrt(9.5) / 14, 1e-14);
	assert_near(effect.ratio.estimate, 20, 1e-14);
	assert_near(effect.ratio.lo, 20 / f, 1e-12);
	assert_near(effect.ratio.hi, 20 * f, 1e-12);
	assert_near(effect.share.estimate, 0.95, 1e-14);
	assert_near(effect.share.lo, 1 - f / 20, 1e-12);
	assert_true(effect.variance.lo > 0);
	assert_true(effect.variance.lo < 9.5 && effect.variance.hi > 9.5);
	assert_true(effect.noise_seen);
	assert_near(effect.shift.estimate, 1.4, 1e-15);
	assert_true(effect.shift_seen);
	assert_near(effect.fixed_half_width,
		    2.7764451051977987 * sqrt(0.5 / 5) / 10, 1e-12);
	assert_near(effect.random_half_width,
		    2.7764451051977987 * sqrt(10.0 / 5) / 14, 1e-12);
}

/* If the random arm varies less than the original layout, the estimated
 * variance due to layout is negative, and its interval begins at 0. */
static void a_negative_difference_is_not_hidden(void **state)
{
	const struct rcc_levels random = levels_of(rcc_sample_1(fixed_arm, 5));
	const struct rcc_levels fixed = levels_of(rcc_sample_1(random_arm, 5));
	struct rcc_layout_effect effect;
	struct rcc_interval other;

	(void)state;
	assert_int_equal(
		rcc_layout_effect(&random, &fixed, NULL, 0.95, &effect), 0);
	assert_near(effect.variance.estimate, -9.5, 1e-14);
	assert_near(effect.variance.lo, 0, 0);
	/* The upper limit is above 0, however large the noise is. */
	assert_int_equal(rcc_layout_variance(0.5, 4, 1e9, 4, 0.95, &other), 0);
	assert_near(effect.variance.hi, other.hi, 1e-12);
	assert_true(other.hi > 0.2 && other.hi < 0.5 * 8.26);
	assert_near(effect.share.estimate, 0, 0);
	assert_false(effect.noise_seen);
}

/* Five layouts have six executions with an iteration each, whose noise is large.
 * Five have two executions of 20 equal iterations each.  The noise of iterations
 * seems to be larger than that of executions.  The generalised W, the sum of
 * both, is negative. */
static void a_negative_noise_has_no_interval(void **state)
{
	static double x[5 * 6 + 5 * 40];
	static const size_t of_layout[] = {6, 6, 6, 6, 6, 2, 2, 2, 2, 2};
	static size_t of_execution[5 * 6 + 5 * 2];
	struct rcc_sample sample = {.x = x, .n_levels = 3, .r = {1, 1, 10}};
	struct rcc_layout_effect effect;
	struct rcc_levels levels;
	size_t at = 0;

	(void)state;
	sample.size[1] = of_layout;
	sample.size[0] = of_execution;
	for (size_t i = 0; i < 30; i++) {
		of_execution[i] = 1;
		x[at++] = 100 + (double)(i % 2) * 0.01 + (double)(i / 6) * 0.1;
	}
	for (size_t i = 0; i < 10; i++) {
		of_execution[30 + i] = 20;
		for (size_t k = 0; k < 20; k++)
			x[at++] = 100 + (k % 2 ? 5 : -5);
	}
	levels = levels_of(sample);
	assert_true(levels.level[2].s2 < levels.level[2].t2);
	assert_int_equal(rcc_layout_effect(&levels, NULL, NULL, 0.95, &effect),
			 RCC_EDOM);
	assert_nan(effect.ratio.lo);
	assert_false(effect.noise_seen);
}

static void repeated_layouts_need_no_second_arm(void **state)
{
	/* There are 3 layouts × 2 executions, with one iteration each. */
	static const double x[] = {10, 11, 20, 21, 30, 31};
	const struct rcc_levels random = levels_of(rcc_sample_3(x, 3, 2, 1));
	struct rcc_layout_effect effect;

	(void)state;
	assert_int_equal(rcc_layout_effect(&random, NULL, NULL, 0.95, &effect),
			 0);
	assert_int_equal(effect.method, RCC_LAYOUT_WITHIN);
	assert_near(effect.variance.estimate, 99.75, 1e-14);
	assert_near(effect.ratio.estimate, 400, 1e-13);
	/* A run of a new layout has the variance 99.75 + 0.5.  The part 99.75
	 * is due to the layout. */
	assert_near(effect.share.estimate, 99.75 / 100.25, 1e-13);
	assert_nan(effect.shift.estimate);
	assert_nan(effect.fixed_sd);
	assert_false(effect.shift_seen);
}

static void arms_that_do_not_fit_are_refused(void **state)
{
	static const double x[] = {1, 2, 3, 4, 5, 6};
	const struct rcc_levels iterated = levels_of(rcc_sample_3(x, 3, 1, 2));
	const struct rcc_levels once = levels_of(rcc_sample_1(x, 6));
	const struct rcc_levels pairs = levels_of(rcc_sample_2(x, 3, 2));
	const struct rcc_sample single = rcc_sample_1(x, 1);
	struct rcc_layout_effect effect;
	struct rcc_levels one;

	(void)state;
	assert_int_equal(
		rcc_layout_effect(&iterated, &once, NULL, 0.95, &effect),
		RCC_EUNSUP);
	assert_nan(effect.variance.estimate);
	assert_int_equal(
		rcc_layout_effect(&iterated, &pairs, NULL, 0.95, &effect), 0);
	assert_int_equal(effect.method, RCC_LAYOUT_TWO_ARMS);
	assert_int_equal(rcc_layout_effect(&once, NULL, NULL, 0.95, &effect),
			 RCC_EDOM);
	assert_int_equal(rcc_levels_compute(&single, &one), RCC_EDOM);
	assert_int_equal(rcc_layout_effect(&once, &one, NULL, 0.95, &effect),
			 RCC_EDOM);
	assert_int_equal(rcc_layout_effect(&one, &once, NULL, 0.95, &effect),
			 RCC_EDOM);
	assert_nan(effect.ratio.lo);
}

static void constant_arms_do_not_break_it(void **state)
{
	static const double flat[] = {3, 3, 3, 3};
	static const double rough[] = {3, 4, 5, 6};
	const struct rcc_levels none = levels_of(rcc_sample_1(flat, 4));
	const struct rcc_levels some = levels_of(rcc_sample_1(rough, 4));
	struct rcc_layout_effect effect;

	(void)state;
	assert_int_equal(rcc_layout_effect(&some, &none, NULL, 0.95, &effect),
			 0);
	assert_true(isinf(effect.ratio.estimate));
	assert_near(effect.share.estimate, 1, 0);
	/* Without noise the interval is the chi-square interval of one
	 * variance.  R: 3 * (5/3) / qchisq(c(.975, .025), 3) */
	assert_near(effect.variance.lo, 0.53485067734936409, 1e-12);
	assert_near(effect.variance.hi, 23.17010798013748, 1e-12);
	assert_int_equal(rcc_layout_effect(&none, &none, NULL, 0.95, &effect),
			 RCC_EDOM);
	assert_nan(effect.ratio.estimate);
	assert_near(effect.variance.hi, 0, 0);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(ratio_to_a_constant_is_students_interval),
		cmocka_unit_test(log_interval_is_welchs_and_symmetric),
		cmocka_unit_test(constants_have_an_exact_ratio),
		cmocka_unit_test(some_ratios_have_no_verdict),
		cmocka_unit_test(unbounded_sets_are_reported_as_such),
		cmocka_unit_test(undefined_ratios_are_errors),
		cmocka_unit_test(verdicts_follow_the_threshold),
		cmocka_unit_test(a_ratio_at_the_threshold_is_never_decided),
		cmocka_unit_test(two_arms_give_the_layout_effect),
		cmocka_unit_test(a_negative_difference_is_not_hidden),
		cmocka_unit_test(a_negative_noise_has_no_interval),
		cmocka_unit_test(repeated_layouts_need_no_second_arm),
		cmocka_unit_test(arms_that_do_not_fit_are_refused),
		cmocka_unit_test(constant_arms_do_not_break_it),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
