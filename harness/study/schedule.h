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
 * every layout.  A round consists of blocks, each with one run of every cell.  A
 * machine that slowly gets warmer or busier thus affects all cells alike (a
 * randomised complete block design), and the executions of one layout are far
 * apart.
 *
 * A block has the same layout number in every cell, and each round has its blocks
 * in a random order of its own.  The order in a block, with F the original and R a
 * random layout:
 *
 *	one system	F R or R F, at random
 *	two systems	F_A R_A R_B F_B or the reverse, at random: the runs that
 *			are compared are neighbours
 *	more systems	the systems in random order, each as F R or R F, alternating;
 *			an odd number of them begins with either at random
 *	other arms	all cells in random order
 *
 * Version 1, of older studies, has an order of layouts of its own in each cell, and
 * all cells of a block in random order.  A study keeps the version with which it was
 * begun.
 *
 * Layouts that are added later form a new batch, whose runs follow those of the
 * earlier batches.  Further rounds and blocks that are run again follow what there
 * was when they were added (store/stages.h).
 */
#ifndef RCC_HARNESS_STUDY_SCHEDULE_H
#define RCC_HARNESS_STUDY_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The newest version. */
#define RCC_SCHEDULE_VERSION 2

/* The purpose of a run.  Each kind has random streams of its own. */
enum rcc_stage_kind {
	RCC_STAGE_BATCH,  /* layouts that were added together */
	RCC_STAGE_ROUND,  /* another round of all layouts */
	RCC_STAGE_REPEAT, /* some layouts' blocks, run again */
};

struct rcc_schedule {
	uint64_t master_seed;
	unsigned version; /* 0 is 1 */
	unsigned n_cells;
	unsigned n_systems; /* version 2 */
	/* Version 2: each system has two arms, the original layout as arm
	 * `original` and a random one. */
	bool has_pairs;
	unsigned original;
	unsigned n_executions;
	enum rcc_stage_kind kind;
	unsigned batch;		/* the number of this stage within its kind */
	unsigned first_layout;	/* number in each cell */
	unsigned n_layouts;	/* the layouts of each cell in this stage */
	const unsigned *layout; /* version 2: these instead; or NULL */
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
