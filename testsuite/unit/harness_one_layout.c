/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/one_layout: what a report says about single layouts.
 * The studies are made in memory. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/diag.h"
#include "harness/findings/one_layout.h"
#include "testsuite/unit/harness_computed.h"
#include "testsuite/unit/stats_compare.h"

#define N 10

static struct rows rows;

/* Make a study of N layouts in blocks with the original layout.  random[b] and
 * fixed[b] are the times of the two runs of block b.  Both times are multiplied
 * by speed[b % 4], which simulates changes of the machine's speed. */
static void add_study(const double *random, const double *fixed,
		      unsigned n_rounds, const double speed[4])
{
	int64_t id[2][N];

	rows_begin(&rows, 1, N, n_rounds);
	for (unsigned i = 0; i < N; i++)
		for (unsigned arm = 0; arm < 2; arm++)
			id[arm][i] = add_layout(&rows, 0, arm, "d");
	for (unsigned b = 0; b < N * n_rounds; b++) {
		const double at = speed[b % 4];

		rows.run[add_run(&rows, id[RANDOM][b % N], at * random[b])]
			.execution = b / N;
		rows.run[add_run(&rows, id[FIXED][b % N], at * fixed[b])]
			.execution = b / N;
	}
}

static double mean_of(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

static double variance_of(const double *x, size_t n)
{
	const double mean = mean_of(x, n);
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return sum / (double)(n - 1);
}

static const double calm[4] = {1, 1, 1, 1};
static const double jumps[4] = {1, 1.4, 1.2, 1.7};
static const double random_runs[2 * N] = {
	1.02,  0.97,  1.05,  1.00,  0.93,  1.01,  1.04,	 0.99,	1.03,  0.96,
	1.021, 0.972, 1.053, 0.998, 0.934, 1.008, 1.041, 0.991, 1.029, 0.957};
static const double fixed_runs[2 * N] = {
	1.00,  1.01,  0.99,  1.005, 0.995, 1.00,  1.012, 0.988, 1.00, 1.003,
	1.002, 1.009, 0.992, 1.001, 0.996, 1.004, 1.007, 0.989, 1.00, 0.999};

/* ---- The fastest and the slowest layout -------------------------------- */

static void an_extreme_is_expected_nearer_to_the_mean(void **state)
{
	const double mean = mean_of(random_runs, N);
	const double factor = 1 - 7.0 / 9 * variance_of(fixed_runs, N) /
					  variance_of(random_runs, N);
	struct rcc_extremes x;
	struct rcc_findings f;

	(void)state;
	add_study(random_runs, fixed_runs, 1, calm);
	f = compute(&rows.stored);
	assert_false(f.effect[0].by_blocks);
	assert_int_equal(rcc_extremes_compute(&f, &f.effect[0], &x), 0);
	assert_int_equal(x.least.layout, 4);
	assert_near(x.least.deviation, 0.93 / mean - 1, 1e-9);
	assert_near(x.least.expected, factor * x.least.deviation, 1e-9);
	assert_int_equal(x.most.layout, 2);
	assert_near(x.most.deviation, 1.05 / mean - 1, 1e-9);
	assert_near(x.most.expected, factor * x.most.deviation, 1e-9);
	forget(&f);
}

/* The fastest layout is that with the smallest mean ratio to the original
 * layout in its blocks.  If the speed of the machine jumps, the fastest run may
 * belong to another layout. */
static void an_extreme_of_blocks_is_that_of_ratios(void **state)
{
	double d[N];
	double w = 0;
	double v;
	double mean;
	struct rcc_extremes x;
	struct rcc_findings f;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		const double one = log(random_runs[i] / fixed_runs[i]);
		const double two = log(random_runs[N + i] / fixed_runs[N + i]);

		d[i] = (one + two) / 2;
		w += (one - two) * (one - two) / (4 * N);
	}
	v = variance_of(d, N);
	mean = mean_of(d, N);
	add_study(random_runs, fixed_runs, 2, jumps);
	f = compute(&rows.stored);
	assert_true(f.effect[0].by_blocks);
	assert_int_equal(rcc_extremes_compute(&f, &f.effect[0], &x), 0);
	assert_int_equal(x.least.layout, 4);
	assert_near(x.least.deviation, exp(d[4] - mean) - 1, 1e-8);
	assert_near(x.least.expected,
		    exp((1 - 7.0 / 9 * w / v) * (d[4] - mean)) - 1, 1e-8);
	assert_int_equal(x.most.layout, 2);
	forget(&f);
	/* with one round the noise is unknown, so `expected` is NaN */
	add_study(random_runs, fixed_runs, 1, jumps);
	f = compute(&rows.stored);
	assert_true(f.effect[0].by_blocks);
	assert_int_equal(rcc_extremes_compute(&f, &f.effect[0], &x), 0);
	assert_int_equal(x.least.layout, 4);
	assert_near(x.least.expected, NAN, 0);
	forget(&f);
}

