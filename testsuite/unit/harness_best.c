/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of findings/halving and findings/best_layout: searches for the
 * fastest layout among layouts whose true times are known. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "common/random.h"
#include "harness/findings/best_layout.h"
#include "harness/findings/halving.h"

#define MOST 64

/* ---- The plan of a search ---------------------------------------------- */

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
	/* The rounds have 32, 16, 8, 4 and 2 layouts.  With 3 layouts in a
	 * block, 11, 6, 3, 2 and 1 blocks measure each layout of a round once.
	 * The rounds measure each layout 2, 4, 8, 16 and 32 times. */
	assert_int_equal(rcc_halving_blocks(32, 3), 22 + 24 + 24 + 32 + 32);
}

/* Search among n layouts, with up to `together` of them in a block.  Layout i
 * always has the value truth[i].  Returns the layout that the search finds.
 * Sets *n_blocks to the number of blocks that were measured. */
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

/* A simulated program.  The log ratio of a layout is ln(its time / the original
 * layout's time).  It is normal with mean `shift` and standard deviation
 * `layout_sd`.  The noise of a run, also a logarithm, has the standard
 * deviation `noise`. */
struct program {
	const char *name;
	size_t n_layouts;
	double shift, layout_sd, noise;
	/* A layout is faster by `jump`, a logarithm, with the probability
	 * 1 / one_in.  If one_in is 0, no layout is faster. */
	double jump;
	/* If has_gain is set, the same number is added to the log ratios of all
	 * layouts.  The log ratio of the winner of the search is then -gain. */
	double gain;
	unsigned one_in;
	bool has_gain;
};

#define N_BLOCKS 24

/*
 * The result of a search.  There are up to three sets of runs:
 *
 *	the search's runs	pick the winner
 *	deciding runs		decide whether the winner is worth shipping
 *	stating runs		estimate the winner's gain for the report, if it
 *				is worth shipping
 *
 * Without stating runs, the report states the gain from the deciding runs.
 *
 * The first four fields are log ratios of the winner.  The gain is minus the
 * log ratio.
 */
struct outcome {
	double truth;
	double stated;
	double decided;	 /* shrunken estimate from the deciding runs */
	double searched; /* estimate from the runs of the search */
	bool covers; /* whether the stated gain's interval contains `truth` */
	/* whether the interval from the deciding runs contains `truth` */
	bool decided_covers;
	bool is_shipped; /* whether the search ends with a layout to ship */
};

static void draw_layouts(const struct program *p, struct rcc_random *r,
			 double *truth)
{
	for (size_t i = 0; i < p->n_layouts; i++) {
		truth[i] = p->shift + p->layout_sd * draw(r);
		if (p->one_in != 0 && rcc_random_below(r, p->one_in) == 0)
			truth[i] -= p->jump;
	}
}

/* Search among the layouts of `p`.  Layout i has the true log ratio truth[i].
 * The search stays in `h`.  Returns the winner. */
static size_t search_layouts(const struct program *p, const double *truth,
			     uint64_t seed, struct rcc_random *r,
			     struct rcc_halving *h)
{
	double value[RCC_HALVING_TOGETHER_MAX];
	size_t member[RCC_HALVING_TOGETHER_MAX];
	size_t n;

	rcc_halving_begin(h, seed, p->n_layouts, 3);
	while ((n = rcc_halving_next(h, member)) != 0) {
		const double original = p->noise * draw(r);

		for (size_t i = 0; i < n; i++)
			value[i] = truth[member[i]] + p->noise * draw(r) -
				   original;
		rcc_halving_add(h, value);
	}
	return h->alive[0];
}

/* Add the same number to truth[i] of all layouts, so that the winner has the
 * gain p->gain.  Finds the winner by a search whose noise is drawn from a copy
 * of `r`.  The caller's later search has the same noise and the same winner. */
static void set_gain(const struct program *p, uint64_t seed,
		     struct rcc_random r, double *truth)
{
	struct rcc_halving h;
	const size_t winner = search_layouts(p, truth, seed, &r, &h);
	const double change = -p->gain - truth[winner];

	rcc_halving_release(&h);
	for (size_t i = 0; i < p->n_layouts; i++)
		truth[i] += change;
}

/* Compare a layout with the original layout in N_BLOCKS blocks, each with one
 * run of both.  Fills in *c.  `truth` is the layout's true log ratio.  The
 * speed of the machine changes from block to block. */
