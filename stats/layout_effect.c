/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variation that is due to layout, with intervals.
 *
 * The layout variance is the difference of two independent mean squares, V - W
 * of struct rcc_layout_effect.  The distribution of this difference has no
 * simple form.  The modified large-sample method combines the exact chi-square
 * limits of the two mean squares.  Its interval is exact if the expectation of
 * V or of W is known, and nearly exact otherwise.  Satterthwaite's
 * approximation, which is often used, is poor for differences.
 */
#include "stats/rcc_stats.h"

#include <math.h>

#include "common/error.h"
#include "stats/distribution.h"

/* rcc_layout_variance() limits the noise W to V times this quantile of F.  If
 * layout has no effect, W exceeds that limit in one study of ten. */
#define NOISE_QUANTILE 0.9

int rcc_layout_difference(double s1, double df1, double s2, double df2,
			  double level, struct rcc_interval *out)
{
	/* BG92's F(α: a, b) is the upper α point.  If b is infinite, F is a
	 * chi-square quantile divided by a. */
	const double tail = (1 - level) / 2;
	const double up1 = rcc_quantile_chi2(1 - tail, df1) / df1;
	const double low1 = rcc_quantile_chi2(tail, df1) / df1;
	const double up2 = rcc_quantile_chi2(1 - tail, df2) / df2;
	const double low2 = rcc_quantile_chi2(tail, df2) / df2;
	const double f_up = rcc_quantile_f(1 - tail, df1, df2);
	const double f_low = rcc_quantile_f(tail, df1, df2);
	const double g1 = 1 - 1 / up1;
	const double g2 = 1 - 1 / up2;
	const double h1 = 1 / low1 - 1;
	const double h2 = 1 / low2 - 1;
	const double g12 =
		((f_up - 1) * (f_up - 1) - g1 * g1 * f_up * f_up - h2 * h2) /
		f_up;
	const double h12 = ((1 - f_low) * (1 - f_low) -
			    h1 * h1 * f_low * f_low - g2 * g2) /
			   f_low;
	double below;
	double above;

	out->estimate = s1 - s2;
	out->lo = out->hi = out->df = NAN;
	out->level = level;
	below = g1 * g1 * s1 * s1 + h2 * h2 * s2 * s2 + g12 * s1 * s2;
	above = h1 * h1 * s1 * s1 + g2 * g2 * s2 * s2 + h12 * s1 * s2;
	if (!isfinite(below) || !isfinite(above))
		return RCC_EDOM;
	/* Rounding may make the sums slightly negative. */
	out->lo = out->estimate - sqrt(fmax(below, 0));
	out->hi = out->estimate + sqrt(fmax(above, 0));
	return 0;
}

int rcc_layout_variance(double s1, double df1, double s2, double df2,
			double level, struct rcc_interval *out)
{
	/* If df1 or df2 is not positive, `most` is NaN.  fmin() then ignores
	 * `most`, and rcc_layout_difference() returns an error. */
	const double most = s1 * rcc_quantile_f(NOISE_QUANTILE, df2, df1);
	const double noise = fmin(s2, most);
	const int result =
		rcc_layout_difference(s1, df1, noise, df2, level, out);

	out->estimate = s1 - s2;
	if (result == 0) {
		out->lo = fmax(out->lo, 0);
		out->hi = fmax(out->hi, 0);
	}
	return result;
}

double rcc_variance_limit(double s2, double df, double level)
{
	return s2 * df / rcc_quantile_chi2((1 - level) / 2, df);
}

static void interval_undefined(struct rcc_interval *out, double level)
{
	out->estimate = out->lo = out->hi = out->df = NAN;
	out->level = level;
}

/* V and W, which struct rcc_layout_effect in rcc_stats.h defines, and their
 * degrees of freedom. */
struct parts {
	double v, v_df;
	double w, w_df;
	/* Degrees of freedom of V and W, reduced if the data have heavy
	 * tails. */
	struct rcc_layout_tails tails;
	double n_executions; /* executions per layout */
};

