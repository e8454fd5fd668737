/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a CSV file of measurements (row_reader.h) in a private SQLite
 * database.  SQLite finds duplicate rows even if the rows do not fit in memory.
 * A small database stays in memory.  A larger one uses a temporary file in
 * $SQLITE_TMPDIR, $TMPDIR, /var/tmp or /tmp, which SQLite removes.
 *
 * A group consists of all rows that differ only in the lowest level and in the
 * value, such as the iterations of one execution.
 */
#ifndef RCC_ANALYSE_MEASUREMENT_TABLE_H
#define RCC_ANALYSE_MEASUREMENT_TABLE_H

#include <stddef.h>

#include <sqlite3.h>

#include "common/refusal.h"

struct rcc_measurement {
	size_t line;  /* line in the file */
	size_t group; /* number of the row's group, from 0 */
	double value;
};

/* The rows of a file. */
struct rcc_measurement_table {
	sqlite3 *db;
	sqlite3_stmt *insert;
	sqlite3_stmt *select;
};

/* Functions return 0 or a negative RCC_E…, unless their comment says otherwise.
 * After an error, *why has the reason, and the table can still be released. */

int rcc_measurement_table_open(struct rcc_measurement_table *table,
			       struct rcc_refusal *why);

/* Add a measurement.  Its line number must be larger than the previous
 * measurement's.  `cell`, which has n bytes, is the text in the column of the
 * lowest level.  It identifies the measurement in its group. */
int rcc_measurement_table_add(struct rcc_measurement_table *table,
			      const struct rcc_measurement *measurement,
			      const char *cell, size_t n,
			      struct rcc_refusal *why);

/* Look for two rows with the same group and the same `cell`.  Call this once,
 * after the last row was added.  Returns 1 if there are such rows.  *line is
 * then the first line that repeats an earlier line, and *earlier is the line
 * that it repeats. */
int rcc_measurement_table_find_duplicate(struct rcc_measurement_table *table,
					 size_t *earlier, size_t *line,
					 struct rcc_refusal *why);

/* Read the next measurement in the order of lines.  Returns 1, or 0 at the
 * end. */
int rcc_measurement_table_next(struct rcc_measurement_table *table,
			       struct rcc_measurement *measurement,
			       struct rcc_refusal *why);

/* Release a table, which may be zeroed. */
void rcc_measurement_table_release(struct rcc_measurement_table *table);

#endif
