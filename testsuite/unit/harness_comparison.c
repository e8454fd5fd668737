/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of effects (random layouts against the original one) and
 * comparisons of systems in harness/findings, with studies that are made in
 * memory. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/all_pairs.h"
#include "harness/findings/comparison.h"
#include "harness/findings/findings.h"
#include "testsuite/unit/harness_computed.h"

static struct rows rows;

/* Return how far the mean of layout i of n is from the mean of its arm.  The
 * deviations are evenly spaced, with a standard deviation near 1. */
static double deviation(unsigned i, unsigned n)
{
	return 2 * sqrt(3) * ((i + 0.5) / n - 0.5);
}

/* Add both arms of all systems.  The random arm has n layouts, and the other
 * arm has n copies of the original layout.  Each has one run.  The random arm
 * of a system has the mean mean[system] and the standard deviation `sd`.  The
 * arm of the original layout has the mean 1 and the standard deviation
 * 0.001. */
static void add_arms(struct rows *r, unsigned n, const double *mean, double sd)
{
	for (unsigned system = 0; system < r->stored.study.n_systems; system++)
		for (unsigned i = 0; i < n; i++) {
			const double z = deviation(i, n);

			add_run(r, add_layout(r, system, RANDOM, "r"),
				mean[system] + sd * z);
			add_run(r, add_layout(r, system, FIXED, "o"),
				1 + 0.001 * z);
		}
}

static struct rcc_findings two_systems(unsigned n, double ratio, double sd)
{
	const double mean[] = {1, ratio};

	rows_begin(&rows, 2, n, 1);
	add_arms(&rows, n, mean, sd);
	return compute(&rows.stored);
}

/* ---- Comparisons ------------------------------------------------------- */

static void the_ratio_is_that_of_the_random_arms(void **state)
{
	struct rcc_findings f = two_systems(20, 1.05, 0.01);
	const struct rcc_mean old = rcc_mean_of(&f.cell[0].levels);
	const struct rcc_mean now = rcc_mean_of(&f.cell[2].levels);
	struct rcc_comparison c;
	struct rcc_ratio r;

	(void)state;
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_int_equal(c.error, 0);
	assert_true(c.is_interleaved);
	assert_string_equal(c.old.name, "old");
	assert_string_equal(c.now.name, "new");
	assert_ptr_equal(c.old.random, &f.cell[0]);
	assert_ptr_equal(c.now.random, &f.cell[2]);
	assert_int_equal(
		rcc_ratio_interval(&old, &now, RCC_RATIO_WELCH, 0.95, &r), 0);
	assert_float_equal(c.ratio.estimate, 1.05, 1e-9);
	assert_float_equal(c.ratio.lo, r.lo, 0);
	assert_float_equal(c.ratio.hi, r.hi, 0);
	assert_float_equal(c.ratio.level, 0.95, 0);
	forget(&f);
}

static void the_other_way_round_it_is_the_inverse(void **state)
{
	struct rcc_findings f = two_systems(20, 1.25, 0.01);
	struct rcc_comparison c;

	(void)state;
	rcc_comparison_of_systems(&f, 1, 0, 0.01, &c);
	assert_float_equal(c.ratio.estimate, 0.8, 1e-9);
	assert_int_equal(c.verdict, RCC_VERDICT_SMALLER);
	forget(&f);
}

static enum rcc_verdict verdict_of(unsigned n, double ratio, double sd,
				   size_t *n_each)
{
	struct rcc_findings f = two_systems(n, ratio, sd);
	struct rcc_comparison c;

	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	*n_each = c.n_each;
	forget(&f);
	return c.verdict;
}

static void there_are_three_verdicts_and_undecided(void **state)
{
	size_t n_each = 0;

	(void)state;
	assert_int_equal(verdict_of(20, 1.05, 0.01, &n_each),
			 RCC_VERDICT_LARGER);
	assert_int_equal(n_each, 0);
	assert_int_equal(verdict_of(20, 0.95, 0.01, &n_each),
			 RCC_VERDICT_SMALLER);
	assert_int_equal(verdict_of(20, 1.001, 0.005, &n_each),
			 RCC_VERDICT_NO_DIFFERENCE);
	assert_int_equal(verdict_of(5, 1.02, 0.05, &n_each),
			 RCC_VERDICT_UNDECIDED);
	/* about n_each layouts of each system would give a verdict */
	assert_in_range(n_each, 6, 10000);
}

