/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>

#include "common/diag.h"
#include "common/mem.h"

/* "rndc": file(1) and we tell a study from any other database by it. */
#define APPLICATION_ID 0x726e6463
#define SCHEMA_VERSION 1

/* Pages of 4 KiB in the write-ahead file before they move to the database. */
#define WAL_PAGES 1000

static const char schema[] =
	"BEGIN IMMEDIATE;"
	"CREATE TABLE meta("
	" key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE batch("
	" id INTEGER PRIMARY KEY, first_layout INTEGER NOT NULL,"
	" n_layouts INTEGER NOT NULL);"
	/* seed and checksum are 64 bits without sign, so text; seed is "none"
	 * for the original layout */
	"CREATE TABLE layout("
	" id INTEGER PRIMARY KEY, system INTEGER NOT NULL,"
	" arm INTEGER NOT NULL, layout INTEGER NOT NULL, seed TEXT NOT NULL,"
	" checksum TEXT NOT NULL, size INTEGER NOT NULL,"
	" link_ns INTEGER NOT NULL, digest TEXT NOT NULL,"
	" UNIQUE(system, arm, layout));"
	"CREATE TABLE session("
	" id INTEGER PRIMARY KEY, start_ns INTEGER NOT NULL, end_ns INTEGER,"
	" host TEXT NOT NULL);"
	"CREATE TABLE run("
	" ord INTEGER PRIMARY KEY, layout INTEGER NOT NULL,"
	" execution INTEGER NOT NULL, session INTEGER NOT NULL,"
	" start_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,"
	" user_ns INTEGER NOT NULL, system_ns INTEGER NOT NULL,"
	" max_rss_kib INTEGER, minor_faults INTEGER NOT NULL,"
	" major_faults INTEGER NOT NULL, voluntary_switches INTEGER NOT NULL,"
	" involuntary_switches INTEGER NOT NULL, env_bytes INTEGER NOT NULL,"
	" output_bytes INTEGER NOT NULL, exit_status INTEGER, signal INTEGER,"
	" n_left_behind INTEGER NOT NULL, outcome TEXT NOT NULL);"
	"CREATE TABLE value("
	" ord INTEGER NOT NULL, iteration INTEGER NOT NULL, value REAL NOT "
	"NULL,"
	" PRIMARY KEY(ord, iteration)) WITHOUT ROWID;";

struct rcc_store {
	sqlite3 *db;
	sqlite3_stmt *add_run;
	sqlite3_stmt *add_value;
	bool is_writer;
	bool is_full;
	char error[512];
};

/* Keep why the last call failed: the handle forgets it at the next one. */
static int failed(struct rcc_store *s)
{
	const int code = sqlite3_errcode(s->db);

	snprintf(s->error, sizeof(s->error), "%s", sqlite3_errmsg(s->db));
	s->is_full = code == SQLITE_FULL ||
		     sqlite3_extended_errcode(s->db) == SQLITE_IOERR_WRITE;
	return code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? RCC_EFORMAT
							       : RCC_ESYS;
}

static int exec(struct rcc_store *s, const char *sql)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return failed(s);
}

static int prepare(struct rcc_store *s, const char *sql, sqlite3_stmt **stmt)
{
	if (sqlite3_prepare_v2(s->db, sql, -1, stmt, NULL) == SQLITE_OK)
		return 0;
	return failed(s);
}

/* Run a statement that gives no rows. */
static int step_done(struct rcc_store *s, sqlite3_stmt *stmt)
{
	int result = 0;

	if (sqlite3_step(stmt) != SQLITE_DONE)
		result = failed(s);
	sqlite3_reset(stmt);
	return result;
}

static int finish(struct rcc_store *s, sqlite3_stmt *stmt)
{
	const int result = step_done(s, stmt);

	sqlite3_finalize(stmt);
	return result;
}

