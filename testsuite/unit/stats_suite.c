/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of several parts of stats/: Holm's method and the joint bootstrap
 * for suites of benchmarks, autocorrelations, change points, and the number of
 * executions that a timer needs.
 */
#include "stats/rcc_claims.h"
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/random.h"
#include "stats/draw.h"

/* R: p.adjust(c(.01, .04, .03, .005, .5), "holm") */
static void holm_is_rs(void **state)
{
	static const double p[] = {.01, .04, .03, .005, .5, NAN};
	static const double expected[] = {.04, .09, .09, .025, .5, NAN};
	double adjusted[6];
	size_t order[6];

	(void)state;
	rcc_holm(p, 6, adjusted, order);
	for (size_t i = 0; i < 6; i++)
		assert_near(adjusted[i], expected[i], 1e-15);
	rcc_holm(p, 0, adjusted, order);
}

static void geometric_means_do_not_overflow(void **state)
{
	static const double large[] = {1e200, 1e200, 1e200};
	static const double small[] = {1e-200, 1e-200, 1e-200};
	static const double mirrored[] = {10, 0.1};
	static const double bad[] = {1, 0};

	(void)state;
	assert_near(rcc_geometric_mean(large, 3), 1e200, 1e-13);
	assert_near(rcc_geometric_mean(small, 3), 1e-200, 1e-13);
	assert_near(rcc_geometric_mean(mirrored, 2), 1, 1e-15);
	assert_near(rcc_geometric_mean(mirrored, 1), 10, 1e-15);
	assert_nan(rcc_geometric_mean(bad, 2));
	assert_nan(rcc_geometric_mean(bad, 0));
}

#define N_BENCHMARKS 5
#define MOST_LAYOUTS 30
#define N_SUITES 4000

/* Draw ratios from blocks of a benchmark whose true ratio is exp(mean).  Each of
 * n layouts has one block, whose log ratio has the standard deviation sd. */
static void draw_blocks(struct rcc_random *random, double mean, double sd,
			size_t n, struct rcc_block_ratio *out)
{
	double old[MOST_LAYOUTS];
	double now[MOST_LAYOUTS];
	size_t layout[MOST_LAYOUTS];
	double scratch[1024];
	const struct rcc_block_pairs pairs = {.old = old,
					      .now = now,
					      .now_layout = layout,
					      .n = n,
					      .n_layouts = n};

	assert_true(rcc_block_ratio_scratch(&pairs) <= sizeof(scratch));
	for (size_t i = 0; i < n; i++) {
		layout[i] = i;
		old[i] = 1;
		now[i] = exp(mean + sd * rcc_draw_normal(random));
	}
	assert_int_equal(rcc_block_ratio(&pairs, 0.95, scratch, out), 0);
}

/* Return the percentage of N_SUITES suites whose interval of the geometric mean
 * contains the true one.  Benchmark i varies by 0.5 * spread^i %. */
static double suite_coverage(size_t n_layouts, double spread)
{
	static const double mean[N_BENCHMARKS] = {-0.03, 0, 0.01, 0.02, 0.1};
	struct rcc_suite_pair *pair = calloc(N_BENCHMARKS, sizeof(*pair));
	struct rcc_block_ratio blocks[N_BENCHMARKS];
	struct rcc_random random;
	unsigned n_covered = 0;

	assert_non_null(pair);
	rcc_random_stream(&random, 1, "suite");
	for (unsigned k = 0; k < N_SUITES; k++) {
		struct rcc_interval interval;
		double truth = 0;

		for (size_t i = 0; i < N_BENCHMARKS; i++) {
			draw_blocks(&random, mean[i],
				    0.005 * pow(spread, (double)i), n_layouts,
				    &blocks[i]);
			pair[i].blocks = &blocks[i];
			truth += mean[i] / N_BENCHMARKS;
		}
		assert_int_equal(rcc_suite_log_pairs(pair, N_BENCHMARKS, 0.95,
						     &interval),
				 0);
		n_covered +=
			interval.lo <= exp(truth) && exp(truth) <= interval.hi;
	}
	free(pair);
	return 100.0 * n_covered / N_SUITES;
}

