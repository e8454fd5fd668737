/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The schedule: the order of a study's runs, and every random choice in it.
 *
 * All functions are pure: the same master seed gives the same result, no matter
 * which runs have been made.  An interrupted study therefore continues as if it
 * had not been interrupted.
 *
 * A study has a cell for each system and arm.  A cell has layouts, and a layout
 * has executions.  The runs form rounds; a round has one execution of every
 * layout.  A round consists of blocks; a block has one run of every cell (a
 * randomized complete block design).  So a machine that slowly gets warmer or
 * busier affects all cells equally.  The executions of a layout are far apart
 * in time.
 *
 * All runs of a block have the same layout number.  Each round has its blocks
 * in a new random order.
 *
 * Most studies have two arms for each system: F, the original layout, and R,
 * random layouts.  The runs of a block then have this order:
 *
 *	one system	F R or R F, at random
 *	systems A, B	F_A R_A R_B F_B or the reverse, at random: the runs that
 *			are compared are neighbors
 *	more systems	the systems in random order, alternately as F R and R F.
 *			With an odd number of systems, the first is F R or R F
 *			at random
 *
 * In studies with other arms, the cells of a block are in random order.
 *
 * This is version 3: layout number N of every system has the same seed
 * (rcc_study_has_common_layouts()).  In version 2, each system has layouts of
 * its own.  In version 1, each cell also has its own order of layouts, and the
 * cells of a block are in random order.  A study keeps the version with which
 * it was begun.
 *
 * If a study runs on several machines, each machine has a schedule of its own.
 * The layouts are the same on all of them.
 *
 * Layouts that are added later form a new batch.  The runs of a batch follow
 * the runs of the earlier batches.  Further rounds and repeated blocks also go
 * to the end of the plan (store/stages.h).
 */
#ifndef RCC_HARNESS_STUDY_SCHEDULE_H
#define RCC_HARNESS_STUDY_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The newest version of the schedule. */
#define RCC_SCHEDULE_VERSION 3
/* The first version in which the layouts of all systems have common seeds. */
#define RCC_SCHEDULE_COMMON_LAYOUTS 3

/* The kinds of stages, the parts of a study's plan (store/stages.h).  Each kind
 * has its own streams of random numbers. */
enum rcc_stage_kind {
	RCC_STAGE_BATCH,  /* layouts that were added together */
	RCC_STAGE_ROUND,  /* another round of all layouts */
	RCC_STAGE_REPEAT, /* blocks of some layouts, run again */
};

struct rcc_schedule {
	uint64_t master_seed;
	unsigned version; /* version of the schedule; 0 means 1 */
	unsigned n_cells;
	unsigned n_systems; /* not used in version 1 */
	/* Versions 2 and 3: whether each system has exactly two arms, random
	 * layouts and the original layout.  `original` is the number of the arm
	 * with the original layout. */
	bool has_pairs;
	unsigned original;
	unsigned n_executions;
	enum rcc_stage_kind kind;
	unsigned batch;	       /* number among the stages of this kind */
	unsigned first_layout; /* number of the first layout in each cell */
	/* Number of layouts of each cell in this stage. */
	unsigned n_layouts;
	/* Versions 2 and 3: numbers of the layouts; NULL if they are
	 * consecutive. */
	const unsigned *layout;
};

struct rcc_planned_run {
	unsigned cell;
	unsigned layout;
	unsigned execution;
};

/* Return the number of runs of a stage. */
size_t rcc_schedule_size(const struct rcc_schedule *s);

/* Fill run[0 … rcc_schedule_size() - 1] with the runs of a stage, in order. */
void rcc_schedule_fill(const struct rcc_schedule *s,
		       struct rcc_planned_run *run);

/* Tandem runs share a CPU (tandem.h).  To see the cost of sharing, some tandem
 * runs are repeated alone, and each is compared with its repetition.  The
 * blocks are divided into groups of this number of successive blocks.  One run
 * of each group is repeated. */
#define RCC_SCHEDULE_ALONE_BLOCKS 5

struct rcc_alone {
	unsigned run; /* number of the run in its block */
	/* Whether the repetition comes before its block.  Otherwise it comes
	 * after the block. */
	bool goes_first;
};

/* Return whether a run of block number `block` is repeated alone.  If so,
 * *alone says which run, and when. */
bool rcc_schedule_alone(uint64_t master_seed, uint64_t block, unsigned n_cells,
			struct rcc_alone *alone);

/* Return the seed of a machine's schedule: XXH64 of "machine NUMBER", with the
 * master seed as key.  For machine 0 (a study of one machine), it is the master
 * seed.  Pass it as `master_seed` to all functions here except
 * rcc_schedule_layout_seed(), since the layouts are the same on all
 * machines. */
uint64_t rcc_schedule_machine_seed(uint64_t master_seed, unsigned machine);

/* Return the seed of a layout: XXH64 of "layout SYSTEM ARM NUMBER", with the
 * master seed as key.  If systems have common layouts, pass the name of the
 * first system for all of them. */
uint64_t rcc_schedule_layout_seed(uint64_t master_seed, const char *system,
				  const char *arm, unsigned layout);

/* Return the number of bytes to add to the environment of run number `order`.
 * It is uniformly distributed over 0 … max - 1, where max >= 1. */
unsigned rcc_schedule_env_bytes(uint64_t master_seed, uint64_t order,
				unsigned max);

#endif
