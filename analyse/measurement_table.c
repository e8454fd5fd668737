/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/measurement_table.h"

#include <string.h>

#include "common/diag.h"

/* SQLite's settings, and the table of rows.  Only this process uses the
 * database, and discards it after an error, so it needs neither a journal nor
 * synchronous writes. */
static const char setup[] = "PRAGMA journal_mode = OFF;"
			    "PRAGMA synchronous = OFF;"
			    "PRAGMA cache_size = -32768;" /* KiB */
			    "CREATE TABLE measurement("
			    " line INTEGER PRIMARY KEY,"
			    " grp INTEGER, cell BLOB, value REAL);"
			    "BEGIN;";

static int failed(const struct rcc_measurement_table *t,
		  struct rcc_refusal *why)
{
	if (sqlite3_errcode(t->db) == SQLITE_NOMEM)
		return rcc_refuse(why, RCC_EUNSUP, NULL, "out of memory");
	return rcc_refuse(why, RCC_EUNSUP,
			  "set TMPDIR to a directory with more free space",
			  "cannot keep the rows in a temporary file: %s",
			  sqlite3_errmsg(t->db));
}

static int execute(struct rcc_measurement_table *t, const char *sql,
		   struct rcc_refusal *why)
{
	if (sqlite3_exec(t->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return failed(t, why);
	return 0;
}

static int prepare(struct rcc_measurement_table *t, const char *sql,
		   sqlite3_stmt **statement, struct rcc_refusal *why)
{
	if (sqlite3_prepare_v2(t->db, sql, -1, statement, NULL) != SQLITE_OK)
		return failed(t, why);
	return 0;
}

int rcc_measurement_table_open(struct rcc_measurement_table *t,
			       struct rcc_refusal *why)
{
	int result;

	memset(t, 0, sizeof(*t));
	/* An empty name means a temporary file. */
	if (sqlite3_open("", &t->db) != SQLITE_OK)
		return failed(t, why);
	result = execute(t, setup, why);
	if (result == 0)
		result =
			prepare(t, "INSERT INTO measurement VALUES(?, ?, ?, ?)",
				&t->insert, why);
	return result;
}

int rcc_measurement_table_add(struct rcc_measurement_table *t,
			      const struct rcc_measurement *m, const char *cell,
			      size_t n, struct rcc_refusal *why)
{
	sqlite3_bind_int64(t->insert, 1, (sqlite3_int64)m->line);
	sqlite3_bind_int64(t->insert, 2, (sqlite3_int64)m->group);
	sqlite3_bind_blob64(t->insert, 3, cell, n, SQLITE_STATIC);
	sqlite3_bind_double(t->insert, 4, m->value);
	if (sqlite3_step(t->insert) != SQLITE_DONE)
		return failed(t, why);
	sqlite3_reset(t->insert);
	return 0;
}

/* Find the first line that repeats an earlier line.  Sets *line to it and
 * *earlier to the line that it repeats.  This query is slow.  It is made only
 * if the index of rcc_measurement_table_find_duplicate() has shown that there
 * is such a line. */
static int find_lines(struct rcc_measurement_table *t, size_t *earlier,
		      size_t *line, struct rcc_refusal *why)
{
	static const char sql[] =
		"SELECT earlier, line FROM"
		" (SELECT line, lag(line) OVER"
		"  (PARTITION BY grp, cell ORDER BY line) AS earlier"
		"  FROM measurement)"
		" WHERE earlier IS NOT NULL ORDER BY line LIMIT 1";
	sqlite3_stmt *statement = NULL;
	int result = prepare(t, sql, &statement, why);

	if (result == 0 && sqlite3_step(statement) != SQLITE_ROW)
		result = failed(t, why);
	if (result == 0) {
		*earlier = (size_t)sqlite3_column_int64(statement, 0);
		*line = (size_t)sqlite3_column_int64(statement, 1);
		result = 1;
	}
	sqlite3_finalize(statement);
	return result;
}

int rcc_measurement_table_find_duplicate(struct rcc_measurement_table *t,
					 size_t *earlier, size_t *line,
					 struct rcc_refusal *why)
{
	/* Make the index now, because sorting all rows once is faster than
	 * adding each row to an index. */
	switch (sqlite3_exec(
		t->db, "CREATE UNIQUE INDEX one_row ON measurement(grp, cell)",
		NULL, NULL, NULL)) {
	case SQLITE_OK:
		return 0;
	case SQLITE_CONSTRAINT:
		return find_lines(t, earlier, line, why);
	default:
		return failed(t, why);
	}
}

int rcc_measurement_table_next(struct rcc_measurement_table *t,
			       struct rcc_measurement *m,
			       struct rcc_refusal *why)
{
	static const char sql[] =
		"SELECT line, grp, value FROM measurement ORDER BY line";

	if (t->select == NULL && prepare(t, sql, &t->select, why) != 0)
		return RCC_EUNSUP;
	switch (sqlite3_step(t->select)) {
	case SQLITE_ROW:
		m->line = (size_t)sqlite3_column_int64(t->select, 0);
		m->group = (size_t)sqlite3_column_int64(t->select, 1);
		m->value = sqlite3_column_double(t->select, 2);
		return 1;
	case SQLITE_DONE:
		return 0;
	default:
		return failed(t, why);
	}
}

void rcc_measurement_table_release(struct rcc_measurement_table *t)
{
	sqlite3_finalize(t->insert);
	sqlite3_finalize(t->select);
	sqlite3_close(t->db);
	memset(t, 0, sizeof(*t));
}
