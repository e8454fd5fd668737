/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a comparison that uses one build of each system. */
#ifndef RCC_HARNESS_FINDINGS_ONE_BUILD_EACH_H
#define RCC_HARNESS_FINDINGS_ONE_BUILD_EACH_H

#include "harness/findings/comparison.h"

/*
 * Compute how far layout alone may move the ratio of one build of each system:
 * with probability asked.level, the ratio of the two builds lies within this
 * distance, in percent, of the ratio over layouts.
 *
 * If the systems have common layouts (rcc_comparison_has_common_layouts()), the
 * ratio of two builds is one ratio of layouts with the same seed.  What both
 * layouts have in common cancels, as it does for two original layouts, whose
 * common functions are in the same order too.  The distance comes from the
 * variation of these ratios.
 *
 * Otherwise the two layouts are independent, and their errors
 * (rcc_one_layout_worth()) add in quadrature.
 *
 * Only several rounds can separate layout from noise.  With one round, `error`
 * is NaN, and `most` includes noise.  Both are NaN if the variation is unknown.
 */
struct rcc_one_build_each {
	double error;
	double most; /* an upper limit of `error` */
};
void rcc_one_build_each(const struct rcc_comparison *c,
			struct rcc_one_build_each *out);

#endif
