/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of claims about two systems, such as "faster", against R.  Each
 * claim has a threshold, below which a difference does not count.  The
 * reference is testsuite/data/claims-reference.tsv, which the R script beside
 * it has written.  $STATS_REFERENCE can name another file.
 */
#include "stats/rcc_claims.h"

#include "testsuite/unit/stats_oracle.h"

#include "common/diag.h"
#include "common/random.h"
#include "stats/distribution.h"

#define N_SETS 40
#define MOST 24

struct set {
	size_t n_old, n_now;
	double old[MOST], now[MOST];
	double delta;
};

static void make_set(int number, struct set *set)
{
	static const double delta[] = {0, 0.01, 0.05, 0.2};
	double more;
	double spread;

	oracle_seed(number);
	set->n_old = 4 + (size_t)oracle_draw(20);
	set->n_now = 4 + (size_t)number % 17;
	more = 300 - oracle_draw(600);
	spread = 20 + oracle_draw(800);
	for (size_t i = 0; i < set->n_old; i++) {
		const double first = oracle_draw(spread);

		set->old[i] = 5000 + first + oracle_draw(spread);
	}
	for (size_t i = 0; i < set->n_now; i++)
		set->now[i] = 5000 + more + oracle_draw(spread);
	set->delta = delta[number % 4];
}

static struct rcc_mean mean_of(const double *x, size_t n)
{
	const struct rcc_sample sample = rcc_sample_1(x, n);
	struct rcc_levels levels;

	rcc_levels_compute(&sample, &levels);
	return rcc_mean_of(&levels);
}

static void p_values_are_rs(void **state)
{
	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_mean old;
		struct rcc_mean now;
		struct rcc_claim claim;
		struct set set;

		make_set(number, &set);
		old = mean_of(set.old, set.n_old);
		now = mean_of(set.now, set.n_now);
		assert_int_equal(rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH,
						 0.95, set.delta, &claim),
				 0);
		oracle_check(number, "n_old", (double)set.n_old, 0);
		oracle_check(number, "theta", claim.ratio.estimate, 1e-14);
		oracle_check(number, "p_equivalent", claim.p_equivalent, 1e-9);
		oracle_check(number, "p_different", claim.p_different, 1e-9);
	}
}

/* Compute the ratio of two systems from blocks.  Value i of each system is from
 * block i.  In every third data set some blocks are missing. */
static int ratio_of_blocks(const struct set *set, int number,
			   struct rcc_block_ratio *r)
{
	const size_t m = set->n_old < set->n_now ? set->n_old : set->n_now;
	double old[MOST];
	double now[MOST];
	double scratch[5 * MOST];
	struct rcc_block_pairs pairs = {.old = old, .now = now};

	for (size_t i = 0; i < m; i++) {
		if ((i + 1) % 5 == 0 && number % 3 == 0)
			continue;
		old[pairs.n] = set->old[i];
		now[pairs.n++] = set->now[i];
	}
	assert_true(rcc_block_ratio_scratch(&pairs) <= sizeof(scratch));
	return rcc_block_ratio(&pairs, 0.95, scratch, r);
}

static void claims_within_blocks_are_rs(void **state)
{
	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_block_ratio r;
		struct rcc_claim claim;
		struct rcc_claim third;
		struct set set;

		make_set(number, &set);
		assert_int_equal(ratio_of_blocks(&set, number, &r), 0);
		assert_int_equal(rcc_claim_blocks(&r, 0.95, set.delta, &claim),
				 0);
		assert_int_equal(
			rcc_claim_blocks(&r, 1 - 0.05 / 3, set.delta, &third),
			0);
		oracle_check(number, "b_n", (double)r.n_units, 0);
		oracle_check(number, "b_equivalent", claim.p_equivalent, 1e-9);
		oracle_check(number, "b_different", claim.p_different, 1e-9);
		oracle_check(number, "b_lo_950", claim.limits.lo, 1e-9);
		oracle_check(number, "b_hi_950", claim.limits.hi, 1e-9);
		oracle_check(number, "b_lo_900", claim.limits.inner_lo, 1e-9);
		oracle_check(number, "b_hi_900", claim.limits.inner_hi, 1e-9);
		oracle_check(number, "b_lo_983", third.ratio.lo, 1e-9);
		oracle_check(number, "b_hi_983", third.ratio.hi, 1e-9);
	}
}

