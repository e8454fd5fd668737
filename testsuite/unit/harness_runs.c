/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/run: the planned runs of a study, with a fake executor
 * and clock. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/run/runs.h"
#include "harness/study/schedule.h"
#include "harness/store/store_private.h"
#include "harness/study/study_defaults.h"
#include "testsuite/unit/harness_fake_runs.h"

static void runs_follow_the_schedule(void **state)
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
	size_t n = 0;

	assert_int_equal(measure_with(p, design()), RCC_EXIT_OK);
	/* the study begins with an additional run, the reference run; it runs
	 * the original layout, and the other runs must have its output */
	assert_int_equal(p->fake.n_runs, N_RUNS + 1);
	assert_int_equal(layout_of(p->fake.argv0[0]), 1);
	rcc_schedule_fill(&s, plan);
	run = stored(p, &n);
	assert_int_equal(n, N_RUNS);
	for (size_t i = 0; i < n; i++) {
		const long id = (long)(plan[i].layout * 2 + plan[i].cell);

		assert_int_equal(run[i].order, i);
		assert_int_equal(run[i].layout, id);
		assert_int_equal(layout_of(p->fake.argv0[i + 1]), id);
		assert_int_equal(run[i].outcome, RCC_OUTCOME_OK);
		assert_int_equal(run[i].env_bytes,
				 rcc_schedule_env_bytes(11, i, 4096));
		assert_int_equal(run[i].env_bytes, p->fake.env_bytes[i + 1]);
	}
	free(run);
}

