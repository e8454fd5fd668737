/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of runs in blocks, against R.  A data set has the log ratios of n
 * layouts to the original layout, in m rounds.  The reference is
 * testsuite/data/blocks-reference.tsv, which the R script beside it has
 * written.  $STATS_REFERENCE can name another file.
 */
#include "stats/rcc_blocks.h"
#include "stats/rcc_claims.h"

#include "testsuite/unit/stats_oracle.h"

#include "common/diag.h"
#include "common/random.h"

#define N_SETS 40
#define MOST_LAYOUTS 66
#define MOST_ROUNDS 3

struct set {
	size_t n, m;
	/* the m values of layout 0, then those of layout 1 ... */
	double d[MOST_LAYOUTS * MOST_ROUNDS];
};

static void make_set(int number, struct set *set)
{
	const double step = number % 5 == 0 ? 500 : 1;
	double layout[MOST_LAYOUTS];

	oracle_seed(number);
	set->n = 6 + (size_t)oracle_draw(60);
	set->m = 2 + (size_t)number % 2;
	for (size_t i = 0; i < set->n; i++) {
		const double first = oracle_draw(2000);

		layout[i] = first + oracle_draw(2000);
		if (number % 4 == 1)
			layout[i] = floor(pow(layout[i], 4) / 64e9);
		if (number % 4 == 2)
			layout[i] = 0;
	}
	for (size_t i = 0; i < set->n; i++) {
		for (size_t r = 0; r < set->m; r++) {
			const double first = oracle_draw(1000);
			const double sum =
				layout[i] + first + oracle_draw(1000);
			double *d = &set->d[i * set->m + r];

			*d = (floor(sum / step) * step - 2900) / 65536;
		}
	}
}

static void layout_variances_are_rs(void **state)
{
	static double scratch[2 * MOST_LAYOUTS];

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_rounds_effect effect;
		struct set set;
		double scale;

		make_set(number, &set);
		oracle_check(number, "n", (double)set.n, 0);
		assert_int_equal(rcc_rounds_effect(set.d, set.n, set.m, 0.95,
						   scratch, &effect),
				 0);
		oracle_check(number, "v", effect.v, 1e-12);
		oracle_check(number, "w", effect.w, 1e-12);
		oracle_check(number, "v_df", effect.v_df, 1e-11);
		oracle_check(number, "w_df", effect.w_df, 1e-11);
		/* The estimate and the limits are differences of terms of the
		 * size `scale`, so the rounding errors are in proportion to
		 * `scale`. */
		scale = effect.v + effect.w;
		assert_true(fabs(effect.variance.estimate -
				 *oracle_find(number, "t2")) < 1e-12 * scale);
		assert_true(fabs(effect.variance.lo -
				 *oracle_find(number, "t2_lo")) < 1e-8 * scale);
		assert_true(fabs(effect.variance.hi -
				 *oracle_find(number, "t2_hi")) < 1e-8 * scale);
	}
}

/* Use the values of the first two rounds as two arms whose layouts ran once. */
static void arms_of(const struct set *set, double *random, double *fixed)
{
	for (size_t i = 0; i < set->n; i++) {
		random[i] = set->d[i * set->m];
		fixed[i] = set->d[i * set->m + 1];
	}
}

static void variances_of_two_arms_are_rs(void **state)
{
	static double scratch[3 * MOST_LAYOUTS];
	double x[2][MOST_LAYOUTS];

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_sample sample[2];
		struct rcc_levels levels[2];
		struct rcc_layout_effect effect;
		struct rcc_layout_tails tails;
		struct set set;
		double scale;

		make_set(number, &set);
		arms_of(&set, x[0], x[1]);
		for (int k = 0; k < 2; k++) {
			sample[k] = rcc_sample_1(x[k], set.n);
			rcc_levels_compute(&sample[k], &levels[k]);
		}
		assert_int_equal(rcc_layout_tails(&sample[0], &sample[1],
						  scratch, &tails),
				 0);
		oracle_check(number, "arms_v_df", tails.v_df, 1e-11);
		oracle_check(number, "arms_w_df", tails.w_df, 1e-11);
		assert_int_equal(rcc_layout_effect(&levels[0], &levels[1],
						   &tails, 0.95, &effect),
				 0);
		scale = levels[0].level[0].s2 + levels[1].level[0].s2;
		assert_true(fabs(effect.variance.lo -
				 *oracle_find(number, "arms_lo")) <
			    1e-9 * scale);
		assert_true(fabs(effect.variance.hi -
				 *oracle_find(number, "arms_hi")) <
			    1e-9 * scale);
		assert_true(fabs(effect.share.lo -
				 *oracle_find(number, "share_lo")) < 1e-9);
		assert_true(fabs(effect.share.hi -
				 *oracle_find(number, "share_hi")) < 1e-9);
	}
}

