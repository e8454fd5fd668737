/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rcc_claims.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"
#include "stats/least_n.h"

enum rcc_verdict rcc_claim_of(const struct rcc_claim_limits *limits,
			      double delta)
{
	const double lo = 1 / (1 + delta);
	const double hi = 1 + delta;

	if (!(delta >= 0))
		return RCC_VERDICT_UNDECIDED;
	if (limits->hi < lo)
		return RCC_VERDICT_SMALLER;
	if (limits->lo > hi)
		return RCC_VERDICT_LARGER;
	if (limits->inner_lo >= lo && limits->inner_hi <= hi)
		return RCC_VERDICT_NO_DIFFERENCE;
	return RCC_VERDICT_UNDECIDED;
}

/* ---- The tests at the ends of the region ------------------------------- */

/* Ratios from 1 / (1 + δ) to 1 + δ count as no difference.  These are the t
 * statistics for the lower and the upper end of this region.  Each statistic
 * tests the hypothesis that the ratio equals one end.  It is positive if the
 * estimate is above this end. */
struct ends {
	double lower, upper, df;
};

/* Return the t statistic of the hypothesis that the ratio is θ. */
static double t_at(const struct rcc_mean *old, const struct rcc_mean *now,
		   double theta)
{
	const double variance = now->s2 / (double)now->n +
				theta * theta * old->s2 / (double)old->n;
	const double off = now->mean - theta * old->mean;

	return off == 0 ? 0 : off / sqrt(variance);
}

static struct ends ends_of_means(const struct rcc_mean *old,
				 const struct rcc_mean *now, double delta,
				 double df)
{
	return (struct ends){t_at(old, now, 1 / (1 + delta)),
			     t_at(old, now, 1 + delta), df};
}

static struct ends ends_of_blocks(const struct rcc_block_ratio *r, double delta,
				  double se, double df)
{
	const double at = log(r->ratio.estimate);
	const double end = log1p(delta);

	return (struct ends){(at + end) / se, (at - end) / se, df};
}

/* Compute the p-values, and the verdict that the estimate suggests. */
static void compute_p(const struct ends *t, struct rcc_claim *out)
{
	out->suggested = RCC_VERDICT_NO_DIFFERENCE;
	out->p_different = 1;
	if (t->lower < 0) {
		out->suggested = RCC_VERDICT_SMALLER;
		out->p_different = rcc_t_two_sided_p(t->lower, t->df);
	} else if (t->upper > 0) {
		out->suggested = RCC_VERDICT_LARGER;
		out->p_different = rcc_t_two_sided_p(t->upper, t->df);
	}
	/* Equivalence needs two one-sided tests.  The first rejects a ratio
	 * below 1 / (1 + delta), the second a ratio above 1 + delta.  The
	 * larger of the two p-values is the result. */
	out->p_equivalent = fmax(rcc_t_upper_p(t->lower, t->df),
				 rcc_t_upper_p(-t->upper, t->df));
	out->p = out->suggested == RCC_VERDICT_NO_DIFFERENCE ? out->p_equivalent
							     : out->p_different;
}

static void set_undefined(struct rcc_claim *out)
{
	out->limits = (struct rcc_claim_limits){NAN, NAN, NAN, NAN};
	out->verdict = out->suggested = RCC_VERDICT_UNDECIDED;
	out->p = out->p_different = out->p_equivalent = NAN;
}

static bool is_valid(double level, double delta)
{
	return delta >= 0 && isfinite(delta) && level > 0.5 && level < 1;
}

/* ---- Claims ------------------------------------------------------------ */

int rcc_claim_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		    enum rcc_ratio_method method, double level, double delta,
		    struct rcc_claim *out)
{
	struct rcc_ratio inner;
	struct ends ends;
	int result = rcc_ratio_interval(old, now, method, level, &out->ratio);

	set_undefined(out);
	if (!(old->mean > 0) || !(now->mean > 0) || !is_valid(level, delta))
		return RCC_EDOM;
	if (result == 0)
		result = rcc_ratio_interval(old, now, method, 2 * level - 1,
					    &inner);
	if (result != 0)
		return result;
	out->limits = (struct rcc_claim_limits){out->ratio.lo, out->ratio.hi,
						inner.lo, inner.hi};
	out->verdict = rcc_claim_of(&out->limits, delta);
	ends = ends_of_means(old, now, delta, out->ratio.df);
	compute_p(&ends, out);
	/* Whatever Welch's test says, such an interval claims nothing. */
	if (out->ratio.set != RCC_RATIO_BOUNDED)
		out->p = out->p_different = out->p_equivalent = 1;
	return 0;
}

