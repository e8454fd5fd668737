/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of the ratio of two systems from blocks, each with a run of both.
 * They compare ratios and intervals with R, check when these are undefined, and
 * count how often the intervals cover the true ratio.  The reference is
 * testsuite/data/block-ratio-reference.tsv, which the R script beside it has
 * written.  $STATS_REFERENCE can name another file.
 */
#include "stats/rcc_claims.h"
#include "stats/rcc_stats.h"

#include "testsuite/unit/stats_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/random.h"

#define N_SETS 120
#define MOST_BLOCKS 1024
#define MOST_LINES 2000

static struct line {
	int set;
	char name[16];
	double value;
} line[MOST_LINES];
static size_t n_lines;

static int read_reference(void **state)
{
	const char *path = getenv("STATS_REFERENCE");
	FILE *file =
		fopen(path != NULL ? path
				   : "testsuite/data/block-ratio-reference.tsv",
		      "r");

	(void)state;
	if (file == NULL)
		return -1;
	while (n_lines < MOST_LINES &&
	       fscanf(file, "%d %15s %lf", &line[n_lines].set,
		      line[n_lines].name, &line[n_lines].value) == 3)
		n_lines++;
	fclose(file);
	return n_lines > 1000 && n_lines < MOST_LINES ? 0 : -1;
}

static const double *find(int set, const char *name)
{
	for (size_t i = 0; i < n_lines; i++)
		if (line[i].set == set && strcmp(line[i].name, name) == 0)
			return &line[i].value;
	return NULL;
}

/* Check a number against R's result of this name for a data set.  Returns false
 * if R has no such result. */
static bool check(int set, const char *name, double got, double relative)
{
	const double *expected = find(set, name);

	if (expected != NULL && !is_near(got, *expected, relative))
		fail_msg("set %d: %s is %.17g, not %.17g", set, name, got,
			 *expected);
	return expected != NULL;
}

/* ---- The same data as R's ---------------------------------------------- */

static struct experiment {
	double old[MOST_BLOCKS], now[MOST_BLOCKS];
	size_t a[MOST_BLOCKS], b[MOST_BLOCKS];
	size_t n, n_layouts;
} experiment;

static double park_miller;

static double draw(double n)
{
	park_miller = fmod(16807 * park_miller, 2147483647);
	return floor(park_miller / 2147483647 * n);
}

static void make_experiment(int set)
{
	static const double scales[] = {1, 1e-9, 1e12, 1e-200};
	const double scale = scales[set % 5 % 4];
	struct experiment *e = &experiment;
	size_t n;

	park_miller = 1000003 * set;
	n = 4 + (size_t)draw(37);
	e->n = 0;
	e->n_layouts = n;
	for (int r = 0; r < 1 + set % 4; r++) {
		const size_t by = (size_t)draw((double)n);

		for (size_t i = 0; i < n; i++) {
			const double old = 500 + draw(100000) / 1000;
			const double now =
				500 + draw(120000) / 1000 + 3 * (double)i;
			const bool is_missing = draw(10) == 0;

			if (is_missing && set % 2 == 0)
				continue;
			e->a[e->n] = i;
			e->b[e->n] = (i + by) % n;
			e->old[e->n] = old * scale;
			e->now[e->n++] = now * scale;
		}
	}
}

static struct rcc_block_pairs pairs_of(const struct experiment *e, bool has_old,
				       bool has_now)
{
	return (struct rcc_block_pairs){
		.old = e->old,
		.now = e->now,
		.old_layout = has_old ? e->a : NULL,
		.now_layout = has_now ? (has_old ? e->b : e->a) : NULL,
		.n = e->n,
		.n_layouts = e->n_layouts,
	};
}

static int ratio_of(const struct rcc_block_pairs *pairs,
		    struct rcc_block_ratio *out)
{
	void *scratch = malloc(rcc_block_ratio_scratch(pairs));
	const int result = rcc_block_ratio(pairs, 0.95, scratch, out);

	free(scratch);
	return result;
}

