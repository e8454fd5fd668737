/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of the rules by which a study makes more runs: a second round if
 * the first was not calm, and repeats of disturbed blocks.  A round is calm if
 * successive runs are independent and none is far from the others.  The runs of
 * one program in one system form a cell. */
#include "stats/rcc_rounds.h"

#include "testsuite/unit/stats_compare.h"

#include <string.h>

#include "common/diag.h"

#define N 20

/* Make N runs of two cells in turn: x[i] is a run of the cell cell[i].  The
 * means of the cells differ by 1. */
static void fill(double *x, size_t *cell, const double *noise)
{
	for (size_t i = 0; i < N; i++) {
		cell[i] = i % 2;
		x[i] = (double)cell[i] + noise[i];
	}
}

/* Noise of N runs that is calm: each of the two cells has the values ±1, ±2,
 * ... ±5, and the sign alternates from run to run of a cell. */
static const double calm_noise[N] = {1,	 -2, -3, 1,  5,	 -4, -1, 3,  2,	 -5,
				     -4, 2,  3,	 -1, -5, 4,  4,	 -3, -2, 5};

static struct rcc_calm judge(const double *noise)
{
	struct rcc_calm calm;
	double x[N];
	double scratch[2 * N];
	size_t cell[N];

	fill(x, cell, noise);
	assert_int_equal(rcc_calm_judge(x, cell, N, 2, NULL, scratch, &calm),
			 0);
	return calm;
}

static void differences_of_cells_do_not_count(void **state)
{
	const struct rcc_calm calm = judge(calm_noise);
	double products = 0;
	double squares = 0;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		squares += calm_noise[i] * calm_noise[i];
		if (i > 0)
			products += calm_noise[i] * calm_noise[i - 1];
	}
	assert_near(calm.autocorrelation, products / squares, 1e-14);
	assert_near(calm.bound, 1.6448536269514722 / sqrt(N), 1e-9);
	assert_int_equal(calm.n_far, 0);
	assert_true(calm.is_calm);
}

static void runs_that_depend_on_each_other_are_not_calm(void **state)
{
	double noise[N];
	struct rcc_calm calm;

	(void)state;
	for (size_t i = 0; i < N; i++)
		noise[i] = i < N / 2 ? 1 : -1;
	noise[0] = 1.5;
	calm = judge(noise);
	assert_true(calm.autocorrelation > 0.7);
	assert_int_equal(calm.n_far, 0);
	assert_false(calm.is_calm);
}

/* The median distance of the values from the median of their cell is 3.  A run
 * is too far off if its distance exceeds 7.413 (5 * 1.4826) times that, which
 * is 22.2. */
static void a_run_that_is_far_off_is_not_calm(void **state)
{
	double noise[N];
	struct rcc_calm calm;

	(void)state;
	memcpy(noise, calm_noise, sizeof(noise));
	noise[4] = 22;
	calm = judge(noise);
	assert_int_equal(calm.n_far, 0);
	noise[4] = 24;
	calm = judge(noise);
	assert_int_equal(calm.n_far, 1);
	assert_true(calm.autocorrelation < calm.bound);
	assert_false(calm.is_calm);
}

/* Whether runs are calm does not depend on the cells' names or means. */
static void the_cells_may_be_exchanged(void **state)
{
	const struct rcc_calm one = judge(calm_noise);
	struct rcc_calm other;
	double x[N];
	double scratch[2 * N];
	size_t cell[N];

	(void)state;
	fill(x, cell, calm_noise);
	for (size_t i = 0; i < N; i++) {
		cell[i] = 1 - cell[i];
		x[i] += 1e3 * (double)cell[i];
	}
	assert_int_equal(rcc_calm_judge(x, cell, N, 2, NULL, scratch, &other),
			 0);
	assert_near(other.autocorrelation, one.autocorrelation, 1e-9);
	assert_int_equal(other.n_far, one.n_far);
}

/* Each layout's value repeats at once in the other cell, as it does if the
 * cells have common layouts.  Only a judge who knows it calls the round calm.
 * A run of a cell with common layouts can still be far off. */
