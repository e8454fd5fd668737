/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of harness/session/growth: when a growing study ends.  A growing
 * study adds layouts until
 *
 *	--precision	its interval is as precise as wanted,
 *	--decide	its question is decided, or
 *	--budget	its time is up.
 *
 * Before it adds layouts, it analyzes its runs so far (an interim analysis).
 * The runs have a fake executor and clock.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/findings/decision.h"
#include "harness/findings/measuring_time.h"
#include "harness/session/growth.h"
#include "harness/study/study_defaults.h"
#include "stats/rcc_stats.h"
#include "testsuite/unit/harness_fake_study.h"

/* ---- The decision after an interim analysis ------------------------------ */

static void the_decision_follows_from_width_time_and_number(void **state)
{
	struct rcc_growth_state s = {.n_layouts = 10,
				     .max_layouts = 1000,
				     .wanted = 0.01,
				     .half_width = 0.02,
				     .left_s = INFINITY,
				     .layout_s = 2};
	unsigned next = 0;

	(void)state;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
	assert_int_equal(next, 15);
	s.max_layouts = 12;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
	assert_int_equal(next, 12);
	s.max_layouts = 10;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_MOST);
	s.max_layouts = 1000;
	/* there is time for three more layouts, for less than one, and for
	 * none */
	s.left_s = 7.9;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
	assert_int_equal(next, 13);
	s.left_s = 1.9;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_TIME);
	s.left_s = -5;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_TIME);
	/* a study that is precise enough ends for this reason, even if its time
	 * is up */
	s.half_width = 0.01;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_PRECISE);
	/* if the time ran out before all planned runs were made, the study ends
	 * for that reason, although its interval is precise enough */
	s.is_out_of_time = true;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_TIME);
	/* an infinite half-width stands for an unknown interval */
	s.is_out_of_time = false;
	s.left_s = INFINITY;
	s.half_width = INFINITY;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
}

static void the_decision_may_be_wanted_too(void **state)
{
	struct rcc_growth_state s = {.n_layouts = 10,
				     .max_layouts = 1000,
				     .wants_decision = true,
				     .left_s = INFINITY,
				     .layout_s = 2};
	unsigned next = 0;

	(void)state;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
	s.is_decided = true;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_DECIDED);
	/* if both --precision and --decide are given, the study continues until
	 * both are reached */
	s.wanted = 0.01;
	s.half_width = 0.02;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
	s.half_width = 0.01;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_DECIDED);
	s.is_decided = false;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_CONTINUE);
	/* if planned runs are missing, the study ends without a decision */
	s.is_decided = s.is_out_of_time = true;
	assert_int_equal(rcc_growth_decide(&s, &next), RCC_INTERIM_TIME);
}

/* ---- Whole studies of one system ----------------------------------------- */

static json_t *design(double precision, double budget)
{
	json_t *json =
		json_pack("{s:s,s:s,s:[s,s],s:[{s:s,s:s}]}", "seed", "11",
			  "directory", "/", "command", "{binary}", "x",
			  "systems", "name", "prog", "build", "true");

	if (precision > 0)
		json_object_set_new(json, "precision", json_real(precision));
	if (budget > 0)
		json_object_set_new(json, "budget", json_real(budget));
	rcc_study_defaults(json);
	return json;
}

/* Return a random duration, uniform from 0.9 to 1.1 seconds, in ns. */
static int64_t noisy(struct fake *f, const char *argv0)
{
	(void)argv0;
	return 900000000 + (int64_t)rcc_random_below(f->random, 200000000);
}

