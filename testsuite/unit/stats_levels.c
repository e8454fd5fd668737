/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of means and variances on several levels (layouts, executions,
 * iterations), of medians, and of plans.  Expected values are from worked
 * examples in the papers.  If they were computed by hand or by R instead, a
 * comment says so.  TR is the technical report of Kalibera & Jones
 * (stats/rcc_stats.h).  S_i² is the variance of the means on level i, and T_i²
 * the variance due to level i alone.
 */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include "common/diag.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

/* TR table 6.1: 3 binaries × 2 executions × 2 measurements. */
static const double table_61[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};

static void table_61_has_the_reports_variances(void **state)
{
	const struct rcc_sample sample = rcc_sample_3(table_61, 3, 2, 2);
	struct rcc_levels levels;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	assert_near(levels.mean, 6.5, 0);
	assert_int_equal(levels.n_values, 12);
	assert_true(levels.balanced);
	assert_near(levels.level[0].s2, 16.5, 1e-15);
	assert_near(levels.level[1].s2, 31 / 12.0, 1e-15);
	assert_near(levels.level[2].s2, 3.5625, 1e-15);
	assert_near(levels.level[0].t2, 16.5, 1e-15);
	assert_near(levels.level[1].t2, -17 / 3.0, 1e-14);
	assert_near(levels.level[2].t2, 3.5625 - 31 / 24.0, 1e-14);
	assert_near(levels.level[0].df, 6, 0);
	assert_near(levels.level[1].df, 3, 0);
	assert_near(levels.level[2].df, 2, 0);
	assert_near(levels.min, 1, 0);
	assert_near(levels.max, 12, 0);
	/* R: sd(c(9,5,8,3,10,6,7,11,1,12,2,4)) */
	assert_near(levels.sd, 3.6055512754639891, 1e-15);
}

static void table_61_loses_its_second_level(void **state)
{
	const struct rcc_sample sample = rcc_sample_3(table_61, 3, 2, 2);
	/* In the report, level 3 costs 10 and level 2 costs 1, which it leaves
	 * out. */
	const double cost[] = {1, 1, 9};
	struct rcc_levels levels;
	struct rcc_plan plan;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	assert_int_equal(levels.level[1].status, RCC_LEVEL_REMOVED);
	assert_int_equal(levels.n_kept, 2);
	assert_int_equal(levels.kept[0], 0);
	assert_int_equal(levels.kept[1], 2);
	assert_near(levels.level[0].s2_kept, 229 / 18.0, 1e-15);
	assert_near(levels.level[2].s2_kept, 3.5625, 1e-15);
	assert_near(levels.level[2].t2_kept, 3.5625 - 229 / 72.0, 1e-13);
	assert_near(levels.level[0].r_kept, 4, 0);
	assert_nan(levels.level[1].t2_kept);
	assert_int_equal(rcc_plan_repetitions(&levels, cost, 1000, 0.95, &plan),
			 0);
	/* The technical report prints 18, from rounded intermediate results. */
	assert_near(plan.level[0].optimum, 18.25, 3e-4);
	assert_int_equal(plan.level[0].r, 19);
	assert_int_equal(plan.level[0].rule, RCC_PLAN_FORMULA);
	assert_int_equal(plan.level[1].r, 1);
	assert_int_equal(plan.level[1].rule, RCC_PLAN_LEVEL_REMOVED);
	assert_int_equal(plan.level[2].rule, RCC_PLAN_TOP);
	/* With three binaries the interval of the optimum is very wide. */
	assert_true(isinf(plan.level[0].hi));
	assert_true(plan.level[0].lo > 0 && plan.level[0].lo < 18.25);
}

