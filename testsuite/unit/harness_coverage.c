/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole studies with known effects and simulated noise.  The tests make the
 * schedule, fake the runs, store them and compute the findings.  Intervals must
 * contain the true value as often as their level states.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/findings/comparison.h"
#include "harness/study/study_defaults.h"
#include "stats/rcc_stats.h"
#include "testsuite/unit/harness_fake_study.h"

#define N_STUDIES 120
#define LAYOUT_SD 0.02
#define RUN_SD 0.008
#define RATIO 1.03
#define SHIFT 1.01 /* time of random layouts, divided by the original's */
#define MOST_LAYOUTS 4096

/* The studies have the systems a and b, each with a random arm and the original
 * layout.  A cell is an arm of a system, numbered from 0 to 3.  Layout n of a
 * cell has the ID 4 n + cell. */
enum { CELLS = 4 };

static double layout_effect[MOST_LAYOUTS];
static bool has_effect[MOST_LAYOUTS];

/* Draw a normal number with mean 1. */
static double draw_around_one(struct rcc_random *random, double sd)
{
	const struct rcc_model model = {.n_levels = 1, .mean = 1, .sd = {sd}};
	const size_t one = 1;
	double x = 0;

	rcc_model_draw(&model, &one, random, &x);
	return x;
}

/* ---- A machine that jumps ---------------------------------------------- */

/* If `jumps` is set, the machine has two speeds, whose logarithms differ by
 * 0.36.  It changes its speed in one run of twelve, at a random moment in the
 * run. */
#define JUMP 0.36
#define STAY (11.0 / 12)

static bool jumps;
static bool is_slow;

static double machine_factor(struct rcc_random *random)
{
	const double before = is_slow;
	double part = 1;

	if (!jumps)
		return 1;
	if (rcc_random_unit(random) > STAY) {
		part = rcc_random_unit(random);
		is_slow = !is_slow;
	}
	return exp(JUMP * (part * before + (1 - part) * is_slow));
}

static int64_t simulated_time(struct fake *f, const char *argv0)
{
	const long id = strtol(strstr(argv0, "/layouts/") + 9, NULL, 10);
	const bool is_random = id % 2 == 0;
	double seconds = draw_around_one(f->random, RUN_SD);

	assert_in_range(id, 0, MOST_LAYOUTS - 1);
	if (is_random && !has_effect[id]) {
		layout_effect[id] =
			SHIFT * draw_around_one(f->random, LAYOUT_SD);
		has_effect[id] = true;
	}
	if (is_random)
		seconds *= layout_effect[id];
	if (id % CELLS >= 2)
		seconds *= RATIO;
	seconds *= machine_factor(f->random);
	return (int64_t)(seconds * 1e9);
}

static json_t *design(int seed, int layouts, int executions, double precision)
{
	char text[24];
	json_t *json;

	snprintf(text, sizeof(text), "%d", seed);
	json = json_pack("{s:s,s:s,s:[s],s:[{s:s,s:s},{s:s,s:s}],s:i,s:i}",
			 "seed", text, "directory", "/", "command", "{binary}",
			 "systems", "name", "a", "build", "true", "name", "b",
			 "build", "true", "layouts", layouts, "executions",
			 executions);
	if (executions == 0)
		json_object_set_new(json, "executions", json_string("auto"));
	if (precision > 0)
		json_object_set_new(json, "precision", json_real(precision));
	/* A study of two systems does not repeat disturbed blocks by default,
	 * because one program may vary more than the other.  These programs
	 * vary alike, so turn repeats on. */
	json_object_set_new(json, "redo", json_string("on"));
	rcc_study_defaults(json);
	return json;
}

/* Counts of studies.  The fields mean, percent, shift and ratio count the
 * studies whose interval contains the true value.  These intervals are computed
 * from the means of cells. */
struct covered {
	size_t mean, percent, shift, ratio, wrong_verdict;
	/* The same for the intervals that a report gives, which may be computed
	 * from blocks instead. */
	size_t reported_percent, reported_shift, reported_ratio;
	size_t second_rounds, repeats;
	double shift_bias; /* sum of ln(estimate / SHIFT) */
	double shift_squares;
};

static bool within(double lo, double truth, double hi)
{
	return lo <= truth && truth <= hi;
}

static void count(const struct rcc_findings *f, struct covered *n)
{
	const struct rcc_layout_effect *x = &f->effect[0].effect;
	struct rcc_comparison c;

	assert_int_equal(f->effect[0].error, 0);
	n->mean +=
		within(f->cell[0].interval.lo, SHIFT, f->cell[0].interval.hi);
	n->percent += within(x->percent.lo, 100 * LAYOUT_SD, x->percent.hi);
	n->shift += within(x->shift.lo, SHIFT, x->shift.hi);
	rcc_comparison_of_systems(f, 0, 1, 0, &c);
	n->ratio += within(c.ratio.lo, RATIO, c.ratio.hi);
	n->wrong_verdict += c.verdict == RCC_VERDICT_SMALLER;
}

