/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of harness/session: the runs that a study adds by itself.  A study
 * that finds its machine noisy makes a second round, in which each layout runs
 * again.  After two rounds it repeats the layouts that were disturbed, each
 * next to the original layout (a block).  The repeats replace the first runs.
 * The tests have a fake executor, which gives the runs known times.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_defaults.h"
#include "stats/rcc_claims.h"
#include "stats/rcc_rounds.h"
#include "testsuite/unit/harness_fake_study.h"

#define N_LAYOUTS 20
#define N_ROUND (2 * N_LAYOUTS)

/* ---- Times of the fake runs -------------------------------------------- */

/* Return the number of a layout in its arm, from the path of its program.
 * Layout n has the ID 2 n in the random arm and 2 n + 1 in the other. */
static long layout_of(const char *argv0)
{
	return strtol(strstr(argv0, "/layouts/") + 9, NULL, 10) / 2;
}

static bool is_random(const char *argv0)
{
	return strtol(strstr(argv0, "/layouts/") + 9, NULL, 10) % 2 == 0;
}

/* Return about one second in ns, with uniform noise of up to 0.2 %. */
static int64_t calm_time(struct fake *f, const char *argv0)
{
	(void)argv0;
	return 1000000000 + (int64_t)rcc_random_below(f->random, 2000000);
}

/* Return times at two speeds, which alternate every ten runs, as if the speed
 * of the machine jumped. */
static int64_t jumping_time(struct fake *f, const char *argv0)
{
	return calm_time(f, argv0) * (f->n_runs / 10 % 2 == 0 ? 10 : 14) / 10;
}

/* odd_time() makes two layouts slow.  Random layout 3 takes twice as long in
 * its first, third, fifth ... run, up to run last_slow_run.  Random layout 5
 * always takes twice as long. */
static unsigned n_runs_of_3;
static unsigned last_slow_run;

static int64_t odd_time(struct fake *f, const char *argv0)
{
	const int64_t ns = calm_time(f, argv0);

	if (!is_random(argv0))
		return ns;
	if (layout_of(argv0) == 5)
		return 2 * ns;
	if (layout_of(argv0) != 3)
		return ns;
	n_runs_of_3++;
	return n_runs_of_3 % 2 == 1 && n_runs_of_3 <= last_slow_run ? 2 * ns
								    : ns;
}

/* ---- Studies ----------------------------------------------------------- */

static json_t *design(json_t *executions)
{
	json_t *json = json_pack("{s:s,s:s,s:[s],s:[{s:s,s:s}],s:i}", "seed",
				 "11", "directory", "/", "command", "{binary}",
				 "systems", "name", "prog", "build", "true",
				 "layouts", N_LAYOUTS);

	if (executions != NULL)
		json_object_set_new(json, "executions", executions);
	rcc_study_defaults(json);
	return json;
}

static struct rcc_findings measured(struct place *p, json_t *json)
{
	assert_int_equal(run_study(p, json), RCC_EXIT_OK);
	return found(p);
}

static void a_calm_round_is_enough(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	const struct rcc_rounds *r;

	p->fake.wall_ns = calm_time;
	f = measured(p, design(NULL));
	r = &f.stored.stages.rounds;
	assert_int_equal(f.stored.n_runs, N_ROUND);
	assert_int_equal(f.stored.study.n_executions, 1);
	assert_true(r->is_judged);
	assert_true(r->is_calm);
	assert_int_equal(r->judged_layouts, N_LAYOUTS);
	assert_int_equal(r->settled_layouts, N_LAYOUTS);
	assert_int_equal(r->n_stages, 0);
	assert_false(f.blocks.are_headline);
	rcc_findings_release(&f);
}