/* The data is from TR table 6.2. */
static void table_62_has_the_reports_interval(void **state)
{
	static const double old[] = {9, 11, 5, 6, 16, 13, 12, 8, 15, 7, 10, 14};
	static const double now[] = {10, 12, 6, 7, 9, 1, 11, 4, 8, 5, 3, 2};
	const double half[] = {5.98904, 5.30612};
	const double s2[] = {5.8125, 4.5625};
	const double expected_mean[] = {10.5, 6.5};
	struct rcc_mean mean[2];
	struct rcc_interval interval;
	struct rcc_ratio ratio;

	(void)state;
	for (int i = 0; i < 2; i++) {
		const struct rcc_sample sample =
			rcc_sample_3(i == 0 ? old : now, 3, 2, 2);
		struct rcc_levels levels;

		assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
		mean[i] = rcc_mean_of(&levels);
		assert_int_equal(mean[i].n, 3);
		assert_near(mean[i].mean, expected_mean[i], 1e-15);
		assert_near(mean[i].s2, s2[i], 1e-15);
		assert_int_equal(rcc_interval_mean(&mean[i], 0.95, &interval),
				 0);
		assert_near((interval.hi - interval.lo) / 2, half[i], 1e-6);
		assert_near(interval.df, 2, 0);
	}
	assert_int_equal(rcc_ratio_interval(&mean[0], &mean[1], RCC_RATIO_KJ,
					    0.95, &ratio),
			 0);
	assert_int_equal(ratio.set, RCC_RATIO_BOUNDED);
	assert_near(ratio.estimate, 6.5 / 10.5, 1e-15);
	assert_near(ratio.lo, 0.1098344, 5e-7);
	assert_near(ratio.hi, 1.7253016, 5e-8);
	assert_near(ratio.df, 2, 0);
}

/* The data is from TR 8.5: the benchmark FFT, whose values vary by 4.1, 6.7 and
 * 4.6 % on the three levels. */
static void fft_is_planned_as_in_the_report(void **state)
{
	const double t2[] = {4.6 * 4.6, 6.7 * 6.7, 4.1 * 4.1};
	const double one_level = t2[0] + t2[1] + t2[2];
	const size_t r[] = {4, 28, 16};
	struct rcc_mean mean = {.mean = 100, .s2 = one_level, .n = 17};
	double half;
	size_t n;

	(void)state;
	assert_int_equal(ceil(rcc_plan_optimum(19, 5343, t2[1], t2[2])), 28);
	assert_near(100 * rcc_plan_half_width(&mean, 17, 0.95), 4.7, 0.005);
	mean.s2 = rcc_plan_s2(t2, r, 3);
	assert_near(100 * rcc_plan_half_width(&mean, 16, 0.95), 2.3, 0.005);
	assert_int_equal(rcc_plan_budget(&mean, 16.9, 1, 0.95, &n, &half), 0);
	assert_int_equal(n, 16);
	assert_near(100 * half, 2.3, 0.005);
	assert_int_equal(rcc_plan_budget(&mean, 1.5, 1, 0.95, &n, &half),
			 RCC_EDOM);
	assert_int_equal(n, 1);
	assert_nan(half);
}

static void slides_variances_are_unbiased(void **state)
{
	const double first[] = {456.22120240936977, 73.46727479932864};
	const double second[] = {254.87115901897457, 5.73656707647479};
	const double r[] = {40, 0};
	double t2[2];

	(void)state;
	rcc_levels_unbias(first, r, 2, t2);
	assert_near(t2[0], 456.22120240936977, 0);
	assert_near(t2[1], 62.061744739094394, 1e-15);
	rcc_levels_unbias(second, r, 2, t2);
	/* 5.73656707647479 - 254.87115901897457 / 40, in decimal arithmetic */
	assert_near(t2[1], -0.63521189899957425, 1e-14);
}

static void one_level_is_students_interval(void **state)
{
	/* R: t.test(c(1,2,4,8,16))$conf.int */
	static const double x[] = {1, 2, 4, 8, 16};
	const struct rcc_sample sample = rcc_sample_1(x, 5);
	const struct rcc_sample as_single = rcc_sample_3(x, 5, 1, 1);
	struct rcc_levels levels;
	struct rcc_interval interval;
	struct rcc_mean mean;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	mean = rcc_mean_of(&levels);
	assert_int_equal(rcc_interval_mean(&mean, 0.95, &interval), 0);
	/* t(0.975, 4) = 2.7764451051977987; s2 = 37.2 */
	assert_near(mean.s2, 37.2, 1e-15);
	assert_near(interval.hi - 6.2, 2.7764451051977987 * sqrt(37.2 / 5),
		    1e-14);
	assert_near(6.2 - interval.lo, 2.7764451051977987 * sqrt(37.2 / 5),
		    1e-14);
	/* With two further levels that are not repeated, the results are the
	 * same.  These levels have the status RCC_LEVEL_SINGLE. */
	assert_int_equal(rcc_levels_compute(&as_single, &levels), 0);
	assert_int_equal(levels.level[0].status, RCC_LEVEL_SINGLE);
	assert_int_equal(levels.level[1].status, RCC_LEVEL_SINGLE);
	assert_nan(levels.level[0].s2);
	assert_nan(levels.level[1].t2);
	assert_int_equal(levels.n_kept, 1);
	assert_near(rcc_mean_of(&levels).s2, 37.2, 1e-15);
}