static void common_layouts_are_not_dependence(void **state)
{
	static const double layout[N / 2] = {1, -2, 3, 4, -1, -5, 2, 5, -3, -4};
	const bool is_common[2] = {false, true};
	struct rcc_calm calm;
	double x[N];
	double scratch[2 * N];
	size_t cell[N];

	(void)state;
	for (size_t i = 0; i < N; i++) {
		cell[i] = i % 2;
		x[i] = layout[i / 2];
	}
	assert_int_equal(rcc_calm_judge(x, cell, N, 2, NULL, scratch, &calm),
			 0);
	assert_false(calm.is_calm);
	assert_int_equal(
		rcc_calm_judge(x, cell, N, 2, is_common, scratch, &calm), 0);
	assert_true(calm.is_calm);
	assert_near(calm.bound, 1.6448536269514722 / sqrt(N / 2), 1e-9);
	x[7] = 200;
	assert_int_equal(
		rcc_calm_judge(x, cell, N, 2, is_common, scratch, &calm), 0);
	assert_int_equal(calm.n_far, 1);
	assert_false(calm.is_calm);
}

static void some_rounds_cannot_be_judged(void **state)
{
	struct rcc_calm calm;
	double x[N];
	double scratch[2 * N];
	size_t cell[N];

	(void)state;
	fill(x, cell, calm_noise);
	assert_int_equal(rcc_calm_judge(x, cell, 15, 2, NULL, scratch, &calm),
			 RCC_EDOM);
	assert_int_equal(rcc_calm_judge(x, cell, 16, 2, NULL, scratch, &calm),
			 0);
	assert_int_equal(rcc_calm_judge(x, cell, 0, 2, NULL, scratch, &calm),
			 RCC_EDOM);
	x[3] = NAN;
	assert_int_equal(rcc_calm_judge(x, cell, N, 2, NULL, scratch, &calm),
			 RCC_EDOM);
	assert_nan(calm.autocorrelation);
	for (size_t i = 0; i < N; i++)
		x[i] = (double)cell[i];
	assert_int_equal(rcc_calm_judge(x, cell, N, 2, NULL, scratch, &calm),
			 RCC_EDOM);
	assert_false(calm.is_calm);
}

static void the_limit_is_of_ranges(void **state)
{
	/* The eight layouts have the ranges 1, 2, ... 8 over their three
	 * rounds. */
	double d[24];
	double scratch[8];

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		d[3 * i] = 1;
		d[3 * i + 1] = 1 - (double)i / 2;
		d[3 * i + 2] = 2 + (double)i / 2;
		assert_near(rcc_rounds_range(d + 3 * i, 3), (double)i + 1,
			    1e-15);
	}
	assert_near(rcc_repeat_limit(d, 8, 3, scratch), 4 * 1.4826 * 4.5,
		    1e-14);
	assert_nan(rcc_repeat_limit(d, 8, 1, scratch));
}

/* If both runs of a layout are disturbed alike, they agree, and their
 * difference does not show the disturbance.  But the layout is far from the
 * others. */
static void a_layout_far_from_the_others_is_run_again(void **state)
{
	static const double d[] = {1, 1, 2, 2, 3, 3, 4,	 4,
				   5, 5, 6, 6, 7, 7, 90, 92};
	static const double same[16] = {1, 2};
	struct rcc_outlier_limits limits;
	double scratch[16];

	(void)state;
	/* The means of the layouts are 1 to 7 and 91.  Their distances from the
	 * median 4.5 are 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 3.5 and 86.5. */
	limits = rcc_outlier_limits(d, 8, 2, scratch);
	assert_near(limits.center, 4.5, 1e-15);
	assert_near(limits.distance, 7 * 1.4826 * 2, 1e-14);
	assert_true(rcc_repeat_is_wanted(d + 14, 2, 5, &limits));
	assert_false(rcc_repeat_is_wanted(d, 2, 5, &limits));
	assert_false(rcc_repeat_is_wanted(d + 14, 2, 5, NULL));
	/* A layout is also run again if its rounds differ by more than the
	 * limit (here 1), but not if this limit is undefined. */
	assert_true(rcc_repeat_is_wanted(d + 14, 2, 1, &limits));
	assert_false(rcc_repeat_is_wanted(d, 2, NAN, &limits));
	limits = rcc_outlier_limits(d, 7, 2, scratch);
	assert_nan(limits.center);
	assert_false(rcc_repeat_is_wanted(d + 14, 2, 5, &limits));
	limits = rcc_outlier_limits(same, 8, 2, scratch);
	assert_nan(limits.distance);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(differences_of_cells_do_not_count),
		cmocka_unit_test(runs_that_depend_on_each_other_are_not_calm),
		cmocka_unit_test(a_run_that_is_far_off_is_not_calm),
		cmocka_unit_test(the_cells_may_be_exchanged),
		cmocka_unit_test(common_layouts_are_not_dependence),
		cmocka_unit_test(some_rounds_cannot_be_judged),
		cmocka_unit_test(the_limit_is_of_ranges),
		cmocka_unit_test(a_layout_far_from_the_others_is_run_again),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
