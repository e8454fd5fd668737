/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which order a study runs what, and every random choice it makes.
 *
 * Pure: the same master seed gives the same answers, whatever has been run
 * already, so that an interrupted study goes on as if nothing had happened.
 *
 * A study has cells (one for each system and arm), layouts within a cell and
 * executions of a layout.  It runs in rounds, one execution of every layout
 * each; a round runs in blocks, one run of every cell each, in an order drawn
 * anew for every block.  A machine that slowly gets warmer or busier thus hits
 * all cells alike (randomised complete blocks), and the executions of one
 * layout lie far apart.
 *
 * Layouts that are added to a finished study form a new batch: what was
 * planned before keeps its place.
 */
#ifndef RCC_HARNESS_STUDY_SCHEDULE_H
#define RCC_HARNESS_STUDY_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

struct rcc_schedule {
	uint64_t master_seed;
	unsigned n_cells;
	unsigned n_executions;
	unsigned batch;	       /* 0 for the first */
	unsigned first_layout; /* layouts first … first + n - 1 of each cell */
	unsigned n_layouts;
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

/* The seed of a layout: XXH64 of "layout SYSTEM ARM NUMBER" keyed with the
 * master seed. */
uint64_t rcc_schedule_layout_seed(uint64_t master_seed, const char *system,
				  const char *arm, unsigned layout);

/* By how many bytes the environment of the run at place `order` is enlarged:
 * uniform over 0 … max - 1, max >= 1. */
unsigned rcc_schedule_env_bytes(uint64_t master_seed, uint64_t order,
				unsigned max);

#endif