/* The verdict at any level and threshold is the one that the p-values give. */
static void verdicts_agree_with_their_p(void **state)
{
	size_t n_verdict[4] = {0};

	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_mean old;
		struct rcc_mean now;
		struct set set;

		make_set(number, &set);
		old = mean_of(set.old, set.n_old);
		now = mean_of(set.now, set.n_now);
		for (int percent = 55; percent < 100; percent++) {
			const double level = percent / 100.0;
			const double delta = (double)(percent % 4) / 50;
			struct rcc_claim claim;

			rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, level,
					delta, &claim);
			n_verdict[claim.verdict]++;
			assert_int_equal(claim.verdict == RCC_VERDICT_SMALLER ||
						 claim.verdict ==
							 RCC_VERDICT_LARGER,
					 claim.p_different <= 1 - level);
			assert_int_equal(claim.verdict ==
						 RCC_VERDICT_NO_DIFFERENCE,
					 claim.p_equivalent <= 1 - level);
		}
	}
	for (size_t i = 0; i < 4; i++)
		assert_true(n_verdict[i] > 20);
}

/* If the old and the new system are exchanged, "faster" and "slower" are
 * exchanged, and no other verdict changes. */
static void the_region_is_symmetric(void **state)
{
	static const struct rcc_claim_limits limits[] = {
		{0.80, 0.90, 0.82, 0.88}, {0.92, 1.05, 0.95, 1.02},
		{0.85, 0.99, 0.91, 0.95}, {1.11, 1.30, 1.12, 1.20},
		{0.91, 1.09, 0.92, 1.08}, {0.90, 1.09, 0.905, 1.08},
	};
	static const enum rcc_verdict expected[] = {
		RCC_VERDICT_SMALLER,	   RCC_VERDICT_NO_DIFFERENCE,
		RCC_VERDICT_NO_DIFFERENCE, RCC_VERDICT_LARGER,
		RCC_VERDICT_NO_DIFFERENCE, RCC_VERDICT_UNDECIDED,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		const struct rcc_claim_limits *l = &limits[i];
		const struct rcc_claim_limits back = {
			1 / l->hi, 1 / l->lo, 1 / l->inner_hi, 1 / l->inner_lo};
		enum rcc_verdict exchanged = expected[i];

		if (expected[i] == RCC_VERDICT_SMALLER)
			exchanged = RCC_VERDICT_LARGER;
		if (expected[i] == RCC_VERDICT_LARGER)
			exchanged = RCC_VERDICT_SMALLER;
		assert_int_equal(rcc_claim_of(l, 0.1), expected[i]);
		assert_int_equal(rcc_claim_of(&back, 0.1), exchanged);
	}
}

