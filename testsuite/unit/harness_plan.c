/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/plan: what a further study of the same program would
 * cost, and how many layouts it needs. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/plan.h"
#include "testsuite/unit/harness_computed.h"

#define LAYOUTS 10

static struct rows rows;
static struct rcc_findings f;

/* Plan the next study from one whose layouts take 2 s to link
 * (harness_stored.h) and whose runs take about 1 s. */
static struct rcc_study_plan plan_of(unsigned n_executions)
{
	struct rcc_study_plan plan;

	rows_begin(&rows, 1, LAYOUTS, n_executions);
	for (unsigned i = 0; i < LAYOUTS; i++) {
		const int64_t random = add_layout(&rows, 0, RANDOM, "r");
		const int64_t fixed = add_layout(&rows, 0, FIXED, "o");

		for (unsigned k = 0; k < n_executions; k++) {
			add_run(&rows, random, 0.91 + 0.02 * i + 0.001 * k);
			add_run(&rows, fixed, 1 + 0.001 * (k % 2));
		}
	}
	f = compute(&rows.stored);
	rcc_study_plan_make(&f, &f.cell[RANDOM], &plan);
	return plan;
}

static int release(void **state)
{
	(void)state;
	forget(&f);
	return 0;
}

static void a_layout_costs_its_link_and_the_runs_of_all_arms(void **state)
{
	const struct rcc_study_plan plan = plan_of(2);

	(void)state;
	/* only random layouts are linked, so the original layout adds no cost
	 * of linking */
	assert_float_equal(plan.cost.link, 2, 1e-9);
	assert_float_equal(plan.cost.run, 1.0005, 1e-9);
	assert_float_equal(plan.cost.layout, 2 + 2 * 2 * 1.0005, 1e-9);
}

/* Runs that are made at the same time share their time. */
static void runs_at_the_same_time_cost_their_share(void **state)
{
	struct rcc_cost cost;

	(void)state;
	plan_of(2);
	f.stored.duet = (struct rcc_duet_setup){.is_settled = true, .n = 2};
	rcc_cost_compute(&f, 0, &cost);
	assert_float_equal(cost.run, 1.0005 / 2, 1e-9);
	f.stored.duet.is_settled = false;
	for (size_t i = 0; i < f.stored.n_runs; i++)
		f.stored.run[i].n_sharers = 4;
	rcc_cost_compute(&f, 0, &cost);
	assert_float_equal(cost.run, 1.0005 / 4, 1e-9);
}

static void
iterations_that_tell_their_time_leave_the_rest_to_the_start(void **state)
{
	struct rcc_cost cost;

	(void)state;
	plan_of(1);
	f.stored.study.n_iterations = 3;
	rcc_cost_compute(&f, 0.25, &cost);
	assert_float_equal(cost.iteration, 0.25, 0);
	assert_float_equal(cost.start, 0.25, 1e-9);
	/* three iterations of 0.5 s do not fit into a run of 1 s, so 0.5 s
	 * cannot be the time of an iteration, and the cost is estimated from
	 * the run */
	rcc_cost_compute(&f, 0.5, &cost);
	assert_float_equal(cost.iteration, 0.3, 1e-9);
	assert_float_equal(cost.start, 0.1, 1e-9);
	rcc_cost_compute(&f, 0, &cost);
	assert_float_equal(cost.iteration, 0.3, 1e-9);
	/* With --tune a run now executes the program five times, so 0.25 s
	 * cannot be the time of one iteration. */
	f.stored.tuning.executions = 5;
	rcc_cost_compute(&f, 0.25, &cost);
	assert_float_equal(cost.iteration, 0.3, 1e-9);
}

static void layouts_needed_give_the_precision(void **state)
{
	const struct rcc_study_plan plan = plan_of(1);
	struct rcc_mean mean = rcc_mean_of(&plan.cell->levels);
	const struct rcc_plan_precision p =
		rcc_study_plan_precision(&plan, 0.01);
	struct rcc_interval i;

	(void)state;
	assert_in_range(p.n_layouts, LAYOUTS, 10000);
	assert_float_equal(p.seconds, (double)p.n_layouts * plan.cost.layout,
			   1e-6);
	mean.n = p.n_layouts;
	assert_int_equal(rcc_interval_mean(&mean, 0.95, &i), 0);
	assert_true((i.hi - i.lo) / 2 <= 0.01 * mean.mean);
	mean.n = p.n_layouts - 1;
	assert_int_equal(rcc_interval_mean(&mean, 0.95, &i), 0);
	assert_true((i.hi - i.lo) / 2 > 0.01 * mean.mean);
}

static void a_cell_without_variance_needs_an_unknown_number(void **state)
{
	struct rcc_study_plan plan = plan_of(1);
	struct rcc_cell cell = *plan.cell;

	(void)state;
	cell.levels_error = RCC_EDOM;
	plan.cell = &cell;
	assert_int_equal(rcc_study_plan_precision(&plan, 0.01).n_layouts, 0);
}

/* Plan the ratio of two systems whose runs are in the same blocks.  If
 * `has_states`, all runs of every second block are slow, because the machine is
 * slow. */
static void plan_of_ratio(bool has_states, struct rcc_comparison *c,
			  struct rcc_study_plan *plan)
{
	rows_begin(&rows, 2, LAYOUTS, 1);
	for (unsigned i = 0; i < LAYOUTS; i++) {
		const double state = has_states && i % 2 == 0 ? 1.5 : 1;

		for (unsigned system = 0; system < 2; system++) {
			const double mean = 1 + 0.05 * system;
			const double more = 0.002 * ((i * 7 + system * 3) % 5);

			add_run(&rows, add_layout(&rows, system, RANDOM, "r"),
				state * (mean + more));
			add_run(&rows, add_layout(&rows, system, FIXED, "o"),
				state * (mean + 0.001 * (i % 3)));
		}
	}
	f = compute(&rows.stored);
	rcc_comparison_alone(&f, 0, 1, 0.01, c);
	assert_int_equal(c->error, 0);
	rcc_study_plan_make_ratio(c, plan);
}

