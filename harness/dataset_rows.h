/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a CSV file and the groups they belong to: the first half of
 * reading a data set.  Private to dataset*.c. */
#ifndef RCC_HARNESS_DATASET_ROWS_H
#define RCC_HARNESS_DATASET_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/csv_reader.h"
#include "harness/dataset.h"

/* Stands between benchmark and system where they are one name (ASCII: unit
 * separator). */
#define RCC_ROWS_SEPARATOR '\x1f'

#define RCC_ROWS_NO_NODE UINT32_MAX
/* Returned by one reading when the lowest level does not count upwards. */
#define RCC_ROWS_NEED_HASHES 1

struct rcc_rows_node {
	uint64_t hash[2]; /* of the parent and the cell: identity */
	uint32_t parent;
	uint32_t n_members; /* children, or rows of the lowest groups */
	uint32_t depth;	    /* 0 for systems */
	uint32_t place;	    /* among the nodes of its depth, nested order */
	uint64_t last;	    /* number of its last row, plus 1; 0 at first */
};

struct rcc_rows {
	const char *path; /* as messages name it */
	int fd;
	struct rcc_csv csv;
	size_t n_levels;
	bool has_benchmarks; /* a first column more */
	bool wants_hashes;

	/* Benchmark and system of a row as one cell. */
	char *joined;
	size_t joined_room;

	struct rcc_rows_node *node;
	size_t n_nodes, room_nodes;
	uint32_t *bucket; /* hash table of nodes */
	size_t n_buckets; /* a power of two */
	char **name;	  /* of systems */
	size_t n_names, room_names;

	/* The row before: its nodes by depth. */
	uint32_t path_node[RCC_STATS_MAX_LEVELS];
	struct rcc_csv_field kept[RCC_STATS_MAX_LEVELS];
	size_t kept_room[RCC_STATS_MAX_LEVELS];

	double *value;
	uint32_t *group;
	uint64_t *hash;
	size_t n_rows, room_rows;
};

/* path and fd are borrowed; the file is at its begin. */
void rcc_rows_init(struct rcc_rows *rows, const char *path, int fd,
		   bool wants_hashes);
void rcc_rows_release(struct rcc_rows *rows);

/* Of a row: of its cell of the lowest level and its group. */
uint64_t rcc_rows_hash(const struct rcc_csv_field *lowest, uint32_t group);

/* Tells of two rows with the same cells and returns RCC_EFORMAT if there are
 * any; uses the hashes up. */
int rcc_rows_check_duplicates(struct rcc_rows *rows);

/* Reads to the end; names the levels of `data` unless they are.  Returns 0,
 * RCC_ROWS_NEED_HASHES or an error that was told. */
int rcc_rows_read(struct rcc_rows *rows, struct rcc_dataset *data);

#endif
