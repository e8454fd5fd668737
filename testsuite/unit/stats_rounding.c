/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/rounding: how far rounding may have moved a mean, and
 * whether that matters. */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include "common/random.h"

#define N 400

static double x[N];
static double scratch[N];

/* Set x to normal values, rounded to multiples of `step`, and return their
 * mean. */
static double draw(double mean, double sd, double step, uint64_t seed)
{
	const struct rcc_model model = {
		.n_levels = 1, .mean = mean, .sd = {sd}};
	const size_t r[] = {N};
	struct rcc_random random;
	double sum = 0;

	rcc_random_stream(&random, seed, "rounding");
	rcc_model_draw(&model, r, &random, x);
	for (size_t i = 0; i < N; i++) {
		x[i] = step * round(x[i] / step);
		sum += x[i];
	}
	return sum / N;
}

static struct rcc_rounding rounding_of(const double *values, size_t n)
{
	struct rcc_rounding r;

	rcc_rounding_of(values, n, scratch, &r);
	return r;
}

static void coarse_values_move_a_mean_by_half_a_step(void **state)
{
	struct rcc_rounding r;

	(void)state;
	draw(1.0051, 0.001, 0.01, 1);
	r = rounding_of(x, N);
	assert_near(r.step, 0.01, 1e-9);
	assert_near(r.shift, 0.005, 1e-9);
	assert_true(r.is_narrow);
	draw(-1.0051, 0.001, 0.01, 1);
	assert_near(rounding_of(x, N).shift, 0.005, 1e-9);
	/* The mean is off by no more than that, wherever it is in a step. */
	for (double mean = 1; mean < 1.02; mean += 0.0005) {
		const double error = fabs(draw(mean, 0.002, 0.01, 1) - mean);

		r = rounding_of(x, N);
		assert_true(error <= r.shift || error < 3 * 0.002 / sqrt(N) ||
			    r.step == 0);
	}
}

/* The mean of a rounded normal distribution, in steps. */
static double rounded_mean(double mean, double sd, double *two)
{
	double sum = 0;

	*two = 0;
	for (int k = -20; k <= 20; k++) {
		double p = 0;
		double q = 0;

		p = (erf((k + 0.5 - mean) / sd / M_SQRT2) -
		     erf((k - 0.5 - mean) / sd / M_SQRT2)) /
		    2;
		q = (erf((k + 1.5 - mean) / sd / M_SQRT2) -
		     erf((k - 0.5 - mean) / sd / M_SQRT2)) /
		    2;
		*two = fmax(*two, q);
		sum += k * p;
	}
	return sum;
}

/* The header says: less than 0.1 % of a step. */
static void wider_normal_values_keep_their_mean(void **state)
{
	double most = 0;

	(void)state;
	for (double mean = 0; mean < 0.5; mean += 0.01)
		for (double sd = 0.2; sd < 2; sd += 0.01) {
			double two;
			const double bias = rounded_mean(mean, sd, &two) - mean;

			if (two < 0.8)
				most = fmax(most, fabs(bias));
		}
	assert_true(most > 1e-6 && most < 1e-3);
	draw(1.0025, 0.01, 0.01, 1);
	assert_near(rounding_of(x, N).shift, 0, 0);
	assert_false(rounding_of(x, N).is_narrow);
	draw(1, 0.01, 1e-9, 1);
	assert_near(rounding_of(x, N).shift, 0, 0);
	assert_near(rounding_of(x, N).step, 0, 0);
}

static void some_values_far_away_hide_nothing(void **state)
{
	struct rcc_rounding r;

	(void)state;
	draw(1.0051, 0.001, 0.01, 1);
	for (size_t i = 0; i < N / 12; i++)
		x[i] += 0.01 * (double)(i % 13);
	r = rounding_of(x, N);
	assert_near(r.shift, 0.005, 1e-9);
	assert_true(r.is_narrow);
	for (size_t i = N / 12; i < N / 6; i++)
		x[i] += 0.01 * (double)(i % 13);
	r = rounding_of(x, N);
	assert_near(r.shift, 0.005, 1e-9);
	assert_false(r.is_narrow);
}

/* Fast and slow layouts, each rounded to whole steps, are two crowds.  They
 * differ by much more than a step, so their spread is no work of rounding. */
static void there_may_be_several_crowds(void **state)
{
	struct rcc_rounding r;

	(void)state;
	draw(1.005, 0.001, 0.01, 1);
	for (size_t i = 0; i < N; i++)
		x[i] = round(100 * x[i]) + (i % 3 == 0 ? 30 : 0);
	r = rounding_of(x, N);
	assert_near(r.step, 1, 1e-9);
	assert_near(r.shift, 0.5, 1e-9);
	assert_false(r.is_narrow);
	/* Layouts that differ by many steps each are not crowded. */
	for (size_t i = 0; i < 30; i++)
		x[i] = 1000 + (double)(i * i % 101);
	assert_near(rounding_of(x, 30).shift, 0, 0);
}

static void a_step_must_be_known(void **state)
{
	static const double equal[] = {2, 2, 2, 2};
	static const double two[] = {2, 3};
	static const double zero[] = {0, 0, 0};
	static const double some_zero[] = {0, 0, 1, 1, 1};
	static const double bad[] = {1, 1, 2, NAN};

	(void)state;
	assert_near(rounding_of(equal, 4).step, 0, 0);
	assert_near(rounding_of(equal, 4).shift, 0, 0);
	assert_false(rounding_of(equal, 4).is_narrow);
	/* Values that do not repeat are not known to be rounded. */
	assert_near(rounding_of(two, 2).shift, 0, 0);
	assert_near(rounding_of(zero, 3).shift, 0, 0);
	assert_near(rounding_of(some_zero, 5).shift, 0.5, 0);
	assert_near(rounding_of(bad, 4).shift, 0, 0);
	assert_near(rounding_of(equal, 0).shift, 0, 0);
}

static bool matters(double lo, double hi, double rounding)
{
	const struct rcc_ratio ratio = {.estimate = (lo + hi) / 2,
					.lo = lo,
					.hi = hi,
					.set = RCC_RATIO_BOUNDED};

	return rcc_rounding_matters(&ratio, rounding, 0.01);
}

static void it_matters_where_an_end_crosses_a_limit(void **state)
{
	(void)state;
	assert_true(matters(1.004, 1.02, 0.005));
	assert_false(matters(1.004, 1.02, 0.003));
	assert_true(matters(0.98, 0.998, 0.005));
	assert_true(matters(0.995, 1.008, 0.003));
	assert_false(matters(0.995, 1.008, 0.001));
	assert_true(matters(0.993, 1.002, 0.004));
	assert_true(matters(1.012, 1.03, 0.003));
	assert_false(matters(1.2, 1.3, 0.05));
	assert_false(matters(1.004, 1.02, 0));
	assert_false(matters(1.004, 1.02, NAN));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(coarse_values_move_a_mean_by_half_a_step),
		cmocka_unit_test(wider_normal_values_keep_their_mean),
		cmocka_unit_test(some_values_far_away_hide_nothing),
		cmocka_unit_test(there_may_be_several_crowds),
		cmocka_unit_test(a_step_must_be_known),
		cmocka_unit_test(it_matters_where_an_end_crosses_a_limit),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
