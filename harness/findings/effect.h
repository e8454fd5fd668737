/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of layout in one system: a random arm against the original
 * layout. */
#ifndef RCC_HARNESS_FINDINGS_EFFECT_H
#define RCC_HARNESS_FINDINGS_EFFECT_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/blocks.h"
#include "harness/findings/cell.h"
#include "harness/findings/question.h"
#include "stats/rcc_blocks.h"
#include "stats/rcc_stats.h"

struct rcc_effect {
	size_t random; /* index of the findings' cell */
	size_t fixed;
	int error; /* the result of rcc_layout_effect() */
	struct rcc_layout_effect effect;
	/* The shift from log ratios within blocks, as rcc_blocks_ratio()
	 * returned it.  It is what rcc_effect_shift() gives if by_blocks. */
	int blocks_error;
	struct rcc_block_ratio blocks;
	bool by_blocks;
	/* The layout variance from blocks of several rounds, as
	 * rcc_rounds_effect() returned it, and the probability of rounds that
	 * agree so well if layouts do not differ (rcc_layouts_test(); NaN if
	 * undefined, or not by_blocks). */
	int rounds_error;
	struct rcc_rounds_effect rounds;
	double layouts_p;
	/* The probability of a shift of this size or more if there is none: by
	 * signs at random if by_blocks (rcc_shift_test()), else by Welch's test
	 * of the arms' means (rcc_difference_p()).  NaN if undefined. */
	double shift_p;
	/* The two questions are judged together: shift_p, and twice the
	 * one-sided p-value of the variation (layouts_p if by_blocks, else
	 * effect.ratio_p), by Holm's adjustment. */
	double joint_layouts_p, joint_shift_p;
	double alpha; /* at which they are small */
	/* An upper limit of the standard deviation from layout to layout in
	 * percent of the mean, noise included: for where rcc_effect_sd() is not
	 * known. */
	double sd_most;
	/* Whether the layouts, each run once, spread more than the runs of the
	 * original layout, by a test that a few disturbed runs do not mislead
	 * as they do the variances.  All NaN where the test is not needed:
	 * layouts that run more than once are compared with the noise within
	 * them, and data without noise needs no test. */
	struct rcc_spread spread;
	/* The smallest one-sided level at which variation over layouts is seen:
	 * by `spread` where that was computed, else by the variances. */
	double variation_p;
	bool variation_holds; /* variation_p is small enough */
};

/* Compute everything in *e but its two indices, which are set. */
void rcc_effect_compute(const struct rcc_cell *random,
			const struct rcc_cell *fixed,
			const struct rcc_blocks *blocks,
			const struct rcc_question *asked, struct rcc_effect *e);

/* The shift to report: random / fixed, from blocks or from the arms' means
 * (Fieller; effect.shift).  Borrowed from *e. */
const struct rcc_ratio *rcc_effect_shift(const struct rcc_effect *e);
/* Whether it is seen: by `joint_shift_p`, if its interval is bounded. */
bool rcc_effect_shift_is_seen(const struct rcc_effect *e);

/* The standard deviation from layout to layout to report, in percent of the mean:
 * from rounds if by_blocks, else from the arms (effect.percent).  False if it is
 * not known: one round of runs that depend on each other cannot tell it, nor can
 * an estimate of the variance of 0 or less. */
bool rcc_effect_sd(const struct rcc_effect *e, struct rcc_interval *percent);
/* Whether the layouts are seen to differ: by `joint_layouts_p`. */
bool rcc_effect_variation_is_seen(const struct rcc_effect *e);

/* The variances of the arms say that the metric varies with layout, but `spread`
 * does not: a few runs may have caused it. */
bool rcc_effect_is_doubtful(const struct rcc_effect *e);

/* Neither arm varies at all, as valgrind's counts may not.  No effect is
 * defined then, and that is a result. */
bool rcc_cells_are_constant(const struct rcc_cell *random,
			    const struct rcc_cell *fixed);

#endif
