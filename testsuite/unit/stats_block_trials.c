/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of stats/ with simulated studies.  Each block has a run of a
 * random layout and a run of the original layout.  The machine's noise is
 * known, so it is also known how often intervals should cover and tests should
 * reject. */
#include "stats/rcc_blocks.h"

#include "testsuite/unit/stats_compare.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/random.h"
#include "stats/rcc_rounds.h"

#define N_STUDIES 2000
/* Limits of the number of studies whose interval covers the true value, if the
 * level is 95 %. */
#define LEAST least(0.95)
#define MOST most(0.95)

/* The limits of the number of studies in which something happens, if its
 * probability in each study is `rate`: the expected number, minus and plus four
 * standard errors. */
static size_t least(double rate)
{
	return (size_t)lround(N_STUDIES * rate -
			      4 * sqrt(N_STUDIES * rate * (1 - rate)));
}

static size_t most(double rate)
{
	return (size_t)lround(N_STUDIES * rate +
			      4 * sqrt(N_STUDIES * rate * (1 - rate)));
}

static struct rcc_block_simulated
simulate_many(const struct rcc_block_simulation *s, size_t n)
{
	struct rcc_block_simulated out;
	struct rcc_random random;
	void *scratch = malloc(rcc_simulate_blocks_scratch(s));

	assert_non_null(scratch);
	rcc_random_seed(&random, 3);
	assert_int_equal(rcc_simulate_blocks(s, n, &random, scratch, &out), 0);
	free(scratch);
	return out;
}

static struct rcc_block_simulated simulate(const struct rcc_block_simulation *s)
{
	return simulate_many(s, N_STUDIES);
}

static struct rcc_block_simulation study(enum rcc_noise_kind noise,
					 size_t n_rounds)
{
	const struct rcc_block_simulation s = {
		.n_layouts = 60 / n_rounds,
		.n_rounds = n_rounds,
		.ratio = 1.02,
		.layout_sd = 0.03,
		.noise = noise,
		.run_sd = 0.018,
		.level = 0.95,
		.repeats = n_rounds == 2,
	};

	return s;
}

/* The shift is the ratio of random layouts to the original layout.  Its
 * interval from blocks covers the true shift under any kind of noise.  Each
 * study has 120 runs. */
static void the_shift_covers_under_any_noise(void **state)
{
	(void)state;
	for (int noise = 0; noise <= RCC_NOISE_REGIMES; noise++) {
		for (size_t n_rounds = 1; n_rounds <= 2; n_rounds++) {
			const struct rcc_block_simulation s =
				study((enum rcc_noise_kind)noise, n_rounds);
			const struct rcc_block_simulated out = simulate(&s);

			assert_int_equal(out.n, N_STUDIES);
			/* Spikes are skewed, so the interval misses the shift
			 * more often on one side and less often on the
			 * other. */
			assert_in_range(out.covered[RCC_BLOCK_TRIAL_SHIFT],
					LEAST, MOST + 20);
		}
	}
}

/* The simulated machine changes between levels of speed (RCC_NOISE_REGIMES).
 * The half-width of the shift's interval is 6.1 % if blocks are ignored, 2.3 %
 * with the blocks of one round, and 1.9 % with two rounds and repeated
 * blocks. */
static void blocks_are_narrower_under_regimes(void **state)
{
	const struct rcc_block_simulation one = study(RCC_NOISE_REGIMES, 1);
	const struct rcc_block_simulation two = study(RCC_NOISE_REGIMES, 2);
	const struct rcc_block_simulated by_one = simulate(&one);
	const struct rcc_block_simulated by_two = simulate(&two);

	(void)state;
	assert_near(by_one.half_width[RCC_BLOCK_TRIAL_SHIFT_UNPAIRED] /
			    N_STUDIES,
		    0.061, 0.05);
	assert_near(by_one.half_width[RCC_BLOCK_TRIAL_SHIFT] / N_STUDIES, 0.023,
		    0.05);
	assert_near(by_two.half_width[RCC_BLOCK_TRIAL_SHIFT] / N_STUDIES,
		    0.0187, 0.05);
	assert_in_range(by_two.covered[RCC_BLOCK_TRIAL_LAYOUT_VARIANCE], LEAST,
			1960);
	/* Each layout ran once, so the variance due to layout is undefined. */
	assert_int_equal(by_one.undefined[RCC_BLOCK_TRIAL_LAYOUT_VARIANCE],
			 N_STUDIES);
	assert_int_equal(by_one.n_repeated, 0);
	assert_in_range(by_two.n_repeated, 3 * N_STUDIES, 5 * N_STUDIES);
}

