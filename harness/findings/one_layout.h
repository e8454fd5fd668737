/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The claims about single layouts: the extreme ones, the original one among the
 * random ones, and any one. */
#ifndef RCC_HARNESS_FINDINGS_ONE_LAYOUT_H
#define RCC_HARNESS_FINDINGS_ONE_LAYOUT_H

#include <stddef.h>

#include "harness/findings/findings.h"
#include "stats/rcc_claims.h"

/* Deviations are relative, from the mean of the layouts of an effect's random arm:
 * those of the layouts' means or, if the effect is reported by blocks, those of the
 * ratios to the original layout, in which the machine cancels. */

struct rcc_extreme {
	size_t layout;	  /* index of the random arm's layouts */
	double deviation; /* NaN if no layout has one */
	/* The deviation to expect of a new measurement (rcc_shrunken()): an
	 * extreme was picked for its result, noise included.  NaN where the
	 * noise of a layout's result is not known: one round of runs that
	 * depend on each other, runs far off in layouts that were run once, or
	 * fewer runs of this layout than of others. */
	double expected;
};

struct rcc_extremes {
	struct rcc_extreme least, most;
};

/* RCC_EDOM: fewer than two layouts, or their mean is undefined or 0. */
int rcc_extremes_compute(const struct rcc_findings *f,
			 const struct rcc_effect *e, struct rcc_extremes *out);

/* The position of the original layout among the n layouts of the random arm: by
 * means or, if the effect is reported by blocks, by the ratios to it.  z is NaN
 * where rcc_effect_sd() is not known.  RCC_EDOM: the effect is undefined. */
struct rcc_original_position {
	size_t n;
	struct rcc_position position;
};
int rcc_original_position(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_original_position *out);

/* How far the mean of one layout is from the mean over layouts, with probability
 * asked.level, however often it is run (rcc_one_layout_error()); in percent. */
struct rcc_one_layout_worth {
	struct rcc_interval error; /* NaN where rcc_effect_sd() is not known */
	double most;		   /* an upper limit, in any case */
};
void rcc_one_layout_worth(const struct rcc_findings *f,
			  const struct rcc_effect *e,
			  struct rcc_one_layout_worth *out);

#endif
