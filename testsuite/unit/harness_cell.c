/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/cell: collecting the values of a cell, which is an arm
 * of a system, from the runs of a study. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "common/diag.h"
#include "harness/findings/cell.h"
#include "testsuite/unit/harness_stored.h"

static struct rows rows;

static struct rcc_question wall(void)
{
	return (struct rcc_question){
		.metric = *rcc_metric_find("wall"),
		.estimator = RCC_STATISTIC_MEAN,
		.level = 0.95,
		.computed_level = 0.95,
	};
}

static struct rcc_cell random_cell(const struct rcc_question *asked)
{
	struct rcc_cell c = {0};

	rcc_cell_compute(&c, 0, RANDOM, &rows.stored, asked);
	return c;
}

static void assert_values(const struct rcc_cell *c, const double *value,
			  size_t n)
{
	assert_int_equal(c->n_values, n);
	for (size_t i = 0; i < n; i++)
		assert_float_equal(c->value[i], value[i], 1e-9);
}

static void values_are_arranged_by_layout_then_by_order(void **state)
{
	static const double expected[] = {1.0, 1.4, 3.0, 3.2};
	const struct rcc_question asked = wall();
	struct rcc_cell c = {0};
	int64_t a;
	int64_t b;
	int64_t other;

	(void)state;
	rows_begin(&rows, 2, 2, 2);
	a = add_layout(&rows, 0, RANDOM, "a");
	other = add_layout(&rows, 1, RANDOM, "c");
	b = add_layout(&rows, 0, RANDOM, "b");
	add_run(&rows, b, 3.0);
	add_run(&rows, a, 1.0);
	add_run(&rows, other, 9.0);
	add_run(&rows, add_layout(&rows, 0, FIXED, "o"), 8.0);
	add_run(&rows, a, 1.4);
	add_run(&rows, b, 3.2);
	c = random_cell(&asked);
	assert_values(&c, expected, 4);
	assert_int_equal(c.n_planned, 4);
	assert_int_equal(c.n_layouts, 2);
	assert_int_equal(c.layout_id[0], a);
	assert_int_equal(c.layout_id[1], b);
	assert_int_equal(c.size[0], 2);
	assert_float_equal(c.layout_mean[0], 1.2, 1e-9);
	assert_float_equal(c.layout_mean[1], 3.1, 1e-9);
	assert_null(c.iterations);
	assert_int_equal(c.interval_error, 0);
	assert_float_equal(c.interval.estimate, 2.15, 1e-9);
	rcc_cell_release(&c);
}

static void failed_runs_are_counted_but_give_no_value(void **state)
{
	static const double expected[] = {1.0, 2.0};
	const struct rcc_question asked = wall();
	struct rcc_cell c = {0};
	int64_t a;
	int64_t b;
	int64_t failed;

	(void)state;
	rows_begin(&rows, 1, 3, 2);
	a = add_layout(&rows, 0, RANDOM, "a");
	failed = add_layout(&rows, 0, RANDOM, "f");
	b = add_layout(&rows, 0, RANDOM, "b");
	add_run(&rows, a, 1.0);
	add_failed_run(&rows, a, RCC_OUTCOME_TIMEOUT);
	add_failed_run(&rows, failed, RCC_OUTCOME_BAD_EXIT);
	add_failed_run(&rows, failed, RCC_OUTCOME_SIGNAL);
	add_run(&rows, b, 2.0);
	c = random_cell(&asked);
	assert_values(&c, expected, 2);
	assert_int_equal(c.n_stored, 5);
	assert_int_equal(c.n_ok, 2);
	/* all runs of layout `failed` failed, so this layout has no value */
	assert_int_equal(c.n_layouts, 2);
	assert_int_equal(c.n_digests, 2);
	rcc_cell_release(&c);
}

static void an_arm_without_good_runs_has_no_interval(void **state)
{
	const struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 1, 1);
	add_failed_run(&rows, add_layout(&rows, 0, RANDOM, "a"),
		       RCC_OUTCOME_WRONG_OUTPUT);
	c = random_cell(&asked);
	assert_int_equal(c.n_stored, 1);
	assert_int_equal(c.n_layouts, 0);
	assert_int_not_equal(c.levels_error, 0);
	assert_int_not_equal(c.interval_error, 0);
	rcc_cell_release(&c);
}

static void one_layout_has_a_mean_but_no_interval(void **state)
{
	const struct rcc_question asked = wall();
	struct rcc_cell c = {0};
	int64_t a;

	(void)state;
	rows_begin(&rows, 1, 1, 2);
	a = add_layout(&rows, 0, RANDOM, "a");
	add_run(&rows, a, 1.0);
	add_run(&rows, a, 2.0);
	c = random_cell(&asked);
	assert_float_equal(c.levels.mean, 1.5, 1e-9);
	assert_int_equal(c.levels_error, RCC_EDOM);
	assert_int_not_equal(c.interval_error, 0);
	rcc_cell_release(&c);
}