static void it_ends_when_precise_enough(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	struct rcc_interim *look;
	size_t n = 0;

	/* The times are uniform within ±10 %, with an sd of 5.8 %.  A precision
	 * of ±1.5 % needs about 60 layouts. */
	p->fake.wall_ns = noisy;
	assert_int_equal(run_study(p, design(0.015, 0)), RCC_EXIT_OK);
	f = found(p);
	look = rcc_interim_read(f.stored.interim_analyses, &n);
	assert_in_range(n, 4, 8);
	for (size_t i = 0; i < n; i++) {
		const bool is_last = i + 1 == n;

		assert_int_equal(
			look[i].n_layouts,
			i == 0 ? RCC_STOPPING_FEWEST
			       : rcc_stopping_next(look[i - 1].n_layouts,
						   RCC_STOPPING_GROWTH));
		assert_int_equal(look[i].decision,
				 is_last ? RCC_INTERIM_PRECISE
					 : RCC_INTERIM_CONTINUE);
		assert_int_equal(look[i].half_width <= 0.015, is_last);
	}
	/* the report has the interval of the last interim analysis */
	assert_true(fabs((f.cell[0].interval.hi - f.cell[0].interval.lo) / 2 /
				 f.cell[0].interval.estimate -
			 look[n - 1].half_width) < 1e-12);
	assert_true(f.asked.computed_level > 0.96);
	assert_int_equal(f.stored.n_runs, 2 * look[n - 1].n_layouts);
	assert_int_equal(f.stored.n_runs, f.n_planned);
	free(look);
	rcc_findings_release(&f);
	/* a finished study that is resumed makes no run */
	p->fake.n_runs = 0;
	assert_int_equal(run_study(p, design(0.015, 0)), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 0);
}

/* A study is stopped after every eight runs and resumed.  In the end it has
 * made all planned runs, in the planned order. */
static void an_interrupted_study_ends_too(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	size_t calls = 0;

	p->fake.wall_ns = noisy;
	p->fake.stop_at = 8;
	do {
		p->fake.n_runs = 0;
		calls++;
	} while (run_study(p, design(0.03, 0)) != RCC_EXIT_OK && calls < 999);
	f = found(p);
	assert_true(calls > 3);
	assert_int_equal(f.stored.n_runs, f.n_planned);
	for (size_t i = 0; i < f.stored.n_runs; i++)
		assert_int_equal(f.stored.run[i].order, i);
	assert_true(rcc_growth_half_width(&f) <= 0.03);
	rcc_findings_release(&f);
}

static void it_ends_when_its_time_is_up(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	struct rcc_interim *look;
	int64_t begun;
	size_t n = 0;

	p->fake.wall_ns = noisy;
	begun = p->fake.now_ns;
	assert_int_equal(run_study(p, design(0, 100)), RCC_EXIT_OK);
	/* the study used nearly the whole budget, and no more */
	assert_true(p->fake.now_ns - begun <= INT64_C(100) * 1000000000);
	assert_true(p->fake.now_ns - begun > INT64_C(94) * 1000000000);
	f = found(p);
	look = rcc_interim_read(f.stored.interim_analyses, &n);
	assert_int_equal(look[n - 1].decision, RCC_INTERIM_TIME);
	assert_true(f.asked.computed_level == f.asked.level);
	/* the study made whole blocks, so both arms have the same number of
	 * runs */
	assert_int_equal(f.cell[0].n_ok, f.cell[1].n_ok);
	free(look);
	rcc_findings_release(&f);
}

static void a_budget_too_short_for_any_run_is_an_error(void **state)
{
	struct place *p = *state;

	assert_int_equal(run_study(p, design(0, 2)), RCC_EXIT_FAILED);
	assert_int_equal(p->fake.n_runs, 1); /* the reference run */
}

static void a_study_with_a_number_of_layouts_does_not_grow(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;

	p->fake.wall_ns = noisy;
	assert_int_equal(run_study(p, design(0, 0)), RCC_EXIT_OK);
	f = found(p);
	assert_null(f.stored.interim_analyses);
	assert_int_equal(f.stored.n_runs, 60);
	assert_int_equal(p->n_stretches, 1);
	rcc_findings_release(&f);
}

/* ---- Two systems ------------------------------------------------------- */

/* Return whether the layout in this path belongs to the second system.  The ID
 * of the layout modulo 4 is then 2 or 3. */
static bool is_second_system(const char *argv0)
{
	return strtol(strstr(argv0, "/layouts/") + 9, NULL, 10) % 4 >= 2;
}

/* Return a random duration in ns, uniform within ±1 % of a second.  The second
 * system takes 8 % longer, so that few pairs of layouts show it. */
