/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Test that every order of many items is equally likely.  common.c and
 * link_order.c test all orders of four.  No test can cover all orders of 1,000,
 * so this test looks for three signs of an order that is not random:
 *
 *	position	an item is early, or late, too often
 *	neighbors	too many original neighbors are side by side
 *	distance	original neighbors are too near each other
 *
 * The wrapper's own code makes the orders:
 *
 *	rerank.c	makes ranks.  The test sorts names with these ranks, as
 *			a linker does
 *	link_order.c	makes link orders
 *
 * The seeds are fixed, so the test always passes or always fails.  The
 * probability that a perfect generator would fail (a false alarm) is below one
 * in a thousand, for the six tests together.  Ranks with only nine random bits
 * fail.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testsuite/unit/uniformity.h"
#include "wrapper/elf/object.h"
#include "wrapper/order/link_order.h"
#include "wrapper/order/rerank.h"

#define N 1000 /* items */
/* The seeds are 0, all numbers with one bit set, and all numbers with two bits
 * set that are at most 15 apart (bit 0 follows bit 63).  The seeds differ in
 * few bits, and every bit is tested. */
#define N_SEEDS (1 + 64 * 16)
#define N_BINS 10

static uint64_t seed_of(size_t s)
{
	size_t bit = (s + 63) % 64;

	if (s == 0)
		return 0;
	return UINT64_C(1) << bit | UINT64_C(1) << (bit + (s - 1) / 64) % 64;
}

/* Counts and sums over the orders of all N_SEEDS seeds.  Items i and i + 1 are
 * original neighbors. */
struct tally {
	/* at[i][k] counts the orders in which the place of item i is in the
	 * k-th tenth of all places. */
	uint32_t at[N][N_BINS];
	/* n_neighbours[k] counts the orders in which k pairs of original
	 * neighbors are side by side. */
	uint32_t n_neighbours[N];
	double neighbours;
	double distance;
	/* The distances between original neighbors are put into N_BINS
	 * classes.  Let c be the number of distances of one order in class k.
	 * far[k] is the sum of c over all orders, and far2[k] is the sum of
	 * c². */
	double far[N_BINS];
	double far2[N_BINS];
	/* hash[s] is a hash of the order for seed s. */
	uint64_t hash[N_SEEDS];
	size_t n;
};

static void add_order(struct tally *t, const size_t *position)
{
	size_t neighbours = count_neighbours(position, N);
	uint32_t far[N_BINS] = {0};

	for (size_t i = 0; i < N; i++)
		t->at[i][position[i] * N_BINS / N]++;
	for (size_t i = 0; i + 1 < N; i++)
		far[difference(position[i], position[i + 1]) * N_BINS / N]++;
	for (size_t k = 0; k < N_BINS; k++) {
		t->far[k] += far[k];
		t->far2[k] += (double)far[k] * far[k];
	}
	t->n_neighbours[neighbours]++;
	t->neighbours += (double)neighbours;
	t->distance += (double)sum_distances(position, N);
	t->hash[t->n++] = rcc_rank_hash(position, N * sizeof(*position), 0);
}

/* Return the expected number of distances in the class `bin`, for one order. */
static double mean_far(size_t bin)
{
	double sum = 0;

	for (size_t d = 1; d < N; d++)
		if (d * N_BINS / N == bin)
			sum += 2.0 * (double)(N - d) / N;
	return sum;
}

/* Test the formulas of uniformity.h with all orders of a few items. */
#define FEW 7
static bool next_order(size_t *v, size_t n)
{
	size_t i = n - 1;
	size_t j = n - 1;
	size_t kept;

	while (i > 0 && v[i - 1] >= v[i])
		i--;
	if (i == 0)
		return false;
	while (v[j] <= v[i - 1])
		j--;
	kept = v[i - 1];
	v[i - 1] = v[j];
	v[j] = kept;
	for (j = n - 1; i < j; i++, j--) {
		kept = v[i];
		v[i] = v[j];
		v[j] = kept;
	}
	return true;
}

