/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of the hierarchical bootstrap (rcc_bootstrap()).  A replicate is
 * the mean of layouts, executions and iterations that were drawn with
 * replacement.
 */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/random.h"

#define N 2000

static const struct rcc_bootstrap_options usual = {
	.statistic = RCC_STATISTIC_MEAN,
	.scheme = RCC_SCHEME_ALL,
	.n_replicates = N,
	.n_threads = 1,
	.level = 0.95,
};

/* Call rcc_bootstrap() with exactly as much scratch memory as it asks for. */
static int boot(struct rcc_sample old, const struct rcc_sample *now,
		struct rcc_bootstrap_options options, double *replicate,
		struct rcc_bootstrap *out)
{
	void *scratch = malloc(rcc_bootstrap_scratch(&old, now, &options));
	struct rcc_random random;
	int result;

	assert_non_null(scratch);
	rcc_random_stream(&random, 7, "test");
	result = rcc_bootstrap(&old, now, &options, &random, scratch, replicate,
			       out);
	free(scratch);
	return result;
}

static double normal(struct rcc_random *random)
{
	const double u = 1 - rcc_random_unit(random);

	return sqrt(-2 * log(u)) *
	       cos(2 * 3.14159265358979323846 * rcc_random_unit(random));
}

/* Fill x with n_top layouts, which have n_middle executions with n_low
 * iterations each.  The standard deviation is 2 between layouts, 1 between
 * executions, and 1 between iterations.  The mean is 100. */
static void fill(double *x, size_t n_top, size_t n_middle, size_t n_low)
{
	struct rcc_random random;

	rcc_random_seed(&random, 1);
	for (size_t i = 0; i < n_top; i++) {
		const double top = 100 + 2 * normal(&random);

		for (size_t j = 0; j < n_middle; j++) {
			const double middle = top + normal(&random);

			for (size_t k = 0; k < n_low; k++)
				*x++ = middle + normal(&random);
		}
	}
}

/* Return the variance of n replicates, and set *mean to their mean. */
static double variance_of(const double *x, size_t n, double *mean)
{
	const struct rcc_sample sample = rcc_sample_1(x, n);
	struct rcc_levels levels;

	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	*mean = levels.mean;
	return levels.level[0].s2;
}

/*
 * Theory gives the variance of a replicate.  Each group of level i has r_i
 * members with a mean each, and the variance of these means with divisor r_i.
 * V_i is the average of this variance over the groups of level i.  If all three
 * levels are resampled, the variance of a replicate is
 *	V_3 / r_3 + V_2 / (r_3 r_2) + V_1 / (r_3 r_2 r_1)
 * A level that is not resampled has no term.
 *
 * A variance from 2000 replicates has a Monte Carlo error of 3.2 % (one sd).
 * The test allows 4 sd.
 */
static void replicates_vary_as_theory_says(void **state)
{
	static const enum rcc_scheme scheme[] = {
		RCC_SCHEME_ALL, RCC_SCHEME_UPPER, RCC_SCHEME_HIGHEST};
	const double r[] = {4, 5, 6};
	static double x[6 * 5 * 4];
	static double replicate[N];
	struct rcc_sample sample = rcc_sample_3(x, 6, 5, 4);
	struct rcc_levels levels;
	double term[3];

	(void)state;
	fill(x, 6, 5, 4);
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	for (int i = 0; i < 3; i++)
		term[i] = levels.level[i].s2 * (r[i] - 1) / r[i];
	term[2] /= r[2];
	term[1] /= r[2] * r[1];
	term[0] /= r[2] * r[1] * r[0];
	for (int s = 0; s < 3; s++) {
		struct rcc_bootstrap_options options = usual;
		struct rcc_bootstrap out;
		double expected = 0;
		double variance;
		double mean;

		for (int i = s; i < 3; i++)
			expected += term[i];
		options.scheme = scheme[s];
		assert_int_equal(boot(sample, NULL, options, replicate, &out),
				 0);
		variance = variance_of(replicate, N, &mean);
		assert_near(variance, expected, 4 * 0.032);
		assert_true(fabs(mean - levels.mean) < 4 * sqrt(expected / N));
		assert_near(out.estimate, levels.mean, 1e-14);
		assert_true(out.percentile.lo < out.center);
		assert_true(out.center < out.percentile.hi);
		assert_true(out.few);
	}
}

