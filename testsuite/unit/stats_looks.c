/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/looks: the confidence level of a study that grows after
 * its result was read (a look). */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "common/diag.h"
#include "common/random.h"
#include "stats/rcc_blocks.h"
#include "stats/rcc_claims.h"

#define N_STUDIES 40000
#define MOST_LOOKS 32

#define assert_nan(x) assert_true(isnan(x))

static double scratch[RCC_LOOKS_SCRATCH(MOST_LOOKS)];

static const struct {
	size_t n_layouts[6];
	size_t n;
} growth[] = {
	{{30, 60}, 2},
	{{30, 60, 120, 240}, 4},
	{{10, 20, 30, 40, 50, 60}, 6},
};
#define N_GROWTHS (sizeof(growth) / sizeof(growth[0]))

static const struct rcc_looks_plan planned_growth = {.kind = RCC_LOOKS_PLANNED};
static const struct rcc_looks_plan unplanned_growth = {
	.kind = RCC_LOOKS_UNPLANNED};

static double false_claims(struct rcc_looks_plan plan, size_t i, double *width)
{
	struct rcc_random random;

	rcc_random_stream(&random, 7, "looks");
	return (double)rcc_simulate_looks(&plan, growth[i].n_layouts,
					  growth[i].n, 0.95, NULL, N_STUDIES,
					  &random, scratch, width) /
	       N_STUDIES;
}

/* If the level is 95 %, at most 5 % of the studies may make a false claim at
 * any of their looks.  This share has a standard error of 0.11 percentage
 * points. */
static void growing_spends_no_more_than_it_may(void **state)
{
	/* Upper limits of `width`: the width of the last look's interval,
	 * divided by its width without the other looks. */
	static const double planned[] = {1.25, 1.5, 1.6};
	static const double unplanned[] = {1.45, 1.95, 2.1};
	double width;

	(void)state;
	for (size_t i = 0; i < N_GROWTHS; i++) {
		assert_true(false_claims(planned_growth, i, &width) < 0.05);
		assert_true(width > 1.1 && width < planned[i]);
		assert_true(false_claims(unplanned_growth, i, &width) < 0.055);
		assert_true(width > 1.1 && width < unplanned[i]);
	}
}

/* A study that is planned to end at its last look spends four fifths of 5 %, and
 * one that goes on beyond its planned end spends less than 5 %. */
static void growing_toward_an_end_spends_no_more_than_it_may(void **state)
{
	static const double narrow[] = {1.15, 1.25, 1.25};
	double width;

	(void)state;
	for (size_t i = 0; i < N_GROWTHS; i++) {
		const double last =
			(double)growth[i].n_layouts[growth[i].n - 1];
		struct rcc_looks_plan plan = {.kind = RCC_LOOKS_LIMITED,
					      .n_end = last};
		const double part = false_claims(plan, i, &width);

		assert_true(part > 0.03 && part < 0.043);
		assert_true(width > 1.05 && width < narrow[i]);
		/* The estimate of the end was too small, or too large. */
		plan.n_end = last / 2;
		assert_true(false_claims(plan, i, &width) < 0.05);
		plan.n_end = 3 * last;
		assert_true(false_claims(plan, i, &width) < 0.02);
	}
}

static void the_end_leaves_a_fifth_for_what_comes_after(void **state)
{
	const struct rcc_looks_plan plan = {.kind = RCC_LOOKS_LIMITED,
					    .n_end = 100};
	const struct rcc_looks_plan none = {.kind = RCC_LOOKS_LIMITED};

	(void)state;
	assert_float_equal(rcc_look_spent(&plan, 10, 10, 0.05), 0.004, 1e-15);
	assert_float_equal(rcc_look_spent(&plan, 50, 10, 0.05), 0.02, 1e-15);
	assert_float_equal(rcc_look_spent(&plan, 100, 10, 0.05), 0.04, 1e-15);
	assert_float_equal(rcc_look_spent(&plan, 200, 10, 0.05), 0.045, 1e-15);
	assert_float_equal(rcc_look_spent(&plan, 1e9, 10, 0.05), 0.05, 1e-8);
	/* the first look may be beyond the end */
	assert_float_equal(rcc_look_spent(&plan, 125, 125, 0.05), 0.042, 1e-15);
	assert_nan(rcc_look_spent(&none, 10, 10, 0.05));
	assert_nan(rcc_look_spent(&plan, 10, 20, 0.05));
	assert_nan(rcc_spending_toward(0, 100, 0.05));
	assert_nan(rcc_spending_toward(10, 100, 1));
}

/* ---- Questions that a study decides ------------------------------------ */

#define N_QUESTIONS 8000
#define DELTA 0.01

static double draw_normal(struct rcc_random *random)
{
	return sqrt(-2 * log(1 - rcc_random_unit(random))) *
	       cos(6.283185307179586 * rcc_random_unit(random));
}

/* Return the answer of a study that looks at 10, 20 ... 60 layouts, which have
 * one block each, until it is decided whether the ratio exceeds the threshold
 * DELTA.  The blocks' log ratios have the mean `log_ratio` and the standard
 * deviation `sd`.  `level` is the level of each look. */
static enum rcc_verdict ask(double log_ratio, double sd, const double *level,
			    struct rcc_random *random)
{
	struct rcc_claim claim = {.verdict = RCC_VERDICT_UNDECIDED};
	double sum = 0;
	double squares = 0;
	size_t n = 0;