static void near(double is, double should_be)
{
	if (!(fabs(is - should_be) <= 1e-9 * (1 + fabs(should_be))))
		fail_msg("%.12g is not %.12g", is, should_be);
}

static void formulas_hold_for_all_orders(void **state)
{
	(void)state;
	for (size_t n = 3; n <= FEW; n++) {
		size_t v[FEW] = {0, 1, 2, 3, 4, 5, 6};
		double a1 = 0, a2 = 0, d1 = 0, d2 = 0, n_orders = 0;
		double seen[FEW] = {0};

		do {
			size_t a = count_neighbours(v, n);
			double d = (double)sum_distances(v, n);

			a1 += (double)a;
			a2 += (double)(a * a);
			d1 += d;
			d2 += d * d;
			seen[a]++;
			n_orders++;
		} while (next_order(v, n));
		a1 /= n_orders;
		d1 /= n_orders;
		near(a1, mean_neighbours((double)n));
		near(a2 / n_orders - a1 * a1, variance_neighbours((double)n));
		near(d1, mean_distance((double)n));
		near(d2 / n_orders - d1 * d1, variance_distance((double)n));
		for (size_t k = 0; k < n; k++)
			near(probability_neighbours(n, k), seen[k] / n_orders);
	}
}

/* --- the checks --- */

static void within(const char *what, double is, double from, double to)
{
	if (!(is >= from && is <= to))
		fail_msg("%s: %g is not in %g … %g", what, is, from, to);
}

/* Two-sided quantiles of the normal distribution: for one test whose false
 * alarm has the probability 1e-6, and for ten tests with 1e-7 each (R:
 * qnorm(5e-7, lower.tail = FALSE),
 * qnorm(5e-8, lower.tail = FALSE)). */
#define Z_ONE 4.8916
#define Z_OF_TEN 5.3267

/*
 * Check positions.  The places of each item are counted in ten classes, and X2
 * of an item has 9 degrees of freedom.
 *
 * Let `sum` be the sum of X2 over all n = 1000 items.  In every order, each
 * class holds exactly 100 items.  Therefore
 *	sum (n - 1) / n
 * is chi-square with 999 x 9 = 8,991 degrees of freedom, not 1000 x 9.  The
 * reason is the covariance of the counts of one order:
 *	(n / (n - 1)) (1/10) (I_n - J_n / n) ⊗ (I_10 - J_10 / 10)
 * I_k is the identity matrix, J_k the k x k matrix of ones, and ⊗ the Kronecker
 * product.  The product of the last two brackets is a projection of rank
 * 999 x 9.
 *
 * The probabilities of a false alarm are:
 *	sum	1e-6, two-sided, because a sum that is too even is not random
 *		either (R: qchisq(c(5e-7, 1 - 5e-7), 8991))
 *	worst	1e-7 for each of 1,000, so at most 1e-4
 *		(R: qchisq(1e-7, 9, lower.tail = FALSE))
 */
static void no_position_is_preferred(const struct tally *t)
{
	const double expected = (double)N_SEEDS / N_BINS;
	double worst = 0;
	double sum = 0;

	for (size_t i = 0; i < N; i++) {
		double one = 0;

		for (size_t k = 0; k < N_BINS; k++) {
			double off = t->at[i][k] - expected;

			one += off * off / expected;
		}
		sum += one;
		worst = fmax(worst, one);
	}
	within("position, X2 of all", sum * (N - 1) / N, 8350.26, 9662.31);
	within("position, X2 of the worst", worst, 0, 50.172);
}

/*
 * Count the pairs of original neighbors that an order keeps side by side, and
 * check the counts in two ways.
 *
 * First, a two-sided z test compares the mean count over all seeds with the
 * exact mean, using the exact variance.
 *
 * Second, divide the orders into six classes: those that keep 0, 1, 2, 3, 4 and
 * at least 5 pairs.  X2 compares the numbers of orders in the classes with
 * their expectations.  It has 5 degrees of freedom, and its limit is R's
 * qchisq(1e-6, 5, lower.tail = FALSE).  The smallest expectation is 53 orders.
 *
 * The probability of a false alarm is 1e-6 for each of the two tests.
 */