/* Check a p-value.  For p = 1e-23, GSL and R differ in the seventh digit.  So
 * if p is below 1e-15, R's p must only be below 1e-15 too. */
static void check_p(int number, const char *name, double p)
{
	if (p > 1e-15)
		oracle_check(number, name, p, 1e-9);
	else
		assert_true(*oracle_find(number, name) < 1e-15);
}

static void tests_of_skewed_means_are_rs(void **state)
{
	double x[2][MOST_LAYOUTS];
	double mean[MOST_LAYOUTS];
	double p;

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct set set;

		make_set(number, &set);
		arms_of(&set, x[0], x[1]);
		for (size_t i = 0; i < set.n; i++) {
			mean[i] = 0;
			for (size_t r = 0; r < set.m; r++)
				mean[i] += set.d[i * set.m + r] / (double)set.m;
		}
		assert_int_equal(rcc_skewed_p(mean, set.n, NULL, 0, &p), 0);
		check_p(number, "p_skewed", p);
		assert_int_equal(rcc_skewed_p(x[0], set.n, x[1], set.n, &p), 0);
		check_p(number, "p_skewed_two", p);
	}
}

static void some_means_have_no_test_for_skewness(void **state)
{
	static const double x[] = {1, 2, NAN, 2};
	double p;

	(void)state;
	assert_int_equal(rcc_skewed_p(x, 2, NULL, 0, &p), RCC_EDOM);
	assert_nan(p);
	assert_int_equal(rcc_skewed_p(x, 4, NULL, 0, &p), RCC_EDOM);
	assert_nan(p);
	assert_int_equal(
		rcc_skewed_p((const double[]){3, 3, 3}, 3, NULL, 0, &p),
		RCC_EDOM);
	assert_nan(p);
}

/* The degrees of freedom allow for heavy tails (struct rcc_layout_tails).  They
 * equal those of R, even if every seventh layout has only its first run. */
static void tails_of_layouts_that_lack_runs_are_rs(void **state)
{
	static double scratch[3 * MOST_LAYOUTS];

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		double x[MOST_LAYOUTS * MOST_ROUNDS];
		size_t size[MOST_LAYOUTS];
		struct rcc_layout_tails tails;
		struct rcc_sample sample;
		struct set set;
		size_t n = 0;

		make_set(number, &set);
		for (size_t i = 0; i < set.n; i++) {
			size[i] = i % 7 == 6 ? 1 : set.m;
			for (size_t r = 0; r < size[i]; r++)
				x[n++] = set.d[i * set.m + r];
		}
		sample = rcc_sample_2(x, set.n, 0);
		sample.size[0] = size;
		assert_int_equal(
			rcc_layout_tails(&sample, NULL, scratch, &tails), 0);
		oracle_check(number, "some_v_df", tails.v_df, 1e-11);
		oracle_check(number, "some_w_df", tails.w_df, 1e-11);
	}
}

/* Each execution has two iterations with the same value, instead of one.  This
 * does not change the degrees of freedom. */
static void iterations_do_not_change_the_tails_of_executions(void **state)
{
	static double scratch[3 * MOST_LAYOUTS];
	double x[2 * MOST_LAYOUTS * MOST_ROUNDS];
	struct rcc_layout_tails twice;
	struct rcc_layout_tails once;
	struct rcc_sample sample;
	struct set set;

	(void)state;
	make_set(5, &set);
	for (size_t i = 0; i < set.n * set.m; i++)
		x[2 * i] = x[2 * i + 1] = set.d[i];
	sample = rcc_sample_2(set.d, set.n, set.m);
	assert_int_equal(rcc_layout_tails(&sample, NULL, scratch, &once), 0);
	sample = rcc_sample_3(x, set.n, set.m, 2);
	assert_int_equal(rcc_layout_tails(&sample, NULL, scratch, &twice), 0);
	assert_near(twice.v_df, once.v_df, 1e-12);
	assert_near(twice.w_df, once.w_df, 1e-12);
}