static void a_round_that_is_not_calm_has_a_second_one(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	const struct rcc_rounds *r;

	p->fake.wall_ns = jumping_time;
	f = measured(p, design(NULL));
	r = &f.stored.stages.rounds;
	assert_true(f.stored.n_runs >= 2 * N_ROUND);
	assert_int_equal(f.stored.study.n_executions, 2);
	assert_true(r->is_judged);
	assert_false(r->is_calm);
	assert_true(r->autocorrelation > r->bound);
	assert_int_equal(rcc_rounds_count(r, RCC_STAGE_ROUND), 1);
	assert_int_equal(r->stage[0].n_layouts, N_LAYOUTS);
	assert_true(f.blocks.are_headline);
	assert_int_equal(f.blocks.n_rounds, 2);
	assert_int_equal(f.effect[0].rounds_error, 0);
	/* every layout ran once in each round */
	for (size_t i = 0; i < (size_t)2 * N_ROUND; i++)
		assert_int_equal(f.stored.run[i].execution, i / N_ROUND);
	rcc_findings_release(&f);
}

/* If the user gives the number of executions, the study makes that many rounds.
 * It does not judge whether the first round was calm, and adds no further
 * round. */
static void a_number_of_executions_is_kept(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;

	p->fake.wall_ns = jumping_time;
	f = measured(p, design(json_integer(1)));
	assert_int_equal(f.stored.n_runs, N_ROUND);
	assert_false(f.stored.stages.rounds.is_judged);
	rcc_findings_release(&f);
}

static void a_layout_that_differs_between_rounds_is_run_again(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	const struct rcc_rounds *r;

	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1;
	f = measured(p, design(json_integer(2)));
	r = &f.stored.stages.rounds;
	assert_int_equal(f.stored.n_runs, 2 * N_ROUND + 8);
	assert_int_equal(r->n_stages, 1);
	assert_int_equal(r->stage[0].kind, RCC_STAGE_REPEAT);
	assert_int_equal(r->stage[0].n_layouts, 2);
	assert_int_equal(r->stage[0].n_far, 2);
	assert_int_equal(r->stage[0].n_torn, 0);
	assert_int_equal(r->stage[0].layout[0], 3);
	/* A layout that is always slow is repeated once.  It is slow again, and
	 * therefore really slow. */
	assert_int_equal(r->stage[0].layout[1], 5);
	assert_true(f.cell[0].layout_mean[5] > 1.99);
	assert_int_equal(f.stored.n_replaced, 8);
	assert_int_equal(f.stored.n_repeated, 2);
	/* Runs that a repeat replaces stay stored, but no estimate uses them.
	 * The statistical tests use them instead of the repeats. */
	assert_int_equal(f.cell[0].n_stored, 2 * N_LAYOUTS + 4);
	assert_int_equal(f.cell[0].n_ok, 2 * N_LAYOUTS);
	assert_int_equal(f.cell[0].size[3], 2);
	assert_true(f.cell[0].layout_mean[3] < 1.01);
	assert_int_equal(f.blocks.n, 2 * N_LAYOUTS);
	/* A study with repeats is analyzed by blocks, even if the runs of a
	 * block are not correlated.  The F test would mistake the repeats for
	 * variation between layouts. */
	assert_true(f.effect[0].by_blocks);
	assert_int_equal(rcc_blocks_before(&f.blocks)->n, 2 * N_LAYOUTS);
	assert_true(rcc_blocks_before(&f.blocks) != &f.blocks);
	assert_int_equal(f.stored.run[2 * N_ROUND].execution, 2);
	assert_int_equal(f.stored.run[2 * N_ROUND + 7].execution, 3);
	rcc_findings_release(&f);
}

/* Return the mean log ratio of random layout 3 to the original layout.  The
 * means are indexed by the ID of a layout, here 6. */
static double ratio_of_3(const struct rcc_blocks *b)
{
	double *mean = rcc_blocks_layout_means(b, 1, 0);
	const double ratio = mean[6];

	free(mean);
	return ratio;
}

/* Return the p-value of rcc_shift_test(), which changes signs at random, for
 * the blocks `b`. */
static double shift_p(const struct rcc_blocks *b)
{
	double *mean = rcc_blocks_layout_means(b, 1, 0);
	struct rcc_random random;
	double p;
	size_t n = 0;

	for (size_t i = 0; i < b->n_layouts; i++)
		if (!isnan(mean[i]))
			mean[n++] = mean[i];
	rcc_random_stream(&random, 0, "shift");
	assert_int_equal(rcc_shift_test(mean, n, 9999, &random, &p), 0);
	free(mean);
	return p;
}

/* Return the larger p-value of two tests for a shift: rcc_shift_test(), and
 * Hall's test for skewed data. */