/* The next row: 1, the end: 0, an error: negative. */
static int next_row(struct rcc_store *s, sqlite3_stmt *stmt)
{
	switch (sqlite3_step(stmt)) {
	case SQLITE_ROW:
		return 1;
	case SQLITE_DONE:
		return 0;
	default:
		return failed(s);
	}
}

static int read_number(struct rcc_store *s, const char *sql, int64_t *number)
{
	sqlite3_stmt *stmt = NULL;
	int got = prepare(s, sql, &stmt);

	if (got == 0)
		got = next_row(s, stmt);
	if (got > 0)
		*number = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return got < 0 ? got : 0;
}

static int create_schema(struct rcc_store *s)
{
	char version[128];
	int result = exec(s, schema);

	snprintf(version, sizeof(version),
		 "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT;",
		 APPLICATION_ID, SCHEMA_VERSION);
	if (result == 0)
		result = exec(s, version);
	return result;
}

/* A study of ours and of this version, or an empty file to be made one. */
static int check_schema(struct rcc_store *s, bool may_create)
{
	int64_t id = 0;
	int64_t version = 0;
	int64_t n_tables = 0;
	int result = read_number(s, "PRAGMA application_id", &id);

	if (result == 0)
		result = read_number(s, "PRAGMA user_version", &version);
	if (result == 0)
		result = read_number(s, "SELECT count(*) FROM sqlite_master",
				     &n_tables);
	if (result != 0)
		return result;
	if (n_tables == 0 && may_create)
		return create_schema(s);
	if (id != APPLICATION_ID) {
		snprintf(s->error, sizeof(s->error), "not a study of randcc");
		return RCC_EFORMAT;
	}
	if (version != SCHEMA_VERSION) {
		snprintf(s->error, sizeof(s->error),
			 "format %" PRId64
			 ", but this randstudy reads format %d",
			 version, SCHEMA_VERSION);
		return RCC_EFORMAT;
	}
	return 0;
}

static int open_file(struct rcc_store *s, const char *path,
		     enum rcc_store_mode mode)
{
	int flags = SQLITE_OPEN_READWRITE;

	if (mode == RCC_STORE_CREATE)
		flags |= SQLITE_OPEN_CREATE;
	if (sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK)
		return 0;
	/* A finished study on a medium that cannot be written. */
	if (mode == RCC_STORE_READ) {
		sqlite3_close(s->db);
		if (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READONLY, NULL) ==
		    SQLITE_OK)
			return 0;
	}
	return failed(s);
}

int rcc_store_open(const char *path, enum rcc_store_mode mode,
		   struct rcc_store **store)
{
	struct rcc_store *s = rcc_mem_calloc(1, sizeof(*s));
	/* SQLite takes some names apart (":memory:", "file:…"). */
	char *name = path[0] == '/' ? rcc_mem_strdup(path)
				    : rcc_mem_printf("./%s", path);
	char wal[64];
	int result = open_file(s, name, mode);

	*store = s;
	free(name);
	if (result != 0)
		return result;
	/* A report that reads just now holds nobody up for long. */
	sqlite3_busy_timeout(s->db, 20000);
	s->is_writer = mode != RCC_STORE_READ;
	if (!s->is_writer)
		return check_schema(s, false);
	/* FULL: each transaction is on the disk when it has ended. */
	snprintf(wal, sizeof(wal),
		 "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=%d",
		 WAL_PAGES);
	result = check_schema(s, mode == RCC_STORE_CREATE);
	/* Where there is no write-ahead mode (some network file systems),
	 * SQLite keeps to its rollback journal: slower, as durable. */
	if (result == 0)
		result = exec(s, "PRAGMA journal_mode=WAL");
	if (result == 0)
		result = exec(s, wal);
	return result;
}

const char *rcc_store_error(const struct rcc_store *store)
{
	return store->error;
}

bool rcc_store_is_full(const struct rcc_store *store)
{
	return store->is_full;
}

