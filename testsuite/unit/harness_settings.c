/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of study/study: the settings of a study, which are stored as JSON.
 * Invalid settings are refused, and the message names them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "harness/study/study.h"
#include "harness/study/study_defaults.h"

/* Return the smallest valid settings of a new study, with the keys of `more`
 * (JSON) added. */
static json_t *settings(const char *more)
{
	json_t *given = json_pack("{s:s,s:s,s:[{s:s,s:s,s:n}],s:[s,s]}", "seed",
				  "7", "directory", "/tmp", "systems", "name",
				  "prog", "build", "make", "program", "command",
				  "{binary}", "x");
	json_t *other = json_loads(more, 0, NULL);

	assert_non_null(other);
	json_object_update(given, other);
	json_decref(other);
	rcc_study_defaults(given);
	return given;
}

static void parse(const char *more, struct rcc_study *study)
{
	json_t *json = settings(more);
	char *problem = NULL;

	if (rcc_study_parse(json, study, &problem) != 0)
		fail_msg("%s: %s", more, problem);
	json_decref(json);
}

static void defaults_are_filled_in(void **state)
{
	struct rcc_study s;

	(void)state;
	parse("{}", &s);
	assert_true(s.master_seed == 7);
	assert_int_equal(s.n_layouts, 30);
	assert_int_equal(s.n_executions, 1);
	assert_int_equal(s.n_iterations, 1);
	assert_int_equal(s.max_layouts, 1000);
	assert_true(s.output_limit == INT64_C(268435456));
	assert_int_equal(s.n_arms, 2);
	assert_string_equal(s.arm[0].factors, "functions,units");
	assert_null(s.arm[1].factors);
	assert_true(s.has_random_env && s.arm[0].has_random_env);
	assert_int_equal(s.n_command, 2);
	assert_null(s.system[0].program);
	assert_null(s.expect);
	assert_false(rcc_study_grows(&s));
	assert_false(s.control.sets_cpus);
	rcc_study_release(&s);
}

/* Disturbed blocks are run again by default, but not if a study has two
 * programs.  One of the programs may vary more than the other, and would be run
 * again more often. */
static void blocks_of_two_programs_are_not_run_again(void **state)
{
	struct rcc_study s;

	(void)state;
	parse("{}", &s);
	assert_true(s.repeats_blocks);
	rcc_study_release(&s);
	parse("{\"systems\": [{\"name\": \"a\", \"build\": \"make a\"},"
	      "{\"name\": \"b\", \"build\": \"make b\"}]}",
	      &s);
	assert_false(s.repeats_blocks);
	rcc_study_release(&s);
}

static void a_study_that_grows_begins_with_ten_layouts(void **state)
{
	struct rcc_study s;

	(void)state;
	parse("{\"precision\": 0.01}", &s);
	assert_int_equal(s.n_layouts, 10);
	assert_true(rcc_study_grows(&s));
	rcc_study_release(&s);
}

static void settings_of_every_type_are_read(void **state)
{
	struct rcc_study s;

	(void)state;
	parse("{\"layouts\": 5, \"exit-status\": 3, \"timeout\": 2.5,"
	      " \"expect\": \"out\", \"shell\": true, \"on-wrong\": \"go-on\","
	      " \"keep-layouts\": \"none\", \"env\": \"fixed\","
	      " \"cpu\": \"0,2-3\", \"nice\": -5, \"aslr\": \"off\"}",
	      &s);
	assert_int_equal(s.n_layouts, 5);
	assert_int_equal(s.exit_status, 3);
	assert_true(s.timeout == 2.5);
	assert_string_equal(s.expect, "out");
	assert_true(s.has_shell);
	assert_true(s.continues_after_failure);
	assert_true(s.removes_layouts);
	assert_false(s.has_random_env || s.arm[0].has_random_env);
	assert_true(s.control.sets_cpus && CPU_ISSET(2, &s.control.cpus) &&
		    !CPU_ISSET(1, &s.control.cpus));
	assert_int_equal(s.control.nice, -5);
	assert_true(s.control.sets_aslr && !s.control.has_aslr);
	rcc_study_release(&s);
}