static void ratios_as_r_says(void **state)
{
	size_t n_checked = 0;

	(void)state;
	for (int set = 1; set <= N_SETS; set++) {
		struct rcc_block_ratio r;
		struct rcc_block_pairs pairs;

		make_experiment(set);
		pairs = pairs_of(&experiment, set % 3 == 2, set % 3 != 1);
		assert_int_equal(ratio_of(&pairs, &r), 0);
		assert_int_equal(r.n_blocks, experiment.n);
		n_checked += check(set, "estimate", r.ratio.estimate, 1e-11);
		n_checked += check(set, "lo", r.ratio.lo, 1e-9);
		n_checked += check(set, "hi", r.ratio.hi, 1e-9);
		n_checked += check(set, "df", r.ratio.df, 1e-12);
		check(set, "sd", r.log_sd, 1e-9);
		check(set, "hl", r.hodges_lehmann.estimate, 1e-11);
		check(set, "hl_lo", r.hodges_lehmann.lo, 1e-11);
		check(set, "hl_hi", r.hodges_lehmann.hi, 1e-11);
		assert_int_equal(r.ratio.set, RCC_RATIO_BOUNDED);
		assert_int_equal(r.ratio.method,
				 find(set, "sd") != NULL
					 ? RCC_RATIO_BLOCKS
					 : RCC_RATIO_CROSSED_BLOCKS);
	}
	assert_int_equal(n_checked, 4 * N_SETS);
}

static void correlations_as_r_says(void **state)
{
	static double x[2 * MOST_BLOCKS];

	(void)state;
	for (int set = 1; set <= N_SETS; set++) {
		struct rcc_block_correlation c;
		double scratch[2];

		make_experiment(set);
		for (size_t i = 0; i < experiment.n; i++) {
			x[2 * i] = log(experiment.old[i]);
			x[2 * i + 1] = log(experiment.now[i]);
		}
		assert_int_equal(
			rcc_block_correlation(x, experiment.n, 2, scratch, &c),
			0);
		/* The logarithms of values near 1e-200 are about -460, so
		 * differences of 0.05 have fewer correct digits. */
		assert_true(check(set, "correlation", c.correlation, 1e-9));
		assert_true(check(set, "within", c.sd_within, 1e-9));
		assert_true(check(set, "raw", c.sd, 1e-9));
		assert_true(check(set, "p", c.p, 1e-8));
		assert_int_equal(c.is_seen, c.p <= RCC_BLOCKS_SIGNIFICANCE);
	}
}

/* Check the interval of Hodges & Lehmann.  For more than 200 values it is a
 * normal approximation.  The expected limits are from R's wilcox.test(x,
 * conf.int = TRUE, exact = FALSE, correct = FALSE).  R computes a limit as the
 * root of an equation.  Here the limit is the Walsh average (mean of two
 * values) nearest to this root. */
static void many_values_have_a_normal_approximation(void **state)
{
	static double x[501];
	static double scratch[501];
	struct rcc_interval i;

	(void)state;
	for (int k = 0; k <= 500; k++)
		x[k] = k * 0.01;
	assert_int_equal(rcc_hodges_lehmann(x, 501, 0.95, scratch, &i), 0);
	assert_near(i.estimate, 2.5, 1e-12);
	assert_true(i.lo > 2.36 && i.lo < 2.38);
	assert_true(i.hi > 2.62 && i.hi < 2.64);
}

/* ---- Undefined values -------------------------------------------------- */

static void what_is_undefined(void **state)
{
	double old[] = {1, 2, 3, 4};
	double now[] = {2, 3, 5, 9};
	const size_t layout[] = {5, 5, 5, 5};
	struct rcc_block_pairs pairs = {.old = old, .now = now, .n = 4};
	struct rcc_block_ratio r;

	(void)state;
	assert_int_equal(ratio_of(&pairs, &r), 0);
	/* four blocks with the same layout of `now` do not show how another
	 * layout behaves */
	pairs.now_layout = layout;
	pairs.n_layouts = 6;
	assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
	assert_int_equal(r.n_units, 1);
	assert_true(r.ratio.estimate > 1);
	assert_nan(r.ratio.lo);
	pairs.old_layout = layout;
	assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
	assert_nan(r.ratio.lo);
	pairs.old_layout = pairs.now_layout = NULL;
	pairs.n = 1;
	assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
	assert_near(r.ratio.estimate, 2, 1e-12);
	pairs.n = 0;
	assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
	assert_nan(r.ratio.estimate);
	pairs.n = 4;
	for (int i = 0; i < 4; i++) {
		static const double bad[] = {0, -1, NAN, INFINITY};

		old[2] = bad[i];
		assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
		assert_nan(r.ratio.estimate);
		assert_nan(r.hodges_lehmann.estimate);
		old[2] = 3;
		now[0] = bad[i];
		assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
		now[0] = 2;
	}
}