static int64_t slower(struct fake *f, const char *argv0)
{
	const int64_t ns =
		990000000 + (int64_t)rcc_random_below(f->random, 20000000);

	return is_second_system(argv0) ? ns + ns * 8 / 100 : ns;
}

/* Return a duration that has the same distribution for both systems. */
static int64_t hidden(struct fake *f, const char *argv0)
{
	return noisy(f, argv0);
}

static json_t *question(double decide, double budget)
{
	json_t *json =
		json_pack("{s:s,s:s,s:[s],s:[{s:s,s:s},{s:s,s:s}],s:f}", "seed",
			  "11", "directory", "/", "command", "{binary}",
			  "systems", "name", "old", "build", "true", "name",
			  "new", "build", "true", "decide", decide);

	if (budget > 0)
		json_object_set_new(json, "budget", json_real(budget));
	rcc_study_defaults(json);
	return json;
}

static void it_ends_when_the_question_is_decided(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	struct rcc_decision d;
	struct rcc_interim *look;
	size_t n = 0;

	p->fake.wall_ns = slower;
	assert_int_equal(run_study(p, question(0.01, 0)), RCC_EXIT_OK);
	f = found(p);
	look = rcc_interim_read(f.stored.interim_analyses, &n);
	assert_int_equal(look[n - 1].decision, RCC_INTERIM_DECIDED);
	assert_int_equal(look[0].n_layouts, RCC_STOPPING_FEWEST);
	assert_int_equal(f.looks.n, n);
	assert_int_equal(f.looks.plan.kind, RCC_LOOKS_PLANNED);
	rcc_decide(&f, 0, 1, rcc_comparison_delta(&f), &d);
	assert_int_equal(d.answer, RCC_ANSWER_REGRESSION);
	assert_int_equal(d.n_looks, n);
	assert_int_equal(d.n_needed, 0);
	/* A study may make false claims with a probability of 5 %.  The first
	 * look at the result spends half of this probability. */
	assert_true(d.level > 0.974);
	rcc_decide(&f, 1, 0, 0.01, &d);
	assert_int_equal(d.answer, RCC_ANSWER_IMPROVEMENT);
	free(look);
	rcc_findings_release(&f);
	p->fake.n_runs = 0;
	assert_int_equal(run_study(p, question(0.01, 0)), RCC_EXIT_OK);
	assert_int_equal(p->fake.n_runs, 0);
}

/* A layout takes 4 runs of a second, and 9 seconds before each. */
static void the_expected_end_includes_what_is_done_between_runs(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	json_t *json = question(0.0001, 800);

	json_object_set_new(json, "cool-down", json_real(9));
	p->fake.wall_ns = hidden;
	assert_int_equal(run_study(p, json), RCC_EXIT_OK);
	f = found(p);
	assert_int_equal(f.looks.plan.kind, RCC_LOOKS_LIMITED);
	assert_true(f.stored.n_end >= 18 && f.stored.n_end <= 20);
	assert_in_range(f.looks.n_layouts[f.looks.n - 1], 18, 20);
	rcc_findings_release(&f);
}

/* The runs of 20 seconds may decide, although the study has planned more. */
static void time_may_end_in_the_first_batch(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	struct rcc_decision d;
	struct rcc_interim *look;
	size_t n = 0;

	p->fake.wall_ns = slower;
	assert_int_equal(run_study(p, question(0.01, 20)), RCC_EXIT_OK);
	f = found(p);
	look = rcc_interim_read(f.stored.interim_analyses, &n);
	assert_int_equal(n, 1);
	assert_int_equal(look[0].decision, RCC_INTERIM_TIME);
	assert_in_range(look[0].n_measured, 3, 5);
	assert_true(f.stored.n_end == RCC_STOPPING_FEWEST);
	rcc_decide(&f, 0, 1, rcc_comparison_delta(&f), &d);
	assert_int_equal(d.answer, RCC_ANSWER_REGRESSION);
	/* The study has spent 4 % of the planned layouts' part. */
	assert_float_equal(d.level,
			   1 - 0.04 * look[0].n_measured / RCC_STOPPING_FEWEST,
			   1e-6);
	free(look);
	rcc_findings_release(&f);
}