static void a_run_without_the_metric_is_counted_apart(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 3, 1);
	asked.metric = add_metric(&rows, "t", NULL, RCC_SOURCE_STDOUT);
	for (int i = 0; i < 3; i++) {
		const int64_t order =
			add_run(&rows, add_layout(&rows, 0, RANDOM, "a"), 1.0);

		if (i != 1)
			add_value(&rows, order, 0, 0, 10 + i);
	}
	c = random_cell(&asked);
	assert_int_equal(c.n_ok, 2);
	assert_int_equal(c.n_without, 1);
	assert_int_equal(c.n_layouts, 2);
	assert_float_equal(c.value[1], 12, 0);
	rcc_cell_release(&c);
}

static void a_builtin_metric_may_be_unknown_in_a_run(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 2, 1);
	asked.metric = *rcc_metric_find("memory");
	rows.run[add_run(&rows, add_layout(&rows, 0, RANDOM, "a"), 1)]
		.max_rss_kib = -1;
	rows.run[add_run(&rows, add_layout(&rows, 0, RANDOM, "b"), 1)]
		.max_rss_kib = 4;
	c = random_cell(&asked);
	/* The peak of the other run is known because it is higher, so it says
	 * nothing about the mean. */
	assert_int_equal(c.n_without, 1);
	assert_int_equal(c.n_ok, 0);
	rcc_cell_release(&c);
}

static void iterations_are_the_level_below_executions(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_sample sample;
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 2, 2);
	asked.metric = add_metric(&rows, "t", NULL, RCC_SOURCE_STDOUT);
	for (int i = 0; i < 2; i++) {
		const int64_t layout = add_layout(&rows, 0, RANDOM, "a");

		for (int k = 0; k < 2; k++) {
			const int64_t order = add_run(&rows, layout, 1);

			for (unsigned n = 0; n < 3; n++)
				add_value(&rows, order, 0, n,
					  100 * i + 10 * k + (int)n);
		}
	}
	c = random_cell(&asked);
	assert_int_equal(c.n_values, 12);
	assert_int_equal(c.n_ok, 4);
	assert_non_null(c.iterations);
	assert_int_equal(c.iterations[3], 3);
	sample = rcc_cell_sample(&c);
	assert_int_equal(sample.n_levels, 3);
	assert_int_equal(rcc_sample_n_values(&sample), 12);
	assert_float_equal(c.layout_mean[0], 6, 1e-9);
	assert_float_equal(c.layout_mean[1], 106, 1e-9);
	rcc_cell_release(&c);
}

/* Each run has the same weight, however many iterations it has. */
static void the_mean_of_a_layout_weighs_its_runs_alike(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};
	int64_t layout;
	int64_t order;

	(void)state;
	rows_begin(&rows, 1, 1, 2);
	asked.metric = add_metric(&rows, "t", NULL, RCC_SOURCE_STDOUT);
	layout = add_layout(&rows, 0, RANDOM, "a");
	order = add_run(&rows, layout, 1);
	for (unsigned i = 0; i < 3; i++)
		add_value(&rows, order, 0, i, 10);
	add_value(&rows, add_run(&rows, layout, 1), 0, 0, 20);
	c = random_cell(&asked);
	assert_float_equal(c.layout_mean[0], 15, 1e-9);
	rcc_cell_release(&c);
}

static void values_are_converted_to_the_unit(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 1, 1);
	asked.metric = add_metric(&rows, "t", "ms", RCC_SOURCE_STDOUT);
	assert_int_equal(asked.metric.unit, RCC_UNIT_SECONDS);
	add_value(&rows, add_run(&rows, add_layout(&rows, 0, RANDOM, "a"), 1),
		  0, 0, 250);
	c = random_cell(&asked);
	assert_float_equal(c.value[0], 0.25, 1e-12);
	assert_float_equal(
		rcc_run_value(&rows.stored, &asked.metric, &rows.run[0]), 0.25,
		1e-12);
	rcc_cell_release(&c);
}

static void values_counted_for_part_of_the_time_are_noted(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 2, 1);
	asked.metric = add_metric(&rows, "cycles", NULL, RCC_SOURCE_PERF);
	add_value(&rows, add_run(&rows, add_layout(&rows, 0, RANDOM, "a"), 1),
		  0, 0, 5);
	add_value(&rows, add_run(&rows, add_layout(&rows, 0, RANDOM, "b"), 1),
		  0, 0, 6);
	rows.value[1].share = 0.5;
	c = random_cell(&asked);
	assert_int_equal(c.n_scaled, 1);
	assert_int_equal(c.n_values, 2);
	rcc_cell_release(&c);
}