/* If all ratios are equal, they do not show how ratios vary. */
static void equal_ratios_have_no_interval(void **state)
{
	double old[] = {1.1, 2.3, 3.7, 4.9, 5.3, 7};
	double now[6];
	struct rcc_block_pairs pairs = {.old = old, .now = now, .n = 6};
	struct rcc_block_ratio r;
	struct rcc_claim claim;

	(void)state;
	for (int i = 0; i < 6; i++)
		now[i] = 0.9 * old[i]; /* ratios equal but for rounding */
	assert_int_equal(ratio_of(&pairs, &r), RCC_EDOM);
	assert_near(r.ratio.estimate, 0.9, 1e-12);
	assert_nan(r.ratio.lo);
	assert_int_equal(r.ratio.set, RCC_RATIO_LINE);
	assert_int_equal(rcc_claim_blocks(&r, 0.95, 0.01, &claim), RCC_EDOM);
	assert_int_equal(claim.verdict, RCC_VERDICT_UNDECIDED);
	assert_nan(claim.p);
	/* A change of a nanosecond in a second is enough to define the
	 * interval. */
	now[0] *= 1 + 1e-9;
	assert_int_equal(ratio_of(&pairs, &r), 0);
}

static int equal_ratio_of(const struct rcc_block_pairs *pairs, double level,
			  struct rcc_block_ratio *out)
{
	void *scratch = malloc(rcc_block_ratio_scratch(pairs));
	const int result = rcc_block_ratio_equal(pairs, level, scratch, out);

	free(scratch);
	return result;
}

static void equal_ratios_have_an_equal_median(void **state)
{
	const size_t layout[6] = {0};
	double old[] = {1.1, 2.3, 3.7, 4.9, 5.3, 7};
	double now[6];
	struct rcc_block_pairs pairs = {.old = old, .now = now, .n = 6};
	struct rcc_block_ratio r;

	(void)state;
	for (int i = 0; i < 6; i++)
		now[i] = 0.9 * old[i];
	assert_int_equal(equal_ratio_of(&pairs, 0.95, &r), 0);
	assert_near(r.ratio.estimate, 0.9, 1e-12);
	assert_true(r.ratio.lo == r.ratio.estimate);
	assert_true(r.ratio.hi == r.ratio.estimate);
	assert_int_equal(r.ratio.set, RCC_RATIO_BOUNDED);
	assert_true(r.log_se == 0 && r.log_sd == 0);
	assert_nan(r.ratio.df);
	/* For six equal ratios there is an interval up to the level 1 - 2^-5 =
	 * 0.96875. */
	assert_int_equal(equal_ratio_of(&pairs, 0.96875, &r), 0);
	assert_int_equal(equal_ratio_of(&pairs, 0.97, &r), RCC_EDOM);
	assert_near(r.ratio.estimate, 0.9, 1e-12);
	assert_nan(r.ratio.lo);
	pairs.n = 5;
	assert_int_equal(equal_ratio_of(&pairs, 0.95, &r), RCC_EDOM);
	pairs.n = 0;
	assert_int_equal(equal_ratio_of(&pairs, 0.95, &r), RCC_EDOM);
	pairs.n = 6;
	pairs.now_layout = layout;
	pairs.n_layouts = 1;
	assert_int_equal(equal_ratio_of(&pairs, 0.95, &r), RCC_EDOM);
	pairs.now_layout = NULL;
	now[0] *= 1 + 1e-9;
	assert_int_equal(equal_ratio_of(&pairs, 0.95, &r), RCC_EDOM);
	assert_nan(r.ratio.lo);
	now[0] = NAN;
	assert_int_equal(equal_ratio_of(&pairs, 0.95, &r), RCC_EDOM);
	assert_nan(r.ratio.estimate);
}

static void extreme_values_neither_overflow_nor_vanish(void **state)
{
	const double old[] = {1e-200, 2e-200, 1e-200};
	const double now[] = {2e200, 2e200, 3e200};
	const struct rcc_block_pairs pairs = {.old = old, .now = now, .n = 3};
	struct rcc_block_ratio r;

	(void)state;
	/* a ratio of 1e400 overflows, and its interval is unbounded */
	ratio_of(&pairs, &r);
	assert_true(isinf(r.ratio.estimate));
	assert_true(r.log_sd > 0.1 && r.log_sd < 1);
}