static void nothing_is_expected_where_the_noise_is_unknown(void **state)
{
	struct rcc_extremes x;
	struct rcc_findings f;

	(void)state;
	/* run 10, of random layout 5, was disturbed and took 4 s */
	add_study(random_runs, fixed_runs, 1, calm);
	rows.run[2 * 5].wall_ns = 4000000000;
	f = compute(&rows.stored);
	assert_int_equal(rcc_extremes_compute(&f, &f.effect[0], &x), 0);
	assert_int_equal(x.most.layout, 5);
	assert_true(isnan(x.most.expected) && isnan(x.least.expected));
	forget(&f);
	/* random layout 4 has one run less than the others */
	add_study(random_runs, fixed_runs, 2, calm);
	rows.run[2 * 4].outcome = RCC_OUTCOME_TIMEOUT;
	f = compute(&rows.stored);
	assert_int_equal(rcc_extremes_compute(&f, &f.effect[0], &x), 0);
	assert_int_equal(x.least.layout, 4);
	assert_true(isnan(x.least.expected));
	assert_true(x.most.expected > 0 && x.most.expected < x.most.deviation);
	forget(&f);
}

static void the_lowest_of_negative_values_is_the_lowest(void **state)
{
	struct rcc_extremes x;
	struct rcc_findings f;

	(void)state;
	add_study(random_runs, fixed_runs, 1, calm);
	add_metric(&rows, "gain", NULL, RCC_SOURCE_STDOUT);
	for (int64_t i = 0; i < N; i++) {
		add_value(&rows, 2 * i, 0, 0, -random_runs[i]);
		add_value(&rows, 2 * i + 1, 0, 0, -fixed_runs[i]);
	}
	f = compute(&rows.stored);
	assert_int_equal(rcc_extremes_compute(&f, &f.effect[0], &x), 0);
	assert_int_equal(x.least.layout, 2);
	assert_true(x.least.deviation < 0 &&
		    x.least.expected > x.least.deviation);
	forget(&f);
}

/* ---- The original layout, and any single layout ------------------------ */

static void the_original_layout_has_a_position(void **state)
{
	const double variance =
		variance_of(random_runs, N) - variance_of(fixed_runs, N);
	const double shift = mean_of(fixed_runs, N) - mean_of(random_runs, N);
	struct rcc_original_position at;
	struct rcc_one_layout_worth worth;
	struct rcc_findings f;

	(void)state;
	add_study(random_runs, fixed_runs, 1, calm);
	f = compute(&rows.stored);
	assert_int_equal(rcc_original_position(&f, &f.effect[0], &at), 0);
	assert_int_equal(at.n, N);
	assert_int_equal(at.position.n_below, 5);
	assert_near(at.position.percentile, 50, 1e-9);
	assert_near(at.position.z, fabs(shift) / sqrt(variance), 1e-5);
	rcc_one_layout_worth(&f, &f.effect[0], &worth);
	assert_near(worth.error.estimate,
		    1.959963984540054 * 100 * sqrt(variance) /
			    mean_of(random_runs, N),
		    1e-7);
	assert_near(worth.most, worth.error.hi, 0);
	assert_true(worth.error.lo < worth.error.estimate &&
		    worth.error.estimate < worth.error.hi);
	forget(&f);
}

static void a_position_within_blocks_is_that_of_ratios(void **state)
{
	double d[N];
	size_t n_below = 0;
	struct rcc_original_position at;
	struct rcc_one_layout_worth worth;
	struct rcc_findings f;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		d[i] = (log(random_runs[i] / fixed_runs[i]) +
			log(random_runs[N + i] / fixed_runs[N + i])) /
		       2;
		n_below += d[i] < 0;
	}
	add_study(random_runs, fixed_runs, 2, jumps);
	f = compute(&rows.stored);
	assert_int_equal(rcc_original_position(&f, &f.effect[0], &at), 0);
	assert_int_equal(at.n, N);
	assert_int_equal(at.position.n_below, n_below);
	assert_near(at.position.z,
		    fabs(mean_of(d, N)) /
			    sqrt(f.effect[0].rounds.variance.estimate),
		    1e-7);
	forget(&f);
	/* After one round, the position of the original layout among the random
	 * ones is known, but z, its distance in standard deviations, is not.
	 * The error of a claim from one layout has only an upper limit.  The
	 * layout whose block lacks a good run is left out. */
	add_study(random_runs, fixed_runs, 1, jumps);
	rows.run[2 * 9].outcome = RCC_OUTCOME_TIMEOUT;
	f = compute(&rows.stored);
	assert_true(f.effect[0].by_blocks);
	assert_int_equal(rcc_original_position(&f, &f.effect[0], &at), 0);
	assert_int_equal(at.n, N - 1);
	assert_true(isnan(at.position.z));
	rcc_one_layout_worth(&f, &f.effect[0], &worth);
	assert_true(isnan(worth.error.estimate));
	assert_near(worth.most, 1.959963984540054 * f.effect[0].sd_most, 1e-9);
	forget(&f);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(an_extreme_is_expected_nearer_to_the_mean),
		cmocka_unit_test(an_extreme_of_blocks_is_that_of_ratios),
		cmocka_unit_test(
			nothing_is_expected_where_the_noise_is_unknown),
		cmocka_unit_test(the_lowest_of_negative_values_is_the_lowest),
		cmocka_unit_test(the_original_layout_has_a_position),
		cmocka_unit_test(a_position_within_blocks_is_that_of_ratios),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