static void undefined_claims_are_undecided(void **state)
{
	static const struct rcc_claim_limits none = {NAN, NAN, NAN, NAN};
	const struct rcc_mean good = {.mean = 2, .s2 = 0.1, .n = 5};
	const struct rcc_mean zero = {.mean = 0, .s2 = 0.1, .n = 5};
	const struct rcc_mean negative = {.mean = -2, .s2 = 0.1, .n = 5};
	const struct rcc_mean one = {.mean = 2, .s2 = NAN, .n = 1};
	const struct rcc_mean constant = {.mean = 2, .s2 = 0, .n = 5};
	const struct rcc_mean *const bad[] = {&zero, &negative, &one};
	struct rcc_claim claim;
	size_t n;

	(void)state;
	assert_int_equal(rcc_claim_of(&none, 0.1), RCC_VERDICT_UNDECIDED);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(rcc_claim_ratio(bad[i], &good, RCC_RATIO_WELCH,
						 0.95, 0.1, &claim),
				 RCC_EDOM);
		assert_int_equal(claim.verdict, RCC_VERDICT_UNDECIDED);
		assert_nan(claim.p_equivalent);
		assert_nan(claim.limits.lo);
		assert_int_equal(rcc_claim_ratio(&good, bad[i], RCC_RATIO_WELCH,
						 0.95, 0.1, &claim),
				 RCC_EDOM);
		assert_int_equal(
			rcc_claim_plan(&good, bad[i], 0.95, 0.1, 0.8, &n),
			RCC_EDOM);
		assert_int_equal(n, 0);
	}
	assert_int_equal(rcc_claim_ratio(&good, &good, RCC_RATIO_WELCH, 0.95,
					 -0.1, &claim),
			 RCC_EDOM);
	/* If the values do not vary, the claim is certain. */
	assert_int_equal(rcc_claim_ratio(&constant, &constant, RCC_RATIO_WELCH,
					 0.95, 0, &claim),
			 0);
	assert_int_equal(claim.verdict, RCC_VERDICT_NO_DIFFERENCE);
}

static double draw_normal(struct rcc_random *random)
{
	return sqrt(-2 * log(1 - rcc_random_unit(random))) *
	       cos(6.283185307179586 * rcc_random_unit(random));
}

/* Return for how many of 2000 pairs of systems the claim is `verdict`.  Each
 * system has n layouts with a standard deviation of 1 %.  `ratio` is the true
 * ratio, and `delta` the threshold. */
static size_t count_verdicts(double ratio, size_t n, double delta,
			     enum rcc_verdict verdict)
{
	static double x[2][1000];
	struct rcc_random random;
	size_t count = 0;

	rcc_random_seed(&random, 21);
	for (int k = 0; k < 2000; k++) {
		struct rcc_mean mean[2];
		struct rcc_claim claim;

		for (size_t side = 0; side < 2; side++) {
			for (size_t i = 0; i < n; i++)
				x[side][i] = (side == 0 ? 1 : ratio) *
					     (1 + 0.01 * draw_normal(&random));
			mean[side] = mean_of(x[side], n);
		}
		rcc_claim_ratio(&mean[0], &mean[1], RCC_RATIO_WELCH, 0.95,
				delta, &claim);
		count += claim.verdict == verdict;
	}
	return count;
}

/* Even if the true ratio is exactly at the threshold, at most 5 % of the
 * verdicts are false. */
static void false_claims_are_rare(void **state)
{
	(void)state;
	/* 5 % of 2000 pairs are 100, with a standard error of 9.7.  2.5 % are
	 * 50, with a standard error of 7. */
	assert_in_range(
		count_verdicts(1.02, 30, 0.02, RCC_VERDICT_NO_DIFFERENCE), 61,
		139);
	assert_in_range(
		count_verdicts(1 / 1.02, 30, 0.02, RCC_VERDICT_NO_DIFFERENCE),
		61, 139);
	assert_in_range(count_verdicts(1.02, 30, 0.02, RCC_VERDICT_LARGER), 22,
			78);
}

/* Fieller's set is unbounded if the old mean may be 0.  Nothing is then claimed,
 * although Welch's test of equal means is far below its limit.  A plan has
 * enough layouts for a bounded set. */
