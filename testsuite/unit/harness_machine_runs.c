/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/run/machine: runs that measure a machine, with a fake
 * clock. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/run/machine.h"
#include "testsuite/unit/harness_fake.h"

static struct fake fake;
static struct rcc_machine machine;
static char *problem;
static struct rcc_machine_options options = {
	.seed = 7,
	.time_s = 60,
	.program = "/bin/work",
	.command = "machine",
	.argument = "--work=",
};

/* Return the duration of each run, one second, in ns. */
static int64_t a_second(struct fake *f, const char *argv0)
{
	(void)f;
	(void)argv0;
	return 1000000000;
}

static void begin(void)
{
	fake_init(&fake);
	fake.wall_ns = a_second;
	fake.cpu_share = 0.9;
}

static int measure(void)
{
	return rcc_machine_measure(&fake.executor, &options, &machine,
				   &problem);
}

static void the_time_is_used(void **state)
{
	(void)state;
	begin();
	assert_int_equal(measure(), 0);
	assert_null(problem);
	/* The first run shows how long a run takes.  Then a pair in turns and a
	 * pair in tandem are made 15 times in 60 s, since the two pairs take
	 * 4 s together. */
	assert_int_equal(machine.n, 15);
	assert_int_equal(fake.n_runs, 1 + 4 * 15);
	assert_int_equal(fake.n_blocks, 15);
	for (size_t i = 0; i < 30; i++) {
		assert_true(machine.wall[i] == 1);
		assert_true(machine.cpu_time[i] == 0.9);
		assert_true(machine.tandem_cpu[i] == 0.9);
	}
	assert_true(machine.elapsed_s == 60);
	assert_string_equal(fake.argv0[0], "/bin/work");
	rcc_machine_release(&machine);
}

static void a_short_time_has_its_fewest_pairs(void **state)
{
	(void)state;
	begin();
	options.time_s = 0.1;
	assert_int_equal(measure(), 0);
	assert_int_equal(machine.n, RCC_MACHINE_LEAST_PAIRS);
	options.time_s = 60;
	rcc_machine_release(&machine);
}

/* Measure for 400 s, so that the arrays of runs must grow. */
static void the_order_follows_from_the_seed(void **state)
{
	struct rcc_machine other = {0};
	size_t n_tandem_first = 0;
	size_t n_b_first = 0;

	(void)state;
	begin();
	options.time_s = 400;
	assert_int_equal(measure(), 0);
	other = machine;
	machine = (struct rcc_machine){0};
	begin();
	options.time_s = 200;
	assert_int_equal(measure(), 0);
	assert_int_equal(other.n, 100);
	assert_int_equal(machine.n, 50);
	assert_memory_equal(machine.b_first, other.b_first, 50);
	assert_memory_equal(machine.tandem_b_first, other.tandem_b_first, 50);
	assert_memory_equal(machine.tandem_first, other.tandem_first, 50);
	for (size_t i = 0; i < 100; i++) {
		n_tandem_first += other.tandem_first[i];
		n_b_first += other.b_first[i];
	}
	assert_in_range(n_tandem_first, 30, 70);
	assert_in_range(n_b_first, 30, 70);
	rcc_machine_release(&machine);
	options.seed = 8;
	begin();
	assert_int_equal(measure(), 0);
	assert_memory_not_equal(machine.b_first, other.b_first, 50);
	rcc_machine_release(&machine);
	rcc_machine_release(&other);
	options.seed = 7;
	options.time_s = 60;
}

static void a_failure_is_told(void **state)
{
	(void)state;
	begin();
	fake.odd_at = 4;
	fake.odd.ended = RCC_ENDED_EXITED;
	fake.odd.exit_status = 1;
	assert_int_equal(measure(), RCC_EUNSUP);
	assert_string_equal(problem, "\"/bin/work machine --work=1\" failed");
	free(problem);
	problem = NULL;
	rcc_machine_release(&machine);
}

static void the_user_can_stop(void **state)
{
	(void)state;
	begin();
	fake.stop_at = 7;
	assert_int_equal(measure(), 0);
	assert_true(machine.is_stopped);
	assert_true(fake.n_runs <= 9);
	rcc_machine_release(&machine);
	rcc_machine_release(&machine);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(the_time_is_used),
		cmocka_unit_test(a_short_time_has_its_fewest_pairs),
		cmocka_unit_test(the_order_follows_from_the_seed),
		cmocka_unit_test(a_failure_is_told),
		cmocka_unit_test(the_user_can_stop),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
