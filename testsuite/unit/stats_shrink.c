/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/shrink, which moves an estimate toward the mean of its
 * group, against numbers computed by hand. */
#include "stats/rcc_shrink.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "common/error.h"

static double mean[] = {1, 3, 5};
static double variance[] = {2, 2, 2};
static size_t count[] = {2, 2, 2};
static const struct rcc_group group = {mean, variance, count, 3};

static void an_estimate_moves_towards_the_mean(void **state)
{
	struct rcc_shrunken s;

	(void)state;
	/* The three means have the variance V = 4.  The part due to noise is
	 * W = 2 / 2, so T² = V - W = 3.  The measurement 7 has the variance 1,
	 * so its weight is B = 3 / (3 + 1). */
	assert_int_equal(rcc_shrink(&group, 7, 1, &s), 0);
	assert_true(fabs(s.t2 - 3) < 1e-12);
	assert_true(fabs(s.group_mean - 3) < 1e-12);
	assert_true(fabs(s.weight - 0.75) < 1e-12);
	assert_true(fabs(s.estimate - 6) < 1e-12);
}

static void a_shift_of_all_values_shifts_the_estimate(void **state)
{
	double far[] = {1e9 + 1, 1e9 + 3, 1e9 + 5};
	const struct rcc_group shifted = {far, variance, count, 3};
	struct rcc_shrunken s;

	(void)state;
	assert_int_equal(rcc_shrink(&shifted, 1e9 + 7, 1, &s), 0);
	assert_true(fabs(s.estimate - 1e9 - 6) < 1e-6);
}

static void members_that_do_not_differ_have_their_mean(void **state)
{
	double same[] = {2, 2, 2};
	double none[] = {0, 0, 0};
	const struct rcc_group equal = {same, variance, count, 3};
	const struct rcc_group constant = {same, none, count, 3};
	struct rcc_shrunken s;

	(void)state;
	assert_int_equal(rcc_shrink(&equal, 7, 1, &s), 0);
	assert_true(s.t2 == 0 && s.weight == 0 && s.estimate == 2);
	/* If the group does not vary (T² = 0) and the measurement has no noise,
	 * the estimate is the measurement. */
	assert_int_equal(rcc_shrink(&constant, 7, 0, &s), 0);
	assert_true(s.weight == 1 && s.estimate == 7);
}

static void a_member_without_values_is_left_out(void **state)
{
	double more[] = {1, 3, NAN, 5};
	double var[] = {2, NAN, NAN, 2};
	size_t n[] = {2, 1, 0, 2};
	const struct rcc_group holes = {more, var, n, 4};
	struct rcc_shrunken s;

	(void)state;
	assert_int_equal(rcc_shrink(&holes, 7, 1, &s), 0);
	assert_true(fabs(s.estimate - 6) < 1e-12);
}

static void too_little_is_undefined(void **state)
{
	size_t once[] = {1, 1, 1};
	const struct rcc_group one = {mean, variance, count, 1};
	const struct rcc_group single = {mean, variance, once, 3};
	struct rcc_shrunken s;

	(void)state;
	assert_int_equal(rcc_shrink(&one, 7, 1, &s), RCC_EDOM);
	assert_true(isnan(s.estimate));
	assert_int_equal(rcc_shrink(&single, 7, 1, &s), RCC_EDOM);
	assert_int_equal(rcc_shrink(&group, NAN, 1, &s), RCC_EDOM);
	assert_int_equal(rcc_shrink(&group, 7, NAN, &s), RCC_EDOM);
	assert_true(isnan(s.estimate) && isnan(s.weight) && isnan(s.t2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_estimate_moves_towards_the_mean),
		cmocka_unit_test(a_shift_of_all_values_shifts_the_estimate),
		cmocka_unit_test(members_that_do_not_differ_have_their_mean),
		cmocka_unit_test(a_member_without_values_is_left_out),
		cmocka_unit_test(too_little_is_undefined),
	};

	return cmocka_run_group_tests_name("shrink", tests, NULL, NULL);
}
