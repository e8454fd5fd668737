/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of stats/ against R.  The reference is
 * testsuite/data/stats-reference.tsv, which the R script beside it has written.
 * `make check-r` runs the script again.  $STATS_REFERENCE can name another file
 * to read instead.
 */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_oracle.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "stats/distribution.h"

#define N_SETS 200
#define MOST_VALUES 4096

/* ---- The same data as R's ---------------------------------------------- */

static double *make_group(const size_t *r, const double *range, size_t i,
			  double effect, double base, double *x)
{
	for (size_t k = 0; k < r[i]; k++) {
		const double first = oracle_draw(range[i]);
		const double e = effect + first + oracle_draw(range[i]);

		if (i > 0)
			x = make_group(r, range, i - 1, e, base, x);
		else
			*x++ = base + e;
	}
	return x;
}

struct set {
	size_t n;
	struct rcc_sample old, now;
	double scale;
};
static double old_x[MOST_VALUES];
static double now_x[MOST_VALUES];

static struct set make_set(int number)
{
	static const double scales[] = {1, 1e-9, 1e12, 1};
	struct set set = {.n = 2 + (size_t)number % 3,
			  .scale = scales[number % 4]};
	const double shift = number % 4 == 3 ? 1e9 : 0;
	double range[4];
	double more;
	double top;

	oracle_seed(number);
	set.old.n_levels = set.n;
	set.old.x = old_x;
	for (size_t i = 0; i < set.n; i++)
		set.old.r[i] = 2 + (size_t)oracle_draw(2);
	set.old.r[set.n - 1] = 3 + (size_t)oracle_draw(5);
	top = 3 + oracle_draw(5);
	for (size_t i = 0; i < set.n; i++)
		range[i] = 1 + pow(10, oracle_draw(4));
	make_group(set.old.r, range, set.n - 1, 0, 5000, old_x);
	set.now = set.old;
	set.now.x = now_x;
	set.now.r[set.n - 1] = (size_t)top;
	more = oracle_draw(500);
	make_group(set.now.r, range, set.n - 1, 0, 5000 + more, now_x);
	for (size_t i = 0; i < rcc_sample_n_values(&set.old); i++)
		old_x[i] = (old_x[i] + shift) * set.scale;
	for (size_t i = 0; i < rcc_sample_n_values(&set.now); i++)
		now_x[i] = (now_x[i] + shift) * set.scale;
	return set;
}

/* ---- Tests ------------------------------------------------------------- */

/* Check T², the variance due to level i alone.  It is a difference of two terms
 * of the size of S², the variance of the means on this level.  S² can be a
 * million times larger, so the tolerance is relative to S²: 1e-10 S².  The
 * error of R's decomposition is 2e-12 S² (in set 19, 2/3 is
 * 0.666666666667934). */
static void check_t2(int set, size_t i, const struct rcc_level *level)
{
	const double *expected;
	char name[32];

	snprintf(name, sizeof(name), "T2_%zu", i + 1);
	expected = oracle_find(set, name);
	assert_non_null(expected);
	if (fabs(level->t2 - *expected) > 1e-10 * level->s2)
		fail_msg("set %d: %s is %.17g, not %.17g", set, name, level->t2,
			 *expected);
}

static void variances_are_rs(void **test_state)
{
	(void)test_state;
	for (int number = 1; number <= N_SETS; number++) {
		const struct set set = make_set(number);
		struct rcc_levels levels;

		assert_int_equal(rcc_levels_compute(&set.old, &levels), 0);
		oracle_check(number, "mean", levels.mean, 1e-12);
		for (size_t i = 0; i < set.n; i++) {
			char name[32];

			snprintf(name, sizeof(name), "S2_%zu", i + 1);
			oracle_check(number, name, levels.level[i].s2, 1e-10);
			check_t2(number, i, &levels.level[i]);
		}
	}
}

static void check_ratio(int number, const struct rcc_mean *old,
			const struct rcc_mean *now,
			enum rcc_ratio_method method, const char *lo,
			const char *hi)
{
	struct rcc_ratio ratio;
	double width;

	assert_int_equal(rcc_ratio_interval(old, now, method, 0.95, &ratio), 0);
	oracle_check(number, lo, ratio.lo, 1e-9);
	oracle_check(number, hi, ratio.hi, 1e-9);
	/* In shifted data, to which 1e9 was added, the two limits of an
	 * interval differ only by a millionth.  Each limit can agree with R in
	 * nine digits although the width is wrong, so check the width too. */
	width = *oracle_find(number, hi) - *oracle_find(number, lo);
	if (fabs(ratio.hi - ratio.lo - width) >
	    1e-9 * width + 4 * DBL_EPSILON * fabs(ratio.hi))
		fail_msg("set %d: %s and %s are %.17g apart, not %.17g", number,
			 lo, hi, ratio.hi - ratio.lo, width);
	if (method == RCC_RATIO_WELCH)
		oracle_check(number, "welch_df", ratio.df, 1e-9);
}

