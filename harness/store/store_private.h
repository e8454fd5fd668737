/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrappers of SQLite's functions.  Only files of harness/store include this
 * header. */
#ifndef RCC_HARNESS_STORE_STORE_PRIVATE_H
#define RCC_HARNESS_STORE_STORE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sqlite3.h>

struct rcc_store {
	sqlite3 *db;
	sqlite3_stmt *add_run;
	sqlite3_stmt *add_value;
	bool is_writer;
	bool is_full;
	char error[512];
};

/* Save the text of SQLite's last error before SQLite overwrites it.  Returns
 * the error as an enum rcc_error. */
int rcc_store_failed(struct rcc_store *s);
int rcc_store_exec(struct rcc_store *s, const char *sql);
int rcc_store_prepare(struct rcc_store *s, const char *sql,
		      sqlite3_stmt **stmt);
/* Run a statement that returns no rows.  Afterwards rcc_store_step() resets the
 * statement, but rcc_store_finish() destroys it. */
int rcc_store_step(struct rcc_store *s, sqlite3_stmt *stmt);
int rcc_store_finish(struct rcc_store *s, sqlite3_stmt *stmt);
/* Read the number that a query returns.  *number is unchanged if the query
 * returns no row. */
int rcc_store_read_number(struct rcc_store *s, const char *sql,
			  int64_t *number);
/* Handle a file on a network file system: open it for reading without locks,
 * but refuse to open it for writing.  Returns 1 and does nothing if the file
 * system is local. */
int rcc_store_open_remote(struct rcc_store *s, const char *path,
			  bool is_writer);
/* Return whether a database has a write-ahead log with content. */
bool rcc_store_has_log(const char *path);
/* Refuse a database whose file is truncated.  SQLite would read missing bytes of
 * the last page as zeros.  `schema` is "main" or "shard".  `path` is NULL if
 * nobody writes the database.  If the database `path` has a write-ahead log, only
 * the last page is checked, because pages may be in the log alone. */
int rcc_store_check_size(struct rcc_store *s, const char *schema,
			 const char *path);
/* Return the URI by which SQLite opens a file that nobody changes.  It has the
 * parameter "immutable", so SQLite reads the file without locks and without
 * looking for a journal.  Caller frees. */
char *rcc_store_uri(const char *path);
/* Return the version of the schema. */
int rcc_store_version(void);
/* Return the application_id by which SQLite marks the file of a study. */
int rcc_store_application_id(void);
/* Fetch the next row of a query.  Returns 1 if there is one, 0 after the last
 * row, or a negative error. */
int rcc_store_next(struct rcc_store *s, sqlite3_stmt *stmt);

#endif
