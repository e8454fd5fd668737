/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of a study.  A block is a group of runs made in succession: one
 * run of every cell (each arm of each system).  The schedule (schedule.h) plans
 * blocks, so every stored study has them.
 *
 * The schedule numbers all runs, also those of layouts that were added after
 * the study began.  Run number `order` belongs to block order / n_cells.
 *
 * A block is whole if all its runs
 * - are stored
 * - are good, which means that they ended with RCC_OUTCOME_OK
 *   (store/records.h)
 * - have a value of the metric
 * - were made in the same session of `randstudy run`
 * Any other block is torn, and is left out.
 *
 * Blocks are not used:
 * - if a value of the metric is not positive, because it has no logarithm
 *   (lacks_ratios)
 * - if valgrind counts the metric, because the schedule has no runs under
 *   valgrind
 * - if a layout's median or minimum is analyzed, because it comes from runs of
 *   several blocks
 *
 * A block may have been run again (repeats.h), for example because its results
 * differed between rounds.  Estimates then use the new runs.  Tests use the old
 * runs, and so does the choice of the results to report.  With the new runs,
 * the rounds would agree too well.
 */
#ifndef RCC_HARNESS_FINDINGS_BLOCKS_H
#define RCC_HARNESS_FINDINGS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/question.h"
#include "harness/findings/stored.h"
#include "stats/rcc_stats.h"

struct rcc_blocks {
	size_t n; /* number of whole blocks; 0 if blocks are not used */
	size_t n_torn;
	size_t n_cells;
	/* Number of rounds up to the last one that has a whole block.  That
	 * round may be partial.  The tests of rounds use only layouts that have
	 * a whole block in each round (rcc_blocks_rounds()). */
	size_t n_rounds;
	/* Values and layouts of the runs, ordered by block, then by cell.  The
	 * index is b * n_cells + cell, where b is the block.  A layout is given
	 * by its index in `layout` of struct rcc_stored. */
	double *value;
	size_t *layout;
	size_t *round;	/* the round of each block */
	size_t *number; /* position of each block in the plan of all runs */
	size_t n_layouts;
	/* For each cell, whether its layout is the original. */
	bool *is_original;
	/* The blocks as they were before any block was run again; NULL if no
	 * block was run again. */
	struct rcc_blocks *before;
	/* The correlation between the runs of a block
	 * (rcc_block_correlation()).  It is computed from the logarithms of the
	 * values, without repeats.  If systems have common layouts, only the
	 * first system's random arms take part
	 * (rcc_study_cell_repeats_layouts()), because common layouts make runs
	 * alike too.  It is undefined if correlation_error is not 0. */
	int correlation_error;
	struct rcc_block_correlation correlation;
	/* The relative standard deviation of runs within blocks; NaN if
	 * undefined.  It is computed with repeats in place of the blocks that
	 * they replaced. */
	double sd_within_used;
	/* The autocorrelation at lag 1 of x, over all good runs in order; NaN
	 * if undefined.  x is the logarithm of a run's value, minus the mean of
	 * these logarithms over the run's cell.  The same cells take part as in
	 * `correlation`. */
	double autocorrelation;
	/* Whether reports give the ratios from blocks, not those of the cells'
	 * means.  (The ratio of two systems with common layouts always comes
	 * from blocks, see comparison.h.)  They do in four cases:
	 *
	 * - the runs of a block correlate (RCC_BLOCKS_SIGNIFICANCE)
	 * - `correlation` is undefined, because only one cell has layouts of its
	 *   own, and the autocorrelation is significant
	 *   (RCC_ROUNDS_DEPENDENCE_LEVEL)
	 * - a second round was added because the first was not calm
	 *   (rcc_calm_judge())
	 * - blocks were run again in a study of several rounds
	 *
	 * The choice does not depend on the ratios. */
	bool are_headline;
	/* Whether the runs depended on when they were made, but a value is not
	 * positive, so that no ratio can be computed within blocks.  Intervals
	 * that take runs as independent are then too narrow. */
	bool lacks_ratios;
};

/* Find the blocks among the stored runs.  The caller must release *b in any
 * case. */
void rcc_blocks_compute(const struct rcc_stored *stored,
			const struct rcc_question *asked, struct rcc_blocks *b);
void rcc_blocks_release(struct rcc_blocks *b);

/* Return the blocks as they were before any block was run again.  They belong
 * to *b. */
const struct rcc_blocks *rcc_blocks_before(const struct rcc_blocks *b);

/* Find the jumps of the machine's speed in the series of blocks (rcc_jumps()).
 * The value of a block is the mean of the logarithms of its runs' values.
 * Returns the indices of the first blocks after each jump.  The caller must
 * free the array.  The time grows with the square of the number of blocks. */
size_t *rcc_blocks_jumps(const struct rcc_blocks *b, size_t *n_jumps);
/* Return how often the machine's speed jumped, in the blocks as they were before
 * any block was run again. */
size_t rcc_blocks_n_jumps(const struct rcc_blocks *b);

/* Compute the ratio now / old of two cells from log ratios within blocks.  The
 * interval is computed at asked->computed_level, so that it covers the true
 * ratio with the probability asked->level (question.h).  The level in *out is
 * asked->level.  Returns the result of rcc_block_ratio(). */
int rcc_blocks_ratio(const struct rcc_blocks *b, size_t old, size_t now,
		     const struct rcc_question *asked,
		     struct rcc_block_ratio *out);

/* Compute the log ratios of cell `random` to cell `fixed` for the layouts that
 * have one whole block in every round.  (*d)[i * b->n_rounds + round] is the
 * log ratio of the i-th of these layouts in this round.  Returns the number of
 * these layouts.  The caller must free *d. */
size_t rcc_blocks_rounds(const struct rcc_blocks *b, size_t fixed,
			 size_t random, double **d);
/* Like rcc_blocks_rounds(), but also set (*layout)[i] to the index of the i-th
 * of these layouts among the stored ones.  The caller must free *d and
 * *layout. */
size_t rcc_blocks_rounds_of(const struct rcc_blocks *b, size_t fixed,
			    size_t random, double **d, size_t **layout);

/* Return an array with an element for each stored layout: the mean, over the
 * layout's whole blocks, of the log ratio of cell `random` to cell `fixed`.  An
 * element is NaN if the layout has no whole block.  The caller must free the
 * array. */
double *rcc_blocks_layout_means(const struct rcc_blocks *b, size_t fixed,
				size_t random);

#endif
