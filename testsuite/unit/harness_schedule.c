/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study/schedule: the order of runs and the seeds of layouts. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/schedule.h"

static struct rcc_planned_run *fill(const struct rcc_schedule *s)
{
	struct rcc_planned_run *run =
		calloc(rcc_schedule_size(s), sizeof(*run));

	assert_non_null(run);
	rcc_schedule_fill(s, run);
	return run;
}

static void every_run_is_planned_once(void **state)
{
	const struct rcc_schedule s = {.master_seed = 1,
				       .n_cells = 3,
				       .n_executions = 4,
				       .first_layout = 5,
				       .n_layouts = 7};
	struct rcc_planned_run *run = fill(&s);
	unsigned count[3][7][4] = {{{0}}};

	(void)state;
	assert_int_equal(rcc_schedule_size(&s), 84);
	for (size_t i = 0; i < 84; i++) {
		assert_in_range(run[i].layout, 5, 11);
		count[run[i].cell][run[i].layout - 5][run[i].execution]++;
	}
	for (size_t i = 0; i < 84; i++)
		assert_int_equal(count[i / 28][i / 4 % 7][i % 4], 1);
	free(run);
}

/* So a drift of the machine affects all cells alike. */
static void every_block_holds_every_cell(void **state)
{
	const struct rcc_schedule s = {.master_seed = 2,
				       .n_cells = 4,
				       .n_executions = 3,
				       .n_layouts = 10};
	struct rcc_planned_run *run = fill(&s);

	(void)state;
	for (size_t block = 0; block < 30; block++) {
		unsigned seen = 0;

		for (size_t i = 0; i < 4; i++) {
			const struct rcc_planned_run *r = &run[block * 4 + i];

			seen |= 1U << r->cell;
			assert_int_equal(r->execution, block / 10);
		}
		assert_int_equal(seen, 15);
	}
	free(run);
}

static void the_seed_determines_the_order(void **state)
{
	struct rcc_schedule s = {.master_seed = 3,
				 .n_cells = 2,
				 .n_executions = 1,
				 .n_layouts = 30};
	struct rcc_planned_run *a = fill(&s);
	struct rcc_planned_run *b = fill(&s);
	struct rcc_planned_run *c;

	(void)state;
	assert_memory_equal(a, b, 60 * sizeof(*a));
	s.master_seed = 4;
	c = fill(&s);
	assert_memory_not_equal(a, c, 60 * sizeof(*a));
	free(a);
	free(b);
	free(c);
}

/* Over many seeds each cell goes first equally often, and each layout is
 * equally often the first of its cell. */
static void orders_are_uniform(void **state)
{
	unsigned first_cell[3] = {0};
	unsigned first_layout[4] = {0};
	struct rcc_planned_run run[12];

	(void)state;
	for (uint64_t seed = 0; seed < 6000; seed++) {
		const struct rcc_schedule s = {.master_seed = seed,
					       .n_cells = 3,
					       .n_executions = 1,
					       .n_layouts = 4};

		rcc_schedule_fill(&s, run);
		first_cell[run[0].cell]++;
		first_layout[run[0].layout]++;
	}
	/* five standard deviations of a binomial count */
	for (int i = 0; i < 3; i++)
		assert_in_range(first_cell[i], 2000 - 183, 2000 + 183);
	for (int i = 0; i < 4; i++)
		assert_in_range(first_layout[i], 1500 - 168, 1500 + 168);
}

static void batches_have_different_orders(void **state)
{
	struct rcc_schedule s = {.master_seed = 5,
				 .n_cells = 2,
				 .n_executions = 1,
				 .n_layouts = 30};
	struct rcc_planned_run *a = fill(&s);
	struct rcc_planned_run *b;

	(void)state;
	s.batch = 1;
	b = fill(&s);
	assert_memory_not_equal(a, b, 60 * sizeof(*a));
	free(a);
	free(b);
}

/* These values are a promise: a study repeated with its master seed has the
 * same layouts.  XXH64 of "layout prog random 0" keyed with 1, computed by an
 * independent implementation of its specification. */
static void layout_seeds_are_fixed(void **state)
{
	const uint64_t one = rcc_schedule_layout_seed(1, "prog", "random", 0);

	(void)state;
	assert_true(one == UINT64_C(310522275309329362));
	assert_true(rcc_schedule_layout_seed(2, "prog", "random", 0) != one);
	assert_true(rcc_schedule_layout_seed(1, "prog", "random", 1) != one);
	assert_true(rcc_schedule_layout_seed(1, "prog", "padded", 0) != one);
	assert_true(rcc_schedule_layout_seed(1, "new", "random", 0) != one);
}

static void environment_sizes_cover_their_range(void **state)
{
	bool seen[16] = {false};

	(void)state;
	for (uint64_t order = 0; order < 400; order++) {
		const unsigned n = rcc_schedule_env_bytes(7, order, 16);

		assert_in_range(n, 0, 15);
		assert_int_equal(n, rcc_schedule_env_bytes(7, order, 16));
		seen[n] = true;
	}
	for (int i = 0; i < 16; i++)
		assert_true(seen[i]);
	assert_int_equal(rcc_schedule_env_bytes(7, 0, 1), 0);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(every_run_is_planned_once),
		cmocka_unit_test(every_block_holds_every_cell),
		cmocka_unit_test(the_seed_determines_the_order),
		cmocka_unit_test(orders_are_uniform),
		cmocka_unit_test(batches_have_different_orders),
		cmocka_unit_test(layout_seeds_are_fixed),
		cmocka_unit_test(environment_sizes_cover_their_range),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
