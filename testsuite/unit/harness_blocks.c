/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/blocks.  A cell is an arm of a system: its random
 * layouts, or its original layout.  A block has one run of each cell, made in
 * succession.  Some tests make a study in memory, and some read a study of a
 * machine that jumped between two speeds. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/random.h"
#include "harness/findings/comparison.h"
#include "harness/findings/diagnosis.h"
#include "harness/findings/findings.h"
#include "testsuite/unit/harness_computed.h"
#include "testsuite/unit/stats_compare.h"

static struct rows rows;

/* ---- A real study ------------------------------------------------------ */

/* Make a study from a CSV file that `randstudy report --format csv` wrote.
 * Reads the columns of order, arm, layout, start and wall time. */
static void read_csv(const char *path)
{
	int64_t id[2][MOST_ROWS];
	FILE *file = fopen(path, "r");
	char text[512];

	if (file == NULL)
		fail_msg("cannot open \"%s\"", path);
	rows_begin(&rows, 1, 30, 1);
	for (unsigned arm = 0; arm < 2; arm++)
		for (unsigned i = 0; i < 30; i++)
			id[arm][i] = add_layout(&rows, 0, arm, "d");
	assert_non_null(fgets(text, sizeof(text), file));
	while (fgets(text, sizeof(text), file) != NULL) {
		char arm[16];
		unsigned layout;
		long order;
		long long start;
		long long wall;

		assert_int_equal(sscanf(text,
					"%ld,%*[^,],%15[^,],%u,%*[^,],%*u,ok,"
					"%lld,%lld",
					&order, arm, &layout, &start, &wall),
				 5);
		assert_int_equal(order, rows.stored.n_runs);
		add_run(&rows, id[strcmp(arm, "fixed") == 0][layout], 1);
		rows.run[order].wall_ns = wall;
		rows.run[order].start_ns = start;
	}
	fclose(file);
	assert_int_equal(rows.stored.n_runs, 60);
}

/*
 * R gives the expected values:
 *	d <- read.csv("regimes.csv"); b <- d$order %/% 2
 *	w <- log(d$wall_ns / 1e9); r <- d$arm == "random"
 *	D <- w[r][order(b[r])] - w[!r][order(b[!r])]; exp(t.test(D)$conf.int)
 *	exp(wilcox.test(D, conf.int = TRUE, exact = TRUE)$conf.int)
 *	anova(lm(w ~ factor(d$arm) + factor(b)))
 *	acf(w - ave(w, d$arm), plot = FALSE)
 */
static void a_machine_that_jumps_is_seen_and_removed(void **state)
{
	struct rcc_findings f;
	const struct rcc_effect *e;
	struct rcc_interval sd;

	(void)state;
	read_csv("testsuite/data/regimes.csv");
	f = compute(&rows.stored);
	e = &f.effect[0];
	assert_int_equal(f.blocks.n, 30);
	assert_int_equal(f.blocks.n_torn, 0);
	assert_int_equal(f.blocks.n_rounds, 1);
	assert_true(f.blocks.are_headline);
	assert_near(f.blocks.correlation.correlation, 0.88555373619113598,
		    1e-9);
	assert_near(f.blocks.correlation.sd, 0.16453141982417066, 1e-9);
	assert_near(f.blocks.correlation.sd_within, 0.055660827053005818, 1e-9);
	assert_near(f.blocks.autocorrelation, 0.7836902919166292, 1e-9);
	assert_true(e->by_blocks);
	assert_ptr_equal(rcc_effect_shift(e), &e->blocks.ratio);
	assert_near(e->blocks.ratio.estimate, 1.0435942677712304, 1e-9);
	assert_near(e->blocks.ratio.lo, 1.0133661725433682, 1e-9);
	assert_near(e->blocks.ratio.hi, 1.0747240486541369, 1e-9);
	assert_near(e->blocks.ratio.df, 29, 0);
	assert_near(e->blocks.hodges_lehmann.estimate, 1.0354708252201528,
		    1e-9);
	assert_near(e->blocks.hodges_lehmann.lo, 1.0138506156053269, 1e-9);
	assert_near(e->blocks.hodges_lehmann.hi, 1.0625074501702412, 1e-9);
	assert_true(rcc_effect_shift_is_seen(e));
	/* the test changes the signs of the log ratios at random; 0.25 % of all
	 * sets of signs are as extreme as the data; with 9,999 draws the
	 * standard error of this share is 0.05 % */
	assert_true(fabs(e->shift_p - 0.0025) < 0.0015);
	assert_near(e->joint_shift_p, e->shift_p, 0);
	assert_true(isnan(e->joint_layouts_p));
	/* Fieller's interval, the method of Kalibera & Jones 2013, is computed
	 * from the means of the arms, even if blocks are used. */
	assert_int_equal(e->error, 0);
	assert_true(e->effect.shift.lo < 0.97 && e->effect.shift.hi > 1.12);
	assert_false(e->effect.shift_seen);
	/* the effect of layouts cannot be told from the noise of runs, because
	 * each layout ran once */
	assert_false(rcc_effect_sd(e, &sd));
	assert_false(rcc_effect_variation_is_seen(e));
	assert_near(e->sd_most, 15.033254749899339, 1e-9);
	forget(&f);
}