/* If a time in seconds is changed to nanoseconds, a constant is added to its
 * logarithm.  The variance between layouts stays the same. */
static void a_unit_does_not_change_the_layout_variance(void **state)
{
	static double scratch[2 * MOST_LAYOUTS];
	struct rcc_rounds_effect effect;
	struct rcc_rounds_effect moved;
	struct set set;

	(void)state;
	make_set(3, &set);
	rcc_rounds_effect(set.d, set.n, set.m, 0.95, scratch, &effect);
	for (size_t i = 0; i < set.n * set.m; i++)
		set.d[i] += 1e9 / 65536; /* the sum has no rounding error */
	rcc_rounds_effect(set.d, set.n, set.m, 0.95, scratch, &moved);
	assert_near(moved.variance.lo, effect.variance.lo, 1e-9);
	assert_near(moved.variance.hi, effect.variance.hi, 1e-9);
	assert_near(moved.v_df, effect.v_df, 1e-9);
}

static void too_little_data_has_no_layout_variance(void **state)
{
	static double scratch[2 * MOST_LAYOUTS];
	static const double d[] = {1, 2, 3, 5, 2, 2, 4, 1, 3, NAN};
	struct rcc_rounds_effect effect;
	double df;

	(void)state;
	assert_int_equal(rcc_rounds_effect(d, 4, 2, 0.95, scratch, &effect),
			 RCC_EDOM);
	assert_nan(effect.variance.estimate);
	assert_nan(effect.variance.hi);
	assert_int_equal(rcc_rounds_effect(d, 9, 1, 0.95, scratch, &effect),
			 RCC_EDOM);
	assert_int_equal(rcc_rounds_effect(d, 5, 2, 0.95, scratch, &effect),
			 RCC_EDOM);
	assert_nan(effect.v);
	assert_int_equal(rcc_kurtosis_df(d, 4, scratch, &df), RCC_EDOM);
	assert_nan(df);
	assert_int_equal(rcc_kurtosis_df(d, 10, scratch, &df), RCC_EDOM);
	assert_nan(df);
}

/* The unit of the values does not matter. */
static void heavy_tails_have_no_unit(void **state)
{
	static const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 40};
	double scaled[10];
	double scratch[10];
	double expected;
	double df;

	(void)state;
	assert_int_equal(rcc_kurtosis_df(x, 10, scratch, &expected), 0);
	assert_true(expected > 1.5 && expected < 8);
	for (int power = -120; power <= 120; power += 20) {
		for (size_t i = 0; i < 10; i++)
			scaled[i] = x[i] * pow(10, power);
		assert_int_equal(rcc_kurtosis_df(scaled, 10, scratch, &df), 0);
		assert_near(df, expected, 1e-9);
	}
}

static void constant_rounds_are_not_an_error(void **state)
{
	static double scratch[2 * MOST_LAYOUTS];
	static const double same[] = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
	static const double flat[] = {1, 3, 3, 1, 1, 3, 1, 3, 3, 1};
	struct rcc_rounds_effect effect;

	(void)state;
	/* The rounds agree, so there is no noise.  The interval is then the
	 * chi-square interval of one variance. */
	assert_int_equal(rcc_rounds_effect(same, 5, 2, 0.95, scratch, &effect),
			 0);
	assert_near(effect.w, 0, 0);
	assert_near(effect.variance.estimate, 2.5, 1e-15);
	assert_near(effect.variance.hi,
		    rcc_variance_limit(effect.v, effect.v_df, 0.95), 1e-12);
	/* The means of the layouts are equal, so the values show only noise. */
	assert_int_equal(rcc_rounds_effect(flat, 5, 2, 0.95, scratch, &effect),
			 0);
	assert_near(effect.v, 0, 0);
	assert_true(effect.variance.estimate < 0);
	assert_near(effect.variance.hi, 0, 0);
}

