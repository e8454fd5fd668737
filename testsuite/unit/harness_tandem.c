/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of run/tandem: the runs of a block share a CPU and are made at the
 * same time.  Before or after some blocks, one run of the block is also made
 * alone (a "run alone").  The runs have a fake executor and clock.
 */
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
#include "harness/study/schedule.h"
#include "harness/study/tandem.h"
#include "testsuite/unit/harness_fake_runs.h"

#define N_ALONE (N_LAYOUTS / RCC_SCHEDULE_ALONE_BLOCKS)
/* Runs before the first block: the reference run, and a run that shows whether
 * the program can be run in tandem. */
#define N_BEFORE 2
/* Runs before the first block that a continued study makes: the reference
 * run. */
#define N_BEFORE_AGAIN 1

static json_t *tandem_design(void)
{
	json_t *json = design();

	json_object_set_new(json, "runs", json_string("tandem"));
	return json;
}

static int make_tandem_place(void **state)
{
	const int result = make_place(state);
	struct place *p = *state;

	p->fake.cpu_share = 1;
	return result;
}

static size_t count_stored(const struct place *p)
{
	size_t n = 0;

	free(stored(p, &n));
	return n;
}

static struct rcc_run_record *stored_alone(const struct place *p, size_t *n)
{
	struct rcc_store *s = NULL;
	struct rcc_run_record *run = NULL;
	char *path = rcc_file_join(p->dir, "study.db");

	assert_int_equal(rcc_store_open(path, RCC_STORE_READ, &s), 0);
	assert_int_equal(rcc_store_runs_alone(s, &run, n), 0);
	rcc_store_close(s);
	free(path);
	return run;
}

