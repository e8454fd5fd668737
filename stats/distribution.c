/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/distribution.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "stats/rcc_stats.h"

void rcc_stats_init(void)
{
	gsl_set_error_handler_off();
}

static int is_open_unit(double p)
{
	return p > 0 && p < 1;
}

/*
 * GSL's distribution functions P(X <= x) are accurate to the last digits.  Its
 * quantiles are not: they have relative errors of up to 1e-8.  With many degrees
 * of freedom its F quantile can be wrong by any factor, or never end, and its
 * chi-square quantile fails (NaN for 99999).  So Newton's method solves
 * P(X <= x) = p for the quantile x.  It starts from GSL's quantile of t, and for
 * the other distributions from the approximation of Wilson & Hilferty.
 */

/* The number of Newton steps that refine a quantile of t. */
enum { NEWTON_STEPS = 8 };

/* Approximate the p-quantile of chi-square / df.  The cube of a normal variable
 * has approximately the same distribution. */
static double wilson_hilferty(double p, double df)
{
	const double spread = 2 / (9 * df);
	const double root =
		1 - spread + gsl_cdf_ugaussian_Pinv(p) * sqrt(spread);

	return root > 0.01 ? root * root * root : 1e-6;
}

double rcc_quantile_t(double p, double df)
{
	double x;

	if (!is_open_unit(p) || !(df > 0))
		return NAN;
	if (isinf(df))
		return rcc_quantile_normal(p);
	x = gsl_cdf_tdist_Pinv(p, df);
	for (int i = 0; i < NEWTON_STEPS; i++) {
		/* Use the smaller tail, whose probability is more accurate. */
		double off = p < 0.5 ? gsl_cdf_tdist_P(x, df) - p
				     : (1 - p) - gsl_cdf_tdist_Q(x, df);
		double density = gsl_ran_tdist_pdf(x, df);

		if (!(density > 0))
			break;
		x -= off / density;
	}
	return x;
}

/* A distribution of positive values: its two tails, and its density. */
struct positive {
	double (*below)(double x, const double *df);
	double (*above)(double x, const double *df);
	double (*density)(double x, const double *df);
	double df[2];
};

static double chi2_below(double x, const double *df)
{
	return gsl_cdf_chisq_P(x, df[0]);
}

static double chi2_above(double x, const double *df)
{
	return gsl_cdf_chisq_Q(x, df[0]);
}

static double chi2_density(double x, const double *df)
{
	return gsl_ran_chisq_pdf(x, df[0]);
}

static double f_below(double x, const double *df)
{
	return gsl_cdf_fdist_P(x, df[0], df[1]);
}

static double f_above(double x, const double *df)
{
	return gsl_cdf_fdist_Q(x, df[0], df[1]);
}

static double f_density(double x, const double *df)
{
	return gsl_ran_fdist_pdf(x, df[0], df[1]);
}

/* The largest number of steps of solve().  A step that is not Newton's halves x,
 * doubles it, or halves the interval of its logarithm.  So many steps reach any
 * double. */
enum { MOST_STEPS = 3000 };

/* Solve P(X <= x) = p by Newton's method, beginning at x.  The solution is
 * between lo and hi.  A step that would leave this interval is replaced by one
 * that divides it. */
static double solve(const struct positive *of, double p, double x)
{
	double lo = 0;
	double hi = INFINITY;

	for (int i = 0; i < MOST_STEPS; i++) {
		const double off = p < 0.5 ? of->below(x, of->df) - p
					   : (1 - p) - of->above(x, of->df);
		const double density = of->density(x, of->df);
		double next = density > 0 ? x - off / density : NAN;

		if (off > 0)
			hi = x;
		else
			lo = x;
		if (fabs(next - x) <= 2 * DBL_EPSILON * x)
			return next;
		if (!(next > lo && next < hi))
			next = isinf(hi) ? 2 * x
			       : lo > 0	 ? sqrt(lo * hi)
					 : hi / 2;
		if (!(next > 0) || isinf(next) || next == x)
			break;
		x = next;
	}
	return x;
}

double rcc_quantile_chi2(double p, double df)
{
	const struct positive of = {
		chi2_below, chi2_above, chi2_density, {df, 0}};

	if (!is_open_unit(p) || !(df > 0))
		return NAN;
	return solve(&of, p, df * wilson_hilferty(p, df));
}

double rcc_quantile_f(double p, double df1, double df2)
{
	const struct positive of = {f_below, f_above, f_density, {df1, df2}};

	if (!is_open_unit(p) || !(df1 > 0) || !(df2 > 0))
		return NAN;
	/* A variance with infinite degrees of freedom is known. */
	if (isinf(df1) && isinf(df2))
		return 1;
	if (isinf(df2))
		return rcc_quantile_chi2(p, df1) / df1;
	if (isinf(df1))
		return df2 / rcc_quantile_chi2(1 - p, df2);
	return solve(&of, p,
		     wilson_hilferty(p, df1) / wilson_hilferty(1 - p, df2));
}

double rcc_quantile_normal(double p)
{
	return is_open_unit(p) ? gsl_cdf_ugaussian_Pinv(p) : NAN;
}

double rcc_quantile_two_sided(double level, double df)
{
	if (!is_open_unit(level))
		return NAN;
	return rcc_quantile_t(0.5 + level / 2, df);
}

double rcc_normal_p(double z)
{
	return gsl_cdf_ugaussian_P(z);
}

double rcc_t_upper_p(double t, double df)
{
	return df > 0 ? gsl_cdf_tdist_Q(t, df) : NAN;
}

double rcc_t_two_sided_p(double t, double df)
{
	return df > 0 ? 2 * gsl_cdf_tdist_Q(fabs(t), df) : NAN;
}

double rcc_chi2_upper_p(double x, double df)
{
	return df > 0 && x >= 0 ? gsl_cdf_chisq_Q(x, df) : NAN;
}

double rcc_f_upper_p(double x, double df1, double df2)
{
	return df1 > 0 && df2 > 0 && x >= 0 ? gsl_cdf_fdist_Q(x, df1, df2)
					    : NAN;
}
