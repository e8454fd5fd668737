/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/least_n.h"

/* The largest number of repetitions that rcc_plan_budget() returns. */
#define MOST_REPETITIONS ((size_t)1000000000)
/* The smallest number of repetitions to advise at the highest level.  KJ13
 * tables 6 and 7 begin with this number.  Fewer repetitions hardly determine
 * the variance. */
#define FEWEST_AT_TOP ((size_t)5)

double rcc_plan_optimum(double cost, double cost_above, double t2,
			double t2_above)
{
	return sqrt(cost_above / cost * (t2 / t2_above));
}

double rcc_plan_s2(const double *t2, const size_t *r, size_t n_levels)
{
	double s2 = n_levels > 0 ? t2[0] : NAN;

	for (size_t i = 1; i < n_levels; i++)
		s2 = t2[i] + s2 / (double)r[i - 1];
	return s2;
}

/*
 * Compute the limits of the field `optimum`, the optimal number of repetitions
 * of a level (KJ13 eq. 3).
 *
 *	S², T²	the variances of this level (struct rcc_level)
 *	S_above², T_above²
 *		the variances of the level above
 *	r	the number of members in a group of this level; not the r of
 *		KJ13 eq. 3
 *	R	r S_above² / S²
 *
 * The quotient R / (1 + r T_above² / E S²) has an F distribution.  If F is a
 * quantile of that distribution, T_above² / E S² has the limit
 *	(R / F - 1) / r
 * and KJ13 eq. 3 gives the limit of `optimum`.
 */
static void optimum_limits(const struct rcc_level *it,
			   const struct rcc_level *above, double costs,
			   double level, struct rcc_plan_level *out)
{
	const double ratio = above->s2_kept * it->r_kept / it->s2_kept;
	const double own = it->t2_kept / it->s2_kept;
	const double tail = (1 - level) / 2;
	const double f_hi =
		rcc_quantile_f(1 - tail, above->df_kept, it->df_kept);
	const double f_lo = rcc_quantile_f(tail, above->df_kept, it->df_kept);
	const double least = (ratio / f_hi - 1) / it->r_kept;
	const double most = (ratio / f_lo - 1) / it->r_kept;

	out->lo = most > 0 ? sqrt(costs * own / most) : INFINITY;
	out->hi = least > 0 ? sqrt(costs * own / least) : INFINITY;
}

/* Plan the repetitions of a kept level.  `costs` is the cost of the level above
 * divided by the cost of this level. */
static void plan_kept(const struct rcc_level *it, const struct rcc_level *above,
		      double costs, size_t cap, double level,
		      struct rcc_plan_level *out)
{
	out->rule = RCC_PLAN_NOTHING_ABOVE;
	out->r = cap;
	/* A level without variation, such as a counter that repeats exactly,
	 * needs one repetition.  The formula would divide 0 by 0. */
	if (it->t2_kept == 0) {
		out->rule = RCC_PLAN_FORMULA;
		out->r = 1;
		out->optimum = out->lo = out->hi = 0;
		return;
	}
	optimum_limits(it, above, costs, level, out);
	if (!(above->t2_kept > 0))
		return;
	out->rule = RCC_PLAN_FORMULA;
	out->optimum = rcc_plan_optimum(1, costs, it->t2_kept, above->t2_kept);
	if (out->optimum > (double)cap)
		out->rule = RCC_PLAN_CAPPED;
	else
		out->r = out->optimum > 1 ? (size_t)ceil(out->optimum) : 1;
}

static double sum_of(const double *x, size_t first, size_t last)
{
	double sum = 0;

	for (size_t i = first; i <= last; i++)
		sum += x[i];
	return sum;
}

int rcc_plan_repetitions(const struct rcc_levels *levels, const double *cost,
			 size_t cap, double level, struct rcc_plan *out)
{
	static const enum rcc_plan_rule rule[] = {
		[RCC_LEVEL_KEPT] = RCC_PLAN_UNKNOWN,
		[RCC_LEVEL_REMOVED] = RCC_PLAN_LEVEL_REMOVED,
		[RCC_LEVEL_SINGLE] = RCC_PLAN_LEVEL_SINGLE,
	};
	int result = 0;

	out->n_levels = levels->n_levels;
	for (size_t i = 0; i < levels->n_levels; i++) {
		struct rcc_plan_level *plan = &out->level[i];

		plan->rule = rule[levels->level[i].status];
		plan->r = 1;
		plan->optimum = plan->lo = plan->hi = NAN;
		if (!(cost[i] > 0) || !isfinite(cost[i]))
			result = RCC_EDOM;
	}
	if (levels->n_kept == 0)
		return RCC_EDOM;
	out->level[levels->n_levels - 1].rule = RCC_PLAN_TOP;
	for (size_t k = 0; k + 1 < levels->n_kept && result == 0; k++) {
		const size_t i = levels->kept[k];
		const size_t above = levels->kept[k + 1];
		const size_t below = k > 0 ? levels->kept[k - 1] + 1 : 0;

		if (!isfinite(levels->level[i].s2_kept) ||
		    !isfinite(levels->level[above].s2_kept))
			return RCC_EDOM;
		plan_kept(&levels->level[i], &levels->level[above],
			  sum_of(cost, i + 1, above) / sum_of(cost, below, i),
			  cap, level, &out->level[i]);
	}
	return result;
}