static void neighbours_part_as_strangers_do(const struct tally *t)
{
	const size_t last = 5;
	double rest = 1;
	double n_rest = N_SEEDS;
	double x2 = 0;

	within("neighbours, z of the mean",
	       (t->neighbours / N_SEEDS - mean_neighbours(N)) /
		       sqrt(variance_neighbours(N) / N_SEEDS),
	       -Z_ONE, Z_ONE);
	for (size_t k = 0; k <= last; k++) {
		double p = k < last ? probability_neighbours(N, k) : rest;
		double n = k < last ? t->n_neighbours[k] : n_rest;
		double off = n - p * N_SEEDS;

		x2 += off * off / (p * N_SEEDS);
		rest -= p;
		n_rest -= n;
	}
	within("neighbours, X2 of their number", x2, 0, 35.888);
}

/*
 * Two items are original neighbors if they were side by side before the
 * shuffle.  Check the distances between original neighbors in two ways.
 *
 * First, sum the distances in each order.  The mean of the sums over all seeds
 * has a known expectation and variance.  A two-sided z test compares it with
 * the expectation.  The probability of a false alarm is 1e-6.
 *
 * Second, count the distances in each order, in ten classes.  For each class, a
 * z test compares the mean count over all seeds with its expectation.  The
 * variance is estimated from the counts of the seeds.  The probability of a
 * false alarm is 1e-7 for one class, so it is at most 1e-6 for all classes.
 */