/* The machine changed its speed five times during the study. */
static void a_diagnosis_shows_the_jumps(void **state)
{
	struct rcc_findings f;
	struct rcc_diagnosis d;

	(void)state;
	read_csv("testsuite/data/regimes.csv");
	f = compute(&rows.stored);
	rcc_diagnose(&f, &d);
	assert_string_equal(d.series[0].name, "all runs");
	assert_int_equal(d.series[0].n_changes, 5);
	rcc_diagnosis_release(&d);
	forget(&f);
}

/* ---- Which runs form a block ------------------------------------------- */

/* Make a study of one system with `n` layouts and `m` rounds, which run each
 * layout once.  The random layout comes first in each block. */
static void add_study(unsigned n, unsigned m)
{
	int64_t id[2][64];

	rows_begin(&rows, 1, n, m);
	for (unsigned i = 0; i < n; i++)
		for (unsigned arm = 0; arm < 2; arm++)
			id[arm][i] = add_layout(&rows, 0, arm, "d");
	for (unsigned r = 0; r < m; r++)
		for (unsigned i = 0; i < n; i++)
			for (unsigned arm = 0; arm < 2; arm++) {
				const int64_t order = add_run(
					&rows, id[arm][i],
					1 + 0.1 * i + 0.01 * arm +
						0.001 * (double)(i * i % 7));

				rows.run[order].execution = r;
			}
}

static void assert_blocks(size_t n, size_t n_torn)
{
	struct rcc_findings f = compute(&rows.stored);

	assert_int_equal(f.blocks.n, n);
	assert_int_equal(f.blocks.n_torn, n_torn);
	forget(&f);
}

static void a_torn_block_is_dropped_whole(void **state)
{
	(void)state;
	add_study(6, 1);
	assert_blocks(6, 0);
	rows.run[3].outcome = RCC_OUTCOME_TIMEOUT;
	assert_blocks(5, 1);
	/* one session ended within a block, and another one continued it */
	for (size_t i = 7; i < 12; i++)
		rows.run[i].session = 1;
	assert_blocks(4, 2);
	/* the study was interrupted within a block */
	rows.stored.n_runs--;
	assert_blocks(3, 3);
	/* the database lacks run 4, but all other blocks stay complete */
	add_study(6, 1);
	memmove(&rows.run[4], &rows.run[5], 7 * sizeof(rows.run[0]));
	rows.stored.n_runs--;
	assert_blocks(5, 1);
}

static void a_block_has_one_run_of_each_cell(void **state)
{
	(void)state;
	add_study(4, 1);
	rows.run[1].layout = rows.run[0].layout;
	assert_blocks(3, 1);
}

/* A further round runs the same layouts again.  So the interval of the shift
 * has the degrees of freedom of 8 layouts, not of 24 blocks. */
static void layouts_are_the_units_of_rounds(void **state)
{
	struct rcc_findings f;
	double *d = NULL;

	(void)state;
	add_study(8, 3);
	for (size_t i = 0; i < rows.stored.n_runs; i++)
		rows.run[i].wall_ns += (int64_t)(i * i % 11) * 1000000;
	rows.run[5].outcome = RCC_OUTCOME_TIMEOUT; /* layout 2, round 0 */
	f = compute(&rows.stored);
	assert_int_equal(f.blocks.n, 23);
	assert_int_equal(f.blocks.n_rounds, 3);
	assert_int_equal(f.effect[0].blocks.n_units, 8);
	assert_near(f.effect[0].blocks.ratio.df, 7, 0);
	/* Layout 2 lacks a run, so `d`, the log ratios of layouts by round, has
	 * only rows for the other 7 layouts. */
	assert_int_equal(rcc_blocks_rounds(&f.blocks, 1, 0, &d), 7);
	assert_near(d[2 * 3 + 1],
		    log((double)rows.run[2 * (8 + 3)].wall_ns /
			(double)rows.run[2 * (8 + 3) + 1].wall_ns),
		    1e-12);
	free(d);
	assert_int_equal(f.effect[0].rounds_error, 0);
	forget(&f);
}