static void valgrind_gives_one_value_for_each_layout(void **state)
{
	static const double expected[] = {1000, 1010};
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 3, 2);
	asked.metric = add_metric(&rows, "Ir", NULL, RCC_SOURCE_CACHEGRIND);
	for (int i = 0; i < 3; i++) {
		const int64_t layout = add_layout(&rows, 0, RANDOM, "a");

		add_run(&rows, layout, 1);
		add_run(&rows, layout, 2);
		if (i == 2)
			break; /* valgrind has not counted this layout yet */
		rows.valgrind[rows.stored.n_valgrind++] =
			(struct rcc_valgrind_record){.layout = layout,
						     .value = 1000 + 10 * i};
	}
	c = random_cell(&asked);
	assert_values(&c, expected, 2);
	assert_int_equal(c.n_stored, 6);
	assert_int_equal(c.n_ok, 2);
	assert_int_equal(c.n_without, 0);
	assert_int_equal(c.n_layouts, 2);
	assert_null(c.iterations);
	rcc_cell_release(&c);
}

static void median_and_minimum_leave_one_value_for_each_layout(void **state)
{
	static const double median[] = {2, 5};
	static const double minimum[] = {1, 4};
	struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 2, 3);
	for (int i = 0; i < 2; i++) {
		const int64_t layout = add_layout(&rows, 0, RANDOM, "a");

		add_run(&rows, layout, 9);
		add_run(&rows, layout, 1 + 3 * i);
		add_run(&rows, layout, 2 + 3 * i);
	}
	asked.estimator = RCC_STATISTIC_MEDIAN;
	c = random_cell(&asked);
	assert_values(&c, median, 2);
	assert_int_equal(c.n_ok, 2);
	assert_int_equal(c.size[1], 1);
	rcc_cell_release(&c);
	asked.estimator = RCC_STATISTIC_MIN;
	c = random_cell(&asked);
	assert_values(&c, minimum, 2);
	rcc_cell_release(&c);
}

static void the_original_layout_has_no_level_of_layouts(void **state)
{
	const struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 2, 2);
	for (int i = 0; i < 2; i++) {
		const int64_t file = add_layout(&rows, 0, FIXED, "o");

		add_run(&rows, file, 1 + i);
		add_run(&rows, file, 1.1 + i);
	}
	rcc_cell_compute(&c, 0, FIXED, &rows.stored, &asked);
	assert_true(c.is_original);
	assert_int_equal(rcc_cell_sample(&c).n_levels, 1);
	assert_int_equal(rcc_cell_sample(&c).r[0], 4);
	assert_float_equal(c.interval.df, 3, 0);
	assert_int_equal(c.n_digests, 1);
	rcc_cell_release(&c);
}

static void far_values_are_flagged_and_kept(void **state)
{
	const struct rcc_question asked = wall();
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 9, 1);
	for (int i = 0; i < 9; i++)
		add_run(&rows, add_layout(&rows, 0, RANDOM, "a"),
			i == 4 ? 5 : 1 + 0.001 * i);
	c = random_cell(&asked);
	assert_int_equal(c.n_far, 1);
	assert_int_equal(c.n_values, 9);
	assert_float_equal(c.levels.max, 5, 1e-9);
	rcc_cell_release(&c);
}

static void intervals_are_computed_at_the_computed_level(void **state)
{
	struct rcc_question asked = wall();
	struct rcc_interval at_95;
	struct rcc_cell c = {0};

	(void)state;
	rows_begin(&rows, 1, 4, 1);
	for (int i = 0; i < 4; i++)
		add_run(&rows, add_layout(&rows, 0, RANDOM, "a"), 1 + i);
	c = random_cell(&asked);
	at_95 = c.interval;
	rcc_cell_release(&c);
	asked.computed_level = 0.99;
	c = random_cell(&asked);
	assert_true(c.interval.lo < at_95.lo && c.interval.hi > at_95.hi);
	rcc_cell_release(&c);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(values_are_arranged_by_layout_then_by_order),
		cmocka_unit_test(failed_runs_are_counted_but_give_no_value),
		cmocka_unit_test(an_arm_without_good_runs_has_no_interval),
		cmocka_unit_test(one_layout_has_a_mean_but_no_interval),
		cmocka_unit_test(a_run_without_the_metric_is_counted_apart),
		cmocka_unit_test(a_builtin_metric_may_be_unknown_in_a_run),
		cmocka_unit_test(iterations_are_the_level_below_executions),
		cmocka_unit_test(the_mean_of_a_layout_weighs_its_runs_alike),
		cmocka_unit_test(values_are_converted_to_the_unit),
		cmocka_unit_test(values_counted_for_part_of_the_time_are_noted),
		cmocka_unit_test(valgrind_gives_one_value_for_each_layout),
		cmocka_unit_test(
			median_and_minimum_leave_one_value_for_each_layout),
		cmocka_unit_test(the_original_layout_has_no_level_of_layouts),
		cmocka_unit_test(far_values_are_flagged_and_kept),
		cmocka_unit_test(intervals_are_computed_at_the_computed_level),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
