/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/suite_findings: what a suite of benchmarks shows as a
 * whole, computed from the findings of each benchmark.  The studies are made in
 * memory. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/suite_findings.h"
#include "stats/distribution.h"
#include "testsuite/unit/harness_stored.h"

#define LAYOUTS 12
enum { ALPHA, BETA, GAMMA, BENCHMARKS };

static struct rows rows[BENCHMARKS];
static struct rcc_suite_entry entry[BENCHMARKS];
static struct rcc_benchmark benchmark[BENCHMARKS] = {
	{.name = (char *)(uintptr_t) "alpha"},
	{.name = (char *)(uintptr_t) "beta"},
	{.name = (char *)(uintptr_t) "gamma"},
};
static struct rcc_suite_findings f;
/* A block has a run of a random layout and a run of the original layout.  If
 * has_states is set, both runs are above their means, or both are below. */
static bool has_states;

/* Make the study of benchmark i.  The random layouts of the old system have the
 * mean `shift`, and the random layouts of the new system have `ratio` times
 * this mean.  `sd` is the relative standard deviation between the random
 * layouts of each system.  The original layouts take about 1 s. */
static void add_benchmark(size_t i, size_t n_systems, double shift,
			  double ratio, double sd)
{
	struct rcc_stored *s = rows_begin(&rows[i], n_systems, LAYOUTS, 1);

	s->study.master_seed = 40 + i;
	for (unsigned system = 0; system < n_systems; system++)
		for (unsigned k = 0; k < LAYOUTS; k++) {
			const double z =
				2 * sqrt(3) * ((k + 0.5) / LAYOUTS - 0.5);
			const double other =
				2 * sqrt(3) *
				((k * 7 % LAYOUTS + 0.5) / LAYOUTS - 0.5);

			add_run(&rows[i],
				add_layout(&rows[i], system, RANDOM, "r"),
				shift * (system == 0 ? 1 : ratio) *
					(1 + sd * z));
			add_run(&rows[i],
				add_layout(&rows[i], system, FIXED, "o"),
				1 + 0.001 * (has_states ? z : other));
		}
	entry[i].findings = (struct rcc_findings){.stored = *s};
	entry[i].is_begun = true;
	assert_int_equal(rcc_findings_compute(&entry[i].findings, NULL,
					      RCC_STATISTIC_MEAN),
			 RCC_EXIT_OK);
}

static int begin(void **state)
{
	(void)state;
	memset(entry, 0, sizeof(entry));
	has_states = false;
	for (size_t i = 0; i < BENCHMARKS; i++)
		entry[i].benchmark = &benchmark[i];
	f = (struct rcc_suite_findings){
		.suite = {.benchmark = benchmark, .n = BENCHMARKS},
		.entry = entry,
		.metric = rcc_metric_find("wall"),
		.level = 0.95,
		.n_replicates = 200,
	};
	return 0;
}

static int forget(void **state)
{
	(void)state;
	for (size_t i = 0; i < BENCHMARKS; i++) {
		struct rcc_findings *one = &entry[i].findings;

		for (size_t k = 0; k < one->n_cells; k++)
			rcc_cell_release(&one->cell[k]);
		rcc_blocks_release(&one->blocks);
		rcc_looks_release(&one->looks);
		free(one->cell);
		free(one->effect);
		free(one->stored.is_replaced);
	}
	for (size_t i = 0; i < f.n_rows; i++)
		free(f.row[i].name);
	for (size_t i = 0; i < f.n_comparisons; i++) {
		free(f.comparison[i].ratio.pair);
		free(f.comparison[i].blocks);
	}
	free(f.shift.pair);
	free(f.comparison);
	free(f.row);
	return 0;
}

static void each_system_of_each_benchmark_has_a_row(void **state)
{
	(void)state;
	add_benchmark(ALPHA, 1, 1, 1, 0.01);
	add_benchmark(GAMMA, 2, 1, 1, 0.01);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.n_rows, 3);
	assert_string_equal(f.row[0].name, "alpha");
	assert_string_equal(f.row[1].name, "gamma old");
	assert_string_equal(f.row[2].name, "gamma new");
	assert_ptr_equal(f.row[2].entry, &entry[GAMMA]);
	assert_ptr_equal(f.row[2].random, &entry[GAMMA].findings.cell[2]);
	assert_ptr_equal(f.row[2].fixed, &entry[GAMMA].findings.cell[3]);
}

