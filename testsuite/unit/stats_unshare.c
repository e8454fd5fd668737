/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of rcc_block_unshare().  Two programs run at the same time on one
 * CPU, which makes both slower.  The function estimates from these runs the
 * ratio of the times that the programs take alone.  The tests compare ratios
 * and intervals with R, and count how often the intervals cover the true ratio.
 *
 * The reference is testsuite/data/unshare-reference.tsv, which the R script
 * beside it has written.  If $STATS_REFERENCE is set, it names another file to
 * use.
 */
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_oracle.h"

#include "common/diag.h"
#include "common/random.h"

#define N_SETS 40
#define MOST 64

static struct blocks {
	double alone[MOST], old[MOST], now[MOST], corrected[MOST];
	size_t n;
} blocks;

static void make_set(int set)
{
	static const double scales[] = {1, 1e-9, 1e12};
	const double scale = scales[set % 3];
	double more;
	double cost;

	oracle_seed(set);
	blocks.n = 3 + (size_t)oracle_draw(40);
	more = 400 - oracle_draw(900);
	cost = oracle_draw(600);
	for (size_t i = 0; i < blocks.n; i++) {
		const double alone = 3000 + oracle_draw(300);
		const double old = 3000 + cost + oracle_draw(100);

		blocks.alone[i] = alone * scale;
		blocks.old[i] = old * scale;
		blocks.now[i] = (old + more + oracle_draw(60)) * scale;
	}
}

static void ratio_of(const double *now, struct rcc_block_ratio *r)
{
	double scratch[8 * MOST];
	const struct rcc_block_pairs pairs = {
		.old = blocks.old, .now = now, .n = blocks.n};

	assert_true(rcc_block_ratio_scratch(&pairs) <= sizeof(scratch));
	assert_int_equal(rcc_block_ratio(&pairs, 0.95, scratch, r), 0);
}

/* Estimate the ratio of the times that the two programs take alone. */
static void ratio_alone(struct rcc_block_ratio *r)
{
	assert_int_equal(rcc_block_unshare(blocks.old, blocks.now, blocks.alone,
					   blocks.n, blocks.corrected),
			 0);
	ratio_of(blocks.corrected, r);
}

static void ratios_as_r_says(void **state)
{
	(void)state;
	for (int set = 1; set <= N_SETS; set++) {
		struct rcc_block_ratio r;

		make_set(set);
		ratio_alone(&r);
		oracle_check(set, "n", (double)r.n_units, 0);
		oracle_check(set, "estimate", r.ratio.estimate, 1e-11);
		oracle_check(set, "lo", r.ratio.lo, 1e-9);
		oracle_check(set, "hi", r.ratio.hi, 1e-9);
	}
}

/* Without noise the result is exact.  Alone, two programs take 100 and 80.
 * Sharing the CPU multiplies their times by 1.25.  So the second program ends
 * at 80 * 1.25 = 100.  The first program then has 20 of its 100 left.  It does
 * these alone, and ends at 100 + 20. */
static void the_rest_of_the_longer_run_costs_nothing_more(void **state)
{
	static const double alone[] = {80, 40};
	static const double old[] = {100, 50};
	static const double now[] = {120, 60};
	double corrected[2];

	(void)state;
	assert_int_equal(rcc_block_unshare(old, now, alone, 2, corrected), 0);
	assert_near(corrected[0] / old[0], 1.25, 1e-14);
	assert_near(corrected[1] / old[1], 1.25, 1e-14);
	/* Exchange the two programs. */
	assert_int_equal(rcc_block_unshare(now, old, (const double[]){100, 50},
					   2, corrected),
			 0);
	assert_near(corrected[0] / now[0], 0.8, 1e-14);
}

