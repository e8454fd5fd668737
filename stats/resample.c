/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compute the mean, the median or the minimum of a sample, struct rcc_tree.
 * For a replicate, the members of each group are drawn at random at every level
 * that the scheme resamples.
 */
#include "stats/resample.h"

#include <math.h>

/* Up to this size of a group, 32 random bits are enough to draw an index.  One
 * random word of 64 bits then gives two indices. */
#define SMALL_GROUP 65536

/* The computation of one statistic. */
struct fold {
	const struct rcc_tree *tree;
	enum rcc_statistic statistic;
	struct rcc_bulk_random *random; /* NULL: use each member once */
	/* Index of the member of the highest level to omit; SIZE_MAX for
	 * none. */
	size_t omit;
	double *gathered;
	size_t n_gathered;
};

/* Return an index below n from the lower half of a random word.  draw_high()
 * uses the upper half. */
static size_t draw_low(uint64_t word, size_t n)
{
	return (size_t)(((word & UINT32_MAX) * n) >> 32);
}

static size_t draw_high(uint64_t word, size_t n)
{
	return (size_t)(((word >> 32) * n) >> 32);
}

/* Return the sum of n values drawn from x[0 … n - 1].  There are four partial
 * sums, so that the additions overlap. */
static double drawn_sum(struct rcc_bulk_random *random, const double *x,
			size_t n)
{
	double sum[4] = {0, 0, 0, 0};
	size_t i = 0;

	for (; n <= SMALL_GROUP && i + 4 <= n; i += 4) {
		const uint64_t a = rcc_bulk_random_next(random);
		const uint64_t b = rcc_bulk_random_next(random);

		sum[0] += x[draw_low(a, n)];
		sum[1] += x[draw_high(a, n)];
		sum[2] += x[draw_low(b, n)];
		sum[3] += x[draw_high(b, n)];
	}
	for (; i < n; i++)
		sum[i % 4] += x[rcc_bulk_random_below(random, n)];
	return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static double plain_sum(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

static double lowest_min(const struct fold *f, const double *x, size_t n)
{
	double min = INFINITY;

	for (size_t i = 0; i < n; i++) {
		const double value =
			f->random != NULL
				? x[rcc_bulk_random_below(f->random, n)]
				: x[i];

		min = value < min ? value : min;
	}
	return min;
}

static void lowest_gather(struct fold *f, bool draws, const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		f->gathered[f->n_gathered++] =
			draws ? x[rcc_bulk_random_below(f->random, n)] : x[i];
}

/* Return the mean or the minimum of the n values from index `first` on, a group
 * of the lowest level.  For the median, append the values to `gathered` and
 * return NaN. */
static double fold_lowest(struct fold *f, size_t first, size_t n)
{
	const double *x = f->tree->x + first;
	const bool draws = f->random != NULL && f->tree->is_drawn[0];

	if (f->statistic == RCC_STATISTIC_MIN)
		return lowest_min(f, x, n);
	if (f->statistic == RCC_STATISTIC_MEAN)
		return (draws ? drawn_sum(f->random, x, n) : plain_sum(x, n)) /
		       (double)n;
	if (f->gathered != NULL)
		lowest_gather(f, draws, x, n);
	return NAN;
}

/* Return the mean or the minimum of a group of level i.  For the median, append
 * its values to `gathered` and return NaN. */
static double fold_group(struct fold *f, size_t i, size_t group)
{
	const struct rcc_tree *tree = f->tree;
	const size_t *starts = tree->first[i];
	const size_t first =
		starts != NULL ? starts[group] : group * tree->r[i];
	const size_t n =
		starts != NULL ? starts[group + 1] - first : tree->r[i];
	const bool draws = f->random != NULL && tree->is_drawn[i];
	const bool is_min = f->statistic == RCC_STATISTIC_MIN;
	double result = is_min ? INFINITY : 0;

	if (i == 0)
		return fold_lowest(f, first, n);
	for (size_t k = 0; k < n; k++) {
		const size_t member =
			first +
			(draws ? rcc_bulk_random_below(f->random, n) : k);
		const double value = fold_group(f, i - 1, member);

		if (is_min)
			result = value < result ? value : result;
		else
			result += value;
	}
	return is_min ? result : result / (double)n;
}

/* Return the mean or the minimum of a member of the highest level.  For the
 * median, append its values to `gathered` and return NaN. */
static double highest_member(struct fold *f, size_t member)
{
	const size_t top = f->tree->n_levels - 1;

	if (top > 0)
		return fold_group(f, top - 1, member);
	if (f->statistic == RCC_STATISTIC_MEDIAN)
		f->gathered[f->n_gathered++] = f->tree->x[member];
	return f->tree->x[member];
}

void rcc_moments_add(struct rcc_moments *moments, double value)
{
	double d;

	if (moments->n++ == 0)
		moments->first = value;
	d = value - moments->first;
	moments->sum += d;
	moments->squares += d * d;
}

struct rcc_drawn rcc_moments_drawn(const struct rcc_moments *moments)
{
	const double n = (double)moments->n;
	const double off = moments->sum / n;
	const double left = moments->squares - moments->sum * off;
	const struct rcc_drawn drawn = {
		.value = moments->first + off,
		.se = sqrt(fmax(left, 0) / (n - 1) / n)};

	return drawn;
}

/* Return the statistic of the whole tree. */
static struct rcc_drawn fold_all(struct fold *f)
{
	const size_t n = f->tree->r[f->tree->n_levels - 1];
	struct rcc_drawn out = {.value = NAN, .se = NAN};
	struct rcc_moments moments = {0};
	double min = INFINITY;

	for (size_t k = 0; k < n; k++) {
		double value;

		if (k == f->omit)
			continue;
		value = highest_member(
			f, f->random != NULL
				   ? rcc_bulk_random_below(f->random, n)
				   : k);
		min = value < min ? value : min;
		rcc_moments_add(&moments, value);
	}
	if (f->statistic == RCC_STATISTIC_MEAN)
		return rcc_moments_drawn(&moments);
	if (f->statistic == RCC_STATISTIC_MIN)
		out.value = min;
	else
		rcc_median(f->gathered, f->n_gathered, &out.value);
	return out;
}

struct rcc_drawn rcc_tree_draw(const struct rcc_tree *tree,
			       enum rcc_statistic statistic,
			       struct rcc_bulk_random *random, double *gathered)
{
	struct fold f = {.tree = tree,
			 .statistic = statistic,
			 .random = random,
			 .omit = SIZE_MAX,
			 .gathered = gathered};

	return fold_all(&f);
}

struct rcc_drawn rcc_tree_observe(const struct rcc_tree *tree,
				  enum rcc_statistic statistic,
				  double *gathered)
{
	return rcc_tree_draw(tree, statistic, NULL, gathered);
}

double rcc_tree_without(const struct rcc_tree *tree,
			enum rcc_statistic statistic, size_t omit,
			double *gathered)
{
	struct fold f = {.tree = tree,
			 .statistic = statistic,
			 .omit = omit,
			 .gathered = gathered};

	return fold_all(&f).value;
}

double rcc_tree_group(const struct rcc_tree *tree, enum rcc_statistic statistic,
		      size_t i, size_t group)
{
	struct fold f = {
		.tree = tree, .statistic = statistic, .omit = SIZE_MAX};

	return fold_group(&f, i, group);
}