/* The standard error of a coverage is 0.34. */
static void the_mean_of_a_suite_is_covered(void **state)
{
	static const size_t n_layouts[] = {10, 30};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		/* benchmarks that vary alike, and that vary by 0.5 to 8 % */
		const double alike = suite_coverage(n_layouts[i], 1);
		const double unlike = suite_coverage(n_layouts[i], 2);

		print_message("%zu layouts: %.2f %%, %.2f %%\n", n_layouts[i],
			      alike, unlike);
		assert_true(alike > 93.8 && alike < 96.2);
		assert_true(unlike > 93.8 && unlike < 96.2);
	}
}

/* The p-value of a verdict is the error level (1 - confidence level) at which
 * the verdict changes. */
static void verdict_p_inverts_the_interval(void **state)
{
	static const struct {
		double now, delta;
	} test[] = {
		{101, 0}, {98, 0.01}, {103, 0.01}, {100.2, 0.02}, {101, 0.05}};
	const struct rcc_mean old = {.mean = 100, .s2 = 4, .n = 12};

	(void)state;
	for (size_t i = 0; i < sizeof(test) / sizeof(test[0]); i++) {
		const struct rcc_mean now = {
			.mean = test[i].now, .s2 = 9, .n = 8};
		struct rcc_claim at;
		struct rcc_claim claim;

		assert_int_equal(rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH,
						 0.95, test[i].delta, &at),
				 0);
		assert_true(at.p > 0 && at.p < 0.5);
		rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, 1 - at.p * 1.0001,
				test[i].delta, &claim);
		assert_int_equal(claim.verdict, at.suggested);
		rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, 1 - at.p * 0.9999,
				test[i].delta, &claim);
		assert_int_equal(claim.verdict, RCC_VERDICT_UNDECIDED);
	}
}

/* The p-values are those of Welch's test, which may claim more than the interval
 * of another method.  A pair that is undecided alone stays so. */
static void verdicts_together_claim_no_more_than_alone(void **state)
{
	const struct rcc_suite_ratio_options options = {
		.method = RCC_RATIO_LOG,
		.level = 0.95,
		.n_replicates = 10,
		.n_threads = 1,
	};
	struct rcc_suite_pair pair = {.name = "one"};
	struct rcc_suite_ratio suite = {.pair = &pair, .n = 1};
	struct rcc_random random;
	double old[4];
	double now[10];
	void *scratch;
	size_t n_differ = 0;

	(void)state;
	rcc_random_stream(&random, 1, "together");
	for (size_t k = 0; k < 2000; k++) {
		struct rcc_levels levels;

		for (size_t i = 0; i < 4; i++)
			old[i] = fmax(0.01, 1 + 0.4 * rcc_draw_normal(&random));
		for (size_t i = 0; i < 10; i++)
			now[i] = fmax(0.01, 1 + 0.4 * rcc_draw_normal(&random));
		pair.error = 0;
		pair.old = rcc_sample_1(old, 4);
		pair.now = rcc_sample_1(now, 10);
		assert_int_equal(rcc_levels_compute(&pair.old, &levels), 0);
		pair.old_mean = rcc_mean_of(&levels);
		assert_int_equal(rcc_levels_compute(&pair.now, &levels), 0);
		pair.now_mean = rcc_mean_of(&levels);
		scratch = malloc(rcc_suite_ratio_scratch(&suite, &options));
		assert_non_null(scratch);
		rcc_suite_ratio_compute(&suite, &options, scratch);
		free(scratch);
		assert_int_equal(pair.error, 0);
		assert_true(pair.joint == RCC_VERDICT_UNDECIDED ||
			    pair.joint == pair.verdict);
		n_differ +=
			pair.p <= 0.05 && pair.verdict == RCC_VERDICT_UNDECIDED;
	}
	/* There were such pairs. */
	assert_true(n_differ > 0);
}

static void suite_of_one_is_its_log_interval(void **state)
{
	const struct rcc_mean old = {.mean = 3, .s2 = 0.09, .n = 10};
	const struct rcc_mean now = {.mean = 5, .s2 = 1, .n = 20};
	const struct rcc_mean zero = {.mean = 0, .s2 = 1, .n = 20};
	struct rcc_interval suite;
	struct rcc_ratio ratio;

	(void)state;
	assert_int_equal(rcc_suite_log(&old, &now, 1, 0.95, &suite), 0);
	assert_int_equal(
		rcc_ratio_interval(&old, &now, RCC_RATIO_LOG, 0.95, &ratio), 0);
	assert_near(suite.df, ratio.df, 1e-13);
	assert_near(suite.lo, ratio.lo, 1e-13);
	assert_near(suite.hi, ratio.hi, 1e-13);
	assert_int_equal(rcc_suite_log(&old, &zero, 1, 0.95, &suite), RCC_EDOM);
	assert_nan(suite.estimate);
	assert_int_equal(rcc_suite_log(&old, &now, 0, 0.95, &suite), RCC_EDOM);
}