static void intervals_are_rs(void **test_state)
{
	(void)test_state;
	for (int number = 1; number <= N_SETS; number++) {
		const struct set set = make_set(number);
		struct rcc_levels levels;
		struct rcc_interval interval;
		struct rcc_mean old;
		struct rcc_mean now;
		double half;

		assert_int_equal(rcc_levels_compute(&set.old, &levels), 0);
		old = rcc_mean_of(&levels);
		assert_int_equal(rcc_levels_compute(&set.now, &levels), 0);
		now = rcc_mean_of(&levels);
		assert_int_equal(rcc_interval_mean(&old, 0.95, &interval), 0);
		oracle_check(number, "half",
			     rcc_plan_half_width(&old, old.n, 0.95) *
				     fabs(old.mean),
			     1e-9);
		/* A limit is a double.  In shifted data, to which 1e9 was
		 * added, one unit in its last place can be a large part of the
		 * half-width. */
		half = *oracle_find(number, "half");
		assert_true(fabs((interval.hi - interval.lo) / 2 - half) <=
			    1e-9 * half + 2 * DBL_EPSILON * fabs(interval.hi));
		check_ratio(number, &old, &now, RCC_RATIO_KJ, "kj_lo", "kj_hi");
		check_ratio(number, &old, &now, RCC_RATIO_WELCH, "welch_lo",
			    "welch_hi");
		check_ratio(number, &old, &now, RCC_RATIO_LOG, "log_lo",
			    "log_hi");
	}
}

/* For balanced data, ANOVA and REML give the same estimates if all components
 * are positive.  lme4 minimizes a criterion with 16 digits, which gives the
 * position of the minimum to 7 or 8 digits.  The largest difference is 9e-8
 * S². */
static void components_are_lme4s(void **test_state)
{
	int n_compared = 0;

	(void)test_state;
	for (int number = 1; number <= N_SETS; number++) {
		const struct set set = make_set(number);
		struct rcc_levels levels;

		if (oracle_find(number, "reml_1") == NULL)
			continue;
		assert_int_equal(rcc_levels_compute(&set.old, &levels), 0);
		for (size_t i = 0; i < set.n; i++) {
			char name[32];
			const double *expected;

			snprintf(name, sizeof(name), "reml_%zu", i + 1);
			expected = oracle_find(number, name);
			assert_non_null(expected);
			if (fabs(levels.level[i].t2 - *expected) >
			    1e-6 * levels.level[i].s2)
				fail_msg("set %d: T2_%zu is %.17g, lme4 says "
					 "%.17g",
					 number, i + 1, levels.level[i].t2,
					 *expected);
		}
		n_compared++;
	}
	if (n_compared == 0)
		print_message("# lme4 was not installed: not compared\n");
}

/* Compare the bootstrap's percentile interval with that of R's package boot.
 * The limits of both are random.  A limit from 20,000 replicates has a standard
 * error of 0.0189 sd (normal: sqrt(.025 .975 / 20000) / dnorm(1.96)).  The test
 * allows 4 sqrt(2) times this.  R's stored limits are from 4,000 replicates and
 * vary more, so the test is stricter than necessary. */
static void bootstrap_is_boots(void **test_state)
{
	int n_compared = 0;

	(void)test_state;
	for (int number = 1; number <= 3; number++) {
		const struct set set = make_set(number);
		const struct rcc_bootstrap_options options = {
			.n_replicates = 20000, .n_threads = 2, .level = 0.95};
		static double replicate[20000];
		struct rcc_bootstrap boot;
		struct rcc_random random;
		void *scratch;
		double sd;

		if (oracle_find(number, "boot_lo") == NULL)
			continue;
		sd = *oracle_find(number, "boot_sd");
		scratch =
			malloc(rcc_bootstrap_scratch(&set.old, NULL, &options));
		rcc_random_seed(&random, (uint64_t)number);
		assert_int_equal(rcc_bootstrap(&set.old, NULL, &options,
					       &random, scratch, replicate,
					       &boot),
				 0);
		free(scratch);
		/* The R script gave boot these data sets without the 1e9 that
		 * is added to them.  So the limits in the reference are 1e9 too
		 * low. */
		if (number % 4 == 3) {
			boot.percentile.lo -= 1e9;
			boot.percentile.hi -= 1e9;
		}
		assert_true(fabs(boot.percentile.lo -
				 *oracle_find(number, "boot_lo")) <
			    4 * 1.4142 * 0.0189 * sd);
		assert_true(fabs(boot.percentile.hi -
				 *oracle_find(number, "boot_hi")) <
			    4 * 1.4142 * 0.0189 * sd);
		n_compared++;
	}
	if (n_compared == 0)
		print_message("# boot was not installed: not compared\n");
}

