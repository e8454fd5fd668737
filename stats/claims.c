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
		return RCC_VERDICT_FASTER;
	if (limits->lo > hi)
		return RCC_VERDICT_SLOWER;
	if (limits->inner_lo >= lo && limits->inner_hi <= hi)
		return RCC_VERDICT_NO_DIFFERENCE;
	return RCC_VERDICT_UNDECIDED;
}

/* t of the hypothesis that the ratio is θ: positive if the data is above. */
static double t_at(const struct rcc_mean *old, const struct rcc_mean *now,
		   double theta)
{
	const double variance = now->s2 / (double)now->n +
				theta * theta * old->s2 / (double)old->n;
	const double off = now->mean - theta * old->mean;

	return off == 0 ? 0 : off / sqrt(variance);
}

/* The p-values at the ends of the region. */
static void compute_p(const struct rcc_mean *old, const struct rcc_mean *now,
		      double delta, struct rcc_claim *out)
{
	const double below = t_at(old, now, 1 / (1 + delta));
	const double above = t_at(old, now, 1 + delta);

	out->p_different = 1;
	if (below < 0)
		out->p_different = rcc_t_two_sided_p(below, out->ratio.df);
	if (above > 0)
		out->p_different = rcc_t_two_sided_p(above, out->ratio.df);
	/* The tests that the ratio is not below and not above the region. */
	out->p_equivalent = fmax(rcc_t_upper_p(below, out->ratio.df),
				 rcc_t_upper_p(-above, out->ratio.df));
}

int rcc_claim_ratio(const struct rcc_mean *old, const struct rcc_mean *now,
		    double level, double delta, struct rcc_claim *out)
{
	const struct rcc_claim_limits none = {NAN, NAN, NAN, NAN};
	struct rcc_ratio inner;
	int result = rcc_ratio_interval(old, now, RCC_RATIO_WELCH, level,
					&out->ratio);

	out->limits = none;
	out->verdict = RCC_VERDICT_UNDECIDED;
	out->p_different = out->p_equivalent = NAN;
	if (!(old->mean > 0) || !(now->mean > 0) || !(delta >= 0) ||
	    !isfinite(delta) || !(level > 0.5))
		return RCC_EDOM;
	if (result == 0)
		result = rcc_ratio_interval(old, now, RCC_RATIO_WELCH,
					    2 * level - 1, &inner);
	if (result != 0)
		return result;
	out->limits = (struct rcc_claim_limits){out->ratio.lo, out->ratio.hi,
						inner.lo, inner.hi};
	out->verdict = rcc_claim_of(&out->limits, delta);
	compute_p(old, now, delta, out);
	return 0;
}

/* ---- Planning ---------------------------------------------------------- */

struct plan {
	const struct rcc_mean *old, *now;
	double level, delta, power;
};

/* The probability that a t with this expectation is above the quantile. */
static double power_of(double expectation, double quantile, double df)
{
	return rcc_t_upper_p(quantile - expectation, df);
}

static bool has_power(size_t n, const void *context)
{
	const struct plan *plan = context;
	struct rcc_mean old = *plan->old;
	struct rcc_mean now = *plan->now;
	struct rcc_ratio ratio;
	double below;
	double above;
	double outer;
	double inner;

	old.n = now.n = n;
	if (rcc_ratio_interval(&old, &now, RCC_RATIO_WELCH, plan->level,
			       &ratio) != 0)
		return false;
	below = t_at(&old, &now, 1 / (1 + plan->delta));
	above = t_at(&old, &now, 1 + plan->delta);
	outer = rcc_quantile_two_sided(plan->level, ratio.df);
	inner = rcc_quantile_t(plan->level, ratio.df);
	if (below < 0)
		return power_of(-below, outer, ratio.df) >= plan->power;
	if (above > 0)
		return power_of(above, outer, ratio.df) >= plan->power;
	/* Both one-sided tests reject. */
	return power_of(below, inner, ratio.df) +
		       power_of(-above, inner, ratio.df) - 1 >=
	       plan->power;
}

int rcc_claim_plan(const struct rcc_mean *old, const struct rcc_mean *now,
		   double level, double delta, double power, size_t *n_each)
{
	const struct plan plan = {old, now, level, delta, power};
	struct rcc_claim claim;
	int result = rcc_claim_ratio(old, now, level, delta, &claim);

	*n_each = 0;
	if (result == 0 && !(power > 0.5 && power < 1))
		result = RCC_EDOM;
	if (result == 0)
		result = rcc_least_n(2, has_power, &plan, n_each);
	return result;
}