/* Stop the study after each planned run, and resume it. */
static void an_interrupted_study_is_resumed(void **state)
{
	struct place *p = *state;
	struct rcc_run_record *run;
	size_t n = 0;

	for (size_t i = 1; i <= N_RUNS; i++) {
		p->fake.n_runs = 0;
		/* after the reference run and a planned run */
		p->fake.stop_at = 2;
		measure_with(p, design());
		run = stored(p, &n);
		assert_int_equal(n, i);
		free(run);
	}
	p->fake.n_runs = 0;
	assert_int_equal(measure_with(p, design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 0); /* the study is complete */
}

static void an_abandoned_run_is_not_stored(void **state)
{
	struct place *p = *state;
	struct rcc_run_record *run;
	size_t n = 0;

	p->fake.odd_at = 6;
	p->fake.odd.ended = RCC_ENDED_ABANDONED;
	assert_int_equal(measure_with(p, design()), RCC_EXIT_FAILED);
	run = stored(p, &n);
	assert_int_equal(n, 4);
	free(run);
}

static void a_wrong_run_stops_the_study(void **state)
{
	struct place *p = *state;
	char *kept = rcc_mem_printf("%s/failed/000003.stdout", p->dir);
	struct rcc_run_record *run;
	char *text;
	size_t n = 0;

	/* The reference run comes first, so run 5 is the fourth planned run. */
	p->fake.odd_at = 5;
	assert_int_equal(measure_with(p, design()), RCC_EXIT_FAILED);
	run = stored(p, &n);
	assert_int_equal(n, 4);
	assert_int_equal(run[3].outcome, RCC_OUTCOME_WRONG_OUTPUT);
	free(run);
	text = rcc_file_read(kept, NULL);
	assert_string_equal(text, "wrong\n");
	free(text);
	free(kept);
	/* the next call begins after the wrong run */
	p->fake.odd_at = 0;
	p->fake.n_runs = 0;
	assert_int_equal(measure_with(p, design()), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 1 + N_RUNS - 4);
}

static void a_study_can_go_on_over_wrong_runs(void **state)
{
	struct place *p = *state;
	json_t *json = design();
	struct rcc_run_record *run;
	size_t n = 0;

	json_object_set_new(json, "on-wrong", json_string("go-on"));
	p->fake.odd_at = 5;
	p->fake.odd.exit_status = 4;
	assert_int_equal(measure_with(p, json), RCC_EXIT_OK);
	run = stored(p, &n);
	assert_int_equal(n, N_RUNS);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(run[i].outcome, i == 3 ? RCC_OUTCOME_BAD_EXIT
							: RCC_OUTCOME_OK);
	free(run);
}

static void a_failing_reference_run_ends_it(void **state)
{
	struct place *p = *state;
	struct rcc_run_record *run;
	size_t n = 0;

	p->fake.odd_at = 1;
	p->fake.odd.ended = RCC_ENDED_SIGNALLED;
	p->fake.odd.signal = 11;
	assert_int_equal(measure_with(p, design()), RCC_EXIT_FAILED);
	assert_int_equal(p->fake.n_runs, 1);
	run = stored(p, &n);
	assert_int_equal(n, 0);
	free(run);
}

static void a_program_that_cannot_run_ends_it(void **state)
{
	struct place *p = *state;

	p->fake.odd_at = 3;
	p->fake.odd.ended = RCC_ENDED_NOT_STARTED;
	p->fake.odd.error_number = ENOEXEC;
	assert_int_equal(measure_with(p, design()), RCC_EXIT_FAILED);
	assert_int_equal(p->fake.n_runs, 3);
}

static void warm_up_runs_are_not_stored(void **state)
{
	struct place *p = *state;
	json_t *json = design();
	struct rcc_run_record *run;
	size_t n = 0;

	json_object_set_new(json, "warmup", json_integer(3));
	assert_int_equal(measure_with(p, json), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 1 + 3 + N_RUNS);
	run = stored(p, &n);
	assert_int_equal(n, N_RUNS);
	free(run);
}

static void expected_output_is_copied_at_the_beginning(void **state)
{
	struct place *p = *state;
	char *path = rcc_mem_printf("%s/expected", p->dir);
	json_t *json = design();

	assert_int_equal(rcc_file_replace(path, "other\n", 6, 0600), 0);
	json_object_set_new(json, "expect", json_string(path));
	assert_int_equal(measure_with(p, json_deep_copy(json)),
			 RCC_EXIT_FAILED);
	/* The first session has stored the file as the expected output.  A
	 * later change of the file has no effect. */
	assert_int_equal(rcc_file_replace(path, "right\n", 6, 0600), 0);
	assert_int_equal(measure_with(p, json_deep_copy(json)),
			 RCC_EXIT_FAILED);
	p->fake.output = "other\n";
	assert_int_equal(measure_with(p, json), RCC_EXIT_OK);
	free(path);
}

static void the_verifier_sees_every_run(void **state)
{
	struct place *p = *state;
	json_t *json = design();

	json_object_set_new(json, "verify", json_string("true"));
	assert_int_equal(measure_with(p, json), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_helpers, N_RUNS + 1);
}

static void two_processes_are_refused(void **state)
{
	struct place *p = *state;
	struct rcc_experiment x;
	struct rcc_experiment y;

	open_experiment(&x, p->dir, design());
	assert_int_equal(rcc_experiment_open(&y, p->dir, true), RCC_EXIT_USAGE);
	rcc_experiment_close(&y);
	rcc_experiment_close(&x);
}

/* ---- Ten thousand runs ------------------------------------------------- */

#define MANY 10000

/* Costs of storing runs.  They are counted, so unlike times they do not depend
 * on the machine's load. */
struct counts {
	size_t heap;	/* bytes that malloc() has given out */
	size_t n_steps; /* steps of SQLite's virtual machine */
	int n_misses;	/* pages that SQLite's cache did not have */
	int n_written;	/* pages that SQLite wrote to the file */
};

/* This is static, because the functions that the fake executor calls cannot be
 * given a pointer to it. */
static struct {
	sqlite3 *db;
	size_t n_steps;
	struct counts at[MANY / 1000 + 1]; /* costs after each thousand runs */
} many;

static int count_step(void *n_steps)
{
	++*(size_t *)n_steps;
	return 0;
}

/* Give the numbers of a run the values that need most room in the database. */
static void enlarge(struct rcc_exec_result *r)
{
	r->user_ns = r->system_ns = r->max_rss_kib = INT64_MAX;
	r->minor_faults = r->major_faults = INT64_MAX;
	r->voluntary_switches = r->involuntary_switches = INT64_MAX;
	r->n_left_behind = INT_MAX;
}

static void count_now(struct fake *f, struct rcc_exec_result *r)
{
	struct counts *c = &many.at[f->n_runs / 1000];
	int peak;

	enlarge(r);
	if (f->n_runs % 1000 != 0)
		return;
	c->heap = mallinfo2().uordblks;
	c->n_steps = many.n_steps;
	sqlite3_db_status(many.db, SQLITE_DBSTATUS_CACHE_MISS, &c->n_misses,
			  &peak, 0);
	sqlite3_db_status(many.db, SQLITE_DBSTATUS_CACHE_WRITE, &c->n_written,
			  &peak, 0);
}

static int64_t millisecond(struct fake *f, const char *argv0)
{
	(void)f;
	(void)argv0;
	return 1000000;
}

/* Make ten thousand runs of a millisecond, and count their costs. */
static void measure_many(struct place *p)
{
	struct rcc_experiment x;
	json_t *json = design();
	bool is_out_of_time;

	json_object_set_new(json, "executions", json_integer(MANY / N_RUNS));
	open_experiment(&x, p->dir, json);
	p->fake.wall_ns = millisecond;
	p->fake.each = count_now;
	memset(&many, 0, sizeof(many));
	many.db = x.store->db;
	sqlite3_progress_handler(many.db, 1, count_step, &many.n_steps);
	/* Do not wait until the data is on the disk, since this test does not
	 * check what a power failure leaves. */
	sqlite3_exec(many.db, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
	assert_int_equal(
		rcc_runs_measure(&x, &p->fake.executor, 1, 0, &is_out_of_time),
		0);
	rcc_experiment_close(&x);
}

static void ten_thousand_runs_cost_no_more_than_a_few_each(void **state)
{
	struct place *p = *state;
	const struct counts *c = many.at;
	char *path = rcc_file_join(p->dir, "study.db");
	struct stat st;
	size_t n = 0;

	measure_many(p);
	free(stored(p, &n));
	assert_int_equal(n, MANY);
	assert_int_equal(stat(path, &st), 0);
	assert_in_range(st.st_size / MANY, 1, 400);
	free(path);
	for (size_t i = 6; i <= MANY / 1000; i++) {
		/* After 5,000 runs SQLite's cache of pages is full, so the
		 * costs stay the same.  (With a sanitizer `heap` is 0.) */
		assert_in_range(c[i].heap, 0, c[5].heap + 4096);
		assert_int_equal(c[i].n_misses, c[5].n_misses);
		assert_int_equal(c[i].n_steps - c[i - 1].n_steps,
				 c[2].n_steps - c[1].n_steps);
		/* The runs are in one table.  Each run writes the table's last
		 * page of 4096 bytes.  A run takes at most 400 bytes.  If it
		 * begins a new page, it writes one page more. */
		assert_in_range(c[i].n_written - c[i - 1].n_written, 1000,
				1000 + 1000 * 400 / 4096);
	}
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)
		T(runs_follow_the_schedule),
		T(an_interrupted_study_is_resumed),
		T(an_abandoned_run_is_not_stored),
		T(a_wrong_run_stops_the_study),
		T(a_study_can_go_on_over_wrong_runs),
		T(a_failing_reference_run_ends_it),
		T(a_program_that_cannot_run_ends_it),
		T(warm_up_runs_are_not_stored),
		T(expected_output_is_copied_at_the_beginning),
		T(the_verifier_sees_every_run),
		T(two_processes_are_refused),
		T(ten_thousand_runs_cost_no_more_than_a_few_each),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