static double draw_normal(struct rcc_random *random)
{
	return sqrt(-2 * log(1 - rcc_random_unit(random))) *
	       cos(6.283185307179586 * rcc_random_unit(random));
}

/* Return how many of 2000 experiments have an interval that covers the variance
 * between layouts.  An experiment has 30 layouts in two rounds.  The noise of a
 * run is normal.  In a fraction `outliers` of the runs it is six times as
 * large. */
static size_t count_covered(double outliers, double layout_sd)
{
	static double scratch[60];
	static double d[60];
	struct rcc_random random;
	size_t covered = 0;

	rcc_random_seed(&random, 11);
	for (int k = 0; k < 2000; k++) {
		struct rcc_rounds_effect effect;

		for (size_t i = 0; i < 60; i += 2) {
			const double layout = layout_sd * draw_normal(&random);

			for (size_t r = 0; r < 2; r++) {
				const double u = rcc_random_unit(&random);

				d[i + r] =
					layout + draw_normal(&random) *
							 (u < outliers ? 6 : 1);
			}
		}
		rcc_rounds_effect(d, 30, 2, 0.95, scratch, &effect);
		covered += effect.variance.lo <= layout_sd * layout_sd &&
			   layout_sd * layout_sd <= effect.variance.hi;
	}
	return covered;
}

static void the_interval_covers_the_layout_variance(void **state)
{
	(void)state;
	/* 1900 of 2000 are expected (95 %), with a standard error of 9.7. */
	assert_in_range(count_covered(0, 1), 1861, 1990);
	assert_in_range(count_covered(0, 0.2), 1861, 2000);

	assert_in_range(count_covered(0.1, 1), 1861, 2000);
}

static void correlations_are_rs(void **state)
{
	static double scratch[MOST_LAYOUTS * MOST_ROUNDS];
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 3);
	for (int number = 1; number <= N_SETS; number++) {
		struct set set;
		double correlation;
		double p;

		make_set(number, &set);
		assert_int_equal(rcc_layouts_test(set.d, set.n, set.m, 9,
						  &random, scratch,
						  &correlation, &p),
				 0);
		oracle_check(number, "rho", correlation, 1e-12);
	}
}

/* rcc_layouts_test() correlates the ranks of the layouts in two rounds, and
 * compares the correlation with those of random orders.  Six layouts have 720
 * orders, and R computes the exact p from all of them.  The p of 9,999 draws is
 * close to the exact p. */
static void layouts_p_is_that_of_all_orders(void **state)
{
	double scratch[6 * 2];
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 3);
	for (int number = 2; number <= N_SETS; number += 2) {
		struct set set;
		double correlation;
		double exact;
		double p;

		make_set(number, &set);
		exact = *oracle_find(number, "p_ranks");
		if (rcc_layouts_test(set.d, 6, 2, 9999, &random, scratch,
				     &correlation, &p) != 0)
			fail_msg("set %d", number);
		assert_true(fabs(p - exact) <
			    4 * sqrt(exact * (1 - exact) / 9999) + 1e-4);
	}
}

static void shifts_p_is_that_of_all_signs(void **state)
{
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 3);
	for (int number = 1; number <= N_SETS; number++) {
		struct set set;
		double mean[6];
		double exact;
		double p;

		make_set(number, &set);
		for (size_t i = 0; i < 6; i++) {
			mean[i] = 0;
			for (size_t r = 0; r < set.m; r++)
				mean[i] += set.d[i * set.m + r] / (double)set.m;
		}
		/* There are 64 ways to change the signs of six means.  If 63
		 * draws or more are allowed, the test tries all of them instead
		 * of drawing. */
		assert_int_equal(rcc_shift_test(mean, 6, 63, &random, &p), 0);
		oracle_check(number, "p_signs", p, 1e-12);
		exact = p;
		rcc_shift_test(mean, 6, 62, &random, &p);
		assert_true(fabs(p - exact) <
			    4 * sqrt(exact * (1 - exact) / 62) + 0.02);
	}
}

