/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of --tune: a short program is executed several times in each run,
 * so that the clock is accurate enough for the time of a run.  The runs have a
 * fake executor and clock. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats/rcc_stats.h"
#include "testsuite/unit/harness_fake_study.h"
#include "harness/study/study_defaults.h"

#define N_LAYOUTS 4
#define N_EMPTY 33 /* runs of an empty program; the first warms up */
#define MS INT64_C(1000000)

/* Time of one execution.  It is static, because wall_ns() has no argument for
 * it. */
static int64_t program_ns;

static bool is_empty(const char *argv0)
{
	const size_t len = strlen(argv0);

	return len > 5 && strcmp(argv0 + len - 5, "/true") == 0;
}

/* Return the time of an execution.  The empty program takes 1 ms and 1.1 ms in
 * turn.  So the clock has an accuracy of 1 ms and a precision of 0.1 ms, and at
 * most j = 10 executions are timed together (Chen & Revels). */
static int64_t wall_ns(struct fake *f, const char *argv0)
{
	if (is_empty(argv0))
		return MS + (f->n_runs % 2 == 0 ? 0 : MS / 10);
	return strstr(argv0, "00000") != NULL ? program_ns : -1;
}

static json_t *design(void)
{
	json_t *json = json_pack(
		"{s:s,s:s,s:[s,s],s:[{s:s,s:s}],s:b,s:i}", "seed", "11",
		"directory", "/", "command", "{binary}", "x", "systems", "name",
		"prog", "build", "true", "tune", 1, "layouts", N_LAYOUTS);

	rcc_study_defaults(json);
	return json;
}

/* Return the number of executions that Chen & Revels advise for a program that
 * takes t ns:
 *	1 + (j - 1) / (1 + exp(a (t - b * accuracy)))
 * with j = 10, a = 0.01 / precision and b = 0.5.  The precision is 1e5 ns and
 * the accuracy 1e6 ns. */
static unsigned expected(double t_ns)
{
	return (unsigned)floor(1 + 9 / (1 + exp(0.01 / 1e5 * (t_ns - 0.5e6))));
}

static void a_short_program_is_run_several_times(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;

	program_ns = 2 * MS;
	p->fake.wall_ns = wall_ns;
	assert_int_equal(run_study(p, design()), RCC_EXIT_OK);
	f = found(p);
	assert_int_equal(expected(2e6), 5);
	assert_int_equal(f.stored.tuning.executions, 5);
	assert_float_equal(f.stored.tuning.empty_ns, 1e6, 0);
	assert_float_equal(f.stored.tuning.spread_ns, 1e5, 0);
	assert_float_equal(f.stored.tuning.execution_ns, 2e6, 0);
	/* The runs are a reference run, empty programs, trials that execute the
	 * program 1 to 10 times (55 in all), and planned runs. */
	assert_int_equal(p->fake.n_runs, 1 + N_EMPTY + 55 + 5 * 2 * N_LAYOUTS);
	assert_true(is_empty(p->fake.argv0[1]));
	assert_int_equal(p->fake.env_bytes[1], SIZE_MAX);
	assert_int_equal(f.stored.n_runs, 2 * N_LAYOUTS);
	for (size_t i = 0; i < f.stored.n_runs; i++) {
		const size_t first = 1 + N_EMPTY + 55 + 5 * i;

		assert_int_equal(f.stored.run[i].wall_ns, 10 * MS);
		/* all executions of a planned run have the environment that is
		 * stored */
		for (size_t k = 0; k < 5; k++) {
			assert_int_equal(p->fake.env_bytes[first + k],
					 f.stored.run[i].env_bytes);
			assert_string_equal(p->fake.argv0[first + k],
					    p->fake.argv0[first]);
		}
	}
	assert_float_equal(f.cell[0].levels.mean, 0.002, 1e-12);
	rcc_findings_release(&f);
}