void rcc_store_close(struct rcc_store *store)
{
	if (store == NULL)
		return;
	sqlite3_finalize(store->add_run);
	sqlite3_finalize(store->add_value);
	/* Back to one plain file; a reader may prevent it, which is no harm. */
	if (store->is_writer) {
		sqlite3_busy_timeout(store->db, 0);
		sqlite3_exec(store->db, "PRAGMA journal_mode=DELETE", NULL,
			     NULL, NULL);
	}
	sqlite3_close(store->db);
	free(store);
}

int rcc_store_get(struct rcc_store *store, const char *key, char **value)
{
	sqlite3_stmt *stmt = NULL;
	int got = prepare(store, "SELECT value FROM meta WHERE key=?", &stmt);

	*value = NULL;
	if (got == 0) {
		sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
		got = next_row(store, stmt);
	}
	if (got > 0)
		*value = rcc_mem_strdup(
			(const char *)sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	return got < 0 ? got : 0;
}

int rcc_store_set(struct rcc_store *store, const char *key, const char *value)
{
	sqlite3_stmt *stmt = NULL;
	int result = prepare(store, "INSERT OR REPLACE INTO meta VALUES(?,?)",
			     &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 2, value, -1, SQLITE_STATIC);
	return finish(store, stmt);
}

int rcc_store_add_batch(struct rcc_store *store,
			const struct rcc_batch_row *row)
{
	sqlite3_stmt *stmt = NULL;
	int result = prepare(store,
			     "INSERT INTO batch(first_layout, n_layouts)"
			     " VALUES(?,?)",
			     &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, row->first_layout);
	sqlite3_bind_int64(stmt, 2, row->n_layouts);
	return finish(store, stmt);
}

int rcc_store_batches(struct rcc_store *store, struct rcc_batch_row **row,
		      size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = prepare(store,
			  "SELECT first_layout, n_layouts FROM batch"
			  " ORDER BY id",
			  &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = next_row(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_batch_row){
			.first_layout = (unsigned)sqlite3_column_int(stmt, 0),
			.n_layouts = (unsigned)sqlite3_column_int(stmt, 1),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}

static void bind_u64(sqlite3_stmt *stmt, int column, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	sqlite3_bind_text(stmt, column, text, -1, SQLITE_TRANSIENT);
}

static uint64_t column_u64(sqlite3_stmt *stmt, int column)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return text != NULL ? strtoull(text, NULL, 10) : 0;
}

int rcc_store_add_layout(struct rcc_store *store,
			 const struct rcc_layout_row *row)
{
	sqlite3_stmt *stmt = NULL;
	int result = prepare(
		store, "INSERT INTO layout VALUES(?,?,?,?,?,?,?,?,?)", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, row->id);
	sqlite3_bind_int64(stmt, 2, row->system);
	sqlite3_bind_int64(stmt, 3, row->arm);
	sqlite3_bind_int64(stmt, 4, row->layout);
	if (row->is_original)
		sqlite3_bind_text(stmt, 5, "none", -1, SQLITE_STATIC);
	else
		bind_u64(stmt, 5, row->seed);
	bind_u64(stmt, 6, row->checksum);
	sqlite3_bind_int64(stmt, 7, row->size);
	sqlite3_bind_int64(stmt, 8, row->link_ns);
	sqlite3_bind_text(stmt, 9, row->digest, -1, SQLITE_STATIC);
	return finish(store, stmt);
}

static struct rcc_layout_row read_layout(sqlite3_stmt *stmt)
{
	const char *seed = (const char *)sqlite3_column_text(stmt, 4);
	const char *digest = (const char *)sqlite3_column_text(stmt, 8);

	return (struct rcc_layout_row){
		.id = sqlite3_column_int64(stmt, 0),
		.system = (unsigned)sqlite3_column_int(stmt, 1),
		.arm = (unsigned)sqlite3_column_int(stmt, 2),
		.layout = (unsigned)sqlite3_column_int(stmt, 3),
		.is_original = seed != NULL && strcmp(seed, "none") == 0,
		.seed = column_u64(stmt, 4),
		.checksum = column_u64(stmt, 5),
		.size = sqlite3_column_int64(stmt, 6),
		.link_ns = sqlite3_column_int64(stmt, 7),
		.digest = rcc_mem_strdup(digest != NULL ? digest : ""),
	};
}

int rcc_store_layouts(struct rcc_store *store, struct rcc_layout_row **row,
		      size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = prepare(store, "SELECT * FROM layout ORDER BY id", &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = next_row(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = read_layout(stmt);
	}
	sqlite3_finalize(stmt);
	return got;
}

int rcc_store_begin_session(struct rcc_store *store, int64_t start_ns,
			    const char *host, int64_t *id)
{
	sqlite3_stmt *stmt = NULL;
	int result = prepare(store,
			     "INSERT INTO session(start_ns, host) VALUES(?,?)",
			     &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, start_ns);
	sqlite3_bind_text(stmt, 2, host, -1, SQLITE_STATIC);
	result = finish(store, stmt);
	if (result == 0)
		*id = sqlite3_last_insert_rowid(store->db);
	return result;
}

int rcc_store_end_session(struct rcc_store *store, int64_t id, int64_t end_ns)
{
	sqlite3_stmt *stmt = NULL;
	int result =
		prepare(store, "UPDATE session SET end_ns=? WHERE id=?", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, end_ns);
	sqlite3_bind_int64(stmt, 2, id);
	return finish(store, stmt);
}

int rcc_store_sessions(struct rcc_store *store, struct rcc_session_row **row,
		       size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = prepare(store,
			  "SELECT id, start_ns, end_ns, host FROM session"
			  " ORDER BY id",
			  &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = next_row(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_session_row){
			.id = sqlite3_column_int64(stmt, 0),
			.start_ns = sqlite3_column_int64(stmt, 1),
			.end_ns = sqlite3_column_int64(stmt, 2),
			.host = rcc_mem_strdup(
				(const char *)sqlite3_column_text(stmt, 3)),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}

static void bind_run(sqlite3_stmt *stmt, const struct rcc_run_row *row)
{
	const int64_t number[] = {
		row->order,
		row->layout,
		row->execution,
		row->session,
		row->start_ns,
		row->wall_ns,
		row->user_ns,
		row->system_ns,
		row->max_rss_kib,
		row->minor_faults,
		row->major_faults,
		row->voluntary_switches,
		row->involuntary_switches,
		row->env_bytes,
		row->output_bytes,
	};
	int column = 1;

	for (size_t i = 0; i < sizeof(number) / sizeof(number[0]); i++)
		if (number[i] >= 0)
			sqlite3_bind_int64(stmt, column++, number[i]);
		else
			sqlite3_bind_null(stmt, column++);
	if (row->exit_status >= 0)
		sqlite3_bind_int(stmt, column++, row->exit_status);
	else
		sqlite3_bind_null(stmt, column++);
	if (row->signal != 0)
		sqlite3_bind_int(stmt, column++, row->signal);
	else
		sqlite3_bind_null(stmt, column++);
	sqlite3_bind_int(stmt, column++, row->n_left_behind);
	sqlite3_bind_text(stmt, column, rcc_outcome_text(row->outcome), -1,
			  SQLITE_STATIC);
}

static int add_values(struct rcc_store *s, int64_t order, const double *value,
		      size_t n)
{
	int result = 0;

	if (n != 0 && s->add_value == NULL)
		result = prepare(s, "INSERT INTO value VALUES(?,?,?)",
				 &s->add_value);
	for (size_t i = 0; i < n && result == 0; i++) {
		sqlite3_bind_int64(s->add_value, 1, order);
		sqlite3_bind_int64(s->add_value, 2, (int64_t)i);
		sqlite3_bind_double(s->add_value, 3, value[i]);
		result = step_done(s, s->add_value);
	}
	return result;
}

int rcc_store_add_run(struct rcc_store *store, const struct rcc_run_row *row,
		      const double *value, size_t n_values)
{
	char *why = NULL;
	int result = exec(store, "BEGIN IMMEDIATE");

	if (result != 0)
		return result;
	if (store->add_run == NULL)
		result = prepare(store,
				 "INSERT INTO run VALUES(?,?,?,?,?,?,?,?,?,?,"
				 "?,?,?,?,?,?,?,?,?)",
				 &store->add_run);
	if (result == 0) {
		bind_run(store->add_run, row);
		result = step_done(store, store->add_run);
	}
	if (result == 0)
		result = add_values(store, row->order, value, n_values);
	if (result == 0)
		result = exec(store, "COMMIT");
	if (result != 0) {
		/* The rollback must not hide why. */
		why = rcc_mem_strdup(store->error);
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		snprintf(store->error, sizeof(store->error), "%s", why);
		free(why);
	}
	return result;
}

static struct rcc_run_row read_run(sqlite3_stmt *stmt)
{
	const char *outcome = (const char *)sqlite3_column_text(stmt, 18);
	const int parsed = outcome != NULL ? rcc_outcome_parse(outcome) : -1;

	return (struct rcc_run_row){
		.order = sqlite3_column_int64(stmt, 0),
		.layout = sqlite3_column_int64(stmt, 1),
		.execution = (unsigned)sqlite3_column_int(stmt, 2),
		.session = sqlite3_column_int64(stmt, 3),
		.start_ns = sqlite3_column_int64(stmt, 4),
		.wall_ns = sqlite3_column_int64(stmt, 5),
		.user_ns = sqlite3_column_int64(stmt, 6),
		.system_ns = sqlite3_column_int64(stmt, 7),
		.max_rss_kib = sqlite3_column_type(stmt, 8) == SQLITE_NULL
				       ? -1
				       : sqlite3_column_int64(stmt, 8),
		.minor_faults = sqlite3_column_int64(stmt, 9),
		.major_faults = sqlite3_column_int64(stmt, 10),
		.voluntary_switches = sqlite3_column_int64(stmt, 11),
		.involuntary_switches = sqlite3_column_int64(stmt, 12),
		.env_bytes = sqlite3_column_int64(stmt, 13),
		.output_bytes = sqlite3_column_int64(stmt, 14),
		.exit_status = sqlite3_column_type(stmt, 15) == SQLITE_NULL
				       ? -1
				       : sqlite3_column_int(stmt, 15),
		.signal = sqlite3_column_int(stmt, 16),
		.n_left_behind = sqlite3_column_int(stmt, 17),
		/* An unknown text must not be counted. */
		.outcome = parsed >= 0 ? (enum rcc_outcome)parsed
				       : RCC_OUTCOME_WRONG_OUTPUT,
	};
}

int rcc_store_runs(struct rcc_store *store, struct rcc_run_row **row, size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = prepare(store, "SELECT * FROM run ORDER BY ord", &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = next_row(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = read_run(stmt);
	}
	sqlite3_finalize(stmt);
	return got;
}

int rcc_store_values(struct rcc_store *store, struct rcc_value_row **row,
		     size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = prepare(store, "SELECT * FROM value ORDER BY ord, iteration",
			  &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = next_row(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_value_row){
			.order = sqlite3_column_int64(stmt, 0),
			.iteration = (unsigned)sqlite3_column_int(stmt, 1),
			.value = sqlite3_column_double(stmt, 2),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}

int rcc_store_check(struct rcc_store *store)
{
	sqlite3_stmt *stmt = NULL;
	int got = prepare(store, "PRAGMA integrity_check", &stmt);

	if (got == 0)
		got = next_row(store, stmt);
	if (got > 0) {
		const char *text = (const char *)sqlite3_column_text(stmt, 0);

		got = 0;
		if (text == NULL || strcmp(text, "ok") != 0) {
			snprintf(store->error, sizeof(store->error), "%s",
				 text != NULL ? text : "no answer");
			got = RCC_EFORMAT;
		}
	}
	sqlite3_finalize(stmt);
	return got;
}
