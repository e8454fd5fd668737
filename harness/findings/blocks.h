/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The blocks of a study: runs that were made next to each other, one of every
 * cell.  schedule.h plans them, so every stored study has them.
 *
 * Run number `order` belongs to block order / n_cells, in later batches too.  A
 * block counts only if it is whole: every run is stored, is good, has the metric,
 * and was made in the same session.  Any other block is torn, and is dropped.
 *
 * Logarithms are taken, so there are no blocks for a metric with values that are
 * not positive.  There are none for a count by valgrind, which is no run's, and
 * none for a median or minimum of a layout's runs, which are of many blocks.
 *
 * A block that was run again (repeats.h) is not among them, but its repeat is.  The
 * tests, and the choice of what is reported, are for the data before that: a
 * selection by results would make the rounds agree too well.
 */
#ifndef RCC_HARNESS_FINDINGS_BLOCKS_H
#define RCC_HARNESS_FINDINGS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/findings/question.h"
#include "harness/findings/stored.h"
#include "stats/rcc_stats.h"

struct rcc_blocks {
	size_t n; /* whole blocks; 0 where there are none, as said above */
	size_t n_torn;
	size_t n_cells;
	size_t n_rounds; /* rounds that have whole blocks */
	/* Ordered by block, then by cell: index b * n_cells + cell.  Layouts
	 * are indices of the stored layouts. */
	double *value;
	size_t *layout;
	size_t *round; /* one for each block */
	size_t n_layouts;
	bool *is_original; /* one for each cell */
	/* The blocks before any was run again; NULL if none was. */
	struct rcc_blocks *before;
	/* The estimates from the runs' logarithms, before blocks were run again;
	 * undefined if the error is not 0. */
	int correlation_error;
	struct rcc_block_correlation correlation;
	/* Lag 1, of all good runs in their order, each over the mean of its
	 * cell; NaN if undefined. */
	double autocorrelation;
	/* Runs of a block correlate (RCC_BLOCKS_SIGNIFICANCE), a second round was
	 * added because the first was not calm, or blocks of several rounds were
	 * run again: ratios are reported from blocks.  The choice does not see the
	 * ratios. */
	bool are_headline;
};

/* Take the blocks from the stored rows.  Release *b in any case. */
void rcc_blocks_compute(const struct rcc_stored *stored,
			const struct rcc_question *asked, struct rcc_blocks *b);
void rcc_blocks_release(struct rcc_blocks *b);

/* The blocks before any was run again.  Borrowed. */
const struct rcc_blocks *rcc_blocks_before(const struct rcc_blocks *b);

/* The ratio of two cells from their log ratios within blocks, now over old, with
 * an interval computed at asked->computed_level and labelled asked->level.
 * Returns as rcc_block_ratio(). */
int rcc_blocks_ratio(const struct rcc_blocks *b, size_t old, size_t now,
		     const struct rcc_question *asked,
		     struct rcc_block_ratio *out);

/* The log ratios of cell `random` to cell `fixed`, of the layouts that have one
 * whole block in every round: (*d)[i * b->n_rounds + round], as rcc_blocks.h takes
 * them.  Returns the number of these layouts; caller frees *d. */
size_t rcc_blocks_rounds(const struct rcc_blocks *b, size_t fixed,
			 size_t random, double **d);
/* The same, with the index of each of these stored layouts; caller frees
 * *layout. */
size_t rcc_blocks_rounds_of(const struct rcc_blocks *b, size_t fixed,
			    size_t random, double **d, size_t **layout);

/* The mean log ratio of cell `random` to cell `fixed` for each stored layout, by its
 * index; NaN where it has no whole block.  Caller frees. */
double *rcc_blocks_layout_means(const struct rcc_blocks *b, size_t fixed,
				size_t random);

#endif