/* An unfinished study gives no verdict.  If a reader could stop the study when
 * its result pleases, false claims would be too frequent. */
static void an_unfinished_study_has_no_verdict(void **state)
{
	struct rcc_findings f = two_systems(20, 1.05, 0.01);
	struct rcc_comparison c;

	(void)state;
	assert_false(f.is_unfinished);
	forget(&f);
	rows.stored.study.n_layouts = 21;
	f = compute(&rows.stored);
	assert_true(f.is_unfinished);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_true(c.is_unfinished);
	assert_int_equal(c.error, 0);
	assert_int_equal(c.verdict, RCC_VERDICT_UNDECIDED);
	assert_int_equal(c.naive_verdict, RCC_VERDICT_UNDECIDED);
	assert_int_equal(c.n_each, 0);
	forget(&f);
	/* The interim analysis says that the time was up when 20 layouts were
	 * measured.  So the study has ended with these layouts. */
	rows.stored.interim_analyses =
		(char *)"[{\"layouts\": 21, \"measured\": 20, \"half-width\": "
			"0.1,"
			" \"then\": \"out of time\"}]";
	f = compute(&rows.stored);
	assert_false(f.is_unfinished);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_int_equal(c.verdict, RCC_VERDICT_LARGER);
	forget(&f);
	/* The interim analysis is of 10 layouts, and 20 have been measured.  So
	 * the study has continued since then, and is not finished. */
	rows.stored.interim_analyses =
		(char *)"[{\"layouts\": 21, \"measured\": 10, \"half-width\": "
			"0.1,"
			" \"then\": \"out of time\"}]";
	f = compute(&rows.stored);
	assert_true(f.is_unfinished);
	forget(&f);
}

/* The more systems are compared, the likelier it is that one of them differs by
 * chance.  So the p-values are adjusted for all pairs. */
static void several_systems_are_judged_together(void **state)
{
	const double mean[] = {1, 1.018, 1.05};
	const double close[] = {1, 1.0179, 1.0179};
	struct rcc_findings f;
	struct rcc_comparison c[2];
	size_t alone = 0;

	(void)state;
	rows_begin(&rows, 3, 20, 1);
	add_arms(&rows, 20, mean, 0.011);
	f = compute(&rows.stored);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c[0]);
	rcc_comparison_of_systems(&f, 0, 2, 0.01, &c[1]);
	/* the first system and the third differ most clearly */
	assert_int_equal(c[0].n_family, 3);
	assert_true(c[1].p < c[0].p);
	assert_float_equal(c[1].p_holm, 3 * c[1].p, 1e-15);
	assert_float_equal(c[0].p_holm, c[0].p, 1e-15);
	assert_int_equal(c[1].alone, RCC_VERDICT_LARGER);
	assert_int_equal(c[1].verdict, RCC_VERDICT_LARGER);
	forget(&f);
	/* the pair differs if it is judged alone, but not if all three pairs
	 * are judged together */
	rows_begin(&rows, 3, 20, 1);
	add_arms(&rows, 20, close, 0.011);
	f = compute(&rows.stored);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c[0]);
	assert_true(c[0].p < 0.05 && c[0].p > 0.025);
	assert_int_equal(c[0].alone, RCC_VERDICT_LARGER);
	assert_int_equal(c[0].verdict, RCC_VERDICT_UNDECIDED);
	assert_true(c[0].n_each > 20);
	forget(&f);
	/* The advice is for a verdict on all pairs: the level of one pair among
	 * three needs more layouts than that of a pair alone. */
	verdict_of(20, 1.0179, 0.02, &alone);
	rows_begin(&rows, 3, 20, 1);
	add_arms(&rows, 20, close, 0.02);
	f = compute(&rows.stored);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c[0]);
	assert_int_equal(c[0].alone, RCC_VERDICT_UNDECIDED);
	assert_true(c[0].n_each > alone);
	forget(&f);
}

