/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of layout in one system: a random arm compared with the original
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
	size_t random; /* index of the random arm's cell in the findings */
	size_t fixed;
	int error; /* the result of rcc_layout_effect() */
	struct rcc_layout_effect effect;
	/* The shift from log ratios within blocks, with the result of
	 * rcc_blocks_ratio().  rcc_effect_shift() returns this shift if
	 * by_blocks. */
	int blocks_error;
	struct rcc_block_ratio blocks;
	bool by_blocks;
	/* The layout variance from blocks of several rounds, with the result of
	 * rcc_rounds_effect().  layouts_p is the probability that rounds agree
	 * as well as these if layouts do not differ (rcc_layouts_test()); NaN
	 * if undefined or not by_blocks. */
	int rounds_error;
	struct rcc_rounds_effect rounds;
	double layouts_p;
	/* The p-value of the shift: by random signs (rcc_shift_test()) if
	 * by_blocks, else by Welch's test of the arms' means
	 * (rcc_difference_p()); that for skewed data (rcc_skewed_p()) if it is
	 * larger.  NaN if undefined. */
	double shift_p;
	/* The p-values of two questions that are tested together, adjusted by
	 * Holm's method: shift_p, and twice the one-sided p-value of the
	 * variation (layouts_p if by_blocks, else variation_p). */
	double joint_layouts_p, joint_shift_p;
	/* The level at which joint_layouts_p and joint_shift_p are
	 * significant. */
	double alpha;
	/* The upper limit, in percent of the mean, of the standard deviation
	 * between layouts: the end of its interval, if rcc_effect_sd() gives
	 * one. It includes noise if ratios are from blocks of one round.  NaN
	 * if undefined. */
	double sd_most;
	/* A test of whether the layouts, each run once, spread more than the
	 * runs of the original layout.  A few disturbed runs affect it less
	 * than they affect the variances.  All fields are NaN if the test is
	 * not needed: layouts that run more than once are compared with the
	 * noise within them, and data without noise needs no test. */
	struct rcc_spread spread;
	/* The one-sided p-value of the variation between layouts by the arms,
	 * from rcc_variation_p(): F and `spread` must agree. */
	double variation_p;
	bool variation_holds; /* whether variation_p is small enough */
};

/* Compute all fields of *e except its two indices, which the caller has set. */
void rcc_effect_compute(const struct rcc_cell *random,
			const struct rcc_cell *fixed,
			const struct rcc_blocks *blocks,
			const struct rcc_question *asked, struct rcc_effect *e);

/* Return the shift to report, random / fixed: from blocks, or from the arms'
 * means by Fieller's method (effect.shift).  Borrowed from *e. */
const struct rcc_ratio *rcc_effect_shift(const struct rcc_effect *e);
/* Return whether there is a shift, judged by joint_shift_p.  Returns false if
 * the shift's interval is not bounded. */
bool rcc_effect_shift_is_seen(const struct rcc_effect *e);

/* Get the standard deviation between layouts to report, in percent of the mean:
 * from rounds if by_blocks, else from the arms (effect.percent).  Returns false
 * if it is unknown: the runs depend on each other and there is only one round,
 * or the estimate of the variance is 0 or less. */
bool rcc_effect_sd(const struct rcc_effect *e, struct rcc_interval *percent);
/* Return whether the layouts differ, judged by joint_layouts_p. */
bool rcc_effect_variation_is_seen(const struct rcc_effect *e);

/* Return whether a variation between layouts is doubtful and therefore not
 * claimed: the variances of the arms show it, but `spread` does not.  A few
 * disturbed runs may have caused that. */
bool rcc_effect_is_doubtful(const struct rcc_effect *e);
/* Return whether `spread` shows a variation, but the variances do not. */
bool rcc_effect_is_seen_by_spread_alone(const struct rcc_effect *e);

/* Return whether neither arm varies at all, which valgrind's counts may do.
 * The effect is then undefined, but that is a result. */
bool rcc_cells_are_constant(const struct rcc_cell *random,
			    const struct rcc_cell *fixed);

#endif
