/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantiles and tail probabilities.  They check their arguments and return NaN
 * where the result is undefined; GSL's error handler is never called.
 * Private to stats/.
 */
#ifndef RCC_STATS_DISTRIBUTION_H
#define RCC_STATS_DISTRIBUTION_H

/* p is the lower-tail probability, 0 < p < 1; degrees of freedom are any real
 * number > 0. */
double rcc_quantile_t(double p, double df);
double rcc_quantile_chi2(double p, double df);
double rcc_quantile_f(double p, double df1, double df2);
double rcc_quantile_normal(double p);

/* P(Z <= z), P(T > t), P(|T| > t), P(chi-square > x), P(F > x). */
double rcc_normal_p(double z);
double rcc_t_upper_p(double t, double df);
double rcc_t_two_sided_p(double t, double df);
double rcc_chi2_upper_p(double x, double df);
double rcc_f_upper_p(double x, double df1, double df2);

/* t(1 - α/2, df) for a two-sided interval; NaN unless 0 < level < 1. */
double rcc_quantile_two_sided(double level, double df);

#endif