static void intervals_of_all_pairs_hold_together(void **state)
{
	const double mean[] = {1, 1.018, 1.05};
	const size_t system[][2] = {{0, 1}, {0, 2}, {1, 2}};
	struct rcc_all_pairs all;
	struct rcc_findings f;

	(void)state;
	rows_begin(&rows, 3, 20, 1);
	add_arms(&rows, 20, mean, 0.011);
	f = compute(&rows.stored);
	rcc_all_pairs_compute(&f, 0.01, &all);
	assert_int_equal(all.n, 3);
	assert_float_equal(all.level, 1 - 0.05 / 3, 1e-12);
	for (size_t i = 0; i < 3; i++) {
		const struct rcc_pair *pair = &all.pair[i];
		const struct rcc_mean old =
			rcc_mean_of(&f.cell[2 * system[i][0]].levels);
		const struct rcc_mean now =
			rcc_mean_of(&f.cell[2 * system[i][1]].levels);
		struct rcc_comparison c;
		struct rcc_ratio r;

		assert_true(pair->is_defined);
		rcc_ratio_interval(&old, &now, RCC_RATIO_WELCH, 1 - 0.05 / 3,
				   &r);
		assert_float_equal(pair->claim.ratio.lo, r.lo, 1e-12);
		assert_float_equal(pair->claim.ratio.hi, r.hi, 1e-12);
		/* each pair has the same verdict as in a report that compares
		 * only this pair */
		rcc_comparison_of_systems(&f, system[i][0], system[i][1], 0.01,
					  &c);
		assert_float_equal(pair->comparison.p_holm, c.p_holm, 1e-15);
		assert_int_equal(pair->comparison.verdict, c.verdict);
		rcc_comparison_of_systems(&f, system[i][1], system[i][0], 0.01,
					  &c);
		assert_float_equal(pair->comparison.p_holm, c.p_holm, 1e-12);
	}
	assert_int_equal(all.pair[2].comparison.verdict, RCC_VERDICT_LARGER);
	rcc_all_pairs_release(&all);
	forget(&f);
}

static void one_layout_compares_with_nothing(void **state)
{
	struct rcc_findings f = two_systems(1, 1.05, 0.01);
	struct rcc_comparison c;

	(void)state;
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_int_equal(c.error, RCC_EDOM);
	assert_int_equal(c.naive_error, RCC_EDOM);
	forget(&f);
}

/* In this study the original layouts of both systems take the same time,
 * although the means of their random layouts differ. */
static void the_original_layouts_alone_may_say_something_else(void **state)
{
	struct rcc_findings f = two_systems(20, 1.05, 0.01);
	struct rcc_comparison c;

	(void)state;
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_int_equal(c.naive_error, 0);
	assert_ptr_equal(c.old.original, &f.cell[1]);
	assert_float_equal(c.naive.estimate, 1, 1e-9);
	assert_int_equal(c.naive_verdict, RCC_VERDICT_NO_DIFFERENCE);
	assert_int_equal(c.verdict, RCC_VERDICT_LARGER);
	forget(&f);
}

static void interim_analyses_widen_the_interval(void **state)
{
	const double mean[] = {1, 1.05};
	struct rcc_findings f = two_systems(20, 1.05, 0.01);
	struct rcc_comparison plain;
	struct rcc_comparison c;

	(void)state;
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &plain);
	forget(&f);
	rows_begin(&rows, 2, 20, 1)->study.precision = 0.01;
	add_arms(&rows, 20, mean, 0.01);
	f = compute(&rows.stored);
	assert_float_equal(f.asked.computed_level, rcc_stopping_level(0.95), 0);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_true(c.ratio.lo < plain.ratio.lo);
	assert_true(c.ratio.hi > plain.ratio.hi);
	/* the report names the requested level, not the higher level at which
	 * the interval is computed */
	assert_float_equal(c.ratio.level, 0.95, 0);
	forget(&f);
}

static size_t n_warnings(const char *host, const char *compiler,
			 const char *command, bool is_interleaved)
{
	static struct rows other;
	const double mean[] = {1};
	struct rcc_strvec warning = {0};
	struct rcc_findings f[2];
	struct rcc_comparison c;
	size_t n;

	for (int i = 0; i < 2; i++) {
		struct rcc_stored *s =
			rows_begin(i == 0 ? &rows : &other, 1, 5, 1);

		add_arms(i == 0 ? &rows : &other, 5, mean, 0.01);
		s->host = json_pack("{s:s,s:s,s:s}", "kernel", "k", "cpu", "c",
				    "hostname", i == 0 ? "h" : host);
		s->study.json =
			json_pack("{s:s}", "command", i == 0 ? "run" : command);
		s->compiler = (char *)(uintptr_t)(i == 0 ? "gcc" : compiler);
		f[i] = compute(s);
	}
	rcc_comparison_of_studies(&f[0], "a", &f[1], "b", 0.01, &c);
	assert_false(c.is_interleaved);
	c.is_interleaved = is_interleaved;
	rcc_comparison_warnings(&c, &warning);
	n = warning.n;
	rcc_strvec_release(&warning);
	for (int i = 0; i < 2; i++) {
		json_decref(f[i].stored.host);
		json_decref(f[i].stored.study.json);
		forget(&f[i]);
	}
	return n;
}