static void an_undecided_question_has_a_plan(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	struct rcc_decision d;

	p->fake.wall_ns = hidden;
	assert_int_equal(run_study(p, question(0.01, 100)), RCC_EXIT_OK);
	f = found(p);
	assert_true(f.looks.n > 1);
	rcc_decide(&f, 0, 1, 0.01, &d);
	assert_int_equal(d.answer, RCC_ANSWER_UNDECIDED);
	assert_true(d.n_needed > d.n_layouts);
	assert_int_equal(d.n_more, d.n_needed - d.n_layouts);
	/* Each look at the result spends a part of the probability of false
	 * claims.  So a later look needs a higher confidence level. */
	assert_true(d.level > rcc_looks_level(&f.looks, 0.9));
	assert_true(rcc_looks_next_level(&f.looks, 0.95, d.n_needed) > d.level);
	rcc_findings_release(&f);
}

/* ---- How long a session measured ---------------------------------------- */

#define SECOND ((int64_t)1000000000)

/* Set 20 runs: each takes 1 s, in blocks of n_block that overlap, and 0.1 s are
 * between blocks. */
static void set_runs(struct rcc_run_record *run, size_t n_block)
{
	for (size_t i = 0; i < 20; i++)
		run[i] = (struct rcc_run_record){
			.start_ns = 1000 * SECOND +
				    (int64_t)(i / n_block) * 11 * SECOND / 10,
			.wall_ns = SECOND};
}

static void assert_seconds(const struct rcc_run_record *run, double expected)
{
	const double s = rcc_measuring_s(run, 20);

	assert_true(fabs(s - expected) < 1e-6);
}

static void jumps_of_the_clock_and_pauses_are_not_measuring(void **state)
{
	struct rcc_run_record run[20];

	(void)state;
	set_runs(run, 1);
	assert_true(rcc_measuring_s(run, 0) == 0);
	assert_seconds(run, 20 + 19 * 0.1);
	/* The clock goes an hour ahead, or back, after 12 runs. */
	for (size_t i = 12; i < 20; i++)
		run[i].start_ns += 3600 * SECOND;
	assert_seconds(run, 20 + 19 * 0.1);
	for (size_t i = 12; i < 20; i++)
		run[i].start_ns -= 2 * 3600 * SECOND;
	assert_seconds(run, 20 + 19 * 0.1);
	/* Runs of a block overlap. */
	set_runs(run, 4);
	assert_seconds(run, 5 + 4 * 0.1);
	for (size_t i = 12; i < 20; i++)
		run[i].start_ns -= 3600 * SECOND;
	assert_seconds(run, 5 + 4 * 0.1);
}

/* ---- Looks: readings of the result before a study grew ------------------- */

static void
time_that_ran_out_among_runs_of_the_same_layouts_is_a_look(void **state)
{
	struct rcc_batch_record batch[] = {{0, 10}};
	struct rcc_run_record *run = rcc_mem_calloc(40, sizeof(*run));
	struct rcc_stored s = {.study = {.n_layouts = 10},
			       .batch = batch,
			       .n_batches = 1,
			       .run = run,
			       .n_runs = 40};
	struct rcc_looks looks;

	(void)state;
	s.interim_analyses = (char *)(uintptr_t) "[{\"layouts\":10,"
						 "\"measured\":10,\"runs\":24,"
						 "\"then\":\"out of time\"},"
						 "{\"layouts\":10,"
						 "\"measured\":10,\"runs\":30,"
						 "\"then\":\"out of time\"},"
						 "{\"layouts\":10,"
						 "\"measured\":10,\"runs\":40,"
						 "\"then\":\"out of time\"}]";
	rcc_looks_read(&s, &looks);
	assert_int_equal(looks.n, 3);
	assert_int_equal(looks.n_layouts[0], 10);
	assert_int_equal(looks.n_layouts[2], 10);
	assert_int_equal(looks.information[0], 6000);
	assert_int_equal(looks.information[1], 7500);
	assert_int_equal(looks.information[2], 10000);
	assert_true(rcc_looks_level(&looks, 0.95) > 0.98);
	rcc_looks_release(&looks);
	free(run);
}

