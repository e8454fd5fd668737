/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of duet runs.  The runs of a block, one of each arm and system,
 * are made at the same time.  Each run has a set of CPUs of its own, called a
 * side.  Some tests divide CPUs into sides, and some make runs with a fake
 * executor and clock. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/study/duet.h"
#include "harness/study/schedule.h"
#include "testsuite/unit/harness_fake_runs.h"

/* Divide the CPUs of n_cores cores into n sides.  list[i] has the CPUs of core
 * i.  Returns a message, or NULL. */
static char *divide(const char *const *list, size_t n_cores, size_t n,
		    struct rcc_duet_setup *setup)
{
	cpu_set_t core[8];

	for (size_t i = 0; i < n_cores; i++)
		assert_int_equal(
			rcc_process_control_parse_cpus(list[i], &core[i]), 0);
	return rcc_duet_divide(core, n_cores, n, setup);
}

static void assert_sides(const struct rcc_duet_setup *setup, const char *want)
{
	char *text = rcc_duet_text(setup);

	assert_string_equal(text, want);
	free(text);
}

static void no_two_sides_share_a_core(void **state)
{
	const char *const threads[] = {"0,4", "1,5", "2,6", "3,7"};
	const char *const single[] = {"0", "1", "2"};
	struct rcc_duet_setup setup;

	(void)state;
	assert_null(divide(threads, 4, 2, &setup));
	assert_true(setup.is_settled);
	assert_sides(&setup, "0,2,4,6 | 1,3,5,7");
	assert_null(divide(threads, 4, 4, &setup));
	assert_sides(&setup, "0,4 | 1,5 | 2,6 | 3,7");
	/* one core is left over, because all sides have the same number of
	 * CPUs */
	assert_null(divide(single, 3, 2, &setup));
	assert_sides(&setup, "0 | 1");
}

static void assert_refused(const char *const *list, size_t n_cores, size_t n,
			   const char *why)
{
	struct rcc_duet_setup setup;
	char *obstacle = divide(list, n_cores, n, &setup);

	assert_non_null(obstacle);
	assert_false(setup.is_settled);
	if (strstr(obstacle, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", obstacle, why);
	free(obstacle);
}

static void what_cannot_be_divided_is_refused(void **state)
{
	const char *const list[] = {"0,1", "2", "3"};

	(void)state;
	/* two threads of one core cannot be two sides */
	assert_refused(list, 1, 2, "1 core, and the 2 runs of a block need");
	assert_refused(list, 2, 2, "differ in their number of CPUs");
	assert_refused(list, 3, 1, "a block has 1 runs");
	assert_refused(list, 3, 33, "a block has 33 runs");
}

static void each_cell_has_each_side_equally_often(void **state)
{
	const struct rcc_duet_setup setup = {.is_settled = true, .n = 3};
	size_t n[3][3] = {{0}};

	(void)state;
	for (uint64_t block = 0; block < 30; block++) {
		size_t taken = 0;

		for (size_t cell = 0; cell < 3; cell++) {
			const size_t side = rcc_duet_side(&setup, cell, block);

			n[cell][side]++;
			taken |= (size_t)1 << side;
		}
		assert_int_equal(taken, 7);
	}
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(n[i / 3][i % 3], 10);
}

static void a_stored_division_is_read_back(void **state)
{
	const char *const threads[] = {"0,4", "1,5"};
	const char *const bad[] = {"{}", "{\"sides\": [\"0\"]}",
				   "{\"sides\": [\"0\", \"x\"]}",
				   "{\"sides\": [\"0\", 1]}"};
	struct rcc_duet_setup setup;
	json_t *json;

	(void)state;
	assert_null(divide(threads, 2, 2, &setup));
	json = rcc_duet_json(&setup);
	rcc_duet_read(json, &setup);
	json_decref(json);
	assert_true(setup.is_settled);
	assert_sides(&setup, "0,4 | 1,5");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		json = json_loads(bad[i], 0, NULL);
		rcc_duet_read(json, &setup);
		json_decref(json);
		assert_false(setup.is_settled);
	}
}

static json_t *duet_design(void)
{
	json_t *json = design();

	json_object_set_new(json, "runs", json_string("duet"));
	return json;
}

/* Make a study for which an earlier session has stored the sides "3,7" and
 * "5,9".  So it does not matter which CPUs this machine has. */
static int make_duet_place(void **state)
{
	struct rcc_experiment x;
	int result = make_place(state);

	open_experiment(&x, ((struct place *)*state)->dir, duet_design());
	if (result == 0)
		result = rcc_store_set(x.store, RCC_DUET_KEY,
				       "{\"sides\": [\"3,7\", \"5,9\"]}");
	rcc_experiment_close(&x);
	return result;
}

static void sides_change_with_every_block(void **state)
{
	struct place *p = *state;
	struct rcc_run_record *run;
	size_t n = 0;

	assert_int_equal(measure_with(p, duet_design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_blocks, N_LAYOUTS);
	/* the reference run is not pinned to a CPU; each other run is in a
	 * block */
	assert_int_equal(p->fake.n_runs, 1 + N_RUNS);
	assert_int_equal(p->fake.cpu[0], -1);
	run = stored(p, &n);
	assert_int_equal(n, N_RUNS);
	for (size_t i = 0; i < n; i++) {
		const size_t cell = (size_t)run[i].layout % 2;
		const size_t side = (cell + i / 2) % 2;

		assert_int_equal(p->fake.cpu[1 + i], side == 0 ? 3 : 5);
		assert_int_equal(layout_of(p->fake.argv0[1 + i]),
				 run[i].layout);
		/* No two runs share a CPU, so the time limit is not longer
		 * than for a run alone. */
		assert_int_equal(p->fake.timeout_ns[1 + i],
				 p->fake.timeout_ns[1]);
		assert_int_equal(run[i].n_sharers, 0);
	}
	free(run);
}

/* Stop the study in the middle, and resume it. */
static void an_interrupted_duet_has_whole_blocks(void **state)
{
	struct place *p = *state;
	size_t n = 0;

	p->fake.stop_at = 6;
	assert_int_equal(measure_with(p, duet_design()), RCC_EXIT_FAILED);
	free(stored(p, &n));
	assert_int_equal(n, 6);
	p->fake.stop_at = 0;
	assert_int_equal(measure_with(p, duet_design()), RCC_EXIT_OK);
	free(stored(p, &n));
	assert_int_equal(n, N_RUNS);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(no_two_sides_share_a_core),
		cmocka_unit_test(what_cannot_be_divided_is_refused),
		cmocka_unit_test(each_cell_has_each_side_equally_often),
		cmocka_unit_test(a_stored_division_is_read_back),
		cmocka_unit_test_setup_teardown(sides_change_with_every_block,
						make_duet_place, remove_place),
		cmocka_unit_test_setup_teardown(
			an_interrupted_duet_has_whole_blocks, make_duet_place,
			remove_place),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
