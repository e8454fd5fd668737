/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a CSV file and the groups they belong to: the first half of
 * reading a data set.  Private to dataset*.c. */
#ifndef RCC_ANALYSE_DATASET_ROWS_H
#define RCC_ANALYSE_DATASET_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyse/csv_reader.h"
#include "analyse/dataset.h"

/* Stands between benchmark and system where they are one name (ASCII: unit
 * separator). */
#define RCC_ROWS_SEPARATOR '\x1f'

#define RCC_ROWS_NO_NODE UINT32_MAX

struct rcc_rows_node {
	uint64_t more; /* a second hash, of a cell too long for its key */
	/* Children whose cells are small numbers, by number: the short way. */
	uint32_t *child;
	uint32_t n_child;
	uint32_t parent;
	uint32_t n_members; /* children, or rows of the lowest groups */
	uint32_t depth;	    /* 0 for systems */
	uint32_t place;	    /* among the nodes of its depth, nested order */
	/* Number of its last row, plus 1, while they all rise. */
	uint32_t last;
};

struct rcc_rows_bucket {
	uint64_t key; /* the cell, or its hash */
	uint32_t parent;
	uint32_t node;
};

struct rcc_rows {
	const char *path; /* as messages name it */
	int fd;
	struct rcc_csv csv;
	size_t n_levels;
	bool has_benchmarks; /* a first column more */
	const struct rcc_dataset_options *options;
	/* A column that stands between the lowest level and the value, and is
	 * the same in all rows that are taken: 0 or 1. */
	size_t n_fixed;

	/* Benchmark and system of a row as one cell. */
	char *joined;
	size_t joined_room;

	struct rcc_rows_node *node;
	size_t n_nodes, room_nodes;
	struct rcc_rows_bucket *bucket; /* hash table of nodes */
	size_t n_buckets;		/* a power of two */
	char **name;			/* of systems */
	size_t n_names, room_names;

	/* The row before: its nodes by depth. */
	uint32_t path_node[RCC_STATS_MAX_LEVELS];
	struct rcc_csv_field kept[RCC_STATS_MAX_LEVELS];
	size_t kept_room[RCC_STATS_MAX_LEVELS];

	double *value;
	uint32_t *group;
	/* The lowest level's cell, to know rows that come twice: its number plus
	 * 1 while all are numbers, then its hash; one of the two is NULL. */
	uint32_t *number;
	uint64_t *hash;
	bool is_ascending; /* numbers, and they rise in each group so far */
	size_t n_rows, room_rows;
	size_t n_left_out; /* rows that were not to be taken */
	uint64_t most_together;
};

/* What is pointed to is borrowed; the file is at its begin. */
void rcc_rows_init(struct rcc_rows *rows, const char *path, int fd,
		   const struct rcc_dataset_options *options);
void rcc_rows_release(struct rcc_rows *rows);

/* Whether a row, given as it stands in the file, is one of the data. */
bool rcc_rows_is_wanted(const struct rcc_rows *rows, const struct rcc_csv *csv);
/* A number written the one usual way, plus 1; 0 for everything else. */
uint64_t rcc_rows_number(const struct rcc_csv_field *cell);
/* The node of a cell under its parent, made if it is new.  RCC_ROWS_NO_NODE if
 * there are too many. */
uint32_t rcc_rows_node_of(struct rcc_rows *rows, uint32_t parent,
			  uint32_t depth, const struct rcc_csv_field *cell);
/* Of a row: of its cell of the lowest level and its group. */
uint64_t rcc_rows_hash(const struct rcc_csv_field *lowest, uint32_t group);
/* Numbers to hashes. */
void rcc_rows_make_hashes(struct rcc_rows *rows);

/* Tells of two rows with the same cells and returns RCC_EFORMAT if there are
 * any; uses numbers and hashes up. */
int rcc_rows_check_duplicates(struct rcc_rows *rows);

/* Reads to the end; names the levels of `data`.  Returns 0 or an error that was
 * told. */
int rcc_rows_read(struct rcc_rows *rows, struct rcc_dataset *data);

#endif