static void runs_take_turns_unless_the_study_says_tandem(void **state)
{
	const char *const more[] = {
		"{}",
		"{\"runs\": \"turns\", \"tune\": true}",
		"{\"runs\": \"tandem\", \"sched\": \"batch\"}",
		("{\"runs\": \"tandem\", \"fresh-cwd\": true, \"metrics\":"
		 " [{\"name\": \"m\", \"source\": \"file:out:(.*)\"}]}"),
		"{\"runs\": \"tandem-if-possible\"}",
		("{\"runs\": \"duet\", \"sched\": \"rr\", \"metrics\":"
		 " [{\"name\": \"wall\", \"source\": \"wall\"}]}")};
	json_t *old = settings("{}");
	json_t *turns = json_pack("{s:s}", "runs", "turns");
	json_t *tandem = json_pack("{s:s}", "runs", "tandem");

	(void)state;
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
		struct rcc_study s;

		parse(more[i], &s);
		assert_int_equal(s.is_tandem, i >= 2 && i <= 4);
		assert_int_equal(s.is_duet, i == 5);
		assert_int_equal(s.may_take_turns, i == 4);
		rcc_study_release(&s);
	}
	/* without the key "runs", a study makes its runs in turns */
	assert_null(rcc_study_conflict(old, turns));
	assert_string_equal(rcc_study_conflict(old, tandem), "runs");
	assert_string_equal(rcc_study_conflict(turns, tandem), "runs");
	assert_string_equal(rcc_study_conflict(tandem, turns), "runs");
	json_decref(old);
	json_decref(turns);
	json_decref(tandem);
}

static void libraries_go_to_the_system_they_name(void **state)
{
	struct rcc_study s;

	(void)state;
	parse("{\"systems\": [{\"name\": \"a\", \"build\": \"x\"},"
	      " {\"name\": \"b\", \"build\": \"y\"}],"
	      " \"library\": [\"a=liba.so\", \"libc.so\"]}",
	      &s);
	assert_int_equal(s.system[0].n_libraries, 2);
	assert_string_equal(s.system[0].library[0], "liba.so");
	assert_int_equal(s.system[1].n_libraries, 1);
	assert_string_equal(s.system[1].library[0], "libc.so");
	rcc_study_release(&s);
}

static void metrics_keep_their_index_and_unit(void **state)
{
	struct rcc_study s;
	struct rcc_metric m;

	(void)state;
	parse("{\"metrics\": [{\"name\": \"user\", \"source\": \"user\"},"
	      " {\"name\": \"t\", \"unit\": \"ms\","
	      "  \"source\": \"stdout:([0-9]+)\"}]}",
	      &s);
	assert_int_equal(s.n_metrics, 2);
	m = rcc_metric_from_spec(&s.metric[0], 0);
	assert_null(m.spec);
	assert_int_equal(m.builtin, RCC_METRIC_USER);
	m = rcc_metric_from_spec(&s.metric[1], 1);
	assert_int_equal(m.index, 1);
	assert_int_equal(m.unit, RCC_UNIT_SECONDS);
	assert_true(m.factor == 1e-3);
	assert_int_equal(m.better, RCC_BETTER_LOWER);
	rcc_study_release(&s);
}

/* A metric whose name is not given is called after its event, or after the
 * output that has it. */
