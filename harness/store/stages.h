/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan of a study: the stages of its runs, in their order.
 *
 * A batch of layouts is a stage; it has as many rounds as the study had when it was
 * added.  A further round of all layouts is one, and so is a set of layouts whose
 * blocks are run again (study/rounds.h).  Stages are only ever appended, so the
 * number of a run (its `order`) stays what it is.
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
	unsigned
		first_round; /* 0 for repeats, which have rounds of their own */
	size_t first_block;
	size_t n_blocks;
};

struct rcc_stages {
	struct rcc_rounds rounds; /* owned */
	struct rcc_stage *stage;
	size_t n;
	size_t n_blocks;
	unsigned n_batches;
	/* The rounds of the study, repeats not counted. */
	unsigned n_rounds;
	unsigned n_cells;
};

/* Read the plan.  Returns as the store does; release it in any case. */
int rcc_stages_load(struct rcc_store *store, const struct rcc_study *study,
		    struct rcc_stages *stages);
void rcc_stages_release(struct rcc_stages *stages);

/* Whether nothing more can be added to the plan, unless layouts are. */
bool rcc_stages_are_settled(const struct rcc_stages *stages,
			    const struct rcc_study *study);

/* The number of planned runs. */
size_t rcc_stages_n_runs(const struct rcc_stages *stages);
/* All planned runs, by `order`; caller frees. */
struct rcc_planned_run *rcc_stages_plan(const struct rcc_stages *stages);

/* The stage of run `order`; NULL if it is not planned. */
const struct rcc_stage *rcc_stages_find(const struct rcc_stages *stages,
					int64_t order);
/* The round of run `order` of this stage. */
unsigned rcc_stage_round(const struct rcc_stages *stages,
			 const struct rcc_stage *stage, int64_t order);

#endif