static void a_benchmark_without_runs_has_no_row(void **state)
{
	(void)state;
	add_benchmark(BETA, 1, 1, 1, 0.01);
	rows_begin(&rows[ALPHA], 1, LAYOUTS, 1);
	entry[ALPHA].findings =
		(struct rcc_findings){.stored = rows[ALPHA].stored};
	entry[ALPHA].is_begun = true;
	assert_int_equal(rcc_findings_compute(&entry[ALPHA].findings, NULL,
					      RCC_STATISTIC_MEAN),
			 RCC_EXIT_OK);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.n_rows, 1);
	assert_string_equal(f.row[0].name, "beta");
	assert_int_equal(f.shift.n, 1);
}

static void the_shift_is_random_over_original_layouts(void **state)
{
	(void)state;
	add_benchmark(ALPHA, 1, 1.1, 1, 0.001);
	add_benchmark(BETA, 1, 1.0, 1, 0.001);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.shift.n_defined, 2);
	assert_float_equal(f.shift.pair[0].ratio.estimate, 1.1, 1e-6);
	assert_float_equal(f.shift.log.estimate, sqrt(1.1), 1e-6);
	assert_int_equal(f.shift.bootstrap_error, 0);
	assert_int_equal(f.n_comparisons, 0);
}

static void ratios_from_blocks_have_a_geometric_mean(void **state)
{
	const struct rcc_block_ratio *r[2];
	double variance = 0;
	double by_df = 0;
	double half;

	(void)state;
	has_states = true;
	add_benchmark(ALPHA, 1, 1.1, 1, 0.002);
	add_benchmark(BETA, 1, 1.0, 1, 0.003);
	rcc_suite_findings_compute(&f);
	for (size_t i = 0; i < 2; i++) {
		r[i] = f.shift.pair[i].blocks;
		assert_non_null(r[i]);
		variance += r[i]->log_se * r[i]->log_se;
		by_df += pow(r[i]->log_se, 4) / r[i]->ratio.df;
	}
	assert_int_equal(f.shift.log_error, 0);
	assert_float_equal(f.shift.log.estimate,
			   sqrt(r[0]->ratio.estimate * r[1]->ratio.estimate),
			   1e-12);
	assert_float_equal(f.shift.log.df, variance * variance / by_df, 1e-9);
	half = rcc_quantile_two_sided(0.95, f.shift.log.df) * sqrt(variance) /
	       2;
	assert_float_equal(f.shift.log.hi, f.shift.log.estimate * exp(half),
			   1e-12);
	/* The bootstrap can only resample means of arms.  It is undefined here,
	 * because blocks are used. */
	assert_int_equal(f.shift.bootstrap_error, RCC_EDOM);
}

static void systems_are_compared_where_both_are_there(void **state)
{
	const struct rcc_suite_ratio *r;

	(void)state;
	add_benchmark(ALPHA, 1, 1, 1, 0.01);
	add_benchmark(BETA, 2, 1, 1.2, 0.01);
	add_benchmark(GAMMA, 2, 3, 0.9, 0.01);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.n_comparisons, 1);
	assert_string_equal(f.comparison[0].old, "old");
	assert_string_equal(f.comparison[0].now, "new");
	r = &f.comparison[0].ratio;
	assert_int_equal(r->n, BENCHMARKS);
	assert_int_equal(r->n_defined, 2);
	assert_int_equal(r->pair[ALPHA].error, RCC_EDOM);
	assert_float_equal(r->pair[BETA].ratio.estimate, 1.2, 1e-6);
	assert_float_equal(r->pair[GAMMA].ratio.estimate, 0.9, 1e-6);
	assert_int_equal(r->pair[BETA].joint, RCC_VERDICT_LARGER);
	assert_int_equal(r->pair[GAMMA].joint, RCC_VERDICT_SMALLER);
	assert_float_equal(r->log.estimate, sqrt(1.2 * 0.9), 1e-6);
}

/* If the values of a benchmark never vary, its ratio has no interval. */
static void equal_values_have_no_verdict(void **state)
{
	const struct rcc_suite_pair *pair;

	(void)state;
	add_benchmark(ALPHA, 2, 1, 1.1, 0);
	add_benchmark(BETA, 2, 1, 1.1, 0.01);
	rcc_suite_findings_compute(&f);
	pair = f.comparison[0].ratio.pair;
	assert_int_equal(pair[ALPHA].error, 0);
	assert_int_equal(pair[ALPHA].verdict, RCC_VERDICT_UNDECIDED);
	assert_int_equal(pair[ALPHA].joint, RCC_VERDICT_UNDECIDED);
	assert_true(isnan(pair[ALPHA].ratio.lo) && isnan(pair[ALPHA].p));
	/* alpha has no p-value, so beta's is not adjusted for two tests */
	assert_int_equal(pair[BETA].joint, RCC_VERDICT_LARGER);
	assert_float_equal(pair[BETA].p_holm, pair[BETA].p, 0);
}