static void blocks_follow_the_schedule(void **state)
{
	struct place *p = *state;
	const struct rcc_schedule s = {.master_seed = 11,
				       .version = RCC_SCHEDULE_VERSION,
				       .n_cells = 2,
				       .n_systems = 1,
				       .has_pairs = true,
				       .original = 1,
				       .n_executions = 1,
				       .n_layouts = N_LAYOUTS};
	struct rcc_planned_run plan[N_RUNS];
	struct rcc_run_record *run;
	struct rcc_run_record *alone;
	size_t at = N_BEFORE;
	size_t n = 0;
	size_t n_alone = 0;

	assert_int_equal(measure_with(p, tandem_design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_blocks, N_LAYOUTS);
	assert_int_equal(p->fake.n_runs, N_BEFORE + N_RUNS + N_ALONE);
	rcc_schedule_fill(&s, plan);
	run = stored(p, &n);
	alone = stored_alone(p, &n_alone);
	assert_int_equal(n, N_RUNS);
	assert_int_equal(n_alone, N_ALONE);
	n_alone = 0;
	for (size_t i = 0; i < n; i++) {
		const long id = (long)(plan[i].layout * 2 + plan[i].cell);
		struct rcc_alone drawn;
		const bool has = rcc_schedule_alone(11, i / 2, 2, &drawn);

		assert_int_equal(run[i].order, i);
		assert_int_equal(run[i].layout, id);
		assert_int_equal(run[i].n_sharers, 2);
		at += has && drawn.goes_first && i % 2 == 0;
		assert_int_equal(layout_of(p->fake.argv0[at]), id);
		assert_int_equal(run[i].env_bytes,
				 rcc_schedule_env_bytes(11, i, 4096));
		assert_int_equal(run[i].env_bytes, p->fake.env_bytes[at]);
		/* two runs share the CPU, so the time limit of each is
		 * doubled */
		assert_int_equal(p->fake.timeout_ns[at],
				 2 * p->fake.timeout_ns[1]);
		at++;
		at += has && !drawn.goes_first && i % 2 == 1;
		if (has && i % 2 == drawn.run) {
			assert_int_equal(alone[n_alone].order, i);
			assert_int_equal(alone[n_alone].layout, id);
			assert_int_equal(alone[n_alone].n_sharers, 1);
			assert_int_equal(alone[n_alone].env_bytes,
					 run[i].env_bytes);
			n_alone++;
		}
	}
	assert_int_equal(n_alone, N_ALONE);
	free(run);
	free(alone);
}

static void each_run_has_a_directory_of_its_own(void **state)
{
	struct place *p = *state;
	json_t *json = tandem_design();

	json_object_set_new(json, "fresh-cwd", json_true());
	assert_int_equal(measure_with(p, json), RCC_EXIT_OK);
	for (size_t i = N_BEFORE; i + 1 < p->fake.n_runs; i++)
		assert_int_equal(strlen(p->fake.directory[i]),
				 strlen(p->fake.directory[i + 1]));
	/* with --fresh-cwd the runs of a block have the working directories
	 * cwd-00 and cwd-01, in this order; a run alone also has cwd-00 */
	assert_non_null(strstr(p->fake.directory[N_BEFORE], "/cwd-0"));
	for (size_t i = N_BEFORE; i + 1 < p->fake.n_runs; i++)
		if (strstr(p->fake.directory[i], "/cwd-01") != NULL)
			assert_non_null(
				strstr(p->fake.directory[i - 1], "/cwd-00"));
}

/* Stop the study after each block, and resume it. */
static void an_interrupted_study_has_whole_blocks(void **state)
{
	struct place *p = *state;

	for (size_t i = 1; i <= N_LAYOUTS; i++) {
		p->fake.n_runs = 0;
		/* each stop is in the middle of a block */
		p->fake.stop_at = 1 + (i == 1 ? N_BEFORE : N_BEFORE_AGAIN);
		measure_with(p, tandem_design());
		assert_int_equal(count_stored(p), 2 * i);
	}
	p->fake.n_runs = 0;
	assert_int_equal(measure_with(p, tandem_design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 0); /* the study is complete */
}

static void nothing_is_stored_of_a_block_with_an_abandoned_run(void **state)
{
	struct place *p = *state;
	size_t n = 0;

	for (size_t k = N_BEFORE + 1; k <= N_BEFORE + 8; k++) {
		p->fake.odd_at = k;
		p->fake.odd.ended = RCC_ENDED_ABANDONED;
		assert_int_equal(measure_with(p, tandem_design()),
				 RCC_EXIT_FAILED);
		assert_int_equal(count_stored(p) % 2, 0);
		assert_true(count_stored(p) >= n);
		n = count_stored(p);
		p->fake.n_runs = 0;
	}
	p->fake.odd_at = 0;
	assert_int_equal(measure_with(p, tandem_design()), RCC_EXIT_OK);
	assert_int_equal(count_stored(p), N_RUNS);
}

/* If a run of a block crashes, times out or prints wrong output, all runs of
 * the block are stored. */
static void a_block_with_a_failed_run_is_stored_whole(void **state)
{
	static const struct rcc_exec_result odd[] = {
		{.ended = RCC_ENDED_SIGNALLED, .signal = 11, .exit_status = -1},
		{.ended = RCC_ENDED_TIMEOUT},
		{.ended = RCC_ENDED_EXITED}};
	static const enum rcc_outcome outcome[] = {RCC_OUTCOME_SIGNAL,
						   RCC_OUTCOME_TIMEOUT,
						   RCC_OUTCOME_WRONG_OUTPUT};
	struct place *p = *state;
	struct rcc_run_record *run;
	size_t n = 0;

	for (size_t k = 0; k < 3; k++) {
		json_t *json = tandem_design();
		size_t n_bad = 0;

		/* The bad run is the first of the first block, or the last of
		 * a later block. */
		p->fake.n_runs = 0;
		p->fake.odd_at = k == 0 ? N_BEFORE + 1 : N_BEFORE_AGAIN + 2;
		p->fake.odd = odd[k];
		json_object_set_new(json, "on-wrong", json_string("stop"));
		assert_int_equal(measure_with(p, json), RCC_EXIT_FAILED);
		run = stored(p, &n);
		assert_int_equal(n, 2 * (k + 1));
		for (size_t i = 0; i < n; i++)
			n_bad += run[i].outcome == outcome[k];
		assert_int_equal(n_bad, 1);
		assert_int_equal(run[k == 0 ? 0 : n - 1].outcome, outcome[k]);
		free(run);
	}
}

static void a_program_that_is_not_started_ends_the_study(void **state)
{
	struct place *p = *state;

	p->fake.odd_at = N_BEFORE + 3;
	p->fake.odd.ended = RCC_ENDED_NOT_STARTED;
	p->fake.odd.error_number = 2;
	assert_int_equal(measure_with(p, tandem_design()), RCC_EXIT_FAILED);
	assert_int_equal(count_stored(p) % 2, 0);
}

static void a_program_that_waits_is_refused(void **state)
{
	struct place *p = *state;

	p->fake.cpu_share = 0.9;
	assert_int_equal(measure_with(p, tandem_design()), RCC_EXIT_USAGE);
	assert_int_equal(count_stored(p), 0);
	/* the reference run, and six runs that show whether the program can be
	 * run in tandem */
	assert_int_equal(p->fake.n_runs, 7);
	p->fake.cpu_share = 0.98;
	assert_int_equal(measure_with(p, tandem_design()), RCC_EXIT_OK);
}

static void a_program_that_waits_may_take_turns(void **state)
{
	struct place *p = *state;
	json_t *json = design();
	struct rcc_run_record *run;
	size_t n = 0;

	json_object_set_new(json, "runs", json_string("tandem-if-possible"));
	p->fake.cpu_share = 0.9;
	assert_int_equal(measure_with(p, json), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_blocks, 0);
	run = stored(p, &n);
	assert_int_equal(n, N_RUNS);
	assert_int_equal(run[0].n_sharers, 0);
	free(run);
}

static void assert_obstacle(struct rcc_tandem_times times, const char *text)
{
	struct rcc_tandem_setup setup = {.busy_share = 1, .main_share = 1};
	bool is_unclear;
	char *obstacle = rcc_tandem_obstacle(&times, &setup, &is_unclear);

	if (text == NULL) {
		if (obstacle != NULL)
			fail_msg("\"%s\"", obstacle);
	} else {
		assert_non_null(obstacle);
		if (strstr(obstacle, text) == NULL)
			fail_msg("\"%s\" lacks \"%s\"", obstacle, text);
		assert_int_equal(is_unclear,
				 strstr(obstacle, "too short to see") != NULL);
	}
	free(obstacle);
}

#define MS INT64_C(1000000)

/* The times of a program whose first process is one thread.  queue_ms is the
 * time for which that waited for a CPU. */
static struct rcc_tandem_times of_thread(int wall_ms, int cpu_ms, int main_ms,
					 int queue_ms, int late_ms)
{
	return (struct rcc_tandem_times){
		.wall_ns = wall_ms * MS,
		.cpu_ns = cpu_ms * MS,
		.own_ns = cpu_ms * MS,
		.main_ns = main_ms * MS,
		.queue_ns = queue_ms * MS,
		.late_ns = late_ms * MS,
	};
}

static void what_hinders_is_found_on_a_busy_machine_too(void **state)
{
	(void)state;
	assert_obstacle(of_thread(100, 99, 0, 0, 0), NULL);
	assert_obstacle(of_thread(100, 90, 0, 0, 0), "it waited for 10 %");
	assert_obstacle(of_thread(300, 99, 99, 200, 0), NULL);
	assert_obstacle(of_thread(300, 99, 99, 50, 0), "it waited for 60 %");
	/* although the program waited long for a CPU, it also slept for 200
	 * ms */
	assert_obstacle(of_thread(10000, 100, 100, 9700, 0),
			"it waited for 67 %");
	assert_obstacle(of_thread(120, 50, 50, 50, 20), NULL);
	assert_obstacle(of_thread(120, 40, 40, 50, 20), "it waited for 20 %");
	/* randstudy had to wait for a CPU too, before it started the program */
	assert_obstacle(of_thread(60, 50, 50, 10, 70), NULL);
	assert_obstacle(of_thread(100, 180, 99, 0, 0),
			"those beside the main one did 45 %");
	assert_obstacle(of_thread(19, 19, 19, 0, 0), "too short to alternate");
}

/* The times of a program whose child processes compute, but for 10 ms. */
static struct rcc_tandem_times of_processes(int wall_ms, int cpu_ms,
					    struct rcc_ready looks)
{
	return (struct rcc_tandem_times){
		.wall_ns = wall_ms * MS,
		.cpu_ns = cpu_ms * MS,
		.own_ns = 10 * MS,
		.main_ns = 10 * MS,
		.looks = looks,
	};
}

static void processes_run_in_tandem_if_they_compute_all_the_time(void **state)
{
	const struct rcc_ready none = {0};
	struct rcc_tandem_times t;

	(void)state;
	assert_obstacle(of_processes(1000, 990, none), NULL);
	assert_obstacle(
		of_processes(1000, 900, (struct rcc_ready){250, 225, 0}),
		"it waited for 10 %");
	/* The machine was busy: the program had a third of its CPU. */
	assert_obstacle(
		of_processes(3000, 990, (struct rcc_ready){750, 748, 0}), NULL);
	/* It slept for 60 of 3000 ms, and for 6 % of its own time. */
	assert_obstacle(
		of_processes(3000, 990, (struct rcc_ready){750, 735, 0}),
		"it waited for 6 %");
	/* Too few looks tell nothing on a busy machine. */
	assert_obstacle(of_processes(300, 90, (struct rcc_ready){70, 70, 0}),
			"too short to see");
	assert_obstacle(of_processes(300, 90, (struct rcc_ready){140, 140, 0}),
			NULL);
	/* Threads of the first process, and of a child */
	t = of_processes(1000, 990, none);
	t.own_ns = 500 * MS;
	assert_obstacle(t, "those beside the main one did 49 %");
	assert_obstacle(
		of_processes(1000, 990, (struct rcc_ready){250, 250, 240}),
		"has threads");
	assert_obstacle(of_processes(100, 99, (struct rcc_ready){25, 25, 20}),
			"has threads");
	assert_obstacle(of_processes(100, 99, (struct rcc_ready){25, 25, 1}),
			NULL);
}

static void one_run_alone_is_drawn_in_each_stretch(void **state)
{
	size_t n_of[2][2][RCC_SCHEDULE_ALONE_BLOCKS] = {{{0}}};

	(void)state;
	for (uint64_t seed = 0; seed < 400; seed++) {
		size_t n = 0;

		for (uint64_t block = 0; block < RCC_SCHEDULE_ALONE_BLOCKS;
		     block++) {
			struct rcc_alone a;

			if (!rcc_schedule_alone(seed, block, 2, &a))
				continue;
			n++;
			assert_true(a.run < 2);
			n_of[a.run][a.goes_first][block]++;
		}
		assert_int_equal(n, 1);
	}
	/* each element of n_of is expected to be 20 */
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < 2; k++)
			for (size_t b = 0; b < RCC_SCHEDULE_ALONE_BLOCKS; b++)
				assert_in_range(n_of[i][k][b], 5, 40);
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name)                                                                \
	cmocka_unit_test_setup_teardown(name, make_tandem_place, remove_place)
		T(blocks_follow_the_schedule),
		T(each_run_has_a_directory_of_its_own),
		T(an_interrupted_study_has_whole_blocks),
		T(nothing_is_stored_of_a_block_with_an_abandoned_run),
		T(a_block_with_a_failed_run_is_stored_whole),
		T(a_program_that_is_not_started_ends_the_study),
		T(a_program_that_waits_is_refused),
		T(a_program_that_waits_may_take_turns),
		cmocka_unit_test(what_hinders_is_found_on_a_busy_machine_too),
		cmocka_unit_test(
			processes_run_in_tandem_if_they_compute_all_the_time),
		cmocka_unit_test(one_run_alone_is_drawn_in_each_stretch),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
