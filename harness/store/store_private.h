/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What store.c and store_rows.c share; nobody else includes it. */
#ifndef RCC_HARNESS_STORE_STORE_PRIVATE_H
#define RCC_HARNESS_STORE_STORE_PRIVATE_H

#include <stdbool.h>
#include <sqlite3.h>

struct rcc_store {
	sqlite3 *db;
	sqlite3_stmt *add_run;
	sqlite3_stmt *add_value;
	bool is_writer;
	bool is_full;
	char error[512];
};

/* Keep why the last call failed: the handle forgets it at the next one. */
int rcc_store_failed(struct rcc_store *s);
int rcc_store_exec(struct rcc_store *s, const char *sql);
int rcc_store_prepare(struct rcc_store *s, const char *sql,
		      sqlite3_stmt **stmt);
/* Run a statement that gives no rows, for use again; or for the last time. */
int rcc_store_step(struct rcc_store *s, sqlite3_stmt *stmt);
int rcc_store_finish(struct rcc_store *s, sqlite3_stmt *stmt);
/* The next row: 1, the end: 0, an error: negative. */
int rcc_store_next(struct rcc_store *s, sqlite3_stmt *stmt);

#endif
