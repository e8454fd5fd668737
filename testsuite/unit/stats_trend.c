/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/trend: the drift of values over time, and the F test of
 * whether groups of values differ. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "common/diag.h"
#include "stats/rcc_stats.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-6 * fabs(b))

static const double t[] = {0, 1, 2, 3.5, 4, 6, 7, 9};
static const double x[] = {5.1, 5.3, 4.9, 5.8, 5.6, 6.1, 6.4, 6.3};

/* The drift is the slope times the whole time, which is 9.  R: confint(lm(x ~
 * t)), times 9. */
static void drift_as_r_says(void **state)
{
	struct rcc_interval i;
	double moved[8];

	(void)state;
	assert_int_equal(rcc_drift(t, x, 8, 0.95, &i), 0);
	NEAR(i.estimate, 9 * 0.164481636448164);
	NEAR(i.lo, 9 * 0.0903479433448373);
	NEAR(i.hi, 9 * 0.2386153295514901);
	/* adding 1e9 to all values changes nothing */
	for (int k = 0; k < 8; k++)
		moved[k] = x[k] + 1e9;
	assert_int_equal(rcc_drift(t, moved, 8, 0.95, &i), 0);
	assert_true(fabs(i.estimate - 9 * 0.164481636448164) < 1e-5);
}

/* g[i] is the group of value i.  R: anova(lm(x ~ factor(g))). */
static void groups_as_r_says(void **state)
{
	const size_t g[] = {0, 1, 0, 1, 2, 2, 1, 2};
	const size_t same[] = {1, 1, 1, 1, 1, 1, 1, 1};
	double f = 0;
	double p = 0;

	(void)state;
	assert_int_equal(rcc_groups_differ(x, g, 8, 3, &f, &p), 0);
	NEAR(f, 3.67128759398496);
	NEAR(p, 0.104450508124216);
	/* with 9 groups, of which 6 are empty, the result is the same */
	assert_int_equal(rcc_groups_differ(x, g, 8, 9, &f, &p), 0);
	NEAR(f, 3.67128759398496);
	assert_int_equal(rcc_groups_differ(x, same, 8, 2, &f, &p), RCC_EDOM);
	assert_true(isnan(f) && isnan(p));
}

static void what_is_undefined(void **state)
{
	const double flat[] = {1, 1, 1, 1};
	const double bad[] = {1, NAN, 2, 3};
	struct rcc_interval i;

	(void)state;
	assert_int_equal(rcc_drift(t, x, 2, 0.95, &i), RCC_EDOM);
	assert_true(isnan(i.estimate));
	assert_int_equal(rcc_drift(flat, x, 4, 0.95, &i), RCC_EDOM);
	assert_int_equal(rcc_drift(t, bad, 4, 0.95, &i), RCC_EDOM);
	assert_int_equal(rcc_drift(t, flat, 4, 0.95, &i), 0);
	assert_true(i.estimate == 0 && i.lo == 0 && i.hi == 0);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(drift_as_r_says),
		cmocka_unit_test(groups_as_r_says),
		cmocka_unit_test(what_is_undefined),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
