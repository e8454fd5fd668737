/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of a study.  A block is a group of runs made in succession, one of
 * every cell.  The schedule (schedule.h) plans blocks, so every stored study
 * has them.
 *
 * Run number `order` belongs to block order / n_cells, in later batches too.  A
 * block is whole if every run of it is stored, is good, has the metric, and was
 * made in the same session.  Any other block is torn, and is left out.
 *
 * Blocks are not used in three cases: if a value of the metric is not positive,
 * since its logarithm is needed; for a count by valgrind, which belongs to no
 * run of the schedule; and for a median or minimum of a layout's runs, since
 * these are in several blocks.
 *
 * If a block was run again (repeats.h), its repeat is used instead.  The tests,
 * and the choice of the results to report, use the data before any block was
 * run again: a selection by results would make the rounds agree too well.
 */
#ifndef RCC_HARNESS_FINDINGS_BLOCKS_H
#define RCC_HARNESS_FINDINGS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/question.h"
#include "harness/findings/stored.h"
#include "stats/rcc_stats.h"

struct rcc_blocks {
	size_t n; /* number of whole blocks; 0 in the three cases above */
	size_t n_torn;
	size_t n_cells;
	size_t n_rounds; /* number of rounds that have whole blocks */
	/* Values and layouts of the runs, ordered by block, then by cell: index
	 * b * n_cells + cell.  A layout is given as its index among the stored
	 * layouts. */
	double *value;
	size_t *layout;
	size_t *round;	/* the round of each block */
	size_t *number; /* position of each block in the plan of all runs */
	size_t n_layouts;
	/* For each cell, whether its layout is the original. */
	bool *is_original;
	/* The blocks as they were before any was run again; NULL if none
	 * was. */
	struct rcc_blocks *before;
	/* Whether runs of a block correlate, computed from logarithms before
	 * blocks were run again; undefined if the error is not 0. */
	int correlation_error;
	struct rcc_block_correlation correlation;
	/* The relative standard deviation of runs within the blocks that are
	 * used: those that were run again count by their repeats.  NaN if
	 * undefined. */
	double sd_within_used;
	/* The autocorrelation at lag 1 of all good runs in order, each divided
	 * by the mean of its cell; NaN if undefined. */
	double autocorrelation;
	/* Whether reports give the ratios from blocks.  They do if runs of a
	 * block correlate (RCC_BLOCKS_SIGNIFICANCE), if a second round was
	 * added because the first was not calm, or if blocks of several rounds
	 * were run again.  The choice does not depend on the ratios. */
	bool are_headline;
};

/* Take the blocks from the stored rows.  The caller releases *b in any case. */
void rcc_blocks_compute(const struct rcc_stored *stored,
			const struct rcc_question *asked, struct rcc_blocks *b);
void rcc_blocks_release(struct rcc_blocks *b);

/* Return the blocks as they were before any was run again; borrowed from *b. */
const struct rcc_blocks *rcc_blocks_before(const struct rcc_blocks *b);

/* Compute the ratio now / old of two cells from their log ratios within blocks.
 * The interval is computed at asked->computed_level, so that it covers at
 * asked->level, which is the level stored in *out (question.h says why).
 * Returns the result of rcc_block_ratio(). */
int rcc_blocks_ratio(const struct rcc_blocks *b, size_t old, size_t now,
		     const struct rcc_question *asked,
		     struct rcc_block_ratio *out);

/* Compute the log ratios of cell `random` to cell `fixed` for the layouts that
 * have one whole block in every round.  (*d)[i * b->n_rounds + round] is that
 * of the i-th such layout, in the form that rcc_blocks.h needs.  Returns the
 * number of these layouts; caller frees *d. */
size_t rcc_blocks_rounds(const struct rcc_blocks *b, size_t fixed,
			 size_t random, double **d);
/* Compute the log ratios as rcc_blocks_rounds() does, and set (*layout)[i] to
 * the index of the i-th of their layouts among the stored ones.  Returns the
 * number of these layouts; caller frees *d and *layout. */
size_t rcc_blocks_rounds_of(const struct rcc_blocks *b, size_t fixed,
			    size_t random, double **d, size_t **layout);

/* Return an array with the mean log ratio of cell `random` to cell `fixed` for
 * each stored layout; NaN if the layout has no whole block.  Caller frees. */
double *rcc_blocks_layout_means(const struct rcc_blocks *b, size_t fixed,
				size_t random);

#endif