double rcc_plan_half_width(const struct rcc_mean *mean, size_t n, double level)
{
	if (n < 2)
		return NAN;
	return rcc_quantile_two_sided(level, (double)(n - 1)) *
	       sqrt(mean->s2 / (double)n) / fabs(mean->mean);
}

/* The arguments of is_precise().  `relative` is the largest half-width that it
 * accepts, divided by the mean. */
struct precision {
	const struct rcc_mean *mean;
	double relative, level;
};

static bool is_precise(size_t n, const void *context)
{
	const struct precision *wanted = context;

	return rcc_plan_half_width(wanted->mean, n, wanted->level) <=
	       wanted->relative;
}

int rcc_plan_top(const struct rcc_mean *mean, double relative, double level,
		 size_t *n)
{
	const struct precision wanted = {mean, relative, level};

	return rcc_least_n(FEWEST_AT_TOP, is_precise, &wanted, n);
}

/* ---- Ratios ------------------------------------------------------------ */

double rcc_plan_ratio_half_width(const struct rcc_mean *old,
				 const struct rcc_mean *now, size_t n,
				 double level)
{
	const struct rcc_mean a = {old->mean, old->s2, n};
	const struct rcc_mean b = {now->mean, now->s2, n};
	struct rcc_ratio r;

	if (rcc_ratio_interval(&a, &b, RCC_RATIO_WELCH, level, &r) != 0)
		return NAN;
	return (r.hi - r.lo) / 2 / fabs(r.estimate);
}

double rcc_plan_blocks_half_width(const struct rcc_block_ratio *r, size_t n,
				  double level)
{
	if (n < 2)
		return NAN;
	return sinh(rcc_quantile_two_sided(level, (double)(n - 1)) * r->log_se *
		    sqrt((double)r->n_units / (double)n));
}

/* The arguments of is_precise_ratio().  `relative` is the largest half-width
 * that it accepts, divided by the ratio. */
struct ratio_precision {
	/* The means, for a ratio of means; otherwise NULL. */
	const struct rcc_mean *old, *now;
	const struct rcc_block_ratio
		*blocks; /* for a ratio from blocks; otherwise NULL */
	double relative, level;
};

static bool is_precise_ratio(size_t n, const void *context)
{
	const struct ratio_precision *w = context;
	const double half =
		w->blocks != NULL
			? rcc_plan_blocks_half_width(w->blocks, n, w->level)
			: rcc_plan_ratio_half_width(w->old, w->now, n,
						    w->level);

	return half <= w->relative;
}

int rcc_plan_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		   double relative, double level, size_t *n)
{
	const struct ratio_precision wanted = {old, now, NULL, relative, level};

	return rcc_least_n(FEWEST_AT_TOP, is_precise_ratio, &wanted, n);
}

int rcc_plan_blocks(const struct rcc_block_ratio *r, double relative,
		    double level, size_t *n)
{
	const struct ratio_precision wanted = {NULL, NULL, r, relative, level};

	return rcc_least_n(FEWEST_AT_TOP, is_precise_ratio, &wanted, n);
}

int rcc_plan_budget(const struct rcc_mean *mean, double budget,
		    double cost_each, double level, size_t *n,
		    double *half_width)
{
	/* Increase the quotient slightly, because rounding may have made it too
	 * small. */
	const double fits = floor(budget / cost_each * (1 + 1e-12));

	*n = 0;
	*half_width = NAN;
	if (!(fits >= 0) || !(cost_each > 0))
		return RCC_EDOM;
	*n = fits < (double)MOST_REPETITIONS ? (size_t)fits : MOST_REPETITIONS;
	*half_width = rcc_plan_half_width(mean, *n, level);
	return isfinite(*half_width) ? 0 : RCC_EDOM;
}