/* If there is no effect, p is at most 5 % with a probability of 5 %. */
static void randomisation_tests_are_exact(void **state)
{
	static double scratch[2 * 20];
	struct rcc_random random;
	size_t n_shift = 0;
	size_t n_layouts = 0;

	(void)state;
	rcc_random_seed(&random, 5);
	for (int k = 0; k < 2000; k++) {
		double correlation;
		double d[2 * 20];
		double p;

		/* The values are heavy-tailed and symmetric about 0. */
		for (size_t i = 0; i < 2 * 20; i++) {
			const double z = draw_normal(&random);

			d[i] = z * z * z;
		}
		assert_int_equal(rcc_shift_test(d, 20, 199, &random, &p), 0);
		n_shift += p <= 0.05;
		assert_int_equal(rcc_layouts_test(d, 20, 2, 199, &random,
						  scratch, &correlation, &p),
				 0);
		n_layouts += p <= 0.05;
	}
	/* 5 % of 2000 is 100, with a standard error of 9.7. */
	assert_in_range(n_shift, 61, 139);
	assert_in_range(n_layouts, 61, 139);
}

static void the_same_seed_gives_the_same_p(void **state)
{
	static double scratch[MOST_LAYOUTS * MOST_ROUNDS];
	struct rcc_random random;
	double correlation;
	double p[4];
	struct set set;

	(void)state;
	make_set(7, &set);
	for (int k = 0; k < 2; k++) {
		rcc_random_seed(&random, 9);
		rcc_layouts_test(set.d, set.n, set.m, 999, &random, scratch,
				 &correlation, &p[k]);
		rcc_shift_test(set.d, set.n, 999, &random, &p[2 + k]);
	}
	assert_near(p[0], p[1], 0);
	assert_near(p[2], p[3], 0);
	/* These layouts differ by far more than the noise. */
	assert_near(p[0], 0.001, 1e-15);
}

static void tests_without_data_are_undefined(void **state)
{
	static const double equal[] = {1, 5, 1, 6, 1, 7, 1, 8};
	static const double bad[] = {1, 5, 2, INFINITY, 1, 7, 3, 8};
	static const double zero[8] = {0};
	double scratch[8];
	struct rcc_random random;
	double correlation;
	double p;

	(void)state;
	rcc_random_seed(&random, 1);
	assert_int_equal(rcc_layouts_test(equal, 4, 2, 99, &random, scratch,
					  &correlation, &p),
			 RCC_EDOM);
	assert_nan(p);
	assert_nan(correlation);
	assert_int_equal(rcc_layouts_test(bad, 4, 2, 99, &random, scratch,
					  &correlation, &p),
			 RCC_EDOM);
	assert_int_equal(rcc_layouts_test(bad, 2, 2, 99, &random, scratch,
					  &correlation, &p),
			 RCC_EDOM);
	assert_int_equal(rcc_shift_test(bad, 8, 99, &random, &p), RCC_EDOM);
	assert_nan(p);
	assert_int_equal(rcc_shift_test(bad, 0, 99, &random, &p), RCC_EDOM);
	/* If all values are zero, there is no shift and no error. */
	assert_int_equal(rcc_shift_test(zero, 8, 99, &random, &p), 0);
	assert_near(p, 1, 0);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(layout_variances_are_rs),
		cmocka_unit_test(variances_of_two_arms_are_rs),
		cmocka_unit_test(tests_of_skewed_means_are_rs),
		cmocka_unit_test(some_means_have_no_test_for_skewness),
		cmocka_unit_test(tails_of_layouts_that_lack_runs_are_rs),
		cmocka_unit_test(
			iterations_do_not_change_the_tails_of_executions),
		cmocka_unit_test(a_unit_does_not_change_the_layout_variance),
		cmocka_unit_test(too_little_data_has_no_layout_variance),
		cmocka_unit_test(heavy_tails_have_no_unit),
		cmocka_unit_test(constant_rounds_are_not_an_error),
		cmocka_unit_test(the_interval_covers_the_layout_variance),
		cmocka_unit_test(correlations_are_rs),
		cmocka_unit_test(layouts_p_is_that_of_all_orders),
		cmocka_unit_test(shifts_p_is_that_of_all_signs),
		cmocka_unit_test(randomisation_tests_are_exact),
		cmocka_unit_test(the_same_seed_gives_the_same_p),
		cmocka_unit_test(tests_without_data_are_undefined),
	};

	rcc_stats_init();
	oracle_read("testsuite/data/blocks-reference.tsv");
	return cmocka_run_group_tests(test, NULL, NULL);
}