/* If groups are large or differ in size, rcc_bootstrap() draws from them with
 * another algorithm.  The variance of its replicates must also be as
 * theory says.  Here all variation is within groups, so draws that depend on
 * each other would change the variance visibly. */
static void large_groups_vary_as_theory_says(void **state)
{
	static double x[6 * 80];
	static double replicate[N];
	static const size_t size[] = {80, 80, 80, 80, 80, 80};
	const struct rcc_sample sample[] = {
		rcc_sample_2(x, 6, 80),
		{.x = x, .n_levels = 2, .r = {0, 6}, .size = {size}}};
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 5);
	for (size_t i = 0; i < 480; i++)
		x[i] = normal(&random);
	for (int k = 0; k < 2; k++) {
		struct rcc_levels levels;
		struct rcc_bootstrap out;
		double expected;
		double mean;

		assert_int_equal(rcc_levels_compute(&sample[k], &levels), 0);
		expected = levels.level[1].s2 * 5 / 6 / 6 +
			   levels.level[0].s2 * 79 / 80 / 480;
		assert_int_equal(boot(sample[k], NULL, usual, replicate, &out),
				 0);
		assert_near(variance_of(replicate, N, &mean), expected,
			    4 * 0.032);
	}
}

static void flat_is_narrower_than_the_truth(void **state)
{
	static double x[12 * 5 * 4];
	static double replicate[N];
	struct rcc_sample sample = rcc_sample_3(x, 12, 5, 4);
	struct rcc_bootstrap_options options = usual;
	struct rcc_bootstrap all;
	struct rcc_bootstrap flat;

	(void)state;
	fill(x, 12, 5, 4);
	assert_int_equal(boot(sample, NULL, options, replicate, &all), 0);
	options.scheme = RCC_SCHEME_FLAT;
	assert_int_equal(boot(sample, NULL, options, replicate, &flat), 0);
	assert_false(all.few);
	assert_true(flat.percentile.hi - flat.percentile.lo <
		    0.6 * (all.percentile.hi - all.percentile.lo));
}

static void threads_change_nothing(void **state)
{
	static const enum rcc_statistic statistic[] = {
		RCC_STATISTIC_MEAN, RCC_STATISTIC_MEDIAN, RCC_STATISTIC_MIN};
	static double x[7 * 5 * 4];
	static double one[N];
	static double many[N];
	const struct rcc_sample sample = rcc_sample_3(x, 7, 5, 4);
	const struct rcc_sample other = rcc_sample_2(x, 35, 4);

	(void)state;
	fill(x, 7, 5, 4);
	for (int s = 0; s < 3; s++) {
		struct rcc_bootstrap_options options = usual;
		struct rcc_bootstrap a;
		struct rcc_bootstrap b;

		options.statistic = statistic[s];
		assert_int_equal(boot(sample, &other, options, one, &a), 0);
		for (size_t n = 2; n < 70; n = n * 2 + 1) {
			options.n_threads = n;
			assert_int_equal(
				boot(sample, &other, options, many, &b), 0);
			assert_memory_equal(one, many, sizeof(one));
			assert_memory_equal(&a, &b, sizeof(a));
		}
	}
}

/*
 * Two layouts have the values 16^0 … 16^6.  The hexadecimal digits of fourteen
 * times a replicate's mean count how often each value was drawn.
 */
static void every_value_is_drawn_equally(void **state)
{
	static double replicate[20000];
	struct rcc_bootstrap_options options = usual;
	double x[14];
	double count[7] = {0};
	double chi2 = 0;
	struct rcc_bootstrap out;

	(void)state;
	options.n_replicates = 20000;
	for (size_t i = 0; i < 14; i++)
		x[i] = (double)(1 << (4 * (i % 7)));
	assert_int_equal(
		boot(rcc_sample_2(x, 2, 7), NULL, options, replicate, &out), 0);
	for (size_t b = 0; b < 20000; b++) {
		const long digits = lround(14 * replicate[b]);
		long sum = 0;

		for (int i = 0; i < 7; i++) {
			const long digit = (digits >> (4 * i)) & 15;

			count[i] += (double)digit;
			sum += digit;
		}
		assert_int_equal(sum, 14);
	}
	for (int i = 0; i < 7; i++)
		chi2 += (count[i] - 40000) * (count[i] - 40000) / 40000;
	/* R: qchisq(0.999, 6) */
	assert_true(chi2 < 22.458);
	assert_true(chi2 > 0);
}