static void a_study_is_tuned_once(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;

	program_ns = 2 * MS;
	p->fake.wall_ns = wall_ns;
	p->fake.stop_at = 1 + N_EMPTY + 55 + 5; /* after one planned run */
	assert_int_equal(run_study(p, design()), RCC_EXIT_FAILED);
	p->fake.stop_at = p->fake.n_runs = 0;
	program_ns = 100 * MS; /* a second tuning would choose another number */
	assert_int_equal(run_study(p, design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 1 + 5 * (2 * N_LAYOUTS - 1));
	f = found(p);
	assert_int_equal(f.stored.tuning.executions, 5);
	rcc_findings_release(&f);
}

/* If the tuning is stopped during its trials, nothing of it is stored. */
static void a_stopped_tuning_begins_again(void **state)
{
	struct place *p = *state;

	program_ns = 2 * MS;
	p->fake.wall_ns = wall_ns;
	p->fake.stop_at = 1 + N_EMPTY + 20;
	assert_int_equal(run_study(p, design()), RCC_EXIT_FAILED);
	assert_int_equal(p->fake.n_runs, 1 + N_EMPTY + 20);
	p->fake.stop_at = p->fake.n_runs = 0;
	assert_int_equal(run_study(p, design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 1 + N_EMPTY + 55 + 5 * 2 * N_LAYOUTS);
}

static void a_long_program_has_few_trials(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;

	program_ns = 200 * MS;
	p->fake.wall_ns = wall_ns;
	assert_int_equal(run_study(p, design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 1 + N_EMPTY + 1 + 2 * N_LAYOUTS);
	f = found(p);
	assert_int_equal(f.stored.tuning.executions, 1);
	assert_float_equal(f.cell[0].levels.mean, 0.2, 1e-12);
	rcc_findings_release(&f);
}

/* Return the time of an execution: 2 ms for one program and 4 ms for the other.
 * Both programs are executed as often as the shorter one needs. */
static int64_t two_programs(struct fake *f, const char *argv0)
{
	const char *at = strstr(argv0, "/layouts/");

	if (at == NULL)
		return wall_ns(f, argv0);
	/* the ID modulo 4 gives the cell: old random, old fixed, new random,
	 * new fixed */
	return strtol(at + 9, NULL, 10) % 4 < 2 ? 2 * MS : 4 * MS;
}

static void the_shortest_program_decides(void **state)
{
	struct place *p = *state;
	json_t *json = design();
	struct rcc_findings f;

	json_object_set_new(json, "systems",
			    json_pack("[{s:s,s:s},{s:s,s:s}]", "name", "old",
				      "build", "true", "name", "new", "build",
				      "true"));
	p->fake.wall_ns = two_programs;
	assert_int_equal(run_study(p, json), RCC_EXIT_OK);
	f = found(p);
	assert_int_equal(expected(4e6), 4);
	assert_int_equal(f.stored.tuning.executions, 5);
	assert_float_equal(f.cell[0].levels.mean, 0.002, 1e-12);
	assert_float_equal(f.cell[2].levels.mean, 0.004, 1e-12);
	rcc_findings_release(&f);
}

/* If one execution of a run fails, the run has failed and ends at once. */
static void a_wrong_execution_is_a_wrong_run(void **state)
{
	struct place *p = *state;
	json_t *json = design();
	struct rcc_findings f;

	program_ns = 2 * MS;
	json_object_set_new(json, "on-wrong", json_string("go-on"));
	p->fake.wall_ns = wall_ns;
	p->fake.odd_at =
		1 + N_EMPTY + 55 + 5 + 2; /* 2nd execution of the 2nd run */
	assert_int_equal(run_study(p, json), RCC_EXIT_OK);
	f = found(p);
	assert_int_equal(f.n_failed, 1);
	assert_int_equal(f.stored.run[1].outcome, RCC_OUTCOME_WRONG_OUTPUT);
	assert_int_equal(f.stored.run[1].wall_ns, 4 * MS);
	assert_int_equal(p->fake.n_runs,
			 1 + N_EMPTY + 55 + 5 * 2 * N_LAYOUTS - 3);
	rcc_findings_release(&f);
}

/* Let the fake print 3 in two of every five consecutive executions, and 5 in
 * the other three. */
static void print_another(struct fake *f, struct rcc_exec_result *r)
{
	r->max_rss_kib = 1000 + (int64_t)f->n_runs % 5;
	r->minor_faults = 1 + (int64_t)f->n_runs % 5;
	f->output = f->n_runs % 5 < 2 ? "t 3\n" : "t 5\n";
}

static void values_of_own_metrics_are_means(void **state)
{
	struct place *p = *state;
	json_t *json = design();
	struct rcc_findings f;

	json_object_set_new(json, "metrics",
			    json_pack("[{s:s,s:n,s:s}]", "name", "t", "unit",
				      "source", "stdout:t ([0-9]+)"));
	json_object_set_new(json, "ignore-output", json_true());
	program_ns = 2 * MS;
	p->fake.wall_ns = wall_ns;
	p->fake.output = "t 3\n";
	p->fake.each = print_another;
	assert_int_equal(run_study(p, json), RCC_EXIT_OK);
	f = found(p);
	assert_int_equal(f.stored.n_values, f.stored.n_runs);
	for (size_t i = 0; i < f.stored.n_values; i++) {
		/* the mean of 3, 3, 5, 5, 5 in some order */
		assert_float_equal(f.stored.value[i].value, 21.0 / 5, 1e-12);
		assert_int_equal(f.stored.run[i].max_rss_kib, 1004);
		assert_int_equal(f.stored.run[i].minor_faults, 15);
	}
	assert_float_equal(
		rcc_run_record_metric(&f.stored.run[0], RCC_METRIC_FAULTS), 3,
		0);
	assert_float_equal(
		rcc_run_record_metric(&f.stored.run[0], RCC_METRIC_MEMORY),
		1004 * 1024, 0);
	rcc_findings_release(&f);
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)
		T(a_short_program_is_run_several_times),
		T(a_study_is_tuned_once),
		T(a_stopped_tuning_begins_again),
		T(a_long_program_has_few_trials),
		T(the_shortest_program_decides),
		T(a_wrong_execution_is_a_wrong_run),
		T(values_of_own_metrics_are_means),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