static void count_reported(const struct rcc_findings *f, struct covered *n)
{
	const struct rcc_effect *e = &f->effect[0];
	const struct rcc_ratio *shift = rcc_effect_shift(e);
	const double off = log(shift->estimate / SHIFT);
	const struct rcc_ratio *ratio;
	struct rcc_interval sd;
	struct rcc_comparison c;

	if (!rcc_effect_sd(e, &sd)) {
		sd.lo = 0;
		sd.hi = e->sd_most;
	}
	n->reported_percent += within(sd.lo, 100 * LAYOUT_SD, sd.hi);
	n->reported_shift += within(shift->lo, SHIFT, shift->hi);
	rcc_comparison_of_systems(f, 0, 1, 0, &c);
	ratio = rcc_comparison_ratio(&c);
	n->reported_ratio += within(ratio->lo, RATIO, ratio->hi);
	n->second_rounds += f->stored.study.n_executions == 2;
	n->repeats += f->stored.n_repeated;
	n->shift_bias += off;
	n->shift_squares += off * off;
}

static void run_studies(int layouts, int executions, double precision,
			struct covered *n)
{
	/* Hide the progress messages of hundreds of studies. */
	const int error = dup(2);
	const int null = open("/dev/null", O_WRONLY);

	*n = (struct covered){0};
	dup2(null, 2);
	for (int i = 0; i < N_STUDIES; i++) {
		struct place *p = NULL;
		struct rcc_findings f;

		make_place((void **)&p);
		rcc_random_stream(&p->random, (uint64_t)i, "coverage");
		memset(has_effect, 0, sizeof(has_effect));
		is_slow = i % 2 == 0;
		p->fake.wall_ns = simulated_time;
		assert_int_equal(
			run_study(p, design(i, layouts, executions, precision)),
			RCC_EXIT_OK);
		f = found(p);
		count(&f, n);
		count_reported(&f, n);
		rcc_findings_release(&f);
		remove_place((void **)&p);
	}
	dup2(error, 2);
	close(null);
	close(error);
}

/* Check that enough 95 % intervals, n of N_STUDIES, contain the true value.  n
 * may be four binomial standard errors below 95 % of N_STUDIES.  There is no
 * upper limit, because four standard errors above it would be over 100 %. */
static void assert_covers(size_t n)
{
	const double error = sqrt(0.05 * 0.95 * N_STUDIES);

	assert_true((double)n > 0.95 * N_STUDIES - 4 * error);
}

static void intervals_cover_as_stated(void **state)
{
	struct covered n;

	(void)state;
	run_studies(10, 1, 0, &n);
	assert_covers(n.mean);
	assert_covers(n.percent);
	assert_covers(n.shift);
	assert_covers(n.ratio);
	assert_int_equal(n.wrong_verdict, 0);
}

static void intervals_cover_with_several_executions(void **state)
{
	struct covered n;

	(void)state;
	run_studies(8, 2, 0, &n);
	assert_covers(n.mean);
	assert_covers(n.percent);
	assert_covers(n.shift);
	assert_covers(n.ratio);
}

static void intervals_cover_after_interim_analyses(void **state)
{
	struct covered n;

	(void)state;
	run_studies(10, 1, 0.018, &n);
	assert_covers(n.ratio);
	assert_covers(n.mean);
}

/* Check that the logarithm of the estimated shift is right on average, within
 * four standard errors. */
static void assert_unbiased(const struct covered *n)
{
	assert_true(fabs(n->shift_bias) < 4 * sqrt(n->shift_squares));
}

/* If the speed of the machine jumps, a study adds a second round and repeats
 * disturbed blocks by itself.  The intervals must still contain the true values
 * as often as stated. */
static void intervals_cover_on_a_machine_that_jumps(void **state)
{
	struct covered n;

	(void)state;
	jumps = true;
	run_studies(16, 0, 0, &n);
	jumps = false;
	assert_covers(n.reported_shift);
	assert_covers(n.reported_ratio);
	assert_covers(n.reported_percent);
	assert_unbiased(&n);
	assert_int_equal(n.wrong_verdict, 0);
	assert_true(n.second_rounds > 0.95 * N_STUDIES);
	assert_true(n.repeats > N_STUDIES / 2);
}

static void a_calm_machine_needs_no_second_round(void **state)
{
	struct covered n;

	(void)state;
	run_studies(16, 0, 0, &n);
	assert_covers(n.reported_shift);
	assert_covers(n.reported_ratio);
	assert_covers(n.reported_percent);
	assert_unbiased(&n);
	assert_true(n.second_rounds < 0.2 * N_STUDIES);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(intervals_cover_as_stated),
		cmocka_unit_test(intervals_cover_with_several_executions),
		cmocka_unit_test(intervals_cover_after_interim_analyses),
		cmocka_unit_test(intervals_cover_on_a_machine_that_jumps),
		cmocka_unit_test(a_calm_machine_needs_no_second_round),
	};

	/* Hundreds of databases are written with fdatasync(), so keep them in
	 * memory. */
	if (access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 1);
	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