static double larger_p(const struct rcc_blocks *b)
{
	double *mean = rcc_blocks_layout_means(b, 1, 0);
	double p;
	size_t n = 0;

	for (size_t i = 0; i < b->n_layouts; i++)
		if (!isnan(mean[i]))
			mean[n++] = mean[i];
	assert_int_equal(rcc_skewed_p(mean, n, NULL, 0, &p), 0);
	free(mean);
	return fmax(p, shift_p(b));
}

/* Intervals are computed from the blocks after the repeats.  Statistical tests
 * use the blocks as they were before. */
static void tests_see_what_was_before(void **state)
{
	struct place *p = *state;
	const struct rcc_blocks *before;
	struct rcc_findings f;

	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1;
	f = measured(p, design(NULL));
	before = rcc_blocks_before(&f.blocks);
	assert_int_equal(f.stored.n_repeated, 2);
	assert_true(f.effect[0].by_blocks);
	assert_true(ratio_of_3(before) > 0.3);
	assert_true(fabs(ratio_of_3(&f.blocks)) < 0.01);
	assert_true(shift_p(before) != shift_p(&f.blocks));
	assert_true(f.effect[0].shift_p >= shift_p(before));
	assert_true(f.effect[0].shift_p == larger_p(before));
	assert_true(f.blocks.correlation.sd == before->correlation.sd);
	/* a report states the noise after the repeats */
	assert_true(1.1 * f.blocks.sd_within_used <
		    f.blocks.correlation.sd_within);
	assert_true(before->sd_within_used == before->correlation.sd_within);
	rcc_findings_release(&f);
}

static void there_are_three_passes_at_most(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;

	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1000;
	f = measured(p, design(json_integer(2)));
	/* Layout 3 is repeated three times, the largest number allowed.  Layout
	 * 5 is far from the others and is repeated once.  A repeat has two
	 * blocks of two runs. */
	assert_int_equal(f.stored.n_runs, 2 * N_ROUND + 3 * 4 + 4);
	assert_int_equal(
		rcc_rounds_count(&f.stored.stages.rounds, RCC_STAGE_REPEAT), 3);
	assert_int_equal(f.stored.n_replaced, 3 * 4 + 4);
	rcc_findings_release(&f);
}

static void repeats_can_be_turned_off(void **state)
{
	struct place *p = *state;
	json_t *json = design(json_integer(2));
	struct rcc_findings f;

	json_object_set_new(json, "redo", json_string("off"));
	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1;
	f = measured(p, json);
	assert_int_equal(f.stored.n_runs, 2 * N_ROUND);
	rcc_findings_release(&f);
}

/* An older randstudy made no second rounds and no repeats.  A study that it has
 * begun is continued without them, in the order of version 1 of the
 * schedule. */
static void an_older_study_stays_as_it_is(void **state)
{
	struct place *p = *state;
	json_t *json = design(json_integer(2));
	const struct rcc_schedule s = {.master_seed = 11,
				       .n_cells = 2,
				       .n_executions = 2,
				       .n_layouts = N_LAYOUTS};
	struct rcc_planned_run plan[2 * N_ROUND];
	struct rcc_findings f;

	json_object_del(json, "redo");
	json_object_del(json, "schedule");
	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1;
	f = measured(p, json);
	rcc_schedule_fill(&s, plan);
	assert_int_equal(f.stored.n_runs, 2 * N_ROUND);
	for (size_t i = 0; i < f.stored.n_runs; i++) {
		assert_int_equal(f.stored.run[i].layout,
				 2 * plan[i].layout + plan[i].cell);
		assert_int_equal(f.stored.run[i].execution, plan[i].execution);
	}
	rcc_findings_release(&f);
}

/* A study is stopped after every eight runs and resumed.  In the end it has
 * made the same runs as a study that was not stopped. */