static void an_unfinished_benchmark_has_no_result(void **state)
{
	(void)state;
	add_benchmark(ALPHA, 2, 1, 1.1, 0.01);
	add_benchmark(BETA, 2, 1, 1.1, 0.01);
	entry[ALPHA].findings.is_unfinished = true;
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.n_rows, 2);
	assert_string_equal(f.row[0].name, "beta old");
	assert_true(f.comparison[0].ratio.pair[ALPHA].error != 0);
	assert_int_equal(f.comparison[0].ratio.n_defined, 1);
}

/* A comparison of systems calls a difference below the threshold "no
 * difference".  A shift is claimed however small it is. */
static void small_differences_matter_for_the_shift_alone(void **state)
{
	(void)state;
	add_benchmark(ALPHA, 2, 1.005, 1.005, 0.0005);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.shift.pair[0].verdict, RCC_VERDICT_LARGER);
	assert_int_equal(f.comparison[0].ratio.pair[ALPHA].verdict,
			 RCC_VERDICT_NO_DIFFERENCE);
}

/* The random layouts of GAMMA have a standard deviation of 0.0022, and the runs
 * of its original layout 0.001.  The p-value of the variation would suffice in
 * GAMMA's own report, where it is the smaller of two.  Here it is the second
 * smallest of six (variation and shift of each row), so Holm's method multiplies
 * it by 5. */
static void both_questions_of_all_rows_are_judged_together(void **state)
{
	double p;

	(void)state;
	add_benchmark(ALPHA, 1, 1, 1, 0.05);
	add_benchmark(BETA, 1, 1, 1, 0.001);
	add_benchmark(GAMMA, 1, 1, 1, 0.0022);
	rcc_suite_findings_compute(&f);
	assert_true(f.row[0].varies_together);
	assert_false(f.row[1].varies_together);
	p = f.row[2].effect->variation_p;
	assert_true(2 * 2 * p <= 0.05);
	assert_float_equal(f.row[2].variation_p_holm, 5 * 2 * p, 1e-12);
	assert_false(f.row[2].varies_together);
	assert_true(rcc_effect_variation_is_seen(f.row[2].effect));
	for (size_t i = 0; i < 3; i++)
		assert_float_equal(f.row[i].shift_p_holm, 1, 0);
}

static bool is_varying(const struct rcc_suite_row *row)
{
	return row->varies_together;
}

/* A benchmark has a row for each system.  These rows are no benchmarks of their
 * own, and have no geometric mean. */
static void benchmarks_are_counted_and_not_rows(void **state)
{
	(void)state;
	add_benchmark(ALPHA, 2, 1, 1, 0.05);
	add_benchmark(BETA, 2, 1, 1, 0.001);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.n_rows, 4);
	assert_int_equal(rcc_suite_n_benchmarks(&f, NULL), 2);
	assert_true(f.row[0].varies_together && f.row[1].varies_together);
	assert_int_equal(rcc_suite_n_benchmarks(&f, is_varying), 1);
	assert_int_equal(f.shift.log_error, RCC_EDOM);
	assert_int_equal(f.comparison[0].ratio.log_error, 0);
}

static void the_seed_is_that_of_the_first_study(void **state)
{
	(void)state;
	add_benchmark(BETA, 1, 1, 1, 0.01);
	add_benchmark(GAMMA, 1, 1, 1, 0.01);
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.seed, 40 + BETA);
}

static void a_suite_that_was_not_begun_is_empty(void **state)
{
	(void)state;
	rcc_suite_findings_compute(&f);
	assert_int_equal(f.n_rows, 0);
	assert_int_equal(f.n_comparisons, 0);
	assert_int_not_equal(f.shift.log_error, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, forget)

int main(void)
{
	const struct CMUnitTest test[] = {
		TEST(each_system_of_each_benchmark_has_a_row),
		TEST(a_benchmark_without_runs_has_no_row),
		TEST(the_shift_is_random_over_original_layouts),
		TEST(ratios_from_blocks_have_a_geometric_mean),
		TEST(systems_are_compared_where_both_are_there),
		TEST(equal_values_have_no_verdict),
		TEST(an_unfinished_benchmark_has_no_result),
		TEST(small_differences_matter_for_the_shift_alone),
		TEST(both_questions_of_all_rows_are_judged_together),
		TEST(benchmarks_are_counted_and_not_rows),
		TEST(the_seed_is_that_of_the_first_study),
		TEST(a_suite_that_was_not_begun_is_empty),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