/* If there is no shift and layouts do not differ, at most 5 % of tests reject
 * and at most 5 % of studies claim something. */
static void nothing_is_found_where_nothing_is(void **state)
{
	(void)state;
	for (int noise = 0; noise <= RCC_NOISE_REGIMES; noise++) {
		struct rcc_block_simulation s =
			study((enum rcc_noise_kind)noise, 2);
		struct rcc_block_simulated out;

		s.ratio = 1;
		s.shape = RCC_SHAPE_NONE;
		out = simulate(&s);
		assert_in_range(out.shift_seen, least(0.05), most(0.05));
		assert_in_range(out.layouts_seen, least(0.05), most(0.05));
		/* The joint tests are adjusted for both questions.  They claim
		 * a shift or an effect of layouts in at most 5 % of the
		 * studies.  They claim an effect of layouts in about 1.25 %,
		 * because the one-sided p-value is doubled, and Holm's method
		 * doubles it again. */
		assert_in_range(out.any_seen, 40, most(0.05));
		assert_in_range(out.joint_layouts_seen, 10, most(0.0125));
		assert_true(out.verdict[RCC_VERDICT_SMALLER] +
				    out.verdict[RCC_VERDICT_LARGER] <
			    150);
		assert_int_equal(out.verdict[RCC_VERDICT_NO_DIFFERENCE], 0);
	}
}

/* Count the studies whose report claims something, although there is no shift
 * and layouts do not differ.  A report decides by itself whether a second round
 * is added and whether blocks are used. */
static void reports_rarely_claim_what_is_not_there(void **state)
{
	(void)state;
	for (int noise = 0; noise <= RCC_NOISE_REGIMES; noise++) {
		struct rcc_block_simulation s =
			study((enum rcc_noise_kind)noise, 2);
		struct rcc_block_simulated out;

		s.is_auto = true;
		s.ratio = 1;
		s.shape = RCC_SHAPE_NONE;
		out = simulate(&s);
		/* The claims are adjusted for both questions: at most 5 % of
		 * the studies claim something.  At most 2.5 % claim a shift,
		 * and at most 2.5 % claim an effect of layouts. */
		assert_in_range(out.layouts_claimed, 5, most(0.025));
		assert_in_range(out.shift_claimed, 5, most(0.025));
		assert_in_range(out.any_claimed, 20, most(0.05));
		assert_true(out.any_claimed >= out.layouts_claimed &&
			    out.any_claimed >= out.shift_claimed);
	}
}

/* Return how many of n studies have an interval that covers the layouts'
 * standard deviation.  A study decides by itself whether it adds a second round
 * and repeats blocks. */
static size_t sd_covered(enum rcc_noise_kind noise, size_t n_layouts, size_t n)
{
	struct rcc_block_simulation s = study(noise, 2);
	size_t covered;

	s.n_layouts = n_layouts;
	s.is_auto = true;
	covered = simulate_many(&s, n).covered[RCC_BLOCK_TRIAL_LAYOUT_CHOSEN];
	print_message("# sd, %s, %zu layouts: covered in %zu of %zu studies\n",
		      rcc_noise_names[noise], n_layouts, covered, n);
	return covered;
}