static void studies_that_were_measured_apart_are_warned_about(void **state)
{
	(void)state;
	assert_int_equal(n_warnings("h", "gcc", "run", true), 0);
	assert_int_equal(n_warnings("h", "gcc", "run", false), 1);
	assert_int_equal(n_warnings("i", "gcc", "run", false), 2);
	assert_int_equal(n_warnings("h", "icc", "run", false), 2);
	assert_int_equal(n_warnings("h", "gcc", "walk", false), 2);
	assert_int_equal(n_warnings("i", "icc", "walk", false), 4);
}

/* ---- Effects ----------------------------------------------------------- */

static void each_random_arm_has_an_effect_against_its_original(void **state)
{
	struct rcc_findings f = two_systems(20, 1.05, 0.01);
	struct rcc_comparison c;

	(void)state;
	assert_int_equal(f.n_effects, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(f.effect[i].random, 2 * i);
		assert_int_equal(f.effect[i].fixed, 2 * i + 1);
		assert_int_equal(f.effect[i].error, 0);
		assert_true(f.effect[i].variation_holds);
		assert_false(rcc_effect_is_doubtful(&f.effect[i]));
	}
	assert_float_equal(f.effect[1].effect.shift.estimate, 1.05, 1e-9);
	rcc_comparison_of_systems(&f, 0, 1, 0.01, &c);
	assert_ptr_equal(rcc_comparison_effect(&c.now), &f.effect[1]);
	forget(&f);
}

/* One disturbed run increases the variance of its arm.  So the F test for
 * variation between layouts is significant, and the Brown-Forsythe test is
 * not. */
static void variation_that_rests_on_one_run_is_doubtful(void **state)
{
	const double mean[] = {1};
	struct rcc_findings f;

	(void)state;
	rows_begin(&rows, 1, 20, 1);
	add_arms(&rows, 20, mean, 0.001);
	rows.run[8].wall_ns += 100000000;
	f = compute(&rows.stored);
	assert_true(f.effect[0].effect.noise_seen);
	assert_false(f.effect[0].variation_holds);
	assert_true(rcc_effect_is_doubtful(&f.effect[0]));
	assert_false(rcc_effect_variation_is_seen(&f.effect[0]));
	/* the F test alone would claim variation */
	assert_true(f.effect[0].effect.ratio_p < 0.01);
	assert_true(f.effect[0].variation_p > 0.025);
	forget(&f);
}

static void values_that_never_vary_have_no_effect(void **state)
{
	const double mean[] = {1};
	struct rcc_findings f;

	(void)state;
	rows_begin(&rows, 1, 5, 1);
	add_arms(&rows, 5, mean, 0);
	for (size_t i = 0; i < rows.stored.n_runs; i++)
		rows.run[i].wall_ns = 1000000000;
	f = compute(&rows.stored);
	assert_int_not_equal(f.effect[0].error, 0);
	assert_true(rcc_cells_are_constant(&f.cell[0], &f.cell[1]));
	rows.run[0].wall_ns++;
	forget(&f);
	f = compute(&rows.stored);
	assert_false(rcc_cells_are_constant(&f.cell[0], &f.cell[1]));
	forget(&f);
}

/* ---- Findings ---------------------------------------------------------- */

