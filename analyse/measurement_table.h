/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a data set in a private SQLite database, which finds duplicates
 * among more rows than fit in memory.  It is in memory while it is small, else
 * in a temporary file that SQLite removes ($SQLITE_TMPDIR, $TMPDIR, /var/tmp or
 * /tmp).
 */
#ifndef RCC_ANALYSE_MEASUREMENT_TABLE_H
#define RCC_ANALYSE_MEASUREMENT_TABLE_H

#include <stddef.h>

#include <sqlite3.h>

#include "common/refusal.h"

struct rcc_measurement {
	size_t line;  /* the file's line */
	size_t group; /* the lowest group it belongs to */
	double value;
};

struct rcc_measurement_table {
	sqlite3 *db;
	sqlite3_stmt *insert;
	sqlite3_stmt *select;
};

/* Unless said otherwise these return 0, or fill `why` and return a negative
 * RCC_E….  The table may be released after any of them. */

int rcc_measurement_table_open(struct rcc_measurement_table *table,
			       struct rcc_refusal *why);

/* Lines ascend.  `cell` (n bytes) identifies the measurement in its group. */
int rcc_measurement_table_add(struct rcc_measurement_table *table,
			      const struct rcc_measurement *measurement,
			      const char *cell, size_t n,
			      struct rcc_refusal *why);

/* To be called once, after the last row.  Returns 1 if two rows have the same
 * group and cell: `line` is the first one that repeats an `earlier` one. */
int rcc_measurement_table_find_duplicate(struct rcc_measurement_table *table,
					 size_t *earlier, size_t *line,
					 struct rcc_refusal *why);

/* Returns 1 for each measurement in the order of the lines, then 0. */
int rcc_measurement_table_next(struct rcc_measurement_table *table,
			       struct rcc_measurement *measurement,
			       struct rcc_refusal *why);

/* Accepts a zeroed table. */
void rcc_measurement_table_release(struct rcc_measurement_table *table);

#endif