/* The shift between the arms has a two-sided p-value.  The variation between
 * layouts has a one-sided p-value, which is doubled first.  Then Holm's method
 * doubles the smaller p-value.  In this study the speed of the machine jumps,
 * and random layouts are 1.5 % slower on average. */
static void both_questions_are_judged_together(void **state)
{
	struct rcc_findings f;
	const struct rcc_effect *e;
	double layouts;

	(void)state;
	add_study(10, 2);
	for (size_t i = 0; i < rows.stored.n_runs; i++) {
		const size_t layout = i / 2 % 10;
		const double jump = i / 2 % 3 == 0 ? 1.5 : 1;
		const double noise = 0.002 * (double)(i * i % 5);
		/* layouts differ by -3 to 6 % from the original */
		const double effect =
			i % 2 == 0 ? 0.01 * ((double)(7 * layout % 10) - 3) : 0;

		rows.run[i].wall_ns =
			(int64_t)(1e9 * jump * (1 + effect + noise));
	}
	f = compute(&rows.stored);
	e = &f.effect[0];
	assert_true(e->by_blocks);
	layouts = 2 * e->layouts_p;
	assert_true(layouts < e->shift_p);
	assert_near(e->joint_layouts_p, 2 * layouts, 1e-12);
	assert_near(e->joint_shift_p, fmax(e->shift_p, 2 * layouts), 1e-12);
	assert_true(rcc_effect_variation_is_seen(e));
	assert_int_equal(rcc_effect_shift_is_seen(e), e->joint_shift_p <= 0.05);
	forget(&f);
}

static void what_has_no_logarithm_has_no_blocks(void **state)
{
	struct rcc_findings f;
	struct rcc_metric metric;

	(void)state;
	add_study(6, 1);
	metric = add_metric(&rows, "gain", NULL, RCC_SOURCE_STDOUT);
	(void)metric;
	for (int64_t i = 0; i < 12; i++)
		add_value(&rows, i, 0, 0, i == 7 ? 0 : 1 + (double)i);
	f = compute(&rows.stored);
	assert_int_equal(f.blocks.n, 0);
	assert_false(f.blocks.are_headline);
	assert_int_equal(f.effect[0].blocks_error, RCC_EDOM);
	assert_false(f.effect[0].by_blocks);
	assert_ptr_equal(rcc_effect_shift(&f.effect[0]),
			 &f.effect[0].effect.shift);
	forget(&f);
	/* valgrind's counts do not belong to a run */
	rows.metric[0].kind = RCC_SOURCE_CACHEGRIND;
	assert_blocks(0, 0);
}

/* ---- Which ratio is reported ------------------------------------------- */

#define N_STUDIES 3000

static double normal(struct rcc_random *random)
{
	const struct rcc_model model = {.n_levels = 1, .mean = 1, .sd = {1}};
	const size_t one = 1;
	double x = 0;

	rcc_model_draw(&model, &one, random, &x);
	return x - 1;
}

/* A machine whose speed may jump and drift.  `drift` is a logarithm. */
struct machine {
	bool jumps;
	bool is_slow;
	double drift;
};

/* Return the noise of one run, as a logarithm.  If m->jumps is set, the machine
 * changes between two speeds about every 12 runs.  Their logarithms differ by
 * 0.36.  The speed also drifts: each run adds a step with a standard deviation
 * of 0.6 %.  If the speed jumps during a run, the run begins at the old speed
 * and ends at the new one. */
static double noise(struct rcc_random *random, struct machine *m)
{
	const double run = 0.018 * normal(random);
	const double before = m->is_slow ? 0.36 : 0;
	double part = 0;

	if (!m->jumps)
		return run;
	m->drift += 0.006 * normal(random);
	if (rcc_random_below(random, 12) == 0) {
		m->is_slow = !m->is_slow;
		part = (double)rcc_random_below(random, 1000) / 1000;
	}
	return run + m->drift + part * before +
	       (1 - part) * (m->is_slow ? 0.36 : 0);
}

/* Make a study of `n_systems` systems in one round of blocks.  The times of a
 * system's `n` random layouts have a standard deviation of 3 %.  Their mean is
 * 2 % above the original layout.  Each system is 2 % slower than the one before
 * it. */
