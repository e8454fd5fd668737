/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a CSV file of measurements, checked one by one.
 *
 *	system,layout,execution,iteration,value
 *	base,1,1,1,0.512
 *
 * The header names the columns: the system, the levels from the highest to the
 * lowest, and the value.  A column "benchmark" may come before the system.
 * Every cell except the value can be any text.  If a file has more columns or
 * another order, the caller names the columns to use.
 *
 * The rows of `randstudy report --format csv` have columns that say whether a run
 * failed or was made again.  Such rows are left out.
 */
#ifndef RCC_ANALYSE_ROW_READER_H
#define RCC_ANALYSE_ROW_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyse/csv_reader.h"
#include "common/refusal.h"
#include "stats/rcc_stats.h"

/* The largest number of columns used: a benchmark, a system, the levels and the
 * value. */
#define RCC_ROW_MAX_COLUMNS (RCC_STATS_MAX_LEVELS + 3)

/* Which columns and rows to use, and how to compute their values. */
struct rcc_row_options {
	/* The names of the columns to use, separated by commas: an optional
	 * benchmark, the system, the levels from the highest to the lowest, the
	 * value.  NULL means all columns of the file. */
	const char *columns;
	/* If not NULL, return only the rows that have this text in the last
	 * column before the value.  That column is then not a level. */
	const char *only;
	/* If set, the cell of the lowest level is a number of executions, and
	 * the value in the file is their total time.  The reader then returns
	 * the time of one execution. */
	bool is_together;
};

/* The reader, and the last row read. */
struct rcc_row_reader {
	const char *path; /* name of the file in messages; borrowed */
	struct rcc_row_options options;
	struct rcc_csv csv;

	/* These members are from the header.  The file has n_in_file columns.
	 * n_columns of them are used: column[i] is the index of the i-th used
	 * column in the file. */
	size_t n_in_file;
	size_t n_columns;
	size_t column[RCC_ROW_MAX_COLUMNS];
	bool has_benchmarks;
	size_t n_levels;
	char *level_name[RCC_STATS_MAX_LEVELS]; /* lowest first, as in stats/ */
	char *only_name; /* the column of options.only, or NULL */
	/* The columns "outcome" and "replaced" of randstudy's rows; n_in_file
	 * if the file is no such file, or if the caller uses the column. */
	size_t outcome, replaced;

	/* The row, which is valid until the next one is read.  `cell` has the
	 * columns used. */
	struct rcc_csv_field cell[RCC_ROW_MAX_COLUMNS];
	const struct rcc_csv_field *benchmark; /* NULL if the file has none */
	const struct rcc_csv_field *system;
	const struct rcc_csv_field *level; /* highest first */
	double value;

	/* Counts over all rows read so far: */
	size_t n_returned;
	size_t n_left_out;	     /* rows that options.only left out */
	size_t n_failed, n_replaced; /* other rows that are left out */
	/* The largest number of executions in one value, if
	 * options.is_together; else 0. */
	uint64_t most_together;
};

/* The next two functions return 0, 1 or a negative RCC_E….  After an error,
 * *why has the reason, and the reader can still be released. */

/* Begin to read a file, and read its header.  `path` and `fd` are borrowed.
 * Returns 0 or an error. */
int rcc_row_reader_open(struct rcc_row_reader *reader, const char *path, int fd,
			const struct rcc_row_options *options,
			struct rcc_refusal *why);
/* Read the next row.  Returns 1 for a row, 0 at the end, or an error. */
int rcc_row_reader_next(struct rcc_row_reader *reader, struct rcc_refusal *why);
/* Release a reader, which may be zeroed. */
void rcc_row_reader_release(struct rcc_row_reader *reader);

#endif
