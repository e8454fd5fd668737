/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measurements from a CSV file, as samples for stats/.
 *
 *	system,layout,execution,iteration,value
 *	base,1,1,1,0.512
 *
 * The header names the columns: the system, the levels from the highest to the
 * lowest, the value.  A first column that is called "benchmark" may stand before
 * them: then each benchmark has its systems.  Cells of systems and levels are any text; only whether
 * they are equal counts.  Rows may stand in any order.  Counts may differ from
 * group to group; nothing is dropped or made up.
 */
#ifndef RCC_HARNESS_DATASET_H
#define RCC_HARNESS_DATASET_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/rcc_stats.h"

struct rcc_dataset_system {
	char *name;
	char *benchmark;	  /* NULL: the file has none */
	struct rcc_sample sample; /* points into the data set */
};

struct rcc_dataset {
	size_t n_levels;
	char *level_name[RCC_STATS_MAX_LEVELS]; /* lowest first, as in stats */
	size_t n_systems;
	bool has_benchmarks;
	struct rcc_dataset_system *system; /* in the file's order */
	double *value;			   /* all systems', nested order */
	size_t n_values;
	size_t *size; /* of groups, where they differ */
};

/* Reads `path`, "-" for standard input.  Says what is wrong, with the line,
 * and returns an error; the data set is empty then. */
int rcc_dataset_read(const char *path, struct rcc_dataset *data);
void rcc_dataset_release(struct rcc_dataset *data);

#endif
