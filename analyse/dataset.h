/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measurements from a CSV file, as samples for stats/.
 *
 *	system,layout,execution,iteration,value
 *	base,1,1,1,0.512
 *
 * The header names the columns: the system, the levels from the highest to the
 * lowest, the value.  A first column that is called "benchmark" may stand before
 * them: then each benchmark has its systems.  Cells of systems and levels are any
 * text; only whether they are equal counts.  Rows may stand in any order.  Counts may differ from
 * group to group; nothing is dropped or made up.
 */
#ifndef RCC_ANALYSE_DATASET_H
#define RCC_ANALYSE_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rcc_stats.h"

struct rcc_dataset_system {
	char *name;
	char *benchmark;	  /* NULL: the file has none */
	struct rcc_sample sample; /* points into the data set */
};

/* Which rows are taken, and how. */
struct rcc_dataset_options {
	/* NULL, or only rows whose lowest level has this cell; that level is
	 * none of the data set's then. */
	const char *only;
	/* The lowest level's cells are numbers of executions that a value is
	 * the time of: values become the time of one. */
	bool is_together;
};

struct rcc_dataset {
	size_t n_levels;
	char *level_name[RCC_STATS_MAX_LEVELS]; /* lowest first, as in stats */
	size_t n_systems;
	bool has_benchmarks;
	struct rcc_dataset_system *system; /* in the file's order */
	double *value;			   /* all systems', nested order */
	size_t n_values;
	size_t *size;		/* of groups, where they differ */
	size_t n_left_out;	/* rows that were not taken */
	char *fixed_name;	/* of the level of options.only, or NULL */
	uint64_t most_together; /* executions in one value; 0: not known */
};

/* Reads `path`, "-" for standard input.  Says what is wrong, with the line,
 * and returns an error; the data set is empty then. */
int rcc_dataset_read(const char *path,
		     const struct rcc_dataset_options *options,
		     struct rcc_dataset *data);
/* For each unit of the highest level one value: the median or the minimum of
 * all in it. */
void rcc_dataset_reduce(struct rcc_dataset *data, enum rcc_statistic statistic);
void rcc_dataset_release(struct rcc_dataset *data);

#endif
