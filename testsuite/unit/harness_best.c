/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/halving and findings/best_layout: searches among
 * layouts whose true times are known. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>

#include "common/random.h"
#include "harness/findings/best_layout.h"
#include "harness/findings/halving.h"

#define MOST 64

/* ---- The plan ---------------------------------------------------------- */

static void the_rounds_halve_the_layouts_and_double_the_blocks(void **state)
{
	(void)state;
	assert_int_equal(rcc_halving_layouts_in(32, 0), 32);
	assert_int_equal(rcc_halving_layouts_in(32, 4), 2);
	assert_int_equal(rcc_halving_layouts_in(32, 5), 1);
	assert_int_equal(rcc_halving_layouts_in(5, 1), 3);
	assert_int_equal(rcc_halving_layouts_in(5, 3), 1);
	assert_int_equal(rcc_halving_blocks_in(0), 2);
	assert_int_equal(rcc_halving_blocks_in(3), 16);
	assert_int_equal(rcc_halving_blocks(32, 1), 5 * 64);
	/* 11 + 6 + 3 + 2 + 1 blocks in a pass */
	assert_int_equal(rcc_halving_blocks(32, 3), 22 + 24 + 24 + 32 + 32);
}

/* Search with values without noise.  Return the winner. */
static size_t search_exact(size_t n, size_t together, const double *truth,
			   size_t *n_blocks)
{
	struct rcc_halving h;
	size_t member[RCC_HALVING_TOGETHER_MAX];
	double value[RCC_HALVING_TOGETHER_MAX];
	size_t k;
	size_t winner;

	*n_blocks = 0;
	rcc_halving_begin(&h, 7, n, together);
	while ((k = rcc_halving_next(&h, member)) != 0) {
		assert_true(k <= together);
		for (size_t i = 0; i < k; i++)
			value[i] = truth[member[i]];
		rcc_halving_add(&h, value);
		++*n_blocks;
	}
	winner = h.alive[0];
	rcc_halving_release(&h);
	return winner;
}

static void the_lowest_value_wins(void **state)
{
	double truth[MOST];
	size_t n_blocks;

	(void)state;
	for (size_t n = 2; n <= MOST; n++)
		for (size_t together = 1; together <= 3; together++) {
			const size_t best = (n * 31 + together) % n;

			for (size_t i = 0; i < n; i++)
				truth[i] = i == best ? -0.01 : 0.01;
			assert_int_equal(
				search_exact(n, together, truth, &n_blocks),
				best);
			assert_int_equal(n_blocks,
					 rcc_halving_blocks(n, together));
		}
}

static void a_layout_without_values_loses(void **state)
{
	double truth[4] = {NAN, 0.3, 0.2, NAN};
	size_t n_blocks;

	(void)state;
	assert_int_equal(search_exact(4, 3, truth, &n_blocks), 2);
}

/* ---- Whole searches ---------------------------------------------------- */

/* Draw a number with mean 0 and variance 1. */
static double draw(struct rcc_random *r)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += rcc_random_unit(r);
	return sum - 6;
}

/* A program: its layouts' effects and the noise of a run. */
struct program {
	const char *name;
	size_t n_layouts;
	double shift, layout_sd, noise;
	/* One layout in `one_in` is faster by `jump`.  If one_in is 0, none is. */
	unsigned one_in;
	double jump;
};

#define N_BLOCKS 24

struct outcome {
	double truth, stated, measured, searched;
	bool covers;
	bool is_shipped; /* the answer is to ship the winner */
};

/* Search among the layouts of a program, and measure the winner.  The machine's
 * level changes from block to block. */
