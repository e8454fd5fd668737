/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/jumps, which finds where the values of a series jump to
 * another level. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/random.h"
#include "stats/distribution.h"
#include "stats/rcc_jumps.h"
#include "stats/rcc_stats.h"

#define N 60

static size_t begin[N];

static size_t find(const double *x, size_t n)
{
	void *scratch = malloc(rcc_jumps_scratch(n));
	size_t n_begin = 99;

	assert_non_null(scratch);
	assert_int_equal(
		rcc_jumps(x, n, rcc_jumps_penalty(n), scratch, begin, &n_begin),
		0);
	free(scratch);
	return n_begin;
}

/* Read the logarithms of the wall times of a study.  Its machine jumped between
 * two speeds. */
static void read_wall_times(double *x)
{
	FILE *file = fopen("testsuite/data/regimes.csv", "r");
	char line[512];

	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	for (size_t i = 0; i < N; i++) {
		const char *at = fgets(line, sizeof(line), file);

		assert_non_null(at);
		for (int field = 0; field < 8; field++)
			while (*at++ != ',')
				;
		x[i] = log(strtod(at, NULL));
	}
	fclose(file);
}

static void jumps_of_a_real_machine_are_seen(void **state)
{
	static const size_t expected[] = {8, 14, 24, 35, 55};
	double x[N];
	size_t n;
	void *scratch = malloc(rcc_changes_scratch(N));

	(void)state;
	read_wall_times(x);
	assert_int_equal(find(x, N), 5);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(begin[i], expected[i]);
	assert_non_null(scratch);
	assert_int_equal(
		rcc_changes(x, N, rcc_changes_penalty(N), scratch, begin, &n),
		0);
	assert_int_equal(n, 0);
	free(scratch);
}

static void make_normal(struct rcc_random *random, double *x)
{
	for (size_t i = 0; i < N; i++)
		x[i] = rcc_quantile_normal((rcc_random_unit(random) + 1e-9) /
					   (1 + 2e-9));
}

static void independent_values_have_none(void **state)
{
	struct rcc_random random;
	double x[N];
	size_t n_found = 0;

	(void)state;
	rcc_random_seed(&random, 1);
	for (int k = 0; k < 400; k++) {
		make_normal(&random, x);
		n_found += find(x, N) > 0;
	}
	assert_true(n_found <= 2);
}

static void level_and_unit_do_not_matter(void **state)
{
	struct rcc_random random;
	double x[N];

	(void)state;
	rcc_random_seed(&random, 2);
	make_normal(&random, x);
	for (size_t i = 20; i < 40; i++)
		x[i] += 6;
	assert_int_equal(find(x, N), 2);
	assert_int_equal(begin[0], 20);
	assert_int_equal(begin[1], 40);
	for (size_t i = 0; i < N; i++)
		x[i] = 1e6 - 1e-3 * x[i];
	assert_int_equal(find(x, N), 2);
	assert_int_equal(begin[0], 20);
	assert_int_equal(begin[1], 40);
}

static void a_huge_jump_hides_no_other(void **state)
{
	struct rcc_random random;
	double x[N];

	(void)state;
	rcc_random_seed(&random, 4);
	make_normal(&random, x);
	for (size_t i = 20; i < 40; i++)
		x[i] += 1e12;
	for (size_t i = 50; i < N; i++)
		x[i] += 10;
	assert_int_equal(find(x, N), 3);
	assert_int_equal(begin[0], 20);
	assert_int_equal(begin[1], 40);
	assert_int_equal(begin[2], 50);
}

static void a_far_off_value_is_no_jump(void **state)
{
	struct rcc_random random;
	double x[N];

	(void)state;
	rcc_random_seed(&random, 3);
	make_normal(&random, x);
	x[0] = 1e3;
	x[30] = 1e6;
	x[N - 1] = -1e3;
	assert_int_equal(find(x, N), 0);
}

static void some_series_are_undefined(void **state)
{
	const double flat[] = {1, 1, 1, 1, 1, 1, 1};
	const double mostly_flat[] = {1, 1, 1, 1, 1, 2, 2};
	const double bad[] = {1, 2, 3, NAN, 5, 6, 7};
	_Alignas(16) char scratch[1024];
	size_t n = 99;

	(void)state;
	assert_true(rcc_jumps_scratch(7) <= sizeof(scratch));
	assert_int_equal(find(flat, 7), 0);
	assert_int_equal(rcc_jumps(bad, 7, 1, scratch, begin, &n), RCC_EDOM);
	assert_int_equal(n, 0);
	assert_int_equal(rcc_jumps(flat, 5, 1, scratch, begin, &n), RCC_EDOM);
	assert_int_equal(rcc_jumps(mostly_flat, 7, 1, scratch, begin, &n),
			 RCC_EDOM);
	assert_int_equal(rcc_jumps(flat, 7, NAN, scratch, begin, &n), RCC_EDOM);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(jumps_of_a_real_machine_are_seen),
		cmocka_unit_test(independent_values_have_none),
		cmocka_unit_test(level_and_unit_do_not_matter),
		cmocka_unit_test(a_huge_jump_hides_no_other),
		cmocka_unit_test(a_far_off_value_is_no_jump),
		cmocka_unit_test(some_series_are_undefined),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