	for (size_t look = 0;
	     look < 6 && claim.verdict == RCC_VERDICT_UNDECIDED; look++) {
		struct rcc_block_ratio r = {
			.ratio = {.set = RCC_RATIO_BOUNDED}};

		for (; n < growth[2].n_layouts[look]; n++) {
			const double x = log_ratio + sd * draw_normal(random);

			sum += x;
			squares += x * x;
		}
		r.n_units = n;
		r.ratio.df = (double)n - 1;
		r.ratio.estimate = exp(sum / (double)n);
		r.log_se = sqrt((squares - sum * sum / (double)n) / r.ratio.df /
				(double)n);
		assert_int_equal(
			rcc_claim_blocks(&r, level[look], DELTA, &claim), 0);
	}
	return claim.verdict;
}

static void count_answers(double log_ratio, double sd, double part[4])
{
	double level[6];
	struct rcc_random random;
	size_t count[4] = {0};

	rcc_random_stream(&random, 3, "decisions");
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(rcc_look_level(&planned_growth,
						growth[2].n_layouts, i + 1,
						0.95, scratch, &level[i]),
				 0);
	for (int k = 0; k < N_QUESTIONS; k++)
		count[ask(log_ratio, sd, level, &random)]++;
	for (size_t i = 0; i < 4; i++)
		part[i] = (double)count[i] / N_QUESTIONS;
}

/* At first the true ratio is exactly the threshold.  The claim that the ratio
 * is larger than the threshold is then false, and must be rare.  The claim of
 * no difference must be rare too.  It is as frequent if the true ratio is
 * barely above the threshold, and then it is false. */
static void questions_are_rarely_decided_wrongly(void **state)
{
	static const double sd[] = {0.01, 0.02, 0.04};
	double part[4];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		count_answers(log1p(DELTA), sd[i], part);
		/* A true rate of 5 % is counted with a standard error of 0.24
		 * percentage points, and a true rate of 2.5 % with 0.17. */
		assert_true(part[RCC_VERDICT_LARGER] < 0.03);
		assert_true(part[RCC_VERDICT_NO_DIFFERENCE] < 0.055);
		assert_true(part[RCC_VERDICT_SMALLER] < 0.001);
		count_answers(0, sd[i], part);
		assert_true(part[RCC_VERDICT_LARGER] +
				    part[RCC_VERDICT_SMALLER] <
			    0.03);
	}
	/* ratios far from the threshold are decided */
	count_answers(log1p(3 * DELTA), 0.02, part);
	assert_true(part[RCC_VERDICT_LARGER] > 0.99);
	count_answers(0, 0.01, part);
	assert_true(part[RCC_VERDICT_NO_DIFFERENCE] > 0.99);
}

static double level_at(const struct rcc_looks_plan *plan,
		       const size_t *n_layouts, size_t n)
{
	double level;

	assert_int_equal(
		rcc_look_level(plan, n_layouts, n, 0.95, scratch, &level), 0);
	return level;
}

static void the_first_unplanned_look_has_the_whole_level(void **state)
{
	static const size_t n[] = {30, 60};

	(void)state;
	assert_true(level_at(&unplanned_growth, n, 1) == 0.95);
	assert_true(level_at(&unplanned_growth, n, 2) > 0.99);
	/* the first planned look spends half of the probability of a false
	 * claim, so it leaves more for later looks than an unplanned look */
	assert_float_equal(level_at(&planned_growth, n, 1), 0.975, 1e-9);
	assert_true(level_at(&planned_growth, n, 2) < 0.99);
}

static void a_look_without_more_layouts_is_an_error(void **state)
{
	static const size_t n[] = {30, 30};
	double level;

	(void)state;
	assert_int_equal(
		rcc_look_level(&planned_growth, n, 2, 0.95, scratch, &level),
		RCC_EDOM);
	assert_nan(level);
	assert_int_equal(
		rcc_look_level(&planned_growth, n, 0, 0.95, scratch, &level),
		RCC_EDOM);
	assert_nan(rcc_look_spent(&unplanned_growth, 10, 30, 0.05));
}

/* Studies that grow make few false claims on noisy machines too.  A claim is
 * made if Student's interval of the blocks' log ratios excludes 0. */
static void growing_under_noise_spends_no_more(void **state)
{
	static const enum rcc_noise_kind noise[] = {
		RCC_NOISE_SPIKES, RCC_NOISE_AR, RCC_NOISE_REGIMES};
	const size_t n = 10000;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct rcc_block_simulation runs = {
			.noise = noise[i], .layout_sd = 0.03, .run_sd = 0.018};
		struct rcc_random random;
		double width;
		size_t n_false;

		rcc_random_stream(&random, 7, "noise");
		n_false = rcc_simulate_looks(
			&unplanned_growth, growth[2].n_layouts, growth[2].n,
			0.95, &runs, n, &random, scratch, &width);
		print_message("# %s: %zu of %zu\n", rcc_noise_names[noise[i]],
			      n_false, n);
		/* At most 5.5 % of the n studies may make a false claim, plus
		 * four standard errors. */
		assert_in_range(n_false, 100, 641);
	}
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(growing_under_noise_spends_no_more),
		cmocka_unit_test(growing_spends_no_more_than_it_may),
		cmocka_unit_test(
			growing_toward_an_end_spends_no_more_than_it_may),
		cmocka_unit_test(the_end_leaves_a_fifth_for_what_comes_after),
		cmocka_unit_test(questions_are_rarely_decided_wrongly),
		cmocka_unit_test(the_first_unplanned_look_has_the_whole_level),
		cmocka_unit_test(a_look_without_more_layouts_is_an_error),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
