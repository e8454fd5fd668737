/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Degrees of freedom for the variance of values that may have heavy tails. */
#include "stats/tails.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "stats/doubles.h"
#include "stats/rcc_blocks.h"

/* Return the degrees of freedom adjusted for the kurtosis of n values, as
 * rcc_kurtosis_df() does.  `base` is the number before the adjustment, and
 * `most` the largest result.  The kurtosis is at least 1, so the denominator is
 * positive. */
static double adjusted_df(double most, double base, double kurtosis, double n)
{
	return fmax(1, fmin(most, 2 * base / (kurtosis - (n - 3) / n)));
}

/* Return the mean after removing the fraction `part` of the values in each
 * tail, like R's mean() with `trim`.  Sorts x. */
static double trimmed_mean(double *x, size_t n, double part)
{
	const size_t cut = (size_t)floor((double)n * part);
	long double sum = 0;

	qsort(x, n, sizeof(*x), rcc_doubles_compare);
	for (size_t i = cut; i < n - cut; i++)
		sum += (long double)x[i] - x[cut];
	return (double)(x[cut] + sum / (long double)(n - 2 * cut));
}

int rcc_kurtosis_df(const double *x, size_t n, double *scratch, double *df)
{
	const struct rcc_sample sample = rcc_sample_1(x, n);
	struct rcc_levels levels;
	double middle;
	double fourth = 0;
	double squares;

	*df = NAN;
	if (n < RCC_TAILS_FEWEST || rcc_levels_compute(&sample, &levels) != 0)
		return RCC_EDOM;
	squares = levels.level[0].s2 * (double)(n - 1);
	if (!(squares > 0))
		return RCC_EDOM;
	memcpy(scratch, x, n * sizeof(*x));
	middle = trimmed_mean(scratch, n, 0.5 / sqrt((double)n - 4));
	/* Scale the differences, whose fourth power may be too large or too
	 * small for a double. */
	for (size_t i = 0; i < n; i++)
		fourth += pow((x[i] - middle) / sqrt(squares), 4);
	*df = adjusted_df((double)(n - 1), (double)(n - 1), (double)n * fourth,
			  (double)n);
	return isfinite(*df) ? 0 : RCC_EDOM;
}

double rcc_pooled_df(const double *x, size_t n, double most)
{
	const double count = (double)n;
	double sum = 0;
	double squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	if (n < RCC_TAILS_FEWEST || !(sum > 0))
		return most;
	for (size_t i = 0; i < n; i++)
		squares += x[i] / sum * (x[i] / sum);
	return adjusted_df(most, count, count * squares, count);
}

/* ---- The effect of layout ---------------------------------------------- */

/* The members of a sample's highest level, such as layouts.  A member has a
 * mean.  It also has a variation: how much the means of the next lower level,
 * such as executions, differ inside the member. */
struct members {
	double *mean;
	/* for each member, the sum of the squared deviations of its lower-level
	 * means */
	double *squares;
	double df; /* sum of the degrees of freedom of `squares` */
	size_t n;
};

/* Return the number of members in n groups of level i, beginning with group
 * `first`. */
static size_t members_in(const struct rcc_sample *s, size_t i, size_t first,
			 size_t n)
{
	size_t sum = 0;

	if (s->size[i] == NULL)
		return n * s->r[i];
	for (size_t g = first; g < first + n; g++)
		sum += s->size[i][g];
	return sum;
}

/* Return the next member of the highest level as a sample.  next[i] is the
 * first group of level i that does not belong to an earlier member.  *x points
 * to the member's first value. */
static struct rcc_sample take_member(const struct rcc_sample *s, size_t *next,
				     const double **x)
{
	struct rcc_sample member = *s;
	size_t n = 1;

	member.n_levels = s->n_levels - 1;
	member.x = *x;
	for (size_t i = member.n_levels; i-- > 0;) {
		const size_t n_below = members_in(s, i, next[i], n);

		if (s->size[i] != NULL)
			member.size[i] = s->size[i] + next[i];
		if (i + 1 == member.n_levels) {
			member.size[i] = NULL;
			member.r[i] = n_below;
		}
		next[i] += n;
		n = n_below;
	}
	*x += n;
	return member;
}

/* Compute *out from a sample.  If the sample has one level, there is no
 * variation inside its members. */
static int take_members(const struct rcc_sample *s, struct members *out)
{
	size_t next[RCC_STATS_MAX_LEVELS] = {0};
	const double *x = s->x;

	out->df = 0;
	out->n = s->r[s->n_levels - 1];
	for (size_t k = 0; k < out->n; k++) {
		struct rcc_sample member;
		struct rcc_levels levels;
		const struct rcc_level *top;

		if (s->n_levels == 1) {
			out->mean[k] = s->x[k];
			out->squares[k] = 0;
			continue;
		}
		member = take_member(s, next, &x);
		/* The error is ignored: if the variance is undefined, the mean
		 * is still defined. */
		rcc_levels_compute(&member, &levels);
		top = &levels.level[levels.n_levels - 1];
		out->mean[k] = levels.mean;
		out->squares[k] = top->df > 0 ? top->s2 * top->df : 0;
		out->df += top->df;
		if (!isfinite(out->mean[k]) || !isfinite(out->squares[k]))
			return RCC_EDOM;
	}
	return 0;
}

/* Return the result of rcc_kurtosis_df(), or n - 1 if that is undefined. */
static double df_of(const double *x, size_t n, double *scratch)
{
	double df;

	return rcc_kurtosis_df(x, n, scratch, &df) == 0 ? df : (double)n - 1;
}

size_t rcc_layout_tails_scratch(const struct rcc_sample *random,
				const struct rcc_sample *fixed)
{
	const size_t n = random->r[random->n_levels - 1];
	const size_t n_fixed =
		fixed != NULL ? fixed->r[fixed->n_levels - 1] : 0;

	return 3 * (n > n_fixed ? n : n_fixed);
}

int rcc_layout_tails(const struct rcc_sample *random,
		     const struct rcc_sample *fixed, double *scratch,
		     struct rcc_layout_tails *out)
{
	const size_t room = rcc_layout_tails_scratch(random, fixed) / 3;
	struct members members = {scratch, scratch + room, 0, 0};

	*out = (struct rcc_layout_tails){NAN, NAN};
	if (rcc_sample_n_values(random) == 0 ||
	    (fixed != NULL && rcc_sample_n_values(fixed) == 0) ||
	    take_members(random, &members) != 0)
		return RCC_EDOM;
	out->v_df = df_of(members.mean, members.n, scratch + 2 * room);
	if (members.df > 0) {
		out->w_df =
			rcc_pooled_df(members.squares, members.n, members.df);
		return 0;
	}
	if (fixed == NULL || take_members(fixed, &members) != 0)
		return RCC_EDOM;
	out->w_df = df_of(members.mean, members.n, scratch + 2 * room);
	return 0;
}
