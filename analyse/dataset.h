/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The measurements of a CSV file (row_reader.h) as samples for stats/.
 *
 * A file has levels, such as layouts (the highest), executions of each layout,
 * and iterations of each execution (the lowest).  The iterations of one
 * execution are a group, and so are the executions of one layout.
 *
 * Rows can be in any order, and groups can differ in size.  No row is dropped
 * or added.
 *
 * The systems are in the order in which they first appear in the file, and so
 * are the members of each level.  The values of a group of the lowest level are
 * in the order of their rows.
 */
#ifndef RCC_ANALYSE_DATASET_H
#define RCC_ANALYSE_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyse/fleet_rows.h"
#include "analyse/row_reader.h"
#include "common/refusal.h"
#include "stats/rcc_stats.h"

/* The measurements of one system or, if the file has benchmarks, of one system
 * in one benchmark. */
struct rcc_dataset_system {
	char *name;
	char *benchmark;	  /* NULL if the file has none */
	struct rcc_sample sample; /* points into struct rcc_dataset */
};

/* The measurements of a file. */
struct rcc_dataset {
	size_t n_levels;
	char *level_name[RCC_STATS_MAX_LEVELS]; /* lowest first, as in stats/ */
	size_t n_systems;
	bool has_benchmarks;
	struct rcc_dataset_system *system;
	/* The values of all systems, one system after the other, each in the
	 * order of struct rcc_sample. */
	double *value;
	size_t n_values;
	/* The sizes of the groups of all systems.  There is an array for each
	 * level, beginning with the highest.  A sample whose groups differ in
	 * size points into these arrays. */
	size_t *size[RCC_STATS_MAX_LEVELS];
	size_t n_left_out; /* rows that --only left out */
	char *only_name;   /* the column of --only, or NULL */
	/* With --tune, a row has the total time of several executions of a
	 * program.  `most_together` is the largest number of executions in one
	 * row; 0 without --tune. */
	uint64_t most_together;
	/* Whether the file names machines.  `fleet` then has its rows. */
	bool has_machines;
	struct rcc_fleet_rows fleet;
};

/* Read the file `path`, or standard input if it is "-".  Returns 0 or a
 * negative RCC_E….  After an error, *why has the reason and the data set is
 * empty. */
int rcc_dataset_read(const char *path, const struct rcc_row_options *options,
		     struct rcc_dataset *data, struct rcc_refusal *why);
/* Return whether members of the highest level, for example layouts, have
 * different numbers of values.  Their minima then cannot be compared: the more
 * values there are, the smaller is their minimum. */
bool rcc_dataset_counts_differ(const struct rcc_dataset *data);
/* Replace all values of each member of the highest level, for example of each
 * layout, by their median or minimum. */
void rcc_dataset_reduce(struct rcc_dataset *data, enum rcc_statistic statistic);
/* Release a data set, which may be empty. */
void rcc_dataset_release(struct rcc_dataset *data);

#endif