/* If 1e9 is added to integers, they are still exact, so only the mean may
 * change. */
static void shift_by_1e9_changes_only_the_mean(void **state)
{
	double x[12] = {0};
	const struct rcc_sample sample = rcc_sample_3(x, 3, 2, 2);
	struct rcc_levels levels;

	(void)state;
	for (size_t i = 0; i < 12; i++)
		x[i] = table_61[i] + 1e9;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	assert_near(levels.mean, 1e9 + 6.5, 0);
	assert_near(levels.level[0].s2, 16.5, 1e-15);
	assert_near(levels.level[1].s2, 31 / 12.0, 1e-9);
	assert_near(levels.level[2].s2, 3.5625, 1e-9);
	assert_near(levels.sd, 3.6055512754639891, 1e-15);
	assert_int_equal(levels.level[1].status, RCC_LEVEL_REMOVED);
}

static void scale_is_of_no_consequence(void **state)
{
	static const double scale[] = {1e-9, 1e12, 1e-150, 1e140};

	(void)state;
	for (size_t k = 0; k < N_OF(scale); k++) {
		double x[12];
		const struct rcc_sample sample = rcc_sample_3(x, 3, 2, 2);
		const double square = scale[k] * scale[k];
		struct rcc_levels levels;

		for (size_t i = 0; i < 12; i++)
			x[i] = table_61[i] * scale[k];
		assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
		assert_near(levels.level[0].s2, 16.5 * square, 1e-14);
		assert_near(levels.level[2].s2, 3.5625 * square, 1e-14);
		assert_int_equal(levels.level[1].status, RCC_LEVEL_REMOVED);
	}
}

static void constant_data_has_no_variance(void **state)
{
	static const double x[] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
	const struct rcc_sample sample = rcc_sample_3(x, 3, 2, 2);
	const double cost[] = {1, 1, 1};
	struct rcc_interval interval;
	struct rcc_levels levels;
	struct rcc_mean mean;
	struct rcc_plan plan;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	for (int i = 0; i < 3; i++)
		assert_near(levels.level[i].s2, 0, 0);
	assert_near(levels.sd, 0, 0);
	mean = rcc_mean_of(&levels);
	assert_int_equal(rcc_interval_mean(&mean, 0.95, &interval), 0);
	assert_near(interval.lo, 3, 0);
	assert_near(interval.hi, 3, 0);
	assert_int_equal(rcc_plan_repetitions(&levels, cost, 100, 0.95, &plan),
			 0);
	assert_int_equal(plan.level[0].r, 1);
}

static void one_value_has_a_mean_and_no_interval(void **state)
{
	static const double x[] = {42};
	struct rcc_sample sample = rcc_sample_1(x, 1);
	struct rcc_interval interval;
	struct rcc_levels levels;
	struct rcc_mean mean;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), RCC_EDOM);
	assert_near(levels.mean, 42, 0);
	assert_nan(levels.sd);
	assert_nan(levels.level[0].s2);
	mean = rcc_mean_of(&levels);
	assert_int_equal(rcc_interval_mean(&mean, 0.95, &interval), RCC_EDOM);
	assert_near(interval.estimate, 42, 0);
	assert_nan(interval.lo);
	assert_nan(interval.hi);
	sample.n_levels = 0;
	assert_int_equal(rcc_levels_compute(&sample, &levels), RCC_EFORMAT);
	sample.n_levels = RCC_STATS_MAX_LEVELS + 1;
	assert_int_equal(rcc_levels_compute(&sample, &levels), RCC_EFORMAT);
	sample = rcc_sample_2(x, 0, 3);
	assert_int_equal(rcc_levels_compute(&sample, &levels), RCC_EFORMAT);
	sample = rcc_sample_2(x, SIZE_MAX / 2, 3);
	assert_int_equal(rcc_levels_compute(&sample, &levels), RCC_EFORMAT);
}

