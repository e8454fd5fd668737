/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ratio of two means.  All terms are first divided by the old mean.
 * Without this division, KJ13 eq. 5 overflows for large values, and loses
 * digits if the half-widths are small.
 */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

/* The ratio θ = mean(now) / mean(old), and the variances of both means divided
 * by the squared old mean. */
struct scaled {
	double theta;
	double old_var, now_var;
	double old_df, now_df;
};

/* Return the Welch–Satterthwaite degrees of freedom of a + b, where a and b are
 * variances of means.  If both variances are 0, the interval does not depend on
 * the degrees of freedom. */
static double welch_df(double a, double df_a, double b, double df_b)
{
	const double share = a + b > 0 ? a / (a + b) : NAN;

	if (!(a + b > 0))
		return df_a + df_b;
	return 1 / (share * share / df_a + (1 - share) * (1 - share) / df_b);
}

/*
 * Compute Fieller's set: all x with
 *	(θ - x)² <= b² + a² x²
 *	θ	out->estimate
 *	a	half-width of the old mean / old mean
 *	b	half-width of the new mean / old mean
 * The limits of the set are the roots of
 *	(1 - a²) x² - 2 θ x + θ² - b² = 0
 */
static void fieller(double a, double b, struct rcc_ratio *out)
{
	const double theta = out->estimate;
	const double lead = (1 - a) * (1 + a);
	const double inside = b * b * lead + theta * theta * a * a;
	const double root = sqrt(inside);

	if (lead > 0) {
		out->set = RCC_RATIO_BOUNDED;
		out->lo = (theta - root) / lead;
		out->hi = (theta + root) / lead;
	} else if (lead == 0 && theta != 0) {
		/* The interval of the old mean ends at 0, so the set is a
		 * half-line. */
		const double end = (theta - b) * (theta + b) / (2 * theta);

		out->set = RCC_RATIO_OUTSIDE;
		out->gap_lo = theta > 0 ? -INFINITY : end;
		out->gap_hi = theta > 0 ? end : INFINITY;
	} else if (inside > 0) {
		out->set = RCC_RATIO_OUTSIDE;
		out->gap_lo = (theta + root) / lead;
		out->gap_hi = (theta - root) / lead;
	} else {
		out->set = RCC_RATIO_LINE;
	}
}

/* Compute the limits of RCC_RATIO_KJ. */
static int fieller_kj(const struct scaled *s, struct rcc_ratio *out)
{
	const double t_old = rcc_quantile_two_sided(out->level, s->old_df);
	const double t_now = rcc_quantile_two_sided(out->level, s->now_df);

	out->df = fmin(s->old_df, s->now_df);
	if (!isfinite(t_old) || !isfinite(t_now))
		return RCC_EDOM;
	fieller(t_old * sqrt(s->old_var), t_now * sqrt(s->now_var), out);
	return 0;
}

/* Compute the limits of RCC_RATIO_WELCH. */
static int fieller_welch(const struct scaled *s, struct rcc_ratio *out)
{
	double t;

	out->df = welch_df(s->theta * s->theta * s->old_var, s->old_df,
			   s->now_var, s->now_df);
	t = rcc_quantile_two_sided(out->level, out->df);
	if (!isfinite(t))
		return RCC_EDOM;
	fieller(t * sqrt(s->old_var), t * sqrt(s->now_var), out);
	return 0;
}

/* Compute the limits of RCC_RATIO_LOG. */
static int log_welch(const struct scaled *s, struct rcc_ratio *out)
{
	const double now = s->now_var / (s->theta * s->theta);
	double half;

	out->df = welch_df(s->old_var, s->old_df, now, s->now_df);
	half = rcc_quantile_two_sided(out->level, out->df) *
	       sqrt(s->old_var + now);
	if (!(s->theta > 0) || !isfinite(half))
		return RCC_EDOM;
	out->set = RCC_RATIO_BOUNDED;
	out->lo = s->theta * exp(-half);
	out->hi = s->theta * exp(half);
	return 0;
}

static int is_usable(const struct rcc_mean *mean)
{
	return mean->n >= 2 && isfinite(mean->mean) && mean->s2 >= 0 &&
	       isfinite(mean->s2);
}

int rcc_ratio_interval(const struct rcc_mean *old, const struct rcc_mean *now,
		       enum rcc_ratio_method method, double level,
		       struct rcc_ratio *out)
{
	struct scaled s;
	double old_sd;
	double now_sd;

	out->method = method;
	out->set = RCC_RATIO_LINE;
	out->estimate = out->lo = out->hi = NAN;
	out->gap_lo = out->gap_hi = out->df = NAN;
	out->level = level;
	if (!isfinite(old->mean) || !isfinite(now->mean) || old->mean == 0 ||
	    method == RCC_RATIO_BLOCKS || method == RCC_RATIO_CROSSED_BLOCKS)
		return RCC_EDOM;
	out->estimate = now->mean / old->mean;
	if (!is_usable(old) || !is_usable(now) || !isfinite(out->estimate))
		return RCC_EDOM;
	old_sd = sqrt(old->s2 / (double)old->n) / old->mean;
	now_sd = sqrt(now->s2 / (double)now->n) / old->mean;
	s.theta = out->estimate;
	s.old_var = old_sd * old_sd;
	s.now_var = now_sd * now_sd;
	s.old_df = (double)(old->n - 1);
	s.now_df = (double)(now->n - 1);
	if (method == RCC_RATIO_KJ)
		return fieller_kj(&s, out);
	if (method == RCC_RATIO_LOG)
		return old->mean > 0 && now->mean > 0 ? log_welch(&s, out)
						      : RCC_EDOM;
	return fieller_welch(&s, out);
}

void rcc_ratio_drop_interval(struct rcc_ratio *ratio)
{
	ratio->set = RCC_RATIO_LINE;
	ratio->lo = ratio->hi = NAN;
}

const char *const rcc_ratio_method_names[] = {"welch", "kj", "log", NULL};

const char *rcc_ratio_method_name(enum rcc_ratio_method method)
{
	switch (method) {
	case RCC_RATIO_BLOCKS:
		return "blocks";
	case RCC_RATIO_CROSSED_BLOCKS:
		return "crossed-blocks";
	default:
		return rcc_ratio_method_names[method];
	}
}
