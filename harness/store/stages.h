/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan of a study: the stages to which its runs belong, in order.
 *
 * A cell is one arm of one system.  A block has one run of every cell, and a
 * round has a block of every layout (study/schedule.h).  The kinds of stages
 * are:
 *
 *	batch	the runs of layouts that were added together.  Each layout gets
 *		as many rounds as the study had when the layouts were added
 *	round	a further round of all layouts
 *	repeat	blocks of some layouts, run again in all rounds
 *		(study/rounds.h)
 *
 * Stages are only appended, so the number of a run (its `order`) never changes.
 */
#ifndef RCC_HARNESS_STORE_STAGES_H
#define RCC_HARNESS_STORE_STAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/store/store.h"
#include "harness/study/rounds.h"
#include "harness/study/schedule.h"
#include "harness/study/study.h"

struct rcc_stage {
	struct rcc_schedule schedule; /* its layouts are borrowed */
	/* Number of the stage's first round; 0 for repeats, which count their
	 * rounds separately. */
	unsigned first_round;
	size_t first_block; /* number of the stage's first block in the plan */
	size_t n_blocks;
};

struct rcc_stages {
	/* The decisions about further rounds and repeats; owned. */
	struct rcc_rounds rounds;
	struct rcc_stage *stage;
	size_t n;
	size_t n_blocks;
	unsigned n_batches;
	/* The number of rounds of the study, without repeats. */
	unsigned n_rounds;
	unsigned n_cells;
};

/* Make the plan from the study's settings and its database.  Returns 0 or an
 * error of the store.  The caller must release *stages, also after an error. */
int rcc_stages_load(struct rcc_store *store, const struct rcc_study *study,
		    struct rcc_stages *stages);
void rcc_stages_release(struct rcc_stages *stages);

/* Return whether no further runs of the existing layouts will be planned. */
bool rcc_stages_are_settled(const struct rcc_stages *stages,
			    const struct rcc_study *study);

/* Return the number of planned runs. */
size_t rcc_stages_n_runs(const struct rcc_stages *stages);
/* Return all planned runs, sorted by `order`; caller frees. */
struct rcc_planned_run *rcc_stages_plan(const struct rcc_stages *stages);

/* Return the stage of run number `order`; NULL if no such run is planned. */
const struct rcc_stage *rcc_stages_find(const struct rcc_stages *stages,
					int64_t order);
/* Return the round of run number `order`, which belongs to `stage`. */
unsigned rcc_stage_round(const struct rcc_stages *stages,
			 const struct rcc_stage *stage, int64_t order);

#endif