static void an_unbounded_ratio_claims_nothing(void **state)
{
	const struct rcc_mean old = {.mean = 1, .s2 = 10, .n = 10};
	const struct rcc_mean now = {.mean = 100, .s2 = 10, .n = 10};
	struct rcc_ratio ratio;
	struct rcc_claim claim;
	struct rcc_mean planned;
	double p;
	size_t n;

	(void)state;
	assert_int_equal(rcc_difference_p(&old, &now, &p), 0);
	assert_true(p < 1e-6);
	assert_int_equal(
		rcc_claim_ratio(&old, &now, RCC_RATIO_WELCH, 0.95, 0, &claim),
		0);
	assert_int_not_equal(claim.ratio.set, RCC_RATIO_BOUNDED);
	assert_int_equal(claim.verdict, RCC_VERDICT_UNDECIDED);
	assert_near(claim.p, 1, 0);
	assert_int_equal(rcc_claim_plan(&old, &now, 0.95, 0, 0.8, &n), 0);
	planned = old;
	planned.n = n;
	assert_int_equal(
		rcc_ratio_interval(
			&planned,
			&(struct rcc_mean){.mean = 100, .s2 = 10, .n = n},
			RCC_RATIO_WELCH, 0.95, &ratio),
		0);
	assert_int_equal(ratio.set, RCC_RATIO_BOUNDED);
	assert_true(n > 10);
}

/* If a plan is made for a power of 80 %, at least 80 % of the planned studies
 * reach the verdict. */