static void ratio_of_itself_is_around_one(void **state)
{
	static double x[20 * 3];
	static double replicate[N];
	const struct rcc_sample sample = rcc_sample_2(x, 20, 3);
	struct rcc_bootstrap out;

	(void)state;
	fill(x, 20, 3, 1);
	assert_int_equal(boot(sample, &sample, usual, replicate, &out), 0);
	assert_near(out.estimate, 1, 0);
	assert_true(out.percentile.lo < 1 && out.percentile.hi > 1);
	assert_true(out.student.lo < 1 && out.student.hi > 1);
	assert_true(out.bca.lo < 1 && out.bca.hi > 1);
}

static void minimum_never_falls_below_the_data(void **state)
{
	static double x[10 * 6];
	static double replicate[N];
	const struct rcc_sample sample = rcc_sample_2(x, 10, 6);
	struct rcc_bootstrap_options options = usual;
	struct rcc_levels levels;
	struct rcc_bootstrap out;
	size_t n_at_min = 0;

	(void)state;
	fill(x, 10, 6, 1);
	assert_int_equal(rcc_levels_compute(&sample, &levels), 0);
	options.statistic = RCC_STATISTIC_MIN;
	assert_int_equal(boot(sample, NULL, options, replicate, &out), 0);
	assert_near(out.estimate, levels.min, 0);
	for (size_t b = 0; b < N; b++) {
		assert_true(replicate[b] >= levels.min);
		n_at_min += replicate[b] == levels.min;
	}
	/* The group with the minimum is drawn k times out of 10.  k has the
	 * distribution Bin(10, 1/10).  Given k, the minimum itself is drawn
	 * with probability 1 - (5/6)^(6k).  Together this is 0.49755
	 * (R: 1 - sum(dbinom(0:10, 10, .1) * (5/6)^(6*(0:10)))). */
	assert_true(fabs((double)n_at_min / N - 0.49755) < 4 * 0.0112);
	assert_nan(out.student.lo);
}

static void medians_of_unbalanced_data_fit_the_scratch(void **state)
{
	static const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	static const size_t size[] = {1, 6, 3};
	static double replicate[N];
	const struct rcc_sample sample = {
		.x = x, .n_levels = 2, .r = {0, 3}, .size = {size}};
	struct rcc_bootstrap_options options = usual;
	struct rcc_bootstrap out;

	(void)state;
	for (int scheme = 0; scheme < 4; scheme++) {
		options.scheme = (enum rcc_scheme)scheme;
		options.statistic = RCC_STATISTIC_MEDIAN;
		assert_int_equal(boot(sample, NULL, options, replicate, &out),
				 0);
		assert_near(out.estimate, 5.5, 0);
		options.statistic = RCC_STATISTIC_MEAN;
		assert_int_equal(boot(sample, NULL, options, replicate, &out),
				 0);
		/* The mean is not weighted: (1 + 4.5 + 9) / 3.  FLAT ignores
		 * groups. */
		assert_near(out.estimate,
			    scheme == RCC_SCHEME_FLAT ? 5.5 : 14.5 / 3, 1e-15);
	}
}

static void what_is_undefined_is_refused(void **state)
{
	static const double x[] = {1, 2, NAN, 4};
	static const double zero[] = {0, 0, 0, 0};
	static double replicate[N];
	struct rcc_bootstrap_options options = usual;
	const struct rcc_sample fine = rcc_sample_1(zero, 4);
	struct rcc_bootstrap out;

	(void)state;
	assert_int_equal(boot(rcc_sample_1(x, 4), NULL, usual, replicate, &out),
			 RCC_EDOM);
	assert_nan(out.estimate);
	assert_nan(out.percentile.lo);
	assert_int_equal(boot(rcc_sample_1(x, 1), NULL, usual, replicate, &out),
			 RCC_EDOM);
	assert_int_equal(boot(fine, &fine, usual, replicate, &out), RCC_EDOM);
	options.n_replicates = 99;
	assert_int_equal(boot(fine, NULL, options, replicate, &out), RCC_EDOM);
	/* For constant data the interval is a point.  The studentized and the
	 * BCa interval would be 0/0. */
	assert_int_equal(boot(fine, NULL, usual, replicate, &out), 0);
	assert_near(out.percentile.lo, 0, 0);
	assert_near(out.percentile.hi, 0, 0);
	assert_nan(out.student.lo);
	assert_nan(out.bca.lo);
}