/*
 * Compute V and W if each layout has several runs.  They are computed from the
 * variances before any level was removed (rcc_level_status).  Computed from the
 * variances after the removal, the interval would cover too rarely.
 */
static int parts_within(const struct rcc_levels *random, struct parts *parts)
{
	const struct rcc_level *top = &random->level[random->n_levels - 1];
	const struct rcc_level *runs = top - 1;

	parts->v = top->s2;
	parts->v_df = top->df;
	/* W is S_(n-1)² / r_(n-1), generalised to unequal group sizes. */
	parts->w = top->s2 - top->t2;
	parts->w_df = runs->df;
	/* If the runs of a layout do not vary, n_executions has no effect on
	 * the results. */
	parts->n_executions =
		parts->w > 0 ? runs->s2 / parts->w : (double)runs->r_max;
	/* With unequal group sizes, a negative T² of a lower level can outweigh
	 * the others. */
	return parts->w >= 0 ? 0 : RCC_EDOM;
}

/* Compute V and W from two arms: the random layouts, and the original one
 * (`fixed`). */
static int parts_two_arms(const struct rcc_levels *random,
			  const struct rcc_levels *fixed, struct parts *parts)
{
	const struct rcc_mean random_mean = rcc_mean_of(random);
	const struct rcc_mean fixed_mean = rcc_mean_of(fixed);

	/* Executions must have the same number of values in both arms.
	 * Otherwise the difference in iterations would count as a layout
	 * effect. */
	if (random->n_values * fixed_mean.n != fixed->n_values * random_mean.n)
		return RCC_EUNSUP;
	parts->v = random_mean.s2;
	parts->v_df = (double)random_mean.n - 1;
	parts->w = fixed_mean.s2;
	parts->w_df = (double)fixed_mean.n - 1;
	parts->n_executions = 1;
	return 0;
}

/* Compute the F interval of V / W. */
static int ratio_interval(const struct parts *parts, double v_df, double w_df,
			  double level, struct rcc_interval *out)
{
	const double tail = (1 - level) / 2;
	const double up = rcc_quantile_f(1 - tail, v_df, w_df);
	const double low = rcc_quantile_f(tail, v_df, w_df);

	interval_undefined(out, level);
	out->df = v_df;
	/* 0/0 is undefined.  x/0 means that layout causes all of the
	 * variance. */
	out->estimate = parts->v / parts->w;
	if (isnan(out->estimate) || !isfinite(up) || !isfinite(low))
		return RCC_EDOM;
	out->lo = out->estimate / up;
	out->hi = out->estimate / low;
	return 0;
}

/* Return layout's share of the variance of one execution in a new layout, from
 * the ratio V / W. */
static double share_of(double ratio, double n_executions)
{
	if (isinf(ratio))
		return 1;
	return ratio > 1 ? (ratio - 1) / (ratio - 1 + n_executions) : 0;
}

static double percent_of(double variance, double mean)
{
	return variance > 0 ? 100 * sqrt(variance) / fabs(mean) : 0;
}

/* Compute the interval of layout's share of the variance. */
static int share_interval(const struct parts *parts, double level,
			  struct rcc_interval *out)
{
	const double m = parts->n_executions;
	const int result = ratio_interval(parts, parts->tails.v_df,
					  parts->tails.w_df, level, out);

	if (result != 0)
		return result;
	out->estimate = share_of(out->estimate, m);
	out->lo = share_of(out->lo, m);
	out->hi = share_of(out->hi, m);
	return 0;
}

static int variance_intervals(const struct parts *parts, double level,
			      struct rcc_layout_effect *out)
{
	const double mean = out->random_mean.estimate;
	int result;

