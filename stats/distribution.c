/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/distribution.h"

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
 * The number of Newton steps that refine a quantile.
 *
 * GSL's quantiles have relative errors of up to 1e-8.  With many degrees of
 * freedom, its F quantile is poor, and its chi-square quantile fails (NaN for
 * 99999).  GSL's distribution functions P(X <= x) are accurate to the last
 * digits, so Newton's method solves P(X <= x) = p for the quantile x.  It
 * starts from GSL's quantile.  If that failed, it starts from the approximation
 * of Wilson & Hilferty.
 */
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

double rcc_quantile_chi2(double p, double df)
{
	double x;

	if (!is_open_unit(p) || !(df > 0))
		return NAN;
	x = gsl_cdf_chisq_Pinv(p, df);
	if (!isfinite(x))
		x = df * wilson_hilferty(p, df);
	for (int i = 0; i < NEWTON_STEPS; i++) {
		double off = p < 0.5 ? gsl_cdf_chisq_P(x, df) - p
				     : (1 - p) - gsl_cdf_chisq_Q(x, df);
		double density = gsl_ran_chisq_pdf(x, df);
		double next = density > 0 ? x - off / density : x;

		if (!(next > 0))
			break;
		x = next;
	}
	return x;
}

double rcc_quantile_f(double p, double df1, double df2)
{
	double x;

	if (!is_open_unit(p) || !(df1 > 0) || !(df2 > 0))
		return NAN;
	x = gsl_cdf_fdist_Pinv(p, df1, df2);
	if (!isfinite(x))
		x = wilson_hilferty(p, df1) / wilson_hilferty(1 - p, df2);
	for (int i = 0; i < NEWTON_STEPS; i++) {
		double off = p < 0.5 ? gsl_cdf_fdist_P(x, df1, df2) - p
				     : (1 - p) - gsl_cdf_fdist_Q(x, df1, df2);
		double density = gsl_ran_fdist_pdf(x, df1, df2);
		double next = density > 0 ? x - off / density : x;

		if (!(next > 0))
			break;
		x = next;
	}
	return x;
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