static void an_interrupted_study_adds_the_same(void **state)
{
	struct place *p = *state;
	struct place *other = NULL;
	struct rcc_findings whole;
	struct rcc_findings f;

	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1;
	whole = measured(p, design(NULL));
	assert_int_equal(whole.stored.n_runs, 2 * N_ROUND + 8);
	make_place((void **)&other);
	other->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	do {
		other->fake.n_runs = 0;
		other->fake.stop_at = 8;
	} while (run_study(other, design(NULL)) != RCC_EXIT_OK);
	f = found(other);
	assert_int_equal(f.stored.n_runs, whole.stored.n_runs);
	for (size_t i = 0; i < f.stored.n_runs; i++)
		assert_int_equal(f.stored.run[i].layout,
				 whole.stored.run[i].layout);
	assert_int_equal(f.stored.n_replaced, whole.stored.n_replaced);
	rcc_findings_release(&f);
	rcc_findings_release(&whole);
	remove_place((void **)&other);
}

static void a_block_of_two_sessions_is_run_again(void **state)
{
	struct place *p = *state;
	struct rcc_findings f;
	const struct rcc_rounds *r;

	p->fake.wall_ns = calm_time;
	/* stop after the reference run, a block, and half a block */
	p->fake.stop_at = 4;
	assert_int_equal(run_study(p, design(NULL)), RCC_EXIT_FAILED);
	p->fake.stop_at = 0;
	p->n_sessions = 1;
	f = measured(p, design(NULL));
	r = &f.stored.stages.rounds;
	assert_int_equal(f.stored.n_runs, N_ROUND + 2);
	assert_int_equal(r->n_stages, 1);
	assert_int_equal(r->stage[0].n_torn, 1);
	assert_int_equal(r->stage[0].n_far, 0);
	assert_int_equal(f.stored.n_replaced, 2);
	assert_int_equal(f.blocks.n, N_LAYOUTS);
	assert_int_equal(f.blocks.n_torn, 0);
	assert_int_equal(f.cell[0].n_ok, N_LAYOUTS);
	rcc_findings_release(&f);
}

/* Return the largest number of repeats that a layout had. */
static unsigned most_repeats(const struct rcc_findings *f)
{
	const struct rcc_rounds *r = &f->stored.stages.rounds;
	unsigned n[2 * N_LAYOUTS] = {0};
	unsigned most = 0;

	for (size_t i = 0; i < r->n_stages; i++)
		for (unsigned k = 0;
		     k < r->stage[i].n_layouts && r->stage[i].layout != NULL;
		     k++)
			n[r->stage[i].layout[k]]++;
	for (size_t i = 0; i < 2 * N_LAYOUTS; i++)
		most = n[i] > most ? n[i] : most;
	return most;
}

/* The study has made two rounds before it grows.  The layouts that are then
 * added get two rounds at once.  No layout is repeated more than three
 * times. */
static void added_layouts_have_as_many_rounds(void **state)
{
	struct place *p = *state;
	json_t *json = design(NULL);
	struct rcc_findings f;

	json_object_set_new(json, "precision", json_real(1e-9));
	json_object_set_new(json, "max-layouts", json_integer(N_LAYOUTS + 10));
	p->fake.wall_ns = odd_time;
	n_runs_of_3 = 0;
	last_slow_run = 1000;
	f = measured(p, json);
	assert_int_equal(f.stored.study.n_layouts, N_LAYOUTS + 10);
	assert_int_equal(
		rcc_rounds_count(&f.stored.stages.rounds, RCC_STAGE_ROUND), 1);
	for (size_t i = 0; i < f.cell[0].n_layouts; i++)
		assert_int_equal(f.cell[0].size[i], 2);
	assert_true(most_repeats(&f) <= RCC_ROUNDS_PASSES);
	assert_int_equal(f.stored.stages.rounds.settled_layouts,
			 N_LAYOUTS + 10);
	rcc_findings_release(&f);
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)
		T(a_calm_round_is_enough),
		T(a_round_that_is_not_calm_has_a_second_one),
		T(a_number_of_executions_is_kept),
		T(a_layout_that_differs_between_rounds_is_run_again),
		T(tests_see_what_was_before),
		T(there_are_three_passes_at_most),
		T(repeats_can_be_turned_off),
		T(an_older_study_stays_as_it_is),
		T(an_interrupted_study_adds_the_same),
		T(a_block_of_two_sessions_is_run_again),
		T(added_layouts_have_as_many_rounds),
	};

	if (access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 1);
	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
