/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantiles and tail probabilities of the normal, t, chi-square and F
 * distributions.  Each function checks its arguments, so that it never calls
 * GSL's error handler, and returns NaN if the result is undefined.  Private to
 * stats/.
 */
#ifndef RCC_STATS_DISTRIBUTION_H
#define RCC_STATS_DISTRIBUTION_H

/* Return the quantile for the lower-tail probability p, 0 < p < 1.  The degrees
 * of freedom may be any real number > 0. */
double rcc_quantile_t(double p, double df);
double rcc_quantile_chi2(double p, double df);
double rcc_quantile_f(double p, double df1, double df2);
double rcc_quantile_normal(double p);

/* These functions return, in this order: P(Z <= z), P(T > t), P(|T| > t),
 * P(chi-square > x) and P(F > x). */
double rcc_normal_p(double z);
double rcc_t_upper_p(double t, double df);
double rcc_t_two_sided_p(double t, double df);
double rcc_chi2_upper_p(double x, double df);
double rcc_f_upper_p(double x, double df1, double df2);

/* Return t(1 - α/2, df) for a two-sided interval, where α = 1 - level.  Returns
 * NaN unless 0 < level < 1. */
double rcc_quantile_two_sided(double level, double df);

#endif