static void plans_have_their_power(void **state)
{
	static const struct {
		double ratio, delta;
		enum rcc_verdict verdict;
	} plan[] = {
		{1.01, 0, RCC_VERDICT_LARGER},
		{0.99, 0, RCC_VERDICT_SMALLER},
		{1.03, 0.02, RCC_VERDICT_LARGER},
		{1, 0.01, RCC_VERDICT_NO_DIFFERENCE},
		{1.004, 0.01, RCC_VERDICT_NO_DIFFERENCE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(plan) / sizeof(plan[0]); i++) {
		const struct rcc_mean old = {.mean = 1, .s2 = 1e-4, .n = 30};
		const struct rcc_mean now = {.mean = plan[i].ratio,
					     .s2 = 1e-4 * plan[i].ratio *
						   plan[i].ratio,
					     .n = 30};
		size_t n;

		assert_int_equal(rcc_claim_plan(&old, &now, 0.95, plan[i].delta,
						0.8, &n),
				 0);
		/* The plan has a power of 80 %, which is 1600 of 2000 with a
		 * standard error of 18.  The power is slightly higher, because
		 * n is rounded up. */
		assert_in_range(count_verdicts(plan[i].ratio, n, plan[i].delta,
					       plan[i].verdict),
				1528, 1690);
	}
}

static void positions_are_rs(void **state)
{
	(void)state;
	for (int number = 1; number <= N_SETS; number++) {
		struct rcc_position position;
		struct set set;
		double value;
		double sd;

		make_set(number, &set);
		value = number % 3 == 0 ? set.old[1] : set.now[0];
		sd = sqrt(mean_of(set.old, set.n_old).s2);
		assert_int_equal(rcc_position_of(set.old, set.n_old, value, sd,
						 &position),
				 0);
		oracle_check(number, "percentile", position.percentile, 1e-13);
		oracle_check(number, "z", position.z, 1e-11);
		oracle_check(number, "one_layout",
			     rcc_one_layout_error(sd, 0.95), 1e-12);
	}
}

static void positions_without_data_are_undefined(void **state)
{
	static const double x[] = {1, 2, 3};
	static const double bad[] = {1, NAN, 3};
	struct rcc_position position;

	(void)state;
	assert_int_equal(rcc_position_of(x, 0, 1, 1, &position), RCC_EDOM);
	assert_nan(position.percentile);
	assert_int_equal(rcc_position_of(bad, 3, 1, 1, &position), RCC_EDOM);
	assert_nan(position.z);
	/* z is a multiple of the sd due to layout, so it is undefined if this
	 * sd is 0. */
	assert_int_equal(rcc_position_of(x, 3, 3, 0, &position), 0);
	assert_int_equal(position.n_below, 2);
	assert_near(position.percentile, 250. / 3, 1e-15);
	assert_nan(position.z);
	assert_int_equal(rcc_position_of(x, 3, 3, NAN, &position), 0);
	assert_nan(position.z);
	assert_nan(rcc_one_layout_error(-1, 0.95));
	assert_near(rcc_between_extremes(30), 29. / 31, 1e-15);
	assert_near(rcc_between_extremes(1), 0, 0);
	assert_nan(rcc_between_extremes(0));
}

static void shrinking_is_by_hand(void **state)
{
	(void)state;
	/* the factor is 1 - (9 - 3) / (9 - 1) * 1 / 4 = 0.8125 */
	assert_near(rcc_shrunken(6, 10, 4, 1, 9), 6.75, 1e-15);
	assert_near(rcc_shrunken(6, 10, 4, 0, 9), 6, 1e-15);
	assert_near(rcc_shrunken(6, 10, 1, 4, 9), 10, 1e-15);
	assert_near(rcc_shrunken(10, 10, 0, 0, 9), 10, 1e-15);
	assert_nan(rcc_shrunken(6, 10, 4, 1, 3));
	assert_nan(rcc_shrunken(6, 10, NAN, 1, 9));
	assert_nan(rcc_shrunken(6, 10, 4, -1, 9));
	assert_nan(rcc_shrunken(NAN, 10, 0, 0, 9));
}

/*
 * Pick the layout with the smallest observed mean among 30 layouts.  On
 * average, its observed mean is below its true mean (the winner's curse).  Its
 * shrunken mean is near the true mean.
 *
 * 40,000 experiments with R give, minus the mean of all layouts:
 *	true mean	-1.445
 *	observed mean	-2.888
 *	shrunken mean	-1.496
 * Shrinking leaves 3.5 % of the difference between observed and true mean,
 * because the variance between layouts is estimated from the same data.
 */
static void shrinking_removes_the_winners_curse(void **state)
{
	static double x[30];
	struct rcc_random random;
	double observed = 0;
	double shrunken = 0;
	double truth = 0;

	(void)state;
	rcc_random_seed(&random, 31);
	for (int k = 0; k < 4000; k++) {
		double true_mean[30];
		size_t fastest = 0;
		struct rcc_mean mean;

		for (size_t i = 0; i < 30; i++) {
			true_mean[i] = 100 + draw_normal(&random);
			x[i] = true_mean[i] + draw_normal(&random);
			fastest = x[i] < x[fastest] ? i : fastest;
		}
		mean = mean_of(x, 30);
		observed += x[fastest] / 4000;
		truth += true_mean[fastest] / 4000;
		shrunken +=
			rcc_shrunken(x[fastest], mean.mean, mean.s2, 1, 30) /
			4000;
	}
	/* The mean of the true values has a standard error of 0.012. */
	assert_true(fabs(shrunken - 100 + 1.496) < 0.05);
	assert_true(fabs(truth - 100 + 1.445) < 0.05);
	assert_true(fabs(observed - 100 + 2.888) < 0.05);
}

static double scratch[RCC_INTERIM_SCRATCH];

static void interim_levels_are_mvtnorms(void **state)
{
	size_t n_sets = 0;

	(void)state;
	for (int number = 1; number <= 12; number++) {
		double n[3];
		double spent[3];
		double level[3];
		struct set set;

		if (oracle_find(number, "level_1") == NULL)
			continue;
		n_sets++;
		/* draw from the generator in the same order as R's script */
		make_set(number, &set);
		n[0] = 5 + oracle_draw(30);
		n[1] = n[0] + 1 + oracle_draw(60);
		n[2] = n[1] + 1 + oracle_draw(60);
		spent[0] = (1 + oracle_draw(20)) / 1000;
		spent[1] = spent[0] + (1 + oracle_draw(20)) / 1000;
		spent[2] = spent[1] + (1 + oracle_draw(20)) / 1000;
		assert_int_equal(
			rcc_interim_levels(n, spent, 3, scratch, level), 0);
		oracle_check(number, "level_1", level[0], 1e-12);
		oracle_check(number, "level_2", level[1], 1e-7);
		oracle_check(number, "level_3", level[2], 1e-7);
	}
	if (n_sets == 0)
		print_message("# mvtnorm was not installed: not compared\n");
}

/* Compute the boundaries of interim analyses.  They are z-scores for five
 * analyses after equal numbers of values, at a total error of 5 %.  They are
 * published in Lan & DeMets 1983 and in Reboussin et al., Controlled Clinical
 * Trials 21, 2000. */
static void boundaries_are_the_published_ones(void **state)
{
	static const double expected[2][5] = {
		{4.8769, 3.3569, 2.6803, 2.2898, 2.0310},
		{2.4380, 2.4268, 2.4101, 2.3966, 2.3859},
	};
	static const double n[] = {1, 2, 3, 4, 5};

	(void)state;
	for (int kind = 0; kind < 2; kind++) {
		double spent[5];
		double level[5];

		for (int k = 0; k < 5; k++)
			spent[k] = rcc_spending((enum rcc_spending)kind,
						(k + 1) / 5.0, 0.05);
		assert_near(spent[4], 0.05, 1e-12);
		assert_int_equal(
			rcc_interim_levels(n, spent, 5, scratch, level), 0);
		for (int k = 0; k < 5; k++)
			assert_true(
				fabs(rcc_quantile_normal(0.5 + level[k] / 2) -
				     expected[kind][k]) < 0.0002);
	}
}

/* If a study goes on after an interim analysis, the levels of earlier analyses
 * stay the same. */
static void later_analyses_change_no_earlier_level(void **state)
{
	static const double n[] = {30, 60, 61, 240, 1000};
	double spent[5];
	double all[5];

	(void)state;
	for (int k = 0; k < 5; k++)
		spent[k] = rcc_spending_open(n[k], 30, 0.05);
	assert_near(spent[0], 0.025, 1e-15);
	assert_int_equal(rcc_interim_levels(n, spent, 5, scratch, all), 0);
	for (size_t last = 1; last <= 5; last++) {
		double level[5];

		assert_int_equal(
			rcc_interim_levels(n, spent, last, scratch, level), 0);
		for (size_t k = 0; k < last; k++)
			assert_near(level[k], all[k], 1e-7);
	}
	assert_near(all[0], 0.975, 1e-12);
}

static void analyses_that_make_no_sense_have_no_level(void **state)
{
	static const double back[] = {30, 20};
	static const double close[] = {30, 30.0001};
	static const double good[] = {30, 60};
	static const double spent[] = {0.02, 0.05};
	static const double returned[] = {0.05, 0.02};
	static const double late[] = {0, 0.05};
	double level[2];

	(void)state;
	assert_int_equal(rcc_interim_levels(good, spent, 0, scratch, level),
			 RCC_EDOM);
	assert_int_equal(rcc_interim_levels(back, spent, 2, scratch, level),
			 RCC_EDOM);
	assert_nan(level[0]);
	assert_int_equal(rcc_interim_levels(close, spent, 2, scratch, level),
			 RCC_EDOM);
	assert_nan(level[1]);
	assert_int_equal(rcc_interim_levels(good, returned, 2, scratch, level),
			 RCC_EDOM);
	/* No α is spent before the last analysis, so this analysis spends all
	 * of it. */
	assert_int_equal(rcc_interim_levels(good, late, 2, scratch, level), 0);
	assert_near(level[0], 1, 0);
	assert_near(level[1], 0.95, 1e-7);
	assert_nan(rcc_spending_open(20, 30, 0.05));
	assert_nan(rcc_spending(RCC_SPENDING_POCOCK, 0, 0.05));
}

/* Return how many of 4000 studies ever have an interval that does not contain
 * the true mean.  Each study is analyzed at n[0], n[1] ... layouts.  The values
 * of layouts are normal. */
static size_t count_false(const double *n, size_t n_analyses,
			  const double *level)
{
	static double x[240];
	struct rcc_random random;
	size_t count = 0;

	rcc_random_seed(&random, 41);
	for (int i = 0; i < 4000; i++) {
		bool is_false = false;

		for (size_t k = 0; k < 240; k++)
			x[k] = draw_normal(&random);
		for (size_t k = 0; k < n_analyses; k++) {
			const struct rcc_mean mean = mean_of(x, (size_t)n[k]);
			struct rcc_interval interval;

			rcc_interval_mean(&mean, level[k], &interval);
			is_false |= interval.lo > 0 || interval.hi < 0;
		}
		count += is_false;
	}
	return count;
}

/* Studies grow after each interim analysis, in three ways.  If each analysis
 * had a 95 % interval, 8.6, 14 and 16 % of the studies would make a false
 * claim. */
static void growing_keeps_its_coverage(void **state)
{
	static const double n[3][6] = {
		{30, 60}, {30, 60, 120, 240}, {10, 20, 30, 40, 50, 60}};
	static const size_t n_analyses[] = {2, 4, 6};
	static const double naive[] = {8.6, 14, 16};
	static const double plain[] = {0.95, 0.95, 0.95, 0.95, 0.95, 0.95};

	(void)state;
	for (int i = 0; i < 3; i++) {
		double spent[6];
		double level[6];
		size_t n_false;

		for (size_t k = 0; k < n_analyses[i]; k++)
			spent[k] = rcc_spending_open(n[i][k], n[i][0], 0.05);
		rcc_interim_levels(n[i], spent, n_analyses[i], scratch, level);
		/* The standard error of a count is 14 if 5 % of 4000 studies
		 * make a false claim, and 23 if 16 % do. */
		n_false = count_false(n[i], n_analyses[i], plain);
		assert_true(fabs((double)n_false / 40 - naive[i]) < 2);
		n_false = count_false(n[i], n_analyses[i], level);
		print_message("# %.2f %%\n", (double)n_false / 40);
		assert_in_range(n_false, 100, 220);
	}
}

/* With 2 degrees of freedom, P(|T| > t) is 1 - t / sqrt(t² + 2). */
static void a_picked_t_pays_for_all_that_were_tried(void **state)
{
	const double p = 1 - 3 / sqrt(11);

	(void)state;
	assert_true(fabs(rcc_screened_p(3, 2, 1) - p) < 1e-9);
	assert_true(fabs(rcc_screened_p(-3, 2, 7) - 7 * p) < 1e-9);
	assert_true(rcc_screened_p(3, 2, 1000) == 1);
	assert_true(isnan(rcc_screened_p(NAN, 2, 10)));
	assert_true(isnan(rcc_screened_p(3, 0, 10)));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(p_values_are_rs),
		cmocka_unit_test(claims_within_blocks_are_rs),
		cmocka_unit_test(verdicts_agree_with_their_p),
		cmocka_unit_test(the_region_is_symmetric),
		cmocka_unit_test(undefined_claims_are_undecided),
		cmocka_unit_test(false_claims_are_rare),
		cmocka_unit_test(plans_have_their_power),
		cmocka_unit_test(an_unbounded_ratio_claims_nothing),
		cmocka_unit_test(positions_are_rs),
		cmocka_unit_test(positions_without_data_are_undefined),
		cmocka_unit_test(shrinking_is_by_hand),
		cmocka_unit_test(shrinking_removes_the_winners_curse),
		cmocka_unit_test(interim_levels_are_mvtnorms),
		cmocka_unit_test(boundaries_are_the_published_ones),
		cmocka_unit_test(later_analyses_change_no_earlier_level),
		cmocka_unit_test(analyses_that_make_no_sense_have_no_level),
		cmocka_unit_test(growing_keeps_its_coverage),
		cmocka_unit_test(a_picked_t_pays_for_all_that_were_tried),
	};

	rcc_stats_init();
	oracle_read("testsuite/data/claims-reference.tsv");
	return cmocka_run_group_tests(test, NULL, NULL);
}