static void a_ratio_is_planned_by_means(void **state)
{
	struct rcc_study_plan plan;
	struct rcc_comparison c;
	struct rcc_ratio r;
	size_t n;

	(void)state;
	plan_of_ratio(false, &c, &plan);
	assert_int_equal(plan.quantity, RCC_PLAN_RATIO);
	assert_null(plan.blocks);
	n = rcc_study_plan_precision(&plan, 0.001).n_layouts;
	assert_in_range(n, 6, 10000);
	for (size_t i = n - 1; i <= n; i++) {
		plan.old.n = plan.now.n = i;
		assert_int_equal(rcc_ratio_interval(&plan.old, &plan.now,
						    RCC_RATIO_WELCH, 0.95, &r),
				 0);
		assert_int_equal((r.hi - r.lo) / 2 / r.estimate <= 0.001,
				 i == n);
	}
}

static void a_ratio_is_planned_by_blocks(void **state)
{
	struct rcc_plan_budget b;
	struct rcc_study_plan plan;
	struct rcc_comparison c;

	(void)state;
	plan_of_ratio(true, &c, &plan);
	assert_true(c.by_blocks);
	assert_ptr_equal(plan.blocks, &c.blocks);
	/* if the budget pays for as many layouts as the study had, the planned
	 * interval is as wide as the interval of the study */
	b = rcc_study_plan_budget(&plan, (LAYOUTS + 0.5) * plan.cost.layout);
	assert_int_equal(b.n_layouts, LAYOUTS);
	assert_float_equal(b.half_width,
			   (c.blocks.ratio.hi - c.blocks.ratio.lo) / 2 /
				   c.blocks.ratio.estimate,
			   1e-12);
	/* the speed of the machine cancels in ratios within blocks, but not in
	 * the means of systems */
	assert_true(b.half_width < 0.01);
	assert_true(rcc_plan_ratio_half_width(&plan.old, &plan.now, LAYOUTS,
					      0.95) > 0.1);
	assert_in_range(rcc_study_plan_precision(&plan, 0.001).n_layouts, 6,
			1000);
	/* The mean of an arm depends on both speeds of the machine.  So the
	 * shift, a ratio within blocks, is planned instead. */
	rcc_study_plan_make(&f, &f.cell[0], &plan);
	assert_int_equal(plan.quantity, RCC_PLAN_SHIFT);
	assert_ptr_equal(plan.blocks, &f.effect[0].blocks);
}

static void a_budget_buys_what_fits(void **state)
{
	const struct rcc_study_plan plan = plan_of(1);
	const double each = plan.cost.layout;
	const struct rcc_plan_budget few =
		rcc_study_plan_budget(&plan, 10.5 * each);
	const struct rcc_plan_budget many =
		rcc_study_plan_budget(&plan, 1000.5 * each);

	(void)state;
	assert_true(few.is_enough && many.is_enough);
	assert_int_equal(few.n_layouts, 10);
	assert_int_equal(many.n_layouts, 1000);
	assert_float_equal(few.half_width,
			   (plan.cell->interval.hi - plan.cell->interval.lo) /
				   2 / plan.cell->interval.estimate,
			   1e-9);
	assert_true(many.half_width < few.half_width);
	/* the detectable difference is larger than the half-width of one mean,
	 * because both programs vary, and because it must be detected with a
	 * power above 1/2 */
	assert_true(few.detectable > few.half_width);
	assert_true(many.detectable < few.detectable);
}

static void a_budget_of_one_layout_is_not_enough(void **state)
{
	const struct rcc_study_plan plan = plan_of(1);
	const struct rcc_plan_budget b =
		rcc_study_plan_budget(&plan, 1.9 * plan.cost.layout);

	(void)state;
	assert_false(b.is_enough);
	assert_int_equal(b.n_layouts, 1);
}

static void executions_are_advised_where_layouts_were_run_twice(void **state)
{
	struct rcc_study_plan plan = plan_of(2);
	struct rcc_plan repetitions;

	(void)state;
	assert_int_equal(rcc_study_plan_repetitions(&plan, &repetitions), 0);
	assert_int_equal(repetitions.n_levels, 2);
	/* layouts vary far more than runs, so one run of each is best */
	assert_int_equal(repetitions.level[0].r, 1);
	forget(&f);
	plan = plan_of(1);
	assert_int_equal(rcc_study_plan_repetitions(&plan, &repetitions),
			 RCC_EDOM);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test_teardown(
			a_layout_costs_its_link_and_the_runs_of_all_arms,
			release),
		cmocka_unit_test_teardown(
			runs_at_the_same_time_cost_their_share, release),
		cmocka_unit_test_teardown(
			iterations_that_tell_their_time_leave_the_rest_to_the_start,
			release),
		cmocka_unit_test_teardown(layouts_needed_give_the_precision,
					  release),
		cmocka_unit_test_teardown(
			a_cell_without_variance_needs_an_unknown_number,
			release),
		cmocka_unit_test_teardown(a_ratio_is_planned_by_means, release),
		cmocka_unit_test_teardown(a_ratio_is_planned_by_blocks,
					  release),
		cmocka_unit_test_teardown(a_budget_buys_what_fits, release),
		cmocka_unit_test_teardown(a_budget_of_one_layout_is_not_enough,
					  release),
		cmocka_unit_test_teardown(
			executions_are_advised_where_layouts_were_run_twice,
			release),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