static void what_is_undefined(void **state)
{
	static const double good[] = {100, 100};
	static const double small[] = {10, 10};
	static const double large[] = {1000, 1000};
	static const double bad[][2] = {
		{100, 0}, {-1, 100}, {NAN, 100}, {100, INFINITY}};
	double corrected[2];

	(void)state;
	assert_int_equal(rcc_block_unshare(good, good, good, 0, corrected),
			 RCC_EDOM);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(
			rcc_block_unshare(bad[i], good, good, 2, corrected),
			RCC_EDOM);
		assert_int_equal(
			rcc_block_unshare(good, bad[i], good, 2, corrected),
			RCC_EDOM);
		assert_int_equal(
			rcc_block_unshare(good, good, bad[i], 2, corrected),
			RCC_EDOM);
	}
	/* The run alone takes a tenth of the time on the shared CPU, and
	 * now / old is 1/10.  The corrected ratio would be
	 * 1 + 10 (1/10 - 1), which is negative. */
	assert_int_equal(rcc_block_unshare(large, good, good, 2, corrected),
			 RCC_EDOM);
	assert_int_equal(rcc_block_unshare(good, small, small, 2, corrected),
			 RCC_EDOM);
}

/* ---- Coverage ---------------------------------------------------------- */

/* Return a standard normal number. */
static double normal(struct rcc_random *r)
{
	const double u = 1 - rcc_random_unit(r);

	return sqrt(-2 * log(u)) * cos(2 * acos(-1) * rcc_random_unit(r));
}

/* Draw 40 blocks.  In each block, two programs share a CPU, and the first
 * program also runs alone.  `truth` is the log ratio of the times that the
 * programs take alone.  `noise` is the standard deviation of a log time on the
 * shared CPU.  The noise of the run alone is five times as large, since the
 * machine's speed changes from run to run. */
static void draw_blocks(double truth, double cost, double noise,
			struct rcc_random *r)
{
	blocks.n = 40;
	for (size_t i = 0; i < blocks.n; i++) {
		const double speed = exp(0.1 * normal(r));
		const double old = speed * exp(noise * normal(r));
		const double now = speed * exp(truth + noise * normal(r));
		const double shared = (cost - 1) * fmin(old, now);

		blocks.old[i] = old + shared;
		blocks.now[i] = now + shared;
		blocks.alone[i] = speed * exp(5 * noise * normal(r));
	}
}

static bool covers(const struct rcc_ratio *r, double truth)
{
	return r->lo <= exp(truth) && exp(truth) <= r->hi;
}

#define TRIALS 4000

/* The standard error of a coverage of 95 % is 0.34 percentage points. */
static void corrected_intervals_cover(void **state)
{
	static const struct {
		double truth, cost, noise;
	} kind[] = {
		{-0.05, 1.17, 0.005}, {-0.02, 1.02, 0.002}, {0.05, 1.1, 0.01},
		{0.2, 1.5, 0.01},     {0, 1.2, 0.005},
	};
	struct rcc_random random;

	(void)state;
	rcc_random_seed(&random, 20);
	for (size_t k = 0; k < sizeof(kind) / sizeof(kind[0]); k++) {
		size_t n_covered = 0;
		size_t n_uncorrected = 0;
		double sum = 0;

		for (int i = 0; i < TRIALS; i++) {
			struct rcc_block_ratio r;

			draw_blocks(kind[k].truth, kind[k].cost, kind[k].noise,
				    &random);
			ratio_alone(&r);
			n_covered += covers(&r.ratio, kind[k].truth);
			sum += log(r.ratio.estimate) - kind[k].truth;
			ratio_of(blocks.now, &r);
			n_uncorrected += covers(&r.ratio, kind[k].truth);
		}
		print_message("# truth %+.2f, cost %.2f: %.1f %% cover, %.1f "
			      "%% without the correction, mean error %+.5f\n",
			      kind[k].truth, kind[k].cost,
			      100.0 * (double)n_covered / TRIALS,
			      100.0 * (double)n_uncorrected / TRIALS,
			      sum / TRIALS);
		assert_in_range(n_covered, 0.935 * TRIALS, 0.965 * TRIALS);
	}
}

static int read_reference(void **state)
{
	(void)state;
	oracle_read("testsuite/data/unshare-reference.tsv");
	return 0;
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(ratios_as_r_says),
		cmocka_unit_test(the_rest_of_the_longer_run_costs_nothing_more),
		cmocka_unit_test(what_is_undefined),
		cmocka_unit_test(corrected_intervals_cover),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, read_reference, NULL);
}
