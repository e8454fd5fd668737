/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of layout on one system: a comparison of a random arm with the
 * original layout.  The shift is the ratio of their means, random / original.
 * The variation is how much random layouts differ among themselves. */
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
	/* Indices in `cell` of struct rcc_findings: the random arm, and the
	 * original layout. */
	size_t random;
	size_t fixed;
	int error; /* the result of rcc_layout_effect() */
	struct rcc_layout_effect effect;
	/* `blocks` has the shift, computed from log ratios within blocks.  If
	 * by_blocks is set, reports show this shift; otherwise they show
	 * effect.shift.  blocks_error is the return value of
	 * rcc_blocks_ratio(), which computes `blocks`. */
	int blocks_error;
	struct rcc_block_ratio blocks;
	bool by_blocks;
	/* `rounds` has the variance between layouts, computed from blocks of
	 * several rounds.  rounds_error is the return value of
	 * rcc_rounds_effect(), which computes `rounds`.  layouts_p is the
	 * p-value of rcc_layouts_test(), which tests whether layouts differ.
	 * layouts_p is NaN if it is undefined or if by_blocks is not set. */
	int rounds_error;
	struct rcc_rounds_effect rounds;
	double layouts_p;
	/* The p-value of the shift; NaN if undefined.  If by_blocks is set, it
	 * comes from a test that draws random signs (rcc_shift_test()),
	 * otherwise from Welch's test of the arms' means (rcc_difference_p()).
	 * The p-value for skewed data (rcc_skewed_p()) replaces it if that
	 * p-value is larger. */
	double shift_p;
	/* The p-values of two questions that are tested together, adjusted by
	 * Holm's method: rcc_effect_variation_p() and shift_p. */
	double joint_layouts_p, joint_shift_p;
	/* The level at which joint_layouts_p and joint_shift_p are
	 * significant. */
	double alpha;
	/* The upper limit of the standard deviation between layouts, in percent
	 * of the mean; NaN if undefined.  If rcc_effect_sd() gives an interval,
	 * sd_most is its upper limit.  If by_blocks is set and there is only
	 * one round, the limit includes noise.  It is NaN too if the random
	 * layouts all gave one value although runs of the original layout
	 * vary: the formula would then give 0. */
	double sd_most;
	/* A test of whether the layouts, each run once, spread more than the
	 * runs of the original layout.  A few disturbed runs affect this test
	 * less than they affect the variances.  All fields are NaN if the test
	 * is not needed: the data have no noise, or each layout ran more than
	 * once, so that the noise within layouts is known. */
	struct rcc_spread spread;
	/* How far rounding may have moved the shift, as a part of it
	 * (rcc_rounding_of()).  If is_shift_coarse is set, this could change what the
	 * interval says, so there is no interval and no p-value. */
	double shift_rounding;
	bool is_shift_coarse;
	/* Whether layouts ran once each, and rounding may have made their
	 * spread. */
	bool is_coarse;
	/* The one-sided p-value of the variation between layouts, computed from
	 * the arms by rcc_variation_p().  It is small only if both the F test
	 * of the variances and `spread` show the variation.  It is NaN if
	 * is_coarse is set. */
	double variation_p;
	bool variation_holds; /* whether variation_p is significant */
};

/* Compute *e.  The caller must already have set e->random and e->fixed, the
 * indices of the two cells. */
void rcc_effect_compute(const struct rcc_cell *random,
			const struct rcc_cell *fixed,
			const struct rcc_blocks *blocks,
			const struct rcc_question *asked, struct rcc_effect *e);

/* Return the shift to report, random / fixed: from blocks, or from the means of
 * the arms by Fieller's method (effect.shift).  It belongs to *e. */
const struct rcc_ratio *rcc_effect_shift(const struct rcc_effect *e);
/* Return the ratio `now / old` as 1 plus the change from old to now, divided by
 * the absolute value of the old mean.  The result is above 1 if the new mean is
 * larger, also if means are negative.  Then its estimate is 2 minus the ratio,
 * and its limits likewise. */
struct rcc_ratio rcc_ratio_as_change(const struct rcc_ratio *ratio,
				     double old_mean);
/* Return rcc_effect_shift() as such a change. */
struct rcc_ratio rcc_effect_change(const struct rcc_effect *e);
/* Return whether a shift is seen: joint_shift_p is significant, and the
 * interval of the shift is bounded. */
bool rcc_effect_shift_is_seen(const struct rcc_effect *e);

/* Get the standard deviation between layouts for reports, in percent of the
 * mean.  If by_blocks is set, it comes from `rounds`, otherwise from the arms
 * (effect.percent).  Returns false if it is unknown.  It is unknown if the
 * estimate of the variance is 0 or less, or if by_blocks is set and `rounds` is
 * undefined, for example because there is only one round. */
bool rcc_effect_sd(const struct rcc_effect *e, struct rcc_interval *percent);
/* Return twice the one-sided p-value of the variation between layouts, so that
 * it can be adjusted together with two-sided p-values.  NaN if there is no
 * test. */
double rcc_effect_variation_p(const struct rcc_effect *e);
/* Return whether layouts are seen to differ: joint_layouts_p is significant. */
bool rcc_effect_variation_is_seen(const struct rcc_effect *e);

/* Return whether reports use blocks, but the test for differences between
 * layouts is undefined. */
bool rcc_effect_is_untested(const struct rcc_effect *e);
/* Return whether the test for differences between layouts is undefined because
 * each layout was run only once.  The only other reason is that too few layouts
 * have good runs in every round.  `blocks` must be the blocks of the study. */
bool rcc_effect_is_one_round(const struct rcc_effect *e,
			     const struct rcc_blocks *blocks);

/* Return whether by_blocks is set and the variances of the rounds show a
 * variation between layouts (the lower limit of rcc_effect_sd() is above 0),
 * but rcc_layouts_test(), which holds for noise of any kind, does not.  This
 * happens if there are few layouts, if a few of many differ, or if the noise is
 * far from normal. */
bool rcc_effect_is_undecided(const struct rcc_effect *e);

/* Return whether a variation between layouts is doubtful: the variances of the
 * arms show it, but `spread` does not.  A few disturbed runs may be the cause,
 * so the variation is not claimed. */
bool rcc_effect_is_doubtful(const struct rcc_effect *e);
/* Return whether `spread` shows a variation that the variances do not show. */
bool rcc_effect_is_seen_by_spread_alone(const struct rcc_effect *e);

/* Return whether all values within each arm are equal, which happens with
 * counts by valgrind.  The effect is then undefined, but equal values are a
 * result too. */
bool rcc_cells_are_constant(const struct rcc_cell *random,
			    const struct rcc_cell *fixed);

#endif
