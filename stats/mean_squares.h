/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits of a sum of mean squares.  Private to stats/.
 *
 * The mean squares S_i² are independent.  θ_i is the expectation of S_i², and
 * df_i S_i² / θ_i has a chi-square distribution.  This module computes limits
 * of
 *	γ = sum of c_i θ_i
 * The coefficients c_i may have either sign.
 *
 * The method is the modified large-sample method of Ting et al. (1990).  BG92
 * is Burdick & Graybill, "Confidence Intervals on Variance Components", 1992,
 * section 3.3.  rcc_layout_difference() does the same for θ_1 - θ_2.
 */
#ifndef RCC_STATS_MEAN_SQUARES_H
#define RCC_STATS_MEAN_SQUARES_H

#include <stddef.h>

/* The largest number of mean squares. */
#define RCC_MEAN_SQUARES_MOST 4

/* The constants G, H and so on of BG92.  They depend on the degrees of freedom
 * df[n] and on the probability that a limit is on the wrong side of γ.  A mean
 * square whose df is NaN has no constants. */
struct rcc_mean_squares {
	size_t n;
	double df[RCC_MEAN_SQUARES_MOST];
	double g[RCC_MEAN_SQUARES_MOST], h[RCC_MEAN_SQUARES_MOST];
	/* g2 and h2 are for pairs of terms c_i > 0 and c_k < 0 of γ, `same` for
	 * pairs of terms of the same sign. */
	double g2[RCC_MEAN_SQUARES_MOST][RCC_MEAN_SQUARES_MOST];
	double h2[RCC_MEAN_SQUARES_MOST][RCC_MEAN_SQUARES_MOST];
	double same[RCC_MEAN_SQUARES_MOST][RCC_MEAN_SQUARES_MOST];
};

/* Compute the constants for n mean squares.  Each limit is on the wrong side of
 * γ with probability `tail`. */
void rcc_mean_squares_init(struct rcc_mean_squares *m, const double *df,
			   size_t n, double tail);
/* Return the lower or the upper limit of γ from the mean squares s[n] and the
 * coefficients c[n].  A term with coefficient 0 does not count; its mean square
 * may be NaN. */
double rcc_mean_squares_lower(const struct rcc_mean_squares *m, const double *c,
			      const double *s);
double rcc_mean_squares_upper(const struct rcc_mean_squares *m, const double *c,
			      const double *s);

#endif
