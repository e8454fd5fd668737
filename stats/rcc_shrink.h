/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shrink the estimate of one member of a group, such as one layout of a study,
 * towards the group's mean.
 *
 * definition	The group has n members.  Member i was measured count[i] times,
 *		with the sample mean mean[i] and the sample variance
 *		variance[i] (divisor count[i] - 1).  Members with count 0 are
 *		ignored.
 *			M  = mean of mean[i]
 *			V  = variance of mean[i], divisor n - 1
 *			W  = mean of variance[i] / count[i] over the members
 *			     with count[i] >= 2
 *			T² = max(0, V - W)
 *		One member was measured anew.  The result is y, with the
 *		standard error s.
 *			B = T² / (T² + s²)
 *			estimate = M + B (y - M)
 * estimand	theta, the true mean of the member that was measured anew
 * source	Efron & Morris, JASA 70 (1975), 311-319; Morris, JASA 78 (1983),
 *		47-55.  The model is
 *			y ~ N(theta, s²), theta ~ N(M, T²)
 *		M and T² are estimated (empirical Bayes).  T² is KJ13's estimate
 *		for the higher of two levels (eq. 2).
 * where it differs
 *		The papers compute B from the same y that they shrink.  Here
 *		mean[i] and y are independent measurements, so y is independent
 *		of M and B.  For a given member, E(y) = theta, and therefore
 *			E(estimate | M, B) = theta - (1 - B) (theta - M)
 *		So the estimate is on average no farther from M than theta is,
 *		whatever the true T² is.
 * least n	2 members, at least one of them with count >= 2
 * undefined	RCC_EDOM and NaN if there are too few members or measurements,
 *		or if a value or s is not finite.  If T² and s are both 0, B
 *		is 1.
 */
#ifndef RCC_STATS_RCC_SHRINK_H
#define RCC_STATS_RCC_SHRINK_H

#include <stddef.h>

/* The measurements of the n members of the group. */
struct rcc_group {
	const double *mean, *variance;
	const size_t *count;
	size_t n;
};

struct rcc_shrunken {
	double estimate;
	double weight;	   /* B, the weight of y */
	double group_mean; /* M, the mean of mean[i] */
	double t2;
};

int rcc_shrink(const struct rcc_group *group, double y, double s,
	       struct rcc_shrunken *out);

#endif