	result = rcc_layout_variance(parts->v, parts->tails.v_df, parts->w,
				     parts->tails.w_df, level, &out->variance);
	if (result != 0)
		return result;
	out->percent = out->variance;
	out->percent.estimate = percent_of(out->variance.estimate, mean);
	out->percent.lo = percent_of(out->variance.lo, mean);
	out->percent.hi = percent_of(out->variance.hi, mean);
	result = ratio_interval(parts, parts->v_df, parts->w_df, level,
				&out->ratio);
	if (result != 0)
		return result;
	out->ratio_p = isinf(out->ratio.estimate)
			       ? 0
			       : rcc_f_upper_p(out->ratio.estimate, parts->v_df,
					       parts->w_df);
	out->noise_seen = out->ratio.lo > 1;
	return share_interval(parts, level, &out->share);
}

static double relative_half_width(const struct rcc_interval *interval)
{
	return (interval->hi - interval->lo) / 2 / fabs(interval->estimate);
}

static void effect_undefined(struct rcc_layout_effect *out, double level)
{
	out->method = RCC_LAYOUT_TWO_ARMS;
	interval_undefined(&out->random_mean, level);
	interval_undefined(&out->fixed_mean, level);
	interval_undefined(&out->variance, level);
	interval_undefined(&out->percent, level);
	interval_undefined(&out->ratio, level);
	interval_undefined(&out->share, level);
	out->random_sd = out->fixed_sd = out->ratio_p = NAN;
	out->random_half_width = out->fixed_half_width = NAN;
	out->shift.method = RCC_RATIO_WELCH;
	out->shift.set = RCC_RATIO_LINE;
	out->shift.estimate = out->shift.lo = out->shift.hi = NAN;
	out->shift.gap_lo = out->shift.gap_hi = out->shift.df = NAN;
	out->shift.level = level;
	out->noise_seen = out->shift_seen = false;
}

/* Compute the results of the original layout (`fixed`), and the mean of the
 * random layouts divided by the mean of the original layout. */
static int compare_fixed(const struct rcc_mean *random,
			 const struct rcc_levels *fixed, double level,
			 struct rcc_layout_effect *out)
{
	const struct rcc_mean mean = rcc_mean_of(fixed);
	int result = rcc_interval_mean(&mean, level, &out->fixed_mean);

	if (result != 0)
		return result;
	out->fixed_sd = sqrt(mean.s2);
	out->fixed_half_width = relative_half_width(&out->fixed_mean);
	result = rcc_ratio_interval(&mean, random, RCC_RATIO_WELCH, level,
				    &out->shift);
	out->shift_seen = out->shift.set == RCC_RATIO_BOUNDED &&
			  (out->shift.lo > 1 || out->shift.hi < 1);
	return result;
}

int rcc_layout_effect(const struct rcc_levels *random,
		      const struct rcc_levels *fixed,
		      const struct rcc_layout_tails *tails, double level,
		      struct rcc_layout_effect *out)
{
	const struct rcc_mean mean = rcc_mean_of(random);
	struct parts parts;
	int result;

	effect_undefined(out, level);
	result = rcc_interval_mean(&mean, level, &out->random_mean);
	if (result != 0)
		return result;
	out->random_sd = sqrt(mean.s2);
	out->random_half_width = relative_half_width(&out->random_mean);
	if (fixed != NULL) {
		result = compare_fixed(&mean, fixed, level, out);
		if (result != 0)
			return result;
	}
	/* If each layout has one run, the level below layouts has status SINGLE
	 * and says nothing about executions. */
	if (random->n_levels > 1 &&
	    random->level[random->n_levels - 2].status != RCC_LEVEL_SINGLE) {
		out->method = RCC_LAYOUT_WITHIN;
		result = parts_within(random, &parts);
	} else {
		result = fixed != NULL ? parts_two_arms(random, fixed, &parts)
				       : RCC_EDOM;
	}
	if (result != 0)
		return result;
	parts.tails = tails != NULL ? *tails
				    : (struct rcc_layout_tails){parts.v_df,
								parts.w_df};
	return variance_intervals(&parts, level, out);
}