/* Return the levels of a balanced experiment.  Level i has r[i] repetitions,
 * and the variance due to level i alone is exactly t2[i]. */
static struct rcc_levels levels_of(const double *t2, const size_t *r)
{
	struct rcc_levels levels = {.n_levels = 3, .mean = 100};
	double s2 = 0;

	levels.n_values = r[0] * r[1] * r[2];
	for (size_t i = 0; i < 3; i++) {
		struct rcc_level *level = &levels.level[i];

		s2 = t2[i] + (i > 0 ? s2 / (double)r[i - 1] : 0);
		level->s2 = r[i] > 1 ? s2 : (double)NAN;
		level->r_min = level->r_max = r[i];
		level->n_groups = i == 2 ? 1 : r[2] * (i == 0 ? r[1] : 1);
	}
	return levels;
}

/* rcc_bootstrap_coverage() must predict the coverage that `randstudy simulate`
 * has counted (tables of doc/STATISTICS.md). */
static void coverage_is_what_was_simulated(void **state)
{
	static const struct {
		double t2[3];
		size_t r[3];
		double mean, ratio;
	} known[] = {
		{{1, 1, 4}, {1, 3, 3}, 80.52, 85.49},
		{{1, 1, 4}, {1, 3, 5}, 87.81, 90.50},
		{{1, 1, 4}, {1, 3, 10}, 92.43, 93.91},
		{{1, 1, 4}, {1, 3, 20}, 94.28, 94.80},
		{{25, 1, 0.04}, {3, 3, 3}, 98.34, 98.91},
		{{25, 1, 0.04}, {3, 3, 5}, 98.77, 99.14},
		{{25, 1, 0.04}, {3, 3, 10}, 99.33, 99.44},
		{{25, 1, 0.04}, {3, 3, 20}, 99.48, 99.52},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		const struct rcc_levels levels =
			levels_of(known[i].t2, known[i].r);
		const double mean = rcc_bootstrap_coverage(
			&levels, NULL, RCC_SCHEME_ALL, 0.95);
		const double ratio = rcc_bootstrap_coverage(
			&levels, &levels, RCC_SCHEME_ALL, 0.95);

		/* Three layouts have few different draws, so the percentiles
		 * are not those of a normal distribution. */
		const double most = known[i].r[2] < 5 ? 1.5 : 0.5;

		if (fabs(100 * mean - known[i].mean) > most ||
		    fabs(100 * ratio - known[i].ratio) > most)
			fail_msg("%zu: %g and %g", i, 100 * mean, 100 * ratio);
	}
}

static void coverage_of_what_has_none_is_undefined(void **state)
{
	static const double none[3] = {0, 0, 0};
	static const double some[3] = {1, 1, 4};
	static const size_t r[3] = {3, 3, 10};
	static const size_t one[3] = {3, 3, 1};
	struct rcc_levels levels = levels_of(some, r);

	(void)state;
	assert_nan(
		rcc_bootstrap_coverage(&levels, NULL, RCC_SCHEME_FLAT, 0.95));
	assert_nan(rcc_bootstrap_coverage(&levels, NULL, RCC_SCHEME_ALL, 1));
	levels = levels_of(none, r);
	assert_nan(rcc_bootstrap_coverage(&levels, NULL, RCC_SCHEME_ALL, 0.95));
	levels = levels_of(some, one);
	levels.level[2].s2 = NAN;
	assert_nan(rcc_bootstrap_coverage(&levels, NULL, RCC_SCHEME_ALL, 0.95));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(replicates_vary_as_theory_says),
		cmocka_unit_test(large_groups_vary_as_theory_says),
		cmocka_unit_test(flat_is_narrower_than_the_truth),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(every_value_is_drawn_equally),
		cmocka_unit_test(ratio_of_itself_is_around_one),
		cmocka_unit_test(minimum_never_falls_below_the_data),
		cmocka_unit_test(medians_of_unbalanced_data_fit_the_scratch),
		cmocka_unit_test(what_is_undefined_is_refused),
		cmocka_unit_test(coverage_is_what_was_simulated),
		cmocka_unit_test(coverage_of_what_has_none_is_undefined),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