static void p_is_the_level_that_just_decides(void **state)
{
	struct rcc_block_pairs pairs;
	struct rcc_block_ratio r;
	struct rcc_claim claim;

	(void)state;
	make_experiment(4);
	pairs = pairs_of(&experiment, false, false);
	assert_int_equal(ratio_of(&pairs, &r), 0);
	assert_int_equal(rcc_claim_blocks(&r, 0.95, 0, &claim), 0);
	assert_true(claim.p > 0 && claim.p < 1);
	{
		void *scratch = malloc(rcc_block_ratio_scratch(&pairs));

		assert_int_equal(
			rcc_block_ratio(&pairs, 1 - claim.p, scratch, &r), 0);
		free(scratch);
	}
	assert_true(fabs(r.ratio.lo - 1) < 1e-9 || fabs(r.ratio.hi - 1) < 1e-9);
}

static void few_values_have_no_signed_rank_interval(void **state)
{
	const double x[] = {3, 1, 2, 7, 5, 4};
	const double bad[] = {1, NAN};
	double scratch[6];
	struct rcc_interval i;

	(void)state;
	assert_int_equal(rcc_hodges_lehmann(x, 5, 0.95, scratch, &i), RCC_EDOM);
	assert_near(i.estimate, 3.5, 1e-12);
	assert_nan(i.lo);
	assert_int_equal(rcc_hodges_lehmann(x, 6, 0.95, scratch, &i), 0);
	assert_near(i.lo, 1, 1e-12);
	assert_near(i.hi, 7, 1e-12);
	assert_int_equal(rcc_hodges_lehmann(bad, 2, 0.95, scratch, &i),
			 RCC_EDOM);
	assert_nan(i.estimate);
	assert_int_equal(rcc_hodges_lehmann(x, 0, 0.95, scratch, &i), RCC_EDOM);
}

static void correlation_needs_two_blocks_and_cells(void **state)
{
	const double x[] = {1, 2, 3, 4};
	const double flat[] = {1, 1, 1, 1};
	const double bad[] = {1, 2, NAN, 4};
	double scratch[4];
	struct rcc_block_correlation c;

	(void)state;
	assert_int_equal(rcc_block_correlation(x, 1, 4, scratch, &c), RCC_EDOM);
	assert_int_equal(rcc_block_correlation(x, 4, 1, scratch, &c), RCC_EDOM);
	assert_int_equal(rcc_block_correlation(flat, 2, 2, scratch, &c),
			 RCC_EDOM);
	assert_int_equal(rcc_block_correlation(bad, 2, 2, scratch, &c),
			 RCC_EDOM);
	assert_nan(c.correlation);
	assert_false(c.is_seen);
	/* the two runs of a block are equal, so no variation remains within
	 * blocks */
	assert_int_equal(rcc_block_correlation(x, 2, 2, scratch, &c), 0);
	assert_near(c.correlation, 1, 1e-12);
	assert_true(c.is_seen);
}

/* ---- Coverage ---------------------------------------------------------- */

#define N_TRIALS 20000

static double normal(struct rcc_random *random)
{
	const struct rcc_model model = {.n_levels = 1, .mean = 1, .sd = {1}};
	const size_t one = 1;
	double x = 0;

	rcc_model_draw(&model, &one, random, &x);
	return x - 1;
}

/* Make an experiment with two systems of `n` layouts each, in `rounds` rounds.
 * Each block has a layout of each system, and the machine's speed affects both
 * runs.  The true ratio is 1. */
static void make_crossed(struct rcc_random *random, size_t n, int rounds,
			 double layout_sd)
{
	struct experiment *e = &experiment;
	double a[64];
	double b[64];
	size_t order[64];

	e->n = 0;
	e->n_layouts = n;
	for (size_t i = 0; i < n; i++) {
		a[i] = layout_sd * normal(random);
		b[i] = layout_sd * normal(random);
		order[i] = i;
	}
	for (int r = 0; r < rounds; r++) {
		rcc_random_shuffle(random, order, n);
		for (size_t i = 0; i < n; i++) {
			const double machine = 0.3 * normal(random);

			e->a[e->n] = i;
			e->b[e->n] = order[i];
			e->old[e->n] =
				exp(a[i] + machine + 0.02 * normal(random));
			e->now[e->n++] = exp(b[order[i]] + machine +
					     0.02 * normal(random));
		}
	}
}

