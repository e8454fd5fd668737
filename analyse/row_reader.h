/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a CSV file of measurements, checked one by one.
 *
 *	system,layout,execution,iteration,value
 *	base,1,1,1,0.512
 *
 * The header names the columns: the system, the levels from the highest to the
 * lowest, the value.  If the first column is called "benchmark", it precedes the
 * system.  Cells other than the value are arbitrary text.
 */
#ifndef RCC_ANALYSE_ROW_READER_H
#define RCC_ANALYSE_ROW_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyse/csv_reader.h"
#include "common/refusal.h"
#include "stats/rcc_stats.h"

/* Options: the rows to return, and how to return them. */
struct rcc_row_options {
	/* Return only the rows with this cell in the last column before the
	 * value, which is then not a level; NULL: return all rows. */
	const char *only;
	/* The lowest level's cell is a number of executions, and the value their
	 * total time: return the time of one. */
	bool is_together;
};

struct rcc_row_reader {
	const char *path; /* the name in messages; borrowed */
	struct rcc_row_options options;
	struct rcc_csv csv;

	/* From the header: */
	bool has_benchmarks;
	size_t n_levels;
	char *level_name[RCC_STATS_MAX_LEVELS]; /* lowest first, as in stats */
	char *only_name; /* the column of options.only, or NULL */

	/* The row, valid until the next one is read: */
	const struct rcc_csv_field *benchmark; /* NULL: the file has none */
	const struct rcc_csv_field *system;
	const struct rcc_csv_field *level; /* highest first */
	double value;

	/* From the rows so far: */
	size_t n_returned;
	size_t n_left_out;	/* rows that options.only left out */
	uint64_t most_together; /* executions in one value; 0: unknown */
};

/* Both fill `why` when they return a negative RCC_E….  The reader may be
 * released after either. */

/* Reads the header; `path` and `fd` are borrowed. */
int rcc_row_reader_open(struct rcc_row_reader *reader, const char *path, int fd,
			const struct rcc_row_options *options,
			struct rcc_refusal *why);
/* Returns 1 for a row, 0 at the end. */
int rcc_row_reader_next(struct rcc_row_reader *reader, struct rcc_refusal *why);
/* Accepts a zeroed reader. */
void rcc_row_reader_release(struct rcc_row_reader *reader);

#endif