static void measure(const struct program *p, double truth, struct rcc_random *r,
		    struct rcc_best_comparison *c)
{
	double old[N_BLOCKS];
	double now[N_BLOCKS];
	double scratch[8 * N_BLOCKS];
	struct rcc_block_pairs pairs = {.old = old, .now = now, .n = N_BLOCKS};

	for (size_t i = 0; i < N_BLOCKS; i++) {
		const double level = 0.2 * draw(r);

		old[i] = exp(level + p->noise * draw(r));
		now[i] = exp(level + truth + p->noise * draw(r));
	}
	assert_true(rcc_block_ratio_scratch(&pairs) <= sizeof(scratch));
	c->n_blocks = N_BLOCKS;
	c->is_known = rcc_block_ratio(&pairs, RCC_BEST_LEVEL, scratch,
				      &c->result) == 0;
}

static bool contains(const struct rcc_best_comparison *c, double truth)
{
	return log(c->result.ratio.lo) <= truth &&
	       truth <= log(c->result.ratio.hi);
}

/* Draw the layouts of `p`, search among them, and make the deciding and the
 * stating runs of the winner. */
static void search(const struct program *p, uint64_t seed, struct outcome *o)
{
	double truth[MOST] = {0};
	struct rcc_best_comparison comparison = {0};
	struct rcc_best b = {.sign = 1,
			     .threshold = 0.005,
			     .n_blocks = N_BLOCKS,
			     .comparison = &comparison,
			     .n_commands = 1,
			     .n_comparisons = 1};
	struct rcc_random r;

	rcc_random_seed(&r, seed);
	draw_layouts(p, &r, truth);
	if (p->has_gain)
		set_gain(p, seed, r, truth);
	o->truth = truth[search_layouts(p, truth, seed, &r, &b.halving)];
	measure(p, o->truth, &r, &comparison);
	rcc_best_conclude(&b);
	o->decided = b.shrunken.estimate;
	o->is_shipped = b.is_worth;
	measure(p, o->truth, &r, &b.stating);
	rcc_best_conclude(&b);
	assert_true(b.is_shrunken);
	assert_int_equal(b.is_worth, o->is_shipped);
	o->stated = b.shrunken.estimate;
	o->searched = rcc_halving_mean(&b.halving.layout[b.halving.alive[0]]);
	o->covers = contains(rcc_best_stating(&b), o->truth);
	o->decided_covers = contains(&comparison, o->truth);
	rcc_halving_release(&b.halving);
}

/* Sums over n searches.  `stated`, `decided` and `searched` sum the differences
 * between an estimated gain (struct outcome) and the true gain.  `squares` sums
 * the squared differences of the stated gain.  n_covered and n_decided_covered
 * count the intervals that contain the true gain. */
struct tally {
	size_t n, n_covered, n_decided_covered;
	double stated, squares, decided, searched;
};

static void count(struct tally *t, const struct outcome *o)
{
	const double more = o->truth - o->stated;

	t->n++;
	t->n_covered += o->covers;
	t->n_decided_covered += o->decided_covers;
	t->stated += more;
	t->squares += more * more;
	t->decided += o->truth - o->decided;
	t->searched += o->truth - o->searched;
}

static void add_tally(struct tally *t, const struct tally *more)
{
	t->n += more->n;
	t->n_covered += more->n_covered;
	t->n_decided_covered += more->n_decided_covered;
	t->stated += more->stated;
	t->squares += more->squares;
	t->decided += more->decided;
	t->searched += more->searched;
}

/* Search n times.  Sets *all to the sums over all searches, and *shipped to the
 * sums over the searches that end with a layout to ship. */
static void search_often(const struct program *p, size_t n, uint64_t seed,
			 struct tally *all, struct tally *shipped)
{
	*all = *shipped = (struct tally){0};
	for (size_t i = 0; i < n; i++) {
		struct outcome o;

		search(p, seed + i, &o);
		count(all, &o);
		if (o.is_shipped)
			count(shipped, &o);
	}
}

static void print(const char *name, const struct tally *t)
{
	const double n = t->n != 0 ? (double)t->n : 1;

	print_message("# %s: %zu searches: stated %+.4f %%, covers %.1f %%; "
		      "deciding runs %+.4f %%, covers %.1f %%; search %+.4f "
		      "%%\n",
		      name, t->n, 100 * t->stated / n,
		      100.0 * (double)t->n_covered / n, 100 * t->decided / n,
		      100.0 * (double)t->n_decided_covered / n,
		      100 * t->searched / n);
}