/* Make N_TRIALS experiments.  Returns the percentage of intervals that contain
 * the true ratio.  Sets *half to the mean half-width. */
static double coverage_crossed(size_t n, int rounds, double layout_sd,
			       double *half)
{
	struct rcc_random random;
	size_t n_covered = 0;

	rcc_random_stream(&random, 17, "crossed");
	*half = 0;
	for (int i = 0; i < N_TRIALS; i++) {
		struct rcc_block_pairs pairs;
		struct rcc_block_ratio r;

		make_crossed(&random, n, rounds, layout_sd);
		pairs = pairs_of(&experiment, true, true);
		assert_int_equal(ratio_of(&pairs, &r), 0);
		n_covered += r.ratio.lo <= 1 && r.ratio.hi >= 1;
		*half += log(r.ratio.hi / r.ratio.lo) / 2 / N_TRIALS;
	}
	return 100 * (double)n_covered / N_TRIALS;
}

/* Each block pairs a layout of the old system with a layout of the new one.  If
 * every layout has the same partner in all blocks, the interval is the same as
 * if only one system had layouts.  If a layout has another partner in one
 * block, rcc_block_ratio() uses the method for crossed layouts. */
static void partners_are_units(void **state)
{
	struct experiment *e = &experiment;
	struct rcc_random random;
	struct rcc_block_pairs pairs;
	struct rcc_block_ratio both;
	struct rcc_block_ratio one;

	(void)state;
	rcc_random_stream(&random, 18, "partners");
	make_crossed(&random, 12, 2, 0.03);
	for (size_t i = 0; i < e->n; i++)
		e->b[i] = (e->a[i] + 5) % 12;
	pairs = pairs_of(e, true, true);
	assert_int_equal(ratio_of(&pairs, &both), 0);
	pairs = pairs_of(e, false, true);
	assert_int_equal(ratio_of(&pairs, &one), 0);
	assert_int_equal(both.ratio.method, RCC_RATIO_BLOCKS);
	assert_int_equal(both.n_units, 12);
	assert_near(both.ratio.lo, one.ratio.lo, 1e-15);
	assert_near(both.ratio.hi, one.ratio.hi, 1e-15);
	assert_near(both.log_sd_most, one.log_sd_most, 1e-15);
	e->b[3] = (e->b[3] + 1) % 12;
	pairs = pairs_of(e, true, true);
	assert_int_equal(ratio_of(&pairs, &both), 0);
	assert_int_equal(both.ratio.method, RCC_RATIO_CROSSED_BLOCKS);
}

/* The standard error of a coverage from 20,000 trials is 0.15 percentage
 * points. */
static void crossed_blocks_cover(void **state)
{
	double half;
	double covered;

	(void)state;
	covered = coverage_crossed(15, 2, 0.03, &half);
	print_message("# crossed, layout sd 3 %%: %.2f %%, half-width %.4f\n",
		      covered, half);
	assert_true(covered >= 94 && covered <= 98.5);
	covered = coverage_crossed(15, 2, 0, &half);
	print_message("# crossed, no layout sd: %.2f %%, half-width %.4f\n",
		      covered, half);
	assert_true(covered >= 94 && covered <= 98.5);
	covered = coverage_crossed(15, 1, 0.03, &half);
	print_message("# paired, layout sd 3 %%: %.2f %%, half-width %.4f\n",
		      covered, half);
	assert_true(covered >= 94 && covered <= 96);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(ratios_as_r_says),
		cmocka_unit_test(correlations_as_r_says),
		cmocka_unit_test(many_values_have_a_normal_approximation),
		cmocka_unit_test(what_is_undefined),
		cmocka_unit_test(equal_ratios_have_no_interval),
		cmocka_unit_test(equal_ratios_have_an_equal_median),
		cmocka_unit_test(extreme_values_neither_overflow_nor_vanish),
		cmocka_unit_test(p_is_the_level_that_just_decides),
		cmocka_unit_test(few_values_have_no_signed_rank_interval),
		cmocka_unit_test(correlation_needs_two_blocks_and_cells),
		cmocka_unit_test(partners_are_units),
		cmocka_unit_test(crossed_blocks_cover),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, read_reference, NULL);
}