static void the_sd_covers_under_any_noise(void **state)
{
	(void)state;
	/* A layout that was disturbed in both rounds is run again because it
	 * lies far from the others (rcc_outlier_limits()).  Without that rule,
	 * the coverage is five percentage points lower. */
	assert_true(sd_covered(RCC_NOISE_SPIKES, 60, N_STUDIES) >
		    0.93 * N_STUDIES);
	assert_true(sd_covered(RCC_NOISE_SPIKES, 30, N_STUDIES) >
		    0.93 * N_STUDIES);
	/* Studies with only one round get an upper limit instead of an
	 * interval.  The limit covers more often (97.7 %). */
	assert_in_range(sd_covered(RCC_NOISE_AR, 15, 8000), 7440, 7776);
	assert_in_range(sd_covered(RCC_NOISE_NORMAL, 30, N_STUDIES), 1860,
			1960);
	assert_in_range(sd_covered(RCC_NOISE_REGIMES, 30, N_STUDIES), 1860,
			1960);
}

/* The interval of the ratio of two systems, each with layouts of its own,
 * covers the true ratio. */
static void a_ratio_of_systems_covers(void **state)
{
	struct rcc_block_simulation s = study(RCC_NOISE_REGIMES, 2);
	struct rcc_block_simulated out;

	(void)state;
	s.is_auto = true;
	s.repeats = false;
	s.has_two_systems = true;
	out = simulate(&s);
	assert_in_range(out.covered[RCC_BLOCK_TRIAL_SHIFT_CHOSEN], LEAST,
			MOST + 20);
	/* A comparison with the original layout has a narrower interval,
	 * because only one system's layouts vary. */
	s.has_two_systems = false;
	assert_true(out.half_width[RCC_BLOCK_TRIAL_SHIFT] >
		    simulate(&s).half_width[RCC_BLOCK_TRIAL_SHIFT]);
}

/* In one round, a few runs that are much slower (spikes) are not mistaken for
 * differences between layouts. */
static void spikes_in_one_round_are_no_layouts(void **state)
{
	struct rcc_block_simulation s = study(RCC_NOISE_SPIKES, 1);
	struct rcc_block_simulated out;

	(void)state;
	s.ratio = 1;
	s.shape = RCC_SHAPE_NONE;
	out = simulate(&s);
	print_message("# one round, spikes: layouts claimed in %zu of %d\n",
		      out.layouts_claimed, N_STUDIES);
	assert_true(out.layouts_claimed < 0.03 * N_STUDIES);
}

/* A few layouts are much slower than the others, and runs have little noise.
 * The interval of the layouts' variance covers nearly as often as stated, and
 * false claims of a shift are nearly as rare as stated. */
static void skewed_layouts_do_little_harm(void **state)
{
	struct rcc_block_simulation s = study(RCC_NOISE_NORMAL, 1);
	struct rcc_block_simulated out;

	(void)state;
	s.n_layouts = 30;
	s.run_sd = 0.003;
	s.ratio = 1;
	s.shape = RCC_SHAPE_GAMMA;
	out = simulate(&s);
	assert_true(out.covered[RCC_BLOCK_TRIAL_LAYOUT_CHOSEN] >
		    0.87 * N_STUDIES);
	s.n_layouts = 10;
	s.shape = RCC_SHAPE_LOGNORMAL_HALF;
	out = simulate(&s);
	/* At most 5.5 % of the studies should claim a shift, which is false.
	 * The limit of 7.5 % is four standard errors higher.  The test with
	 * random signs alone (shift_seen) claims a shift more often. */
	assert_true(out.shift_claimed < 0.075 * N_STUDIES);
	assert_true(out.shift_seen > 0.06 * N_STUDIES);
}

/* If the first round is calm, a study has only this round.  The F test then
 * judges the layouts, and a test of means judges the shift, as if there were no
 * blocks. */
static void a_calm_round_is_judged_without_blocks(void **state)
{
	struct rcc_block_simulation s = study(RCC_NOISE_NORMAL, 1);
	struct rcc_block_simulated out;

	(void)state;
	s.run_sd = 0.01;
	s.ratio = 1.04;
	out = simulate(&s);
	/* The rank test of layouts needs a second round, so it detects
	 * nothing. */
	assert_int_equal(out.layouts_seen, 0);
	assert_true(out.layouts_claimed > 1800);
	assert_true(out.shift_claimed > 1800);
	assert_true(out.verdict[RCC_VERDICT_LARGER] > 1800);
}