/* Check that the mean of the stated gains exceeds the mean of the true gains by
 * at most three standard errors. */
static void check_stated(const struct tally *t)
{
	assert_true(t->stated <= 3 * sqrt(t->squares));
}

#define N_SEARCHES 400

static const struct program program[] = {
	{"no effect", 32, 0, 0, 0.01, 0, 0, 0, false},
	{"small effects", 32, 0, 0.002, 0.01, 0, 0, 0, false},
	{"large effects", 32, 0, 0.02, 0.01, 0, 0, 0, false},
	{"random layouts are slower", 32, 0.02, 0.005, 0.01, 0, 0, 0, false},
	{"random layouts are faster", 32, -0.02, 0.005, 0.01, 0, 0, 0, false},
	{"few layouts are fast", 32, 0.001, 0.0005, 0.003, 0.03, 0, 8, false},
	{"few layouts, much noise", 8, 0, 0.005, 0.03, 0, 0, 0, false},
};

/* On average the stated gain does not exceed the true gain.  Its interval
 * contains the true gain in at least 92 % of the searches.  The runs of the
 * search alone would exaggerate the gain. */
static void what_is_stated_does_not_exaggerate(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof(program) / sizeof(program[0]); k++) {
		const struct program *p = &program[k];
		struct tally all;
		struct tally shipped;

		search_often(p, N_SEARCHES, 1000 * k, &all, &shipped);
		print(p->name, &all);
		print("... to ship", &shipped);
		check_stated(&all);
		check_stated(&shipped);
		assert_true(all.n_covered >= N_SEARCHES * 92 / 100);
		if (p->layout_sd < p->noise)
			assert_true(all.searched > all.stated);
	}
}

/* ---- Small gains ------------------------------------------------------- */

/* If the true gain is small, a layout is shipped only if the deciding runs were
 * lucky.  Even then the stated gain does not exceed the true gain on average,
 * and its interval covers the true gain.  If the true gain is at most the
 * threshold for shipping, 0.5 %, the estimate from the deciding runs is too
 * large on average. */
static void what_is_shipped_is_not_exaggerated(void **state)
{
	static const double gain[] = {0, 0.0025, 0.005, 0.0075, 0.01, 0.02};
	/* standard deviations over layouts, and of the noise of one run */
	static const double sd[][2] = {
		{0.002, 0.003}, {0.005, 0.005}, {0.005, 0.01}, {0.01, 0.01}};
	struct tally every_shipped = {0};

	(void)state;
	for (size_t g = 0; g < sizeof(gain) / sizeof(gain[0]); g++) {
		struct tally all = {0};
		struct tally shipped = {0};
		char name[32];

		for (size_t k = 0; k < sizeof(sd) / sizeof(sd[0]); k++) {
			const struct program p = {.n_layouts = 32,
						  .layout_sd = sd[k][0],
						  .noise = sd[k][1],
						  .has_gain = true,
						  .gain = gain[g]};
			struct tally one;
			struct tally one_shipped;

			search_often(&p, N_SEARCHES,
				     100000 + 1000 * (6 * k + g), &one,
				     &one_shipped);
			check_stated(&one);
			check_stated(&one_shipped);
			assert_true(one.n_covered >= N_SEARCHES * 92 / 100);
			add_tally(&all, &one);
			add_tally(&shipped, &one_shipped);
		}
		snprintf(name, sizeof(name), "gain %.2f %%", 100 * gain[g]);
		print(name, &all);
		print("... to ship", &shipped);
		assert_true(all.stated <= 0 && shipped.stated <= 0);
		if (gain[g] <= 0.005)
			assert_true(shipped.decided > 0);
		add_tally(&every_shipped, &shipped);
	}
	print("small gains to ship", &every_shipped);
	assert_true(every_shipped.n_covered >= every_shipped.n * 93 / 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_rounds_halve_the_layouts_and_double_the_blocks),
		cmocka_unit_test(the_lowest_value_wins),
		cmocka_unit_test(a_layout_without_values_loses),
		cmocka_unit_test(what_is_stated_does_not_exaggerate),
		cmocka_unit_test(what_is_shipped_is_not_exaggerated),
	};

	return cmocka_run_group_tests_name("best", tests, NULL, NULL);
}
