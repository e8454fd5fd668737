/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The schedule: the order of a study's runs, and every random choice in it.
 *
 * All functions are pure: the same master seed gives the same result, whatever
 * has been run already.  So an interrupted study continues as if it had not
 * been interrupted.
 *
 * A study has cells (one for each system and arm), each cell has layouts, and
 * each layout has executions.  The runs form rounds, each with one execution of
 * every layout.  A round consists of blocks, each with one run of every cell, in
 * a random order drawn for that block.  A machine that slowly gets warmer or
 * busier thus affects all cells alike (a randomised complete block design), and
 * the executions of one layout are far apart.
 *
 * Layouts that are added later form a new batch, whose runs follow those of the
 * earlier batches.
 */
#ifndef RCC_HARNESS_STUDY_SCHEDULE_H
#define RCC_HARNESS_STUDY_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_schedule {
	uint64_t master_seed;
	unsigned n_cells;
	unsigned n_executions;
	unsigned batch;	       /* 0 for the first */
	unsigned first_layout; /* number in each cell */
	unsigned n_layouts;    /* the layouts of each cell in this batch */
};

struct rcc_planned_run {
	unsigned cell;
	unsigned layout;
	unsigned execution;
};

/* The number of runs of a batch. */
size_t rcc_schedule_size(const struct rcc_schedule *s);

/* Fill run[0 … rcc_schedule_size() - 1]. */
void rcc_schedule_fill(const struct rcc_schedule *s,
		       struct rcc_planned_run *run);

/* Runs that are made alone, beside tandem runs: one run in so many blocks. */
#define RCC_SCHEDULE_ALONE_BLOCKS 5

struct rcc_alone {
	unsigned run;	 /* within its block */
	bool goes_first; /* before its block, not after it */
};

/* Whether a run of block `block` of a study is made again alone, and which. */
bool rcc_schedule_alone(uint64_t master_seed, uint64_t block, unsigned n_cells,
			struct rcc_alone *alone);

/* The seed of a layout: XXH64 of "layout SYSTEM ARM NUMBER", with the master
 * seed as key. */
uint64_t rcc_schedule_layout_seed(uint64_t master_seed, const char *system,
				  const char *arm, unsigned layout);

/* How many bytes to add to the environment of run number `order`: uniformly
 * distributed over 0 … max - 1, max >= 1. */
unsigned rcc_schedule_env_bytes(uint64_t master_seed, uint64_t order,
				unsigned max);

#endif