static void a_metric_has_a_name_by_default(void **state)
{
	static const struct {
		const char *text, *name;
	} row[] = {
		{"user", "user"},
		{"perf:cycles", "cycles"},
		{"perf:cycles:u", "cycles"},
		{"cachegrind:Ir", "Ir"},
		{"callgrind:Dw", "Dw"},
		{"stdout:([0-9]+)", "stdout"},
		{"once:stderr:([0-9]+)", "stderr"},
		{"file:out:([0-9]+)", "file"},
		{"stdout:perf: ([0-9]+)", "stdout"},
		{"stdout:grind: ([0-9]+)", "stdout"},
		{"stdout:total grind: ([0-9]+)", "stdout"},
		{"file:grind:([0-9]+)", "file"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char *problem = NULL;
		json_t *json = rcc_metric_spec_parse(row[i].text, &problem);
		char *text;

		if (json == NULL)
			fail_msg("%s: %s", row[i].text, problem);
		assert_string_equal(
			json_string_value(json_object_get(json, "name")),
			row[i].name);
		text = rcc_metric_spec_text(json);
		assert_string_equal(text, row[i].text);
		free(text);
		json_decref(json);
	}
}

/* The UNIT of a metric NAME/UNIT says whether larger or smaller values are
 * better. */
static void a_unit_says_which_values_are_better(void **state)
{
	static const struct {
		const char *text, *name, *unit;
		enum rcc_unit kind;
		enum rcc_better better;
	} row[] = {
		/* units of time and size, which earlier versions of randstudy
		 * also knew */
		{"t/ms", "t", "ms", RCC_UNIT_SECONDS, RCC_BETTER_LOWER},
		{"time/s", "time", "s", RCC_UNIT_SECONDS, RCC_BETTER_LOWER},
		{"phase1/s", "phase1", "s", RCC_UNIT_SECONDS, RCC_BETTER_LOWER},
		{"gc_times/s", "gc_times", "s", RCC_UNIT_SECONDS,
		 RCC_BETTER_LOWER},
		{"t/\u00b5s", "t", "\u00b5s", RCC_UNIT_COUNT, RCC_BETTER_LOWER},
		{"op/ns", "op", "ns", RCC_UNIT_SECONDS, RCC_BETTER_LOWER},
		{"frame/ms", "frame", "ms", RCC_UNIT_SECONDS, RCC_BETTER_LOWER},
		{"pauses/us", "pauses", "us", RCC_UNIT_SECONDS,
		 RCC_BETTER_LOWER},
		{"heap/MB", "heap", "MB", RCC_UNIT_BYTES, RCC_BETTER_LOWER},
		/* rates */
		{"ops/s", "ops", "ops/s", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"op/s", "op", "op/s", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"kreq/s", "kreq", "kreq/s", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"MB/s", "MB", "MB/s", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"Mbit/s", "Mbit", "Mbit/s", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"GiB/s", "GiB", "GiB/s", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"queries/sec", "queries", "queries/sec", RCC_UNIT_COUNT,
		 RCC_BETTER_HIGHER},
		{"requests/min", "requests", "requests/min", RCC_UNIT_COUNT,
		 RCC_BETTER_HIGHER},
		{"kB/ms", "kB", "kB/ms", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		{"speed/op/s", "speed", "op/s", RCC_UNIT_COUNT,
		 RCC_BETTER_HIGHER},
		{"load/qps", "load", "qps", RCC_UNIT_COUNT, RCC_BETTER_HIGHER},
		/* a unit such as ns/op is a cost, so lower is better */
		{"cost/ns/op", "cost", "ns/op", RCC_UNIT_COUNT,
		 RCC_BETTER_LOWER},
		{"ns/op", "ns", "ns/op", RCC_UNIT_COUNT, RCC_BETTER_LOWER},
		{"B/op", "B", "B/op", RCC_UNIT_COUNT, RCC_BETTER_LOWER},
		{"cycles/op", "cycles", "cycles/op", RCC_UNIT_COUNT,
		 RCC_BETTER_LOWER},
		{"ms/frame", "ms", "ms/frame", RCC_UNIT_COUNT,
		 RCC_BETTER_LOWER},
		{"min/frame", "min", "frame", RCC_UNIT_COUNT,
		 RCC_BETTER_UNKNOWN},
		{"mem/B/op", "mem", "B/op", RCC_UNIT_COUNT, RCC_BETTER_LOWER},
		{"c/cycles/op", "c", "cycles/op", RCC_UNIT_COUNT,
		 RCC_BETTER_LOWER},
		/* the unit does not tell which values are better */
		{"score", "score", NULL, RCC_UNIT_COUNT, RCC_BETTER_UNKNOWN},
		{"x/ops", "x", "ops", RCC_UNIT_COUNT, RCC_BETTER_UNKNOWN},
		{"bad/errors/s", "bad", "errors/s", RCC_UNIT_COUNT,
		 RCC_BETTER_UNKNOWN},
		{"x/ns/s", "x", "ns/s", RCC_UNIT_COUNT, RCC_BETTER_UNKNOWN},
		/* the user tells which values are better */
		{"score,higher", "score", NULL, RCC_UNIT_COUNT,
		 RCC_BETTER_HIGHER},
		{"ops/s,lower", "ops", "ops/s", RCC_UNIT_COUNT,
		 RCC_BETTER_LOWER},
		{"up/s,higher", "up", "s", RCC_UNIT_SECONDS, RCC_BETTER_HIGHER},
	};
	static const char *const unclear[] = {
		"widgets/s",	 "frames/ms", "request/s", "throughput/s",
		"throughput/ms", "rate/s",    "gcs/min"};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char text[80];
		char *problem = NULL;
		struct rcc_metric_spec spec;
		struct rcc_metric m;
		json_t *json;

		snprintf(text, sizeof(text), "%s=stdout:(.)", row[i].text);
		json = rcc_metric_spec_parse(text, &problem);
		if (json == NULL)
			fail_msg("%s: %s", text, problem);
		assert_int_equal(rcc_metric_spec_read(json, &spec, &problem),
				 0);
		m = rcc_metric_from_spec(&spec, 0);
		if (strcmp(spec.name, row[i].name) != 0 ||
		    (row[i].unit != NULL &&
		     strcmp(spec.unit, row[i].unit) != 0) ||
		    m.unit != row[i].kind || m.better != row[i].better ||
		    m.doubt != RCC_METRIC_IS_SURE)
			fail_msg("%s: %s, unit %s (%d), better %d", text,
				 spec.name, spec.unit, m.unit, m.better);
		rcc_metric_spec_release(&spec);
		json_decref(json);
	}
	for (size_t i = 0; i < sizeof(unclear) / sizeof(unclear[0]); i++) {
		char text[80];
		char *problem = NULL;

		snprintf(text, sizeof(text), "%s=stdout:(.)", unclear[i]);
		if (rcc_metric_spec_parse(text, &problem) != NULL ||
		    strstr(problem, "a rate or a time") == NULL)
			fail_msg("%s: %s", text, problem);
		free(problem);
	}
}

static void invalid_settings_are_refused_by_name(void **state)
{
	static const struct {
		const char *more;
		const char *problem;
	} row[] = {
		{"{\"layouts\": 1}", "\"layouts\" must be"},
		{"{\"layouts\": \"5\"}", "\"layouts\" must be"},
		{"{\"iterations\": 2}", "iterations need a --metric"},
		{"{\"exit-status\": 256}", "\"exit-status\" must be"},
		{"{\"timeout\": -1}", "\"timeout\" must be"},
		{"{\"seed\": null}", "\"seed\" is missing"},
		{"{\"seed\": \"none\"}", "bad seed"},
		{"{\"expect\": 1}", "\"expect\" must be a string"},
		{"{\"env\": \"maybe\"}", "\"env\" must be"},
		{"{\"precision\": 0.1, \"layouts\": 3}", "at least 10"},
		{"{\"arms\": []}", "must not be empty"},
		{"{\"arms\": [{\"name\": \"a\", \"factors\": \"nope\"}]}",
		 "unknown factor \"nope\""},
		{"{\"command\": [1]}", "\"command\" must be a list of strings"},
		{"{\"aa\": true}", "needs two \"systems\""},
		{"{\"cpu\": \"3-1\"}", "bad list of CPUs"},
		{"{\"sched\": \"fast\"}", "unknown scheduling class"},
		{"{\"nice\": 20}", "\"nice\" must be"},
		{"{\"metrics\": [{\"name\": \"x\", \"source\": \"y\"}]}",
		 "unknown metric \"y\""},
		{"{\"runs\": \"both\"}", "\"runs\" must be"},
		{"{\"runs\": \"tandem\", \"tune\": true}", "exclude --tune"},
		{"{\"runs\": \"duet\", \"tune\": true}", "exclude --tune"},
		{"{\"runs\": \"duet\", \"metrics\": [{\"name\": \"m\","
		 " \"source\": \"file:out:(.*)\"}]}",
		 "duet runs need --fresh-cwd here"},
		{"{\"runs\": \"tandem\", \"sched\": \"rr\"}",
		 "exclude --sched rr"},
		{"{\"runs\": \"tandem\", \"metrics\": [{\"name\": \"m\","
		 " \"source\": \"file:out:(.*)\"}]}",
		 "need --fresh-cwd here"},
		{"{\"runs\": \"tandem\", \"metrics\": [{\"name\": \"wall\","
		 " \"source\": \"wall\"}]}",
		 "use the metric cpu"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		json_t *json = settings(row[i].more);
		struct rcc_study s;
		char *problem = NULL;

		if (rcc_study_parse(json, &s, &problem) != RCC_EFORMAT)
			fail_msg("%s is accepted", row[i].more);
		if (strstr(problem, row[i].problem) == NULL)
			fail_msg("%s: %s", row[i].more, problem);
		free(problem);
		json_decref(json);
	}
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(defaults_are_filled_in),
		cmocka_unit_test(blocks_of_two_programs_are_not_run_again),
		cmocka_unit_test(a_study_that_grows_begins_with_ten_layouts),
		cmocka_unit_test(settings_of_every_type_are_read),
		cmocka_unit_test(libraries_go_to_the_system_they_name),
		cmocka_unit_test(metrics_keep_their_index_and_unit),
		cmocka_unit_test(a_metric_has_a_name_by_default),
		cmocka_unit_test(a_unit_says_which_values_are_better),
		cmocka_unit_test(runs_take_turns_unless_the_study_says_tandem),
		cmocka_unit_test(invalid_settings_are_refused_by_name),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