static void growth_by_itself_is_no_look_growth_by_hand_is(void **state)
{
	struct rcc_batch_record batch[] = {{0, 10}, {10, 5}, {15, 15}};
	struct rcc_stored s = {
		.study = {.n_layouts = 30}, .batch = batch, .n_batches = 3};
	struct rcc_looks looks;

	(void)state;
	rcc_looks_read(&s, &looks);
	assert_int_equal(looks.n, 3);
	assert_int_equal(looks.n_layouts[0], 10);
	assert_int_equal(looks.n_layouts[1], 15);
	assert_int_equal(looks.n_layouts[2], 30);
	assert_int_equal(looks.plan.kind, RCC_LOOKS_UNPLANNED);
	assert_true(rcc_looks_level(&looks, 0.95) > 0.99);
	rcc_looks_release(&looks);
	/* a study with --precision continued by itself at 10 layouts and ended
	 * at 15; then the user added layouts by hand */
	s.interim_analyses = (char *)(uintptr_t) "[{\"layouts\":10,\"then\":"
						 "\"more layouts\"},"
						 "{\"layouts\":15,\"then\":"
						 "\"precise enough\"}]";
	s.study.precision = 0.01;
	rcc_looks_read(&s, &looks);
	assert_int_equal(looks.n, 2);
	assert_int_equal(looks.n_layouts[0], 15);
	rcc_looks_release(&looks);
	s.study.n_layouts = 15;
	s.n_batches = 2;
	rcc_looks_read(&s, &looks);
	assert_int_equal(looks.n, 1);
	assert_true(rcc_looks_level(&looks, 0.95) == rcc_stopping_level(0.95));
	rcc_looks_release(&looks);
	/* the time of --budget ran out at 12 of 15 layouts; then the user gave
	 * a longer --budget */
	s.study.precision = 0;
	s.interim_analyses =
		(char *)(uintptr_t) "[{\"layouts\":10,\"measured\":10,\"then\":"
				    "\"more layouts\"},"
				    "{\"layouts\":15,\"measured\":12,\"then\":"
				    "\"out of time\"}]";
	rcc_looks_read(&s, &looks);
	assert_int_equal(looks.n, 2);
	assert_int_equal(looks.n_layouts[0], 12);
	assert_int_equal(looks.n_layouts[1], 15);
	rcc_looks_release(&looks);
	s.interim_analyses = NULL;
	/* With --decide the study is analyzed after each batch of layouts, and
	 * each of these analyses is a look. */
	s.study.precision = 0;
	s.study.decide = 0.01;
	rcc_looks_read(&s, &looks);
	assert_int_equal(looks.n, 2);
	assert_int_equal(looks.plan.kind, RCC_LOOKS_PLANNED);
	rcc_looks_release(&looks);
	s.study.decide = 0;
	s.study.may_grow = true;
	s.study.n_layouts = 10;
	s.n_batches = 1;
	rcc_looks_read(&s, &looks);
	assert_float_equal(rcc_looks_level(&looks, 0.95), 0.975, 1e-9);
	rcc_looks_release(&looks);
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)
		cmocka_unit_test(
			the_decision_follows_from_width_time_and_number),
		cmocka_unit_test(the_decision_may_be_wanted_too),
		cmocka_unit_test(
			time_that_ran_out_among_runs_of_the_same_layouts_is_a_look),
		cmocka_unit_test(
			jumps_of_the_clock_and_pauses_are_not_measuring),
		cmocka_unit_test(growth_by_itself_is_no_look_growth_by_hand_is),
		T(it_ends_when_the_question_is_decided),
		T(the_expected_end_includes_what_is_done_between_runs),
		T(time_may_end_in_the_first_batch),
		T(an_undecided_question_has_a_plan),
		T(it_ends_when_precise_enough),
		T(an_interrupted_study_ends_too),
		T(it_ends_when_its_time_is_up),
		T(a_budget_too_short_for_any_run_is_an_error),
		T(a_study_with_a_number_of_layouts_does_not_grow),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
