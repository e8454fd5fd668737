/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of study/schedule: the order of runs and the seeds of layouts.  A
 * cell is an arm of a system.  A block has one run of each cell. */
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

/* Each block has a run of each cell, so all cells are affected alike if the
 * machine becomes slower. */
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

/* Over many seeds, studies begin with each cell equally often, and with each
 * layout equally often. */
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
	/* The limits are five standard deviations of a binomial count. */
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

/* ---- Version 2 of the schedule ----------------------------------------- */

/* Return a schedule of version 2.  In each system arm 0 has random layouts, and
 * arm 1 the original layout. */
static struct rcc_schedule pairs(uint64_t seed, unsigned n_systems,
				 unsigned n_layouts)
{
	return (struct rcc_schedule){.master_seed = seed,
				     .version = 2,
				     .n_cells = 2 * n_systems,
				     .n_systems = n_systems,
				     .has_pairs = true,
				     .original = 1,
				     .n_executions = 2,
				     .n_layouts = n_layouts};
}

static void a_block_has_one_layout_in_all_cells(void **state)
{
	struct rcc_schedule s = pairs(8, 3, 10);
	unsigned count[10][2] = {{0}};
	struct rcc_planned_run *run;

	(void)state;
	s.first_layout = 4;
	run = fill(&s);
	for (size_t block = 0; block < 20; block++) {
		const struct rcc_planned_run *r = run + 6 * block;
		unsigned seen = 0;

		for (size_t i = 0; i < 6; i++) {
			assert_int_equal(r[i].layout, r[0].layout);
			assert_int_equal(r[i].execution, block / 10);
			seen |= 1U << r[i].cell;
		}
		assert_int_equal(seen, 63);
		count[r[0].layout - 4][r[0].execution]++;
	}
	for (size_t i = 0; i < 20; i++)
		assert_int_equal(count[i / 2][i % 2], 1);
	free(run);
}

/* If a study has one or two systems, there are two orders of the cells in a
 * block.  The second order is the reverse of the first.  Both occur equally
 * often. */
static void orders_are_chains(void **state)
{
	static const unsigned one[2][2] = {{0, 1}, {1, 0}};
	static const unsigned two[2][4] = {{1, 0, 2, 3}, {3, 2, 0, 1}};
	const struct rcc_schedule a = pairs(9, 1, 1000);
	const struct rcc_schedule b = pairs(9, 2, 1000);
	struct rcc_planned_run *run_a = fill(&a);
	struct rcc_planned_run *run_b = fill(&b);
	unsigned n[2] = {0};

	(void)state;
	for (size_t block = 0; block < 2000; block++) {
		const bool k = run_a[2 * block].cell != 0;
		const bool l = run_b[4 * block].cell != 1;

		for (size_t i = 0; i < 2; i++)
			assert_int_equal(run_a[2 * block + i].cell, one[k][i]);
		for (size_t i = 0; i < 4; i++)
			assert_int_equal(run_b[4 * block + i].cell, two[l][i]);
		n[0] += k;
		n[1] += l;
	}
	/* The limits are five standard deviations of a binomial count. */
	assert_in_range(n[0], 1000 - 112, 1000 + 112);
	assert_in_range(n[1], 1000 - 112, 1000 + 112);
	free(run_a);
	free(run_b);
}

/* With three systems, a block may have the systems in any order.  In each
 * system the original layout runs next to the random one, and comes first as
 * often as second. */
static void three_systems_are_balanced(void **state)
{
	const struct rcc_schedule s = pairs(10, 3, 1000);
	struct rcc_planned_run *run = fill(&s);
	unsigned first[3] = {0};
	unsigned original_first[3] = {0};

	(void)state;
	for (size_t block = 0; block < 2000; block++) {
		const struct rcc_planned_run *r = run + 6 * block;

		first[r[0].cell / 2]++;
		for (size_t i = 0; i < 6; i += 2) {
			assert_int_equal(r[i].cell / 2, r[i + 1].cell / 2);
			original_first[r[i].cell / 2] += r[i].cell % 2;
		}
		assert_int_equal(r[1].cell % 2, r[2].cell % 2);
		assert_int_equal(r[3].cell % 2, r[4].cell % 2);
	}
	for (int i = 0; i < 3; i++) {
		assert_in_range(first[i], 667 - 105, 667 + 105);
		assert_in_range(original_first[i], 1000 - 112, 1000 + 112);
	}
	free(run);
}

static void other_arms_are_in_random_order(void **state)
{
	struct rcc_schedule s = pairs(11, 1, 600);
	struct rcc_planned_run *run;
	unsigned first[3] = {0};

	(void)state;
	s.n_cells = 3;
	s.has_pairs = false;
	s.n_executions = 1;
	run = fill(&s);
	for (size_t block = 0; block < 600; block++)
		first[run[3 * block].cell]++;
	for (int i = 0; i < 3; i++)
		assert_in_range(first[i], 200 - 58, 200 + 58);
	free(run);
}

static void repeats_run_the_layouts_of_a_list(void **state)
{
	static const unsigned layout[3] = {17, 2, 5};
	struct rcc_schedule s = pairs(12, 2, 3);
	struct rcc_planned_run *run;
	unsigned count[20] = {0};

	(void)state;
	s.kind = RCC_STAGE_REPEAT;
	s.layout = layout;
	run = fill(&s);
	assert_int_equal(rcc_schedule_size(&s), 24);
	for (size_t i = 0; i < 24; i++)
		count[run[i].layout]++;
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(count[layout[i]], 8);
	free(run);
}

/* A study that an older randstudy has begun keeps the order of version 1 of the
 * schedule.  That version gave these cells and layouts. */
static void the_first_version_stays(void **state)
{
	static const unsigned expected[8][2] = {{1, 1}, {0, 0}, {1, 3}, {0, 2},
						{1, 2}, {0, 1}, {0, 3}, {1, 0}};
	const struct rcc_schedule s = {.master_seed = 1,
				       .n_cells = 2,
				       .n_executions = 1,
				       .n_layouts = 4};
	struct rcc_planned_run *run = fill(&s);

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		assert_int_equal(run[i].cell, expected[i][0]);
		assert_int_equal(run[i].layout, expected[i][1]);
	}
	free(run);
}

/* The seeds of layouts must never change, because a study that is repeated with
 * its master seed must have the same layouts.  An independent implementation of
 * XXH64 computed the seed below, from "layout prog random 0" with the key 1. */
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
		cmocka_unit_test(a_block_has_one_layout_in_all_cells),
		cmocka_unit_test(orders_are_chains),
		cmocka_unit_test(three_systems_are_balanced),
		cmocka_unit_test(other_arms_are_in_random_order),
		cmocka_unit_test(repeats_run_the_layouts_of_a_list),
		cmocka_unit_test(the_first_version_stays),
		cmocka_unit_test(layout_seeds_are_fixed),
		cmocka_unit_test(environment_sizes_cover_their_range),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