/* If runs have no noise, the differences between layouts are known exactly.  A
 * shift of 2 % is detected, and the interval of the layouts' variance is the
 * chi-square interval. */
static void a_quiet_machine_shows_the_layouts(void **state)
{
	struct rcc_block_simulation s = study(RCC_NOISE_NORMAL, 2);
	struct rcc_block_simulated out;

	(void)state;
	s.run_sd = 0;
	out = simulate(&s);
	assert_int_equal(out.layouts_seen, N_STUDIES);
	assert_in_range(out.covered[RCC_BLOCK_TRIAL_LAYOUT_VARIANCE], LEAST,
			1960);
	assert_in_range(out.covered[RCC_BLOCK_TRIAL_SHIFT], LEAST, MOST);
	assert_true(out.shift_seen > 1800);
}

static void the_same_seed_gives_the_same_counts(void **state)
{
	const struct rcc_block_simulation s = study(RCC_NOISE_AR, 2);
	const struct rcc_block_simulated one = simulate(&s);
	const struct rcc_block_simulated two = simulate(&s);

	(void)state;
	assert_memory_equal(one.covered, two.covered, sizeof(one.covered));
	assert_int_equal(one.layouts_seen, two.layouts_seen);
}

static void simulations_that_make_no_sense_are_refused(void **state)
{
	struct rcc_block_simulation s = study(RCC_NOISE_AR, 2);
	struct rcc_block_simulated out;
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 1);
	s.n_layouts = 1;
	assert_int_equal(rcc_simulate_blocks(&s, 1, &random, NULL, &out),
			 RCC_EDOM);
	s = study(RCC_NOISE_AR, 2);
	s.ratio = 0;
	assert_int_equal(rcc_simulate_blocks(&s, 1, &random, NULL, &out),
			 RCC_EDOM);
	s = study(RCC_NOISE_AR, 2);
	s.run_sd = NAN;
	assert_int_equal(rcc_simulate_blocks(&s, 1, &random, NULL, &out),
			 RCC_EDOM);
}

static void the_repeat_limit_is_by_hand(void **state)
{
	static const double d[] = {0, 1, 5, 3, 2, 2, 4, 7,
				   1, 5, 9, 4, 0, 6, 1, 8};
	static const double bad[16] = {0, 1, 5, NAN};
	static const double coarse[16] = {0, 1, 0, 1e-9, 0, 2};
	double scratch[8];

	(void)state;
	/* The differences are 1, 2, 0, 3, 4, 5, 6, 7, so the median is 3.5. */
	assert_near(rcc_repeat_limit(d, 8, 2, scratch), 4 * 1.4826 * 3.5,
		    1e-15);
	assert_nan(rcc_repeat_limit(d, 7, 2, scratch));
	assert_nan(rcc_repeat_limit(bad, 8, 2, scratch));
	/* The rounds of most layouts agree exactly. */
	assert_nan(rcc_repeat_limit(coarse, 8, 2, scratch));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(the_shift_covers_under_any_noise),
		cmocka_unit_test(blocks_are_narrower_under_regimes),
		cmocka_unit_test(nothing_is_found_where_nothing_is),
		cmocka_unit_test(reports_rarely_claim_what_is_not_there),
		cmocka_unit_test(the_sd_covers_under_any_noise),
		cmocka_unit_test(a_ratio_of_systems_covers),
		cmocka_unit_test(spikes_in_one_round_are_no_layouts),
		cmocka_unit_test(skewed_layouts_do_little_harm),
		cmocka_unit_test(a_calm_round_is_judged_without_blocks),
		cmocka_unit_test(a_quiet_machine_shows_the_layouts),
		cmocka_unit_test(the_same_seed_gives_the_same_counts),
		cmocka_unit_test(simulations_that_make_no_sense_are_refused),
		cmocka_unit_test(the_repeat_limit_is_by_hand),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