/* Compare rcc_spread_compare() with R, on all values of two systems.  R's
 * anova() gives F = t² and a two-sided p.  rcc_spread_compare() gives t and a
 * one-sided p. */
static void spreads_are_rs(void **test_state)
{
	static double scratch[MOST_VALUES];

	(void)test_state;
	for (int number = 1; number <= N_SETS; number++) {
		const struct set set = make_set(number);
		const size_t n_old = rcc_sample_n_values(&set.old);
		const size_t n_now = rcc_sample_n_values(&set.now);
		struct rcc_spread spread;
		struct rcc_spread back;

		assert_int_equal(rcc_spread_compare(old_x, n_old, now_x, n_now,
						    scratch, &spread),
				 0);
		assert_int_equal(rcc_spread_compare(now_x, n_now, old_x, n_old,
						    scratch, &back),
				 0);
		oracle_check(number, "bf_ratio", spread.ratio, 1e-9);
		oracle_check(number, "bf_f", spread.t * spread.t, 1e-8);
		oracle_check(number, "bf_p", 2 * fmin(spread.p, back.p), 1e-8);
		assert_true((spread.p < 0.5) == (spread.ratio > 1));
	}
}

static void quantiles_are_rs(void **test_state)
{
	size_t n_compared = 0;

	(void)test_state;
	for (size_t i = 0; i < oracle_n_lines; i++) {
		const struct oracle_line *l = &oracle_line[i];
		char kind[8] = "";
		double p = 0;
		double df = 0;
		double df2 = 0;
		double got = NAN;

		if (l->set != 0)
			continue;
		/* NOLINTNEXTLINE(cert-err34-c): our own file */
		sscanf(l->name, "%7s %lf %lf %lf", kind, &p, &df, &df2);
		if (strcmp(kind, "t") == 0)
			got = rcc_quantile_t(p, df);
		else if (strcmp(kind, "chi2") == 0)
			got = rcc_quantile_chi2(p, df);
		else
			got = rcc_quantile_f(p, df, df2);
		if (!is_near(got, l->value, 1e-10))
			fail_msg("%s is %.17g, not %.17g", l->name, got,
				 l->value);
		n_compared++;
	}
	assert_true(n_compared > 200);
}

/* The tail beyond a quantile has the probability that was asked for. */
static void check_f(double p, double df1, double df2)
{
	const double upper =
		rcc_f_upper_p(rcc_quantile_f(1 - p, df1, df2), df1, df2);
	/* F(df1, df2) is below x if F(df2, df1) is above 1 / x. */
	const double lower =
		rcc_f_upper_p(1 / rcc_quantile_f(p, df1, df2), df2, df1);

	if (!is_near(upper, 1 - (1 - p), 1e-9) || !is_near(lower, p, 1e-9))
		fail_msg("F(%g, %g), p = %g: %g and %g", df1, df2, p, upper,
			 lower);
}

static void quantiles_of_f_solve_their_equation(void **test_state)
{
	static const double tail[] = {5e-7, 0.0005, 0.005, 0.025, 0.3};
	static const double df[] = {0.5, 1,   2,   5,	 19,   29,   74,
				    99,	 299, 680, 1002, 2171, 3000, 1e5};
	const size_t n = sizeof(df) / sizeof(df[0]);

	(void)test_state;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			for (size_t t = 0; t < 5; t++)
				check_f(tail[t], df[i], df[k]);
	/* Infinite degrees of freedom are the limit of many. */
	assert_true(is_near(rcc_quantile_f(0.975, 29, INFINITY),
			    rcc_quantile_f(0.975, 29, 1e9), 1e-6));
	assert_true(is_near(rcc_quantile_f(0.975, INFINITY, 29),
			    rcc_quantile_f(0.975, 1e9, 29), 1e-6));
	assert_true(rcc_quantile_f(0.975, INFINITY, INFINITY) == 1);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(variances_are_rs),
		cmocka_unit_test(intervals_are_rs),
		cmocka_unit_test(components_are_lme4s),
		cmocka_unit_test(bootstrap_is_boots),
		cmocka_unit_test(spreads_are_rs),
		cmocka_unit_test(quantiles_are_rs),
		cmocka_unit_test(quantiles_of_f_solve_their_equation),
	};

	rcc_stats_init();
	oracle_read("testsuite/data/stats-reference.tsv");
	return cmocka_run_group_tests(test, NULL, NULL);
}