static void values_that_are_no_numbers_are_refused(void **state)
{
	static const double bad[] = {NAN, INFINITY, -INFINITY};

	(void)state;
	for (size_t k = 0; k < N_OF(bad); k++) {
		double x[] = {1, 2, 3, 4};
		const struct rcc_sample sample = rcc_sample_2(x, 2, 2);
		struct rcc_levels levels;
		double median;

		x[3] = bad[k];
		assert_int_equal(rcc_levels_compute(&sample, &levels),
				 RCC_EDOM);
		assert_nan(levels.mean);
		assert_nan(levels.sd);
		assert_nan(levels.min);
		assert_nan(levels.level[1].s2);
		assert_int_equal(rcc_median(x, 4, &median), RCC_EDOM);
		assert_nan(median);
	}
}

/*
 * The expected values are computed by hand.  The data is {1,2,6} {4} | {3,5},
 * so the layouts have 2 and 1 executions.
 *	execution means	3, 4 | 4
 *	layout means	3.5 | 4
 *	S_1²		(14 + 2) / (2 + 1) = 16/3, from {1,2,6} and {3,5}
 *	S_2²		1/2, from the execution means {3, 4}
 *	S_3²		1/8, from the layout means
 * With E for the expectation:
 *	E S_2²		T_2² + (1/3 + 1)/2 T_1²
 *	E S_3²		T_3² + 3/4 T_2² + 5/12 T_1²
 * E S_3² is the average of the variances of the two layout means:
 *	first layout	T_3² + 1/2 T_2² + (1/3 + 1)/4 T_1²
 *	second layout	T_3² + T_2² + 1/2 T_1²
 */
static void unbalanced_data_is_solved_by_its_counts(void **state)
{
	static const double x[] = {1, 2, 6, 4, 3, 5};
	static const size_t iterations[] = {3, 1, 2};
	static const size_t executions[] = {2, 1};
	const struct rcc_sample sample = {
		.x = x,
		.n_levels = 3,
		.r = {0, 0, 2},
		.size = {iterations, executions, NULL}};
	const double t1 = 16 / 3.0;
	const double t2 = 0.5 - t1 * 2 / 3;
	struct rcc_levels levels;

	(void)state;
	assert_int_equal(rcc_sample_n_values(&sample), 6);
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	assert_false(levels.balanced);
	assert_int_equal(levels.level[0].r_min, 1);
	assert_int_equal(levels.level[0].r_max, 3);
	assert_int_equal(levels.level[0].n_groups, 3);
	assert_near(levels.level[0].df, 3, 0);
	assert_near(levels.level[0].s2, t1, 1e-15);
	assert_near(levels.level[1].s2, 0.5, 1e-15);
	assert_near(levels.level[2].s2, 0.125, 1e-15);
	assert_near(levels.level[1].t2, t2, 1e-14);
	assert_near(levels.level[2].t2, 0.125 - 0.75 * t2 - t1 * 5 / 12, 1e-14);
	assert_int_equal(levels.level[1].status, RCC_LEVEL_REMOVED);
	/* Without level 2 the data is {1,2,6,4} | {3,5}, with the layout means
	 * 3.25 and 4. */
	assert_near(levels.mean, 3.625, 1e-15);
	assert_near(levels.level[0].s2_kept, (14.75 + 2) / 4, 1e-15);
	assert_near(levels.level[2].s2_kept, 0.75 * 0.75 / 2, 1e-15);
	assert_near(levels.level[0].r_kept, 3, 0);
}

/* A sample may have a list of the sizes of its groups.  If all sizes are equal,
 * the results are those of a balanced sample. */
static void equal_sizes_are_balanced(void **state)
{
	static const size_t two[] = {2, 2, 2, 2, 2, 2};
	const struct rcc_sample balanced = rcc_sample_3(table_61, 3, 2, 2);
	const struct rcc_sample listed = {.x = table_61,
					  .n_levels = 3,
					  .r = {0, 0, 3},
					  .size = {two, two, NULL}};
	struct rcc_levels a;
	struct rcc_levels b;

	(void)state;
	assert_int_equal(rcc_levels_compute(&balanced, &a), 0);
	assert_int_equal(rcc_levels_compute(&listed, &b), 0);
	assert_true(b.balanced);
	for (int i = 0; i < 3; i++) {
		assert_near(b.level[i].t2, a.level[i].t2, 0);
		assert_near(b.level[i].t2_kept, a.level[i].t2_kept, 0);
	}
}