int rcc_claim_blocks(const struct rcc_block_ratio *r, double level,
		     double delta, struct rcc_claim *out)
{
	const double at = log(r->ratio.estimate);
	struct ends ends;
	double half;
	double inner;

	out->ratio = r->ratio;
	set_undefined(out);
	if (r->ratio.set != RCC_RATIO_BOUNDED || !(r->log_se > 0) ||
	    !is_valid(level, delta))
		return RCC_EDOM;
	half = rcc_quantile_two_sided(level, r->ratio.df) * r->log_se;
	inner = rcc_quantile_t(level, r->ratio.df) * r->log_se;
	out->limits =
		(struct rcc_claim_limits){exp(at - half), exp(at + half),
					  exp(at - inner), exp(at + inner)};
	out->ratio.lo = out->limits.lo;
	out->ratio.hi = out->limits.hi;
	out->ratio.level = level;
	out->verdict = rcc_claim_of(&out->limits, delta);
	ends = ends_of_blocks(r, delta, r->log_se, r->ratio.df);
	compute_p(&ends, out);
	return 0;
}

int rcc_difference_p(const struct rcc_mean *old, const struct rcc_mean *now,
		     double *p)
{
	struct rcc_ratio ratio;
	const int result =
		rcc_ratio_interval(old, now, RCC_RATIO_WELCH, 0.95, &ratio);

	*p = result == 0 ? rcc_t_two_sided_p(t_at(old, now, 1), ratio.df) : NAN;
	return result;
}

/* ---- Planning ---------------------------------------------------------- */

/* The claim that a new study shall reach, and the estimates from which it is
 * planned. */
struct plan {
	/* The two means, for a ratio of means; otherwise NULL. */
	const struct rcc_mean *old, *now;
	const struct rcc_block_ratio
		*blocks; /* for a ratio from blocks; otherwise NULL */
	double level, delta, power;
};

/* Return the probability that a t statistic with the expectation `expectation`
 * is above `quantile`. */
static double power_of(double expectation, double quantile, double df)
{
	return rcc_t_upper_p(quantile - expectation, df);
}

/* Return whether the verdict that the estimate suggests is claimed with at
 * least the wanted probability. */
static bool is_reached(const struct plan *plan, const struct ends *t)
{
	const double outer = rcc_quantile_two_sided(plan->level, t->df);
	const double inner = rcc_quantile_t(plan->level, t->df);

	if (t->lower < 0)
		return power_of(-t->lower, outer, t->df) >= plan->power;
	if (t->upper > 0)
		return power_of(t->upper, outer, t->df) >= plan->power;
	/* The probability that both one-sided tests reject. */
	return power_of(t->lower, inner, t->df) +
		       power_of(-t->upper, inner, t->df) - 1 >=
	       plan->power;
}

static bool means_have_power(size_t n, const void *context)
{
	const struct plan *plan = context;
	struct rcc_mean old = *plan->old;
	struct rcc_mean now = *plan->now;
	struct rcc_ratio ratio;
	struct ends ends;

	old.n = now.n = n;
	if (rcc_ratio_interval(&old, &now, RCC_RATIO_WELCH, plan->level,
			       &ratio) != 0 ||
	    ratio.set != RCC_RATIO_BOUNDED)
		return false;
	ends = ends_of_means(&old, &now, plan->delta, ratio.df);
	return is_reached(plan, &ends);
}

static bool blocks_have_power(size_t n, const void *context)
{
	const struct plan *plan = context;
	const struct rcc_block_ratio *r = plan->blocks;
	const struct ends ends =
		ends_of_blocks(r, plan->delta,
			       r->log_se * sqrt((double)r->n_units / (double)n),
			       (double)n - 1);

	return is_reached(plan, &ends);
}

static bool is_power(double power)
{
	return power > 0.5 && power < 1;
}

int rcc_claim_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double delta, double power, size_t *n_each)
{
	const struct plan plan = {old, now, NULL, level, delta, power};
	struct rcc_claim claim;
	int result = rcc_claim_ratio(old, now, RCC_RATIO_WELCH, level, delta,
				     &claim);

	*n_each = 0;
	if (result == 0 && !is_power(power))
		result = RCC_EDOM;
	if (result == 0)
		result = rcc_least_n(2, means_have_power, &plan, n_each);
	return result;
}

int rcc_claim_blocks_plan(const struct rcc_block_ratio *r, double level,
			  double delta, double power, size_t *n)
{
	const struct plan plan = {NULL, NULL, r, level, delta, power};
	struct rcc_claim claim;
	int result = rcc_claim_blocks(r, level, delta, &claim);

	*n = 0;
	if (result == 0 && !is_power(power))
		result = RCC_EDOM;
	if (result == 0)
		result = rcc_least_n(2, blocks_have_power, &plan, n);
	return result;
}