static void outcomes_are_counted_over_all_arms(void **state)
{
	const double mean[] = {1};
	struct rcc_findings f;

	(void)state;
	rows_begin(&rows, 1, 3, 2);
	add_arms(&rows, 2, mean, 0.01);
	add_failed_run(&rows, 0, RCC_OUTCOME_TIMEOUT);
	add_failed_run(&rows, 1, RCC_OUTCOME_TIMEOUT);
	rows.run[0].n_left_behind = 2;
	f = compute(&rows.stored);
	assert_int_equal(f.n_planned, 12);
	assert_int_equal(f.n_failed, 2);
	assert_int_equal(f.n_left_behind, 1);
	assert_int_equal(f.by_outcome[RCC_OUTCOME_OK], 4);
	assert_int_equal(f.by_outcome[RCC_OUTCOME_TIMEOUT], 2);
	forget(&f);
}

static void
without_a_name_the_metric_is_the_first_that_was_measured(void **state)
{
	static char why[] = "no counter";
	struct rcc_findings f;

	(void)state;
	rows_begin(&rows, 1, 1, 1);
	f = compute(&rows.stored);
	assert_string_equal(f.asked.metric.name, "wall");
	forget(&f);
	add_metric(&rows, "cycles", NULL, RCC_SOURCE_PERF);
	add_metric(&rows, "t", NULL, RCC_SOURCE_STDOUT);
	f = compute(&rows.stored);
	assert_string_equal(f.asked.metric.name, "cycles");
	forget(&f);
	rows.refused[0] = why;
	f = compute(&rows.stored);
	assert_string_equal(f.asked.metric.name, "t");
	assert_int_equal(f.asked.metric.index, 1);
	forget(&f);
}

static void unknown_metrics_and_useless_estimators_are_refused(void **state)
{
	struct rcc_findings f = {.stored = *rows_begin(&rows, 1, 2, 1)};

	(void)state;
	f.stored.dir = (char *)(uintptr_t) "st";
	assert_int_equal(
		rcc_findings_compute(&f, "nonsense", RCC_STATISTIC_MEAN),
		RCC_EXIT_USAGE);
	rcc_looks_release(&f.looks);
	assert_int_equal(rcc_findings_compute(&f, NULL, RCC_STATISTIC_MEDIAN),
			 RCC_EXIT_USAGE);
	rcc_looks_release(&f.looks);
	f.stored.study.n_executions = 2;
	assert_int_equal(rcc_findings_compute(&f, NULL, RCC_STATISTIC_MEDIAN),
			 RCC_EXIT_OK);
	forget(&f);
}

static void names_say_no_more_than_is_needed(void **state)
{
	static char program[] = "sort";
	struct rcc_findings f;
	char name[64];

	(void)state;
	rows_begin(&rows, 1, 1, 1);
	f = compute(&rows.stored);
	assert_string_equal(rcc_findings_system_name(&f, 0), "old");
	f.stored.program = program;
	assert_string_equal(rcc_findings_system_name(&f, 0), "sort");
	assert_string_equal(
		rcc_findings_arm_name(&f, &f.cell[1], name, sizeof(name)),
		"original layout");
	forget(&f);
	rows_begin(&rows, 2, 1, 1);
	f = compute(&rows.stored);
	f.stored.program = program;
	assert_string_equal(
		rcc_findings_arm_name(&f, &f.cell[2], name, sizeof(name)),
		"new, random layouts");
	forget(&f);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(the_ratio_is_that_of_the_random_arms),
		cmocka_unit_test(the_other_way_round_it_is_the_inverse),
		cmocka_unit_test(there_are_three_verdicts_and_undecided),
		cmocka_unit_test(an_unfinished_study_has_no_verdict),
		cmocka_unit_test(several_systems_are_judged_together),
		cmocka_unit_test(intervals_of_all_pairs_hold_together),
		cmocka_unit_test(one_layout_compares_with_nothing),
		cmocka_unit_test(
			the_original_layouts_alone_may_say_something_else),
		cmocka_unit_test(interim_analyses_widen_the_interval),
		cmocka_unit_test(
			studies_that_were_measured_apart_are_warned_about),
		cmocka_unit_test(
			each_random_arm_has_an_effect_against_its_original),
		cmocka_unit_test(variation_that_rests_on_one_run_is_doubtful),
		cmocka_unit_test(values_that_never_vary_have_no_effect),
		cmocka_unit_test(outcomes_are_counted_over_all_arms),
		cmocka_unit_test(
			without_a_name_the_metric_is_the_first_that_was_measured),
		cmocka_unit_test(
			unknown_metrics_and_useless_estimators_are_refused),
		cmocka_unit_test(names_say_no_more_than_is_needed),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