static void distances_are_those_of_strangers(const struct tally *t)
{
	within("distance, z of the mean",
	       (t->distance / N_SEEDS - mean_distance(N)) /
		       sqrt(variance_distance(N) / N_SEEDS),
	       -Z_ONE, Z_ONE);
	for (size_t k = 0; k < N_BINS; k++) {
		double mean = t->far[k] / N_SEEDS;
		double variance =
			(t->far2[k] - t->far[k] * mean) / (N_SEEDS - 1);

		/* If all orders were the same, the variance would be 0, and z
		 * NaN or infinite.  The test would fail. */
		within("distance, z of a class",
		       (mean - mean_far(k)) / sqrt(variance / N_SEEDS),
		       -Z_OF_TEN, Z_OF_TEN);
	}
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Check that all orders differ.  A false alarm needs two equal hashes.  The
 * probability of this is 1025 x 1024 / 2 / 2^64, or 3e-14. */
static void every_seed_has_its_order(struct tally *t)
{
	assert_int_equal(t->n, N_SEEDS);
	qsort(t->hash, N_SEEDS, sizeof(*t->hash), by_value);
	for (size_t s = 1; s < N_SEEDS; s++)
		assert_true(t->hash[s] != t->hash[s - 1]);
}

static void check(struct tally *t)
{
	every_seed_has_its_order(t);
	no_position_is_preferred(t);
	neighbours_part_as_strangers_do(t);
	distances_are_those_of_strangers(t);
}

/* --- orders by the ranks in section names --- */

#define ROOM 64
struct named {
	char name[N][ROOM];
	struct rcc_ranked_section function[N];
	const char *sorted[N];
	size_t position[N];
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sort the sections by their names, as a linker does.  Sets position[i] to the
 * place of item i. */
static void sort_names(struct named *all)
{
	for (size_t i = 0; i < N; i++)
		all->sorted[i] = all->name[i];
	qsort(all->sorted, N, sizeof(*all->sorted), by_name);
	for (size_t i = 0; i < N; i++)
		all->position[(size_t)(all->sorted[i] - all->name[0]) / ROOM] =
			i;
}

/* Make the section name of item i, with space for a rank, as the plugin
 * does. */
static void make_name(struct named *all, size_t i, enum rcc_rank_class cls,
		      size_t unit)
{
	struct rcc_ranked_section *fn = &all->function[i];
	char source[16];
	char symbol[16];

	snprintf(source, sizeof(source), "src/u%04zu_c", unit);
	snprintf(symbol, sizeof(symbol), "f%04zu", i);
	rcc_rank_name(all->name[i], cls, source, symbol);
	fn->name_at = i * ROOM;
	assert_int_equal(
		rcc_rank_parse(all->name[i], strlen(all->name[i]), &fn->name),
		0);
}

/* Write ranks into the names of N functions or variables, which are in
 * `n_units` objects. */
static void rank(struct named *all, const struct rcc_settings *set,
		 size_t n_units)
{
	struct rcc_object_file file = {.map.data = (unsigned char *)all->name};
	const size_t each = N / n_units;
	struct rcc_rerank rerank;

	rcc_rerank_init(&rerank, set, false);
	for (size_t u = 0; u < n_units; u++) {
		struct rcc_object object = {.function =
						    all->function + u * each,
					    .n_functions = each};

		rcc_rerank_object(&rerank, &file, &object);
	}
	rcc_rerank_release(&rerank);
}

static void check_ranks(unsigned factors, size_t n_units, bool is_data)
{
	/* .data has three kinds of variables, which share one order. */
	static const enum rcc_rank_class in_data[] = {
		RCC_RANK_DATA, RCC_RANK_DATA_REL, RCC_RANK_DATA_REL_LOCAL};
	const size_t each = N / n_units;
	static struct named all;
	static struct tally t;

	memset(&t, 0, sizeof(t));
	for (size_t i = 0; i < N; i++) {
		make_name(&all, i, is_data ? in_data[i % 3] : RCC_RANK_REST,
			  i / each);
		all.function[i].ordinal = (uint32_t)(i % each);
	}
	for (size_t s = 0; s < N_SEEDS; s++) {
		struct rcc_settings set = {.seed = seed_of(s),
					   .factors = factors};

		rank(&all, &set, n_units);
		sort_names(&all);
		add_order(&t, all.position);
	}
	check(&t);
}

static void functions_of_a_unit(void **state)
{
	(void)state;
	check_ranks(RCC_FACTOR_FUNCTIONS, 1, false);
}

static void functions_of_the_program(void **state)
{
	(void)state;
	check_ranks(RCC_FACTOR_PROGRAM, 20, false);
}

static void units_by_their_ranks(void **state)
{
	(void)state;
	check_ranks(RCC_FACTOR_UNITS, N, false);
}

static void variables_of_a_unit(void **state)
{
	(void)state;
	check_ranks(RCC_FACTOR_DATA, 1, true);
}

static void variables_of_the_program(void **state)
{
	(void)state;
	check_ranks((unsigned)RCC_FACTOR_DATA | (unsigned)RCC_FACTOR_PROGRAM,
		    20, true);
}

/* --- orders by the link line --- */

static void units_by_the_link_order(void **state)
{
	static const struct rcc_object plain;
	static struct rcc_link_item item[N];
	static struct tally t;

	(void)state;
	for (size_t i = 0; i < N; i++)
		item[i].object = &plain;
	for (size_t s = 0; s < N_SEEDS; s++) {
		size_t place[N];
		size_t position[N];

		rcc_link_order_shuffle(item, N, seed_of(s), place);
		for (size_t i = 0; i < N; i++)
			position[place[i]] = i;
		add_order(&t, position);
	}
	check(&t);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(formulas_hold_for_all_orders),
		cmocka_unit_test(functions_of_a_unit),
		cmocka_unit_test(functions_of_the_program),
		cmocka_unit_test(units_by_their_ranks),
		cmocka_unit_test(units_by_the_link_order),
		cmocka_unit_test(variables_of_a_unit),
		cmocka_unit_test(variables_of_the_program),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
