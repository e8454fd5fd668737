/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims about single layouts: the fastest and the slowest one, the original
 * one among the random ones, and any random one. */
#ifndef RCC_HARNESS_FINDINGS_ONE_LAYOUT_H
#define RCC_HARNESS_FINDINGS_ONE_LAYOUT_H

#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_claims.h"

/* The fastest or the slowest layout of the random arm of an effect.  Deviations
 * are relative to the mean over the layouts.  They are those of the layouts'
 * means or, if the effect is reported by blocks, of the layouts' ratios to the
 * original layout, in which the state of the machine cancels. */

struct rcc_extreme {
	size_t layout;	  /* index among the random arm's layouts */
	double deviation; /* NaN if no layout has a value */
	/* The deviation to expect if the layout is measured again
	 * (rcc_shrunken()): it was picked because of its result, which includes
	 * noise.  NaN if the noise of a layout's result is unknown: the runs
	 * depend on each other and there is one round, layouts were run once
	 * and some runs are far off, or this layout has fewer runs than
	 * others. */
	double expected;
};

struct rcc_extremes {
	struct rcc_extreme least, most;
};

/* Find the extreme layouts.  RCC_EDOM: fewer than two layouts, or their mean is
 * undefined or 0. */
int rcc_extremes_compute(const struct rcc_findings *f,
			 const struct rcc_effect *e, struct rcc_extremes *out);

/* The position of the original layout among the n layouts of the random arm,
 * judged by means or, if the effect is reported by blocks, by the ratios to the
 * original layout.  z is NaN if rcc_effect_sd() returns false.
 * rcc_original_position() returns RCC_EDOM if the effect is undefined. */
struct rcc_original_position {
	size_t n;
	struct rcc_position position;
};
int rcc_original_position(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_original_position *out);

/* The distance, in percent, from the mean over layouts within which the mean of
 * one layout lies with probability asked.level (rcc_one_layout_error()).
 * Running the layout more often does not reduce the distance. */
struct rcc_one_layout_worth {
	struct rcc_interval error; /* NaN if rcc_effect_sd() returns false */
	/* An upper limit of the distance, which is always known. */
	double most;
};
void rcc_one_layout_worth(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_one_layout_worth *out);

#endif
