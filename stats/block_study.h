/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulated study whose runs are in blocks on a noisy machine (rcc_blocks.h).
 * Private to stats/. */
#ifndef RCC_STATS_BLOCK_STUDY_H
#define RCC_STATS_BLOCK_STUDY_H

#include <stddef.h>

#include "stats/noise.h"
#include "stats/rcc_blocks.h"
#include "stats/scratch.h"

struct rcc_block_study {
	const struct rcc_block_simulation *simulation;
	struct rcc_noise machine;
	/* True ln(random / original) of each layout. */
	double *layout;
	/* Effects of the second system's layouts on ln of their times.  They
	 * are 0 if there is no second system. */
	double *other;
	/* Effects that layouts with the same seed have on both systems. */
	double *common;
	/* `random` and `fixed` have ln of the times of the two runs of each
	 * block.  The run in `random` is of a random layout.  `d` is
	 * random - fixed, the log ratio D of rcc_blocks.h.  All three are
	 * ordered by layout, then by round. */
	double *random, *fixed, *d;
	double *mean; /* mean of d over rounds */
	/* Scratch space for 4 numbers per block, such as the run times (exp of
	 * ln). */
	double *copy;
	/* The layouts in the random order of the present round. */
	size_t *order;
	size_t n_rounds; /* number of rounds so far */
	/* The runs in order of time.  `sequence` has ln of each run time.
	 * `cell` is 1 for a random layout and 0 for the original one. */
	double *sequence;
	size_t *cell;
	size_t n_runs;
};

/* Take the arrays of a study from `space`.  study->machine is zeroed. */
void rcc_block_study_make(const struct rcc_block_simulation *s,
			  struct rcc_scratch *space,
			  struct rcc_block_study *study);

/* Run a study on study->machine, whose kind, run_sd and random stream are set.
 * If simulation->is_auto, n_rounds tells whether there was a second round. */
void rcc_block_study_run(struct rcc_block_study *study);

/* Run all blocks of a layout again if its results differ too much between
 * rounds, or too much from the results of other layouts.  The runs of these
 * blocks are not added to study->sequence.  Returns how often a layout was run
 * again. */
size_t rcc_block_study_repeat(struct rcc_block_study *study);

#endif
