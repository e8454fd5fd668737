/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims about single layouts: the fastest and the slowest layout, the position
 * of the original layout, and the error of a result from any one layout. */
#ifndef RCC_HARNESS_FINDINGS_ONE_LAYOUT_H
#define RCC_HARNESS_FINDINGS_ONE_LAYOUT_H

#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_claims.h"

/*
 * The layout with the least or the largest values, such as the fastest or the
 * slowest one, among the layouts of the random arm of an effect (effect.h).
 *
 * `deviation` is relative to the mean over the layouts.  It is the deviation of
 *
 *	- the layout's ratio to the original layout, if the effect is reported
 *	  from blocks (by_blocks of the effect).  The state of the machine
 *	  cancels in this ratio.
 *	- the layout's mean otherwise.
 */

struct rcc_extreme {
	size_t layout;	  /* index among the random arm's layouts */
	double deviation; /* NaN if no layout has a value */
	/* The deviation to expect if the layout is measured again
	 * (rcc_shrunken()).  It is nearer to 0 than `deviation`, because the
	 * layout was picked for its result, and the result includes noise.
	 *
	 * NaN if the noise of the result is unknown, which has these reasons:
	 * - the effect is reported from blocks of a single round
	 * - a disturbed run may have caused the result
	 * - this layout has fewer runs than others */
	double expected;
};

struct rcc_extremes {
	struct rcc_extreme least, most;
};

/* Find the layouts with the least and the largest values.  Returns RCC_EDOM if
 * there are fewer than two layouts, or if their mean is undefined or 0. */
int rcc_extremes_compute(const struct rcc_findings *f,
			 const struct rcc_effect *e, struct rcc_extremes *out);

/*
 * The position of the original layout among the n layouts of the random arm.
 * If the effect is reported from blocks, the layouts are compared by their
 * ratios to the original layout, otherwise by their means.
 *
 * position.z is NaN if rcc_effect_sd() returns false.
 * rcc_original_position() returns RCC_EDOM if the effect is undefined.
 */
struct rcc_original_position {
	size_t n;
	struct rcc_position position;
};
int rcc_original_position(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_original_position *out);

/* The error of a result from one layout: with probability asked.level, the mean
 * of the layout lies within this distance of the mean over layouts
 * (rcc_one_layout_error()).  The distance is in percent.  More runs of the
 * layout do not reduce it. */
struct rcc_one_layout_worth {
	/* NaN if the variation is unknown (rcc_effect_sd() returns false) */
	struct rcc_interval error;
	/* An upper limit of the distance.  It may be known even if `error` is
	 * not. */
	double most;
};
void rcc_one_layout_worth(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_one_layout_worth *out);

#endif