static void simulate(struct rcc_random *random, unsigned n_systems, unsigned n,
		     bool jumps)
{
	struct machine machine = {.jumps = jumps,
				  .is_slow = rcc_random_below(random, 2) == 0};
	const unsigned n_cells = 2 * n_systems;
	size_t cell[4] = {0, 1, 2, 3};

	rows_begin(&rows, n_systems, n, 1);
	for (unsigned i = 0; i < n; i++) {
		rcc_random_shuffle(random, cell, n_cells);
		for (unsigned k = 0; k < n_cells; k++) {
			const unsigned system = (unsigned)cell[k] / 2;
			const unsigned arm = (unsigned)cell[k] % 2;
			double x = 0.02 * system + noise(random, &machine);

			if (arm == RANDOM)
				x += 0.02 + 0.03 * normal(random);
			add_run(&rows, add_layout(&rows, system, arm, "d"),
				exp(x));
		}
	}
}

struct tally {
	/* percentage of studies whose reported interval covers the truth */
	double covered;
	/* Mean half-widths of two intervals of the log ratio: the reported
	 * interval, and Fieller's. */
	double half;
	double fieller;
	double by_blocks; /* percentage of studies that report blocks */
};

static void count(const struct rcc_ratio *reported,
		  const struct rcc_ratio *fieller, bool by_blocks,
		  struct tally *t)
{
	const double truth = exp(0.02);

	t->covered += (reported->lo <= truth && reported->hi >= truth) * 100.0 /
		      N_STUDIES;
	t->half += log(reported->hi / reported->lo) / 2 / N_STUDIES;
	t->fieller += log(fieller->hi / fieller->lo) / 2 / N_STUDIES;
	t->by_blocks += by_blocks * 100.0 / N_STUDIES;
}

static void print(const char *what, const struct tally *t)
{
	print_message("# %s: covers %.1f %%, half-width %.4f, Fieller %.4f, by "
		      "blocks in %.1f %%\n",
		      what, t->covered, t->half, t->fieller, t->by_blocks);
}

static void try_studies(unsigned n_systems, unsigned n, bool jumps,
			struct tally *shift, struct tally *ratio)
{
	struct rcc_random random;

	rcc_random_stream(&random, 23, "studies in blocks");
	*shift = *ratio = (struct tally){0};
	for (int i = 0; i < N_STUDIES; i++) {
		struct rcc_findings f;
		struct rcc_comparison c;

		simulate(&random, n_systems, n, jumps);
		f = compute(&rows.stored);
		count(rcc_effect_shift(&f.effect[0]), &f.effect[0].effect.shift,
		      f.effect[0].by_blocks, shift);
		if (n_systems > 1) {
			rcc_comparison_alone(&f, 0, 1, 0.01, &c);
			count(rcc_comparison_ratio(&c), &c.ratio, c.by_blocks,
			      ratio);
		}
		forget(&f);
	}
}

/* A report chooses between the interval from blocks and Fieller's interval.
 * The standard error of a coverage is 0.4 percentage points. */
static void on_a_calm_machine_the_choice_costs_nothing(void **state)
{
	struct tally shift;
	struct tally ratio;

	(void)state;
	for (unsigned n = 10; n <= 30; n += 20) {
		try_studies(2, n, false, &shift, &ratio);
		print("calm, shift", &shift);
		print("calm, two systems", &ratio);
		assert_true(shift.by_blocks < 8);
		assert_true(shift.half <= 1.05 * shift.fieller);
		assert_true(ratio.half <= 1.05 * ratio.fieller);
		assert_true(shift.covered >= 93.5 && ratio.covered >= 93.5);
	}
}

static void on_a_machine_that_jumps_blocks_are_chosen(void **state)
{
	struct tally shift;
	struct tally ratio;

	(void)state;
	for (unsigned n = 15; n <= 60; n *= 2) {
		try_studies(n > 30 ? 1 : 2, n, true, &shift, &ratio);
		print("regimes, shift", &shift);
		assert_true(shift.covered >= 93.5 && shift.covered <= 97.5);
		assert_true(shift.half < 0.7 * shift.fieller);
		if (n > 30)
			continue;
		print("regimes, two systems", &ratio);
		assert_true(ratio.covered >= 93.5 && ratio.covered <= 97.5);
		assert_true(ratio.half < 0.7 * ratio.fieller);
	}
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(a_machine_that_jumps_is_seen_and_removed),
		cmocka_unit_test(a_diagnosis_shows_the_jumps),
		cmocka_unit_test(a_torn_block_is_dropped_whole),
		cmocka_unit_test(a_block_has_one_run_of_each_cell),
		cmocka_unit_test(layouts_are_the_units_of_rounds),
		cmocka_unit_test(both_questions_are_judged_together),
		cmocka_unit_test(what_has_no_logarithm_has_no_blocks),
		cmocka_unit_test(on_a_calm_machine_the_choice_costs_nothing),
		cmocka_unit_test(on_a_machine_that_jumps_blocks_are_chosen),
	};

	rcc_stats_init();
	return cmocka_run_group_tests(test, NULL, NULL);
}