static void suite_replicates_are_combined_one_by_one(void **state)
{
	static const double a[] = {2, 8, 2, 8};
	static const double b[] = {8, 2, 8, 2};
	static const double bad[] = {8, 2, -8, 2};
	const double *const both[] = {a, b};
	const double *const with_bad[] = {a, bad};
	const double estimate[] = {4, 4};
	struct rcc_interval suite;
	double scratch[4];

	(void)state;
	assert_int_equal(rcc_suite_bootstrap(estimate, both, 2, 4, 0.95,
					     scratch, &suite),
			 0);
	/* Replicate i of benchmark a is combined with replicate i of benchmark
	 * b, so each geometric mean is sqrt(2 * 8).  If the replicates were
	 * sorted first, the means would vary. */
	assert_near(suite.lo, 4, 1e-15);
	assert_near(suite.hi, 4, 1e-15);
	assert_int_equal(rcc_suite_bootstrap(estimate, with_bad, 2, 4, 0.95,
					     scratch, &suite),
			 RCC_EDOM);
	assert_nan(suite.lo);
}

/* R: acf(c(1,3,2,5,4,6,8,7), 3, plot = FALSE)$acf;
 * Box.test(x, 3, "Ljung-Box") */
static void autocorrelations_are_rs(void **state)
{
	static const double x[] = {1, 3, 2, 5, 4, 6, 8, 7};
	static const double constant[] = {2, 2, 2};
	double r[8];
	double q;
	double p;

	(void)state;
	assert_int_equal(rcc_autocorrelation(x, 8, 3, r), 0);
	assert_near(r[0], 0.49404761904761907, 1e-13);
	assert_near(r[1], 0.2857142857142857, 1e-13);
	assert_near(r[2], -0.10119047619047619, 1e-13);
	assert_int_equal(rcc_ljung_box(r, 8, 3, &q, &p), 0);
	assert_near(q, 4.0417881438289598, 1e-13);
	assert_near(p, 0.25698697741751375, 1e-12);
	assert_near(rcc_autocorrelation_bound(100, 0.95), 0.1959963984540054,
		    1e-13);
	assert_int_equal(rcc_autocorrelation(x, 8, 8, r), RCC_EDOM);
	assert_int_equal(rcc_autocorrelation(constant, 3, 1, r), RCC_EDOM);
	assert_nan(r[0]);
	assert_int_equal(rcc_ljung_box(r, 3, 1, &q, &p), RCC_EDOM);
	assert_nan(p);
}

static void shuffling_keeps_the_values(void **state)
{
	double x[100];
	double y[100];
	double sum = 0;
	size_t n_moved = 0;
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 3);
	for (size_t i = 0; i < 100; i++)
		x[i] = (double)i;
	rcc_shuffled(x, 100, &random, y);
	for (size_t i = 0; i < 100; i++) {
		sum += y[i] * y[i];
		n_moved += x[i] != y[i];
	}
	assert_near(sum, 328350, 0);
	assert_true(n_moved > 90);
}

static double normal(struct rcc_random *random)
{
	const double u = 1 - rcc_random_unit(random);

	return sqrt(-2 * log(u)) *
	       cos(2 * 3.14159265358979323846 * rcc_random_unit(random));
}