static void five_levels_work(void **state)
{
	double x[3 * 2 * 2 * 2 * 2];
	const struct rcc_sample sample = {
		.x = x, .n_levels = 5, .r = {2, 2, 2, 2, 3}};
	struct rcc_levels levels;

	(void)state;
	/* Each level decides one decimal digit of a value, so its effect is
	 * known. */
	for (size_t i = 0; i < N_OF(x); i++)
		x[i] = (double)(i % 2) + 10.0 * (double)(i / 2 % 2) +
		       100.0 * (double)(i / 4 % 2) +
		       1000.0 * (double)(i / 8 % 2) + 1e4 * (double)(i / 16);
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	assert_near(levels.level[0].s2, 0.5, 1e-15);
	assert_near(levels.level[1].s2, 50, 1e-15);
	assert_near(levels.level[2].s2, 5000, 1e-15);
	assert_near(levels.level[3].s2, 500000, 1e-15);
	assert_near(levels.level[4].s2, 1e8, 1e-15);
	assert_near(levels.level[4].t2, 1e8 - 250000, 1e-15);
	assert_int_equal(levels.n_kept, 5);
}

static void medians_are_those_of_sorted_data(void **state)
{
	double odd[] = {5, 3, 1, 4, 2};
	double even[] = {4, 1, 3, 2};
	double equal[] = {7, 7, 7, 7, 7, 7};
	double huge[] = {1.7e308, 1.6e308};
	double sorted[1000];
	double median;

	(void)state;
	assert_int_equal(rcc_median(odd, 5, &median), 0);
	assert_near(median, 3, 0);
	assert_int_equal(rcc_median(even, 4, &median), 0);
	assert_near(median, 2.5, 0);
	assert_int_equal(rcc_median(equal, 6, &median), 0);
	assert_near(median, 7, 0);
	assert_int_equal(rcc_median(huge, 2, &median), 0);
	assert_near(median, 1.65e308, 1e-15);
	assert_int_equal(rcc_median(odd, 0, &median), RCC_EDOM);
	for (size_t i = 0; i < 1000; i++)
		sorted[i] = (double)(i * 377 % 1000);
	assert_int_equal(rcc_median(sorted, 1000, &median), 0);
	assert_near(median, 499.5, 0);
}

static void plans_never_go_below_five(void **state)
{
	const struct rcc_mean mean = {.mean = 100, .s2 = 4, .n = 10};
	const struct rcc_mean zero = {.mean = 0, .s2 = 4, .n = 10};
	size_t n;

	(void)state;
	assert_int_equal(rcc_plan_top(&mean, 0.05, 0.95, &n), 0);
	assert_int_equal(n, 5);
	/* R's answer is 18: the smallest n with qt(.975, n-1) * 2 / sqrt(n) <=
	 * 1. */
	assert_int_equal(rcc_plan_top(&mean, 0.01, 0.95, &n), 0);
	assert_int_equal(n, 18);
	assert_int_equal(rcc_plan_top(&zero, 0.01, 0.95, &n), RCC_EDOM);
	assert_int_equal(n, 0);
	/* 1.2e9 are needed, and 1e9 is the most. */
	assert_int_equal(
		rcc_plan_top(&mean, 1.96 * 0.02 / sqrt(1.2e9), 0.95, &n),
		RCC_EDOM);
	assert_int_equal(n, 0);
}

/* The total cost is N (c3 + r2 (c2 + c1)), since each execution has one
 * iteration.  For a given number of layouts and runs, r2 minimises
 *	(c3 + r (c2 + c1)) (T3² + T2² / r). */
static void plan_counts_the_cost_of_a_level_that_is_not_repeated(void **state)
{
	static const double x[] = {1, 4, 2, 11, 13, 14};
	const struct rcc_sample two = rcc_sample_2(x, 2, 3);
	const double cost3[] = {5, 3, 100};
	const double cost2[] = {8, 100};
	const struct rcc_sample three = rcc_sample_3(x, 2, 3, 1);
	struct rcc_levels levels;
	struct rcc_plan plan;
	struct rcc_plan expected;

	(void)state;
	assert_int_equal(rcc_levels_compute(&three, &levels), 0);
	assert_int_equal(levels.level[0].status, RCC_LEVEL_SINGLE);
	assert_int_equal(
		rcc_plan_repetitions(&levels, cost3, 1000, 0.95, &plan), 0);
	assert_int_equal(rcc_levels_compute(&two, &levels), 0);
	assert_int_equal(
		rcc_plan_repetitions(&levels, cost2, 1000, 0.95, &expected), 0);
	assert_true(expected.level[0].optimum > 0);
	assert_near(plan.level[1].optimum, expected.level[0].optimum, 1e-12);
}