static void search(const struct program *p, uint64_t seed, struct outcome *o)
{
	double truth[MOST] = {0};
	double value[RCC_HALVING_TOGETHER_MAX];
	double old[N_BLOCKS];
	double now[N_BLOCKS];
	double scratch[8 * N_BLOCKS];
	size_t member[RCC_HALVING_TOGETHER_MAX];
	struct rcc_best_comparison comparison = {0};
	struct rcc_best b = {
		.sign = 1, .comparison = &comparison, .n_comparisons = 1};
	struct rcc_block_pairs pairs = {.old = old, .now = now, .n = N_BLOCKS};
	struct rcc_random r;
	size_t n;

	rcc_random_seed(&r, seed);
	for (size_t i = 0; i < p->n_layouts; i++) {
		truth[i] = p->shift + p->layout_sd * draw(&r);
		if (p->one_in != 0 && rcc_random_below(&r, p->one_in) == 0)
			truth[i] -= p->jump;
	}
	rcc_halving_begin(&b.halving, seed, p->n_layouts, 3);
	while ((n = rcc_halving_next(&b.halving, member)) != 0) {
		const double original = p->noise * draw(&r);

		for (size_t i = 0; i < n; i++)
			value[i] = truth[member[i]] + p->noise * draw(&r) -
				   original;
		rcc_halving_add(&b.halving, value);
	}
	o->truth = truth[b.halving.alive[0]];
	for (size_t i = 0; i < N_BLOCKS; i++) {
		const double level = 0.2 * draw(&r);

		old[i] = exp(level + p->noise * draw(&r));
		now[i] = exp(level + o->truth + p->noise * draw(&r));
	}
	assert_true(rcc_block_ratio_scratch(&pairs) <= sizeof(scratch));
	comparison.is_known = rcc_block_ratio(&pairs, RCC_BEST_LEVEL, scratch,
					      &comparison.result) == 0;
	rcc_best_shrink(&b);
	assert_true(b.is_shrunken);
	o->stated = b.shrunken.estimate;
	o->measured = log(comparison.result.ratio.estimate);
	o->is_shipped =
		comparison.result.ratio.hi < 1 && -o->stated >= log1p(0.005);
	o->searched = rcc_halving_mean(&b.halving.layout[b.halving.alive[0]]);
	o->covers = log(comparison.result.ratio.lo) <= o->truth &&
		    o->truth <= log(comparison.result.ratio.hi);
	rcc_halving_release(&b.halving);
}

#define N_SEARCHES 400

static const struct program program[] = {
	{"no effect", 32, 0, 0, 0.01, 0, 0},
	{"small effects", 32, 0, 0.002, 0.01, 0, 0},
	{"large effects", 32, 0, 0.02, 0.01, 0, 0},
	{"random layouts are slower", 32, 0.02, 0.005, 0.01, 0, 0},
	{"random layouts are faster", 32, -0.02, 0.005, 0.01, 0, 0},
	{"few layouts are fast", 32, 0.001, 0.0005, 0.003, 8, 0.03},
	{"few layouts, much noise", 8, 0, 0.005, 0.03, 0, 0},
};

/* On average the stated gain does not exceed the true gain.  The interval
 * covers the true gain.  The runs of the search alone would exaggerate the
 * gain. */
static void what_is_stated_does_not_exaggerate(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof(program) / sizeof(program[0]); k++) {
		const struct program *p = &program[k];
		double stated = 0;
		double squares = 0;
		double searched = 0;
		size_t n_covered = 0;
		double shipped = 0;
		double shipped_squares = 0;
		size_t n_shipped = 0;

		for (size_t i = 0; i < N_SEARCHES; i++) {
			struct outcome o;
			double more;

			search(p, 1000 * k + i, &o);
			/* `o` has logarithms of ratios.  A gain is minus such a
			 * logarithm, so `more` is the stated gain minus the
			 * true gain. */
			more = o.truth - o.stated;
			stated += more / N_SEARCHES;
			squares += more * more;
			searched += (o.truth - o.searched) / N_SEARCHES;
			n_covered += o.covers;
			if (!o.is_shipped)
				continue;
			shipped += more;
			shipped_squares += more * more;
			n_shipped++;
		}
		print_message("# %s: stated %+.4f %%, search %+.4f %%, covers "
			      "%.1f %%; %zu to ship: %+.4f %%\n",
			      p->name, 100 * stated, 100 * searched,
			      100.0 * (double)n_covered / N_SEARCHES, n_shipped,
			      n_shipped != 0 ? 100 * shipped / (double)n_shipped
					     : 0);
		/* three standard errors of the mean */
		assert_true(stated <= 3 * sqrt(squares) / N_SEARCHES);
		/* If few searches end with a layout to ship, these searches had
		 * lucky runs, so their stated gains exceed the true ones. */
		if (n_shipped >= N_SEARCHES * 9 / 10)
			assert_true(shipped <= 3 * sqrt(shipped_squares));
		assert_true(n_covered >= N_SEARCHES * 92 / 100);
		if (p->layout_sd < p->noise)
			assert_true(searched > stated);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_rounds_halve_the_layouts_and_double_the_blocks),
		cmocka_unit_test(the_lowest_value_wins),
		cmocka_unit_test(a_layout_without_values_loses),
		cmocka_unit_test(what_is_stated_does_not_exaggerate),
	};

	return cmocka_run_group_tests_name("best", tests, NULL, NULL);
}