static double cost_of(const double *x, size_t begin, size_t end)
{
	const double n = (double)(end - begin);
	double mean = 0;
	double squares = 0;

	for (size_t i = begin; i < end; i++)
		mean += x[i] / n;
	for (size_t i = begin; i < end; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n * (log(squares / n) + 1);
}

/* Find the best change points by trying every position, with dynamic
 * programming (optimal partitioning).  rcc_changes() skips most positions, and
 * must find the same change points. */
static size_t oracle(const double *x, size_t n, double penalty, size_t *begin)
{
	static double cost[200];
	static size_t last[200];
	size_t count = 0;

	cost[0] = -penalty;
	cost[1] = INFINITY;
	for (size_t end = 2; end <= n; end++) {
		cost[end] = INFINITY;
		for (size_t b = 0; b + 2 <= end; b++) {
			const double c = cost[b] + penalty + cost_of(x, b, end);

			if (c < cost[end]) {
				cost[end] = c;
				last[end] = b;
			}
		}
	}
	for (size_t at = last[n]; at > 0; at = last[at])
		count++;
	for (size_t at = last[n], k = count; at > 0; at = last[at])
		begin[--k] = at;
	return count;
}

static void change_points_are_the_optimal_ones(void **state)
{
	void *scratch = malloc(rcc_changes_scratch(150));
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 11);
	for (int trial = 0; trial < 60; trial++) {
		double x[150];
		size_t got[75];
		size_t expected[75];
		size_t n_got;
		size_t n_expected;
		/* A small penalty, such as 6, makes many segments, some of them
		 * short. */
		const double penalty = trial % 2 == 0 ? 6 : 30;

		for (size_t i = 0; i < 150; i++)
			x[i] = 1000 + 5 * (double)(i / 40) +
			       (i > 100 ? 4 : 1) * normal(&random);
		assert_int_equal(
			rcc_changes(x, 150, penalty, scratch, got, &n_got), 0);
		n_expected = oracle(x, 150, penalty, expected);
		assert_int_equal(n_got, n_expected);
		for (size_t k = 0; k < n_got; k++)
			assert_int_equal(got[k], expected[k]);
	}
	free(scratch);
}

static void steps_are_found_and_constants_have_none(void **state)
{
	double x[40];
	size_t begin[20];
	size_t n;
	void *scratch = malloc(rcc_changes_scratch(40));

	(void)state;
	for (size_t i = 0; i < 40; i++)
		x[i] = i < 10 ? 5 : 1;
	assert_int_equal(
		rcc_changes(x, 40, rcc_changes_penalty(40), scratch, begin, &n),
		0);
	assert_int_equal(n, 1);
	assert_int_equal(begin[0], 10);
	assert_int_equal(rcc_changes(x, 10, 15, scratch, begin, &n), 0);
	assert_int_equal(n, 0);
	assert_int_equal(rcc_changes(x, 3, 15, scratch, begin, &n), RCC_EDOM);
	x[7] = NAN;
	assert_int_equal(rcc_changes(x, 40, 15, scratch, begin, &n), RCC_EDOM);
	free(scratch);
}

static void executions_follow_the_timer(void **state)
{
	/* The timer has an accuracy of 1000 ns and counts in steps of 1 ns, so
	 * at most 1000 executions are timed together. */
	const struct rcc_timer timer = rcc_timer_usual(1000, 1);
	struct rcc_timer bad = timer;
	const double total[] = {120, 220, 300, 410};
	double t;
	size_t n;

	(void)state;
	/* Computed by hand: 1 + 999 / (1 + exp(0.01 (t - 500))). */
	assert_int_equal(rcc_minimum_executions(&timer, 500, &n), 0);
	assert_int_equal(n, 500);
	assert_int_equal(rcc_minimum_executions(&timer, 1e-3, &n), 0);
	assert_int_equal(n, 993);
	assert_int_equal(rcc_minimum_executions(&timer, 1e6, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(rcc_minimum_tune(&timer, total, 4, &t, &n), 0);
	assert_near(t, 100, 0);
	assert_int_equal(n, 982);
	assert_int_equal(rcc_minimum_tune(&timer, total, 0, &t, &n), RCC_EDOM);
	assert_nan(t);
	bad.b = 0.7;
	assert_int_equal(rcc_minimum_executions(&bad, 500, &n), RCC_EDOM);
	assert_int_equal(rcc_minimum_executions(&timer, NAN, &n), RCC_EDOM);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(holm_is_rs),
		cmocka_unit_test(geometric_means_do_not_overflow),
		cmocka_unit_test(the_mean_of_a_suite_is_covered),
		cmocka_unit_test(verdict_p_inverts_the_interval),
		cmocka_unit_test(verdicts_together_claim_no_more_than_alone),
		cmocka_unit_test(suite_of_one_is_its_log_interval),
		cmocka_unit_test(suite_replicates_are_combined_one_by_one),
		cmocka_unit_test(autocorrelations_are_rs),
		cmocka_unit_test(shuffling_keeps_the_values),
		cmocka_unit_test(change_points_are_the_optimal_ones),
		cmocka_unit_test(steps_are_found_and_constants_have_none),
		cmocka_unit_test(executions_follow_the_timer),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