static void a_budget_that_fits_exactly_is_used(void **state)
{
	static const double x[] = {1, 2, 4};
	const struct rcc_sample sample = rcc_sample_1(x, 3);
	struct rcc_levels levels;
	struct rcc_mean mean;
	double half;
	size_t n;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	mean = rcc_mean_of(&levels);
	assert_int_equal(rcc_plan_budget(&mean, 0.3, 0.1, 0.95, &n, &half), 0);
	assert_int_equal(n, 3);
	assert_int_equal(rcc_plan_budget(&mean, 0.29, 0.1, 0.95, &n, &half), 0);
	assert_int_equal(n, 2);
}

/* The means of layouts vary no more than the noise of runs explains.  So the
 * estimated variance due to layouts is negative.  The formula for the optimal
 * number of runs would take the root of a negative number, so the plan has the
 * largest number allowed, 50. */
static void plan_says_when_nothing_varies_above(void **state)
{
	static const double x[] = {1, 3, 3, 1};
	const struct rcc_sample sample = rcc_sample_2(x, 2, 2);
	const double cost[] = {1, 10};
	const double bad[] = {1, 0};
	struct rcc_levels levels;
	struct rcc_plan plan;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	assert_true(levels.level[1].t2_kept < 0);
	assert_int_equal(rcc_plan_repetitions(&levels, cost, 50, 0.95, &plan),
			 0);
	assert_int_equal(plan.level[0].rule, RCC_PLAN_NOTHING_ABOVE);
	assert_int_equal(plan.level[0].r, 50);
	assert_nan(plan.level[0].optimum);
	assert_true(isinf(plan.level[0].hi));
	assert_int_equal(rcc_plan_repetitions(&levels, bad, 50, 0.95, &plan),
			 RCC_EDOM);
}

/* Runs are repeated, but there is only one layout. */
static void plan_names_the_level_that_is_not_repeated(void **state)
{
	static const double x[] = {1, 3, 3, 1};
	const struct rcc_sample sample = rcc_sample_2(x, 1, 4);
	const double cost[] = {1, 10};
	struct rcc_levels levels;
	struct rcc_plan plan;

	(void)state;
	assert_int_equal(rcc_levels_compute(&sample, &levels), RCC_EDOM);
	assert_int_equal(rcc_plan_repetitions(&levels, cost, 50, 0.95, &plan),
			 RCC_EDOM);
	assert_int_equal(plan.level[0].rule, RCC_PLAN_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(table_61_has_the_reports_variances),
		cmocka_unit_test(table_61_loses_its_second_level),
		cmocka_unit_test(
			plan_counts_the_cost_of_a_level_that_is_not_repeated),
		cmocka_unit_test(a_budget_that_fits_exactly_is_used),
		cmocka_unit_test(table_62_has_the_reports_interval),
		cmocka_unit_test(fft_is_planned_as_in_the_report),
		cmocka_unit_test(slides_variances_are_unbiased),
		cmocka_unit_test(one_level_is_students_interval),
		cmocka_unit_test(shift_by_1e9_changes_only_the_mean),
		cmocka_unit_test(scale_is_of_no_consequence),
		cmocka_unit_test(constant_data_has_no_variance),
		cmocka_unit_test(one_value_has_a_mean_and_no_interval),
		cmocka_unit_test(values_that_are_no_numbers_are_refused),
		cmocka_unit_test(unbalanced_data_is_solved_by_its_counts),
		cmocka_unit_test(equal_sizes_are_balanced),
		cmocka_unit_test(five_levels_work),
		cmocka_unit_test(medians_are_those_of_sorted_data),
		cmocka_unit_test(plans_never_go_below_five),
		cmocka_unit_test(plan_says_when_nothing_varies_above),
		cmocka_unit_test(plan_names_the_level_that_is_not_repeated),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
