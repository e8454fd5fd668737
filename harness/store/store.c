/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/error.h"
#include "common/file.h"
#include "common/filesystem.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/store/store_private.h"

/* "rndc": the number in the file's header by which file(1) and randstudy
 * recognize a study. */
#define APPLICATION_ID 0x726e6463

/* When the write-ahead log, study.db-wal, has this number of pages (of 4 KiB),
 * SQLite copies them to the database (a checkpoint). */
#define WAL_PAGES 1000

/* Size of the page cache, in KiB.  Storing a run needs only the last pages of
 * two tables.  A cache of 2 MiB, SQLite's default, would keep many older pages
 * too, and would grow for hours. */
#define CACHE_KIB 256

/* The columns that describe a run, for the tables machine_run and
 * machine_alone, which hold the runs of several machines. */
#define RUN_COLUMNS                                                            \
	" ord INTEGER NOT NULL, layout INTEGER NOT NULL,"                      \
	" execution INTEGER NOT NULL, session INTEGER NOT NULL,"               \
	" start_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,"                \
	" user_ns INTEGER NOT NULL, system_ns INTEGER NOT NULL,"               \
	" max_rss_kib INTEGER, minor_faults INTEGER NOT NULL,"                 \
	" major_faults INTEGER NOT NULL, voluntary_switches INTEGER NOT NULL," \
	" involuntary_switches INTEGER NOT NULL, env_bytes INTEGER NOT NULL,"  \
	" output_bytes INTEGER NOT NULL, exit_status INTEGER, signal INTEGER," \
	" n_left_behind INTEGER NOT NULL, outcome TEXT NOT NULL,"              \
	" sharers INTEGER,"

/* The schema, as a list of steps.  step[i] has the statements that upgrade a
 * file from version i of the schema to version i + 1.  A new file takes all
 * steps.  An older file takes the steps that it lacks. */
static const char *const step[] = {
	"CREATE TABLE meta("
	" key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE batch("
	" id INTEGER PRIMARY KEY, first_layout INTEGER NOT NULL,"
	" n_layouts INTEGER NOT NULL);"
	/* Seed and checksum are text, since SQLite has no unsigned 64-bit
	 * integers.  The seed of the original layout is "none". */
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
	" PRIMARY KEY(ord, iteration)) WITHOUT ROWID;",

	/* Values of the study's metrics, for each run (table value) and for
	 * each layout's run under valgrind (table exact).  "metric" is the
	 * index into the study's metrics.  "share" is the fraction of the time
	 * for which a counter was active; NULL means the whole time.  The
	 * dropped table is empty, since no version wrote to it. */
	"DROP TABLE value;"
	"CREATE TABLE value("
	" ord INTEGER NOT NULL, metric INTEGER NOT NULL,"
	" iteration INTEGER NOT NULL, value REAL NOT NULL, share REAL,"
	" PRIMARY KEY(ord, metric, iteration)) WITHOUT ROWID;"
	"CREATE TABLE exact("
	" layout INTEGER NOT NULL, metric INTEGER NOT NULL,"
	" session INTEGER NOT NULL, start_ns INTEGER NOT NULL,"
	" wall_ns INTEGER NOT NULL, value REAL NOT NULL,"
	" PRIMARY KEY(layout, metric)) WITHOUT ROWID;",

	/* The shared libraries that are laid out with a program (--library).
	 * "place" is the index into the libraries of the layout's system. */
	"CREATE TABLE library("
	" layout INTEGER NOT NULL, place INTEGER NOT NULL,"
	" name TEXT NOT NULL, checksum TEXT NOT NULL, size INTEGER NOT NULL,"
	" digest TEXT NOT NULL,"
	" PRIMARY KEY(layout, place)) WITHOUT ROWID;",

	/* Tandem runs (--tandem), which share a CPU.  "sharers" is the number
	 * of runs that shared it; NULL for other runs.  Some tandem runs are
	 * repeated alone on the CPU, as a check.  The table "alone" has these
	 * repetitions, each with the number of the run that it repeats. */
	"ALTER TABLE run ADD COLUMN sharers INTEGER;"
	"CREATE TABLE alone("
	" ord INTEGER PRIMARY KEY, layout INTEGER NOT NULL,"
	" execution INTEGER NOT NULL, session INTEGER NOT NULL,"
	" start_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,"
	" user_ns INTEGER NOT NULL, system_ns INTEGER NOT NULL,"
	" max_rss_kib INTEGER, minor_faults INTEGER NOT NULL,"
	" major_faults INTEGER NOT NULL, voluntary_switches INTEGER NOT NULL,"
	" involuntary_switches INTEGER NOT NULL, env_bytes INTEGER NOT NULL,"
	" output_bytes INTEGER NOT NULL, exit_status INTEGER, signal INTEGER,"
	" n_left_behind INTEGER NOT NULL, outcome TEXT NOT NULL,"
	" sharers INTEGER);",

	/* A study of several machines (machines.h).  Each row of the tables
	 * machine_... has the machine's number in its first column.  The other
	 * columns are as the machine wrote them.  "name" is the name by which
	 * the machine is told from others, and "shard" is the SHA-256 of its
	 * database. */
	"CREATE TABLE machine("
	" machine INTEGER PRIMARY KEY, name TEXT NOT NULL,"
	" shard TEXT NOT NULL);"
	"CREATE TABLE machine_meta("
	" machine INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,"
	" PRIMARY KEY(machine, key)) WITHOUT ROWID;"
	"CREATE TABLE machine_session("
	" machine INTEGER NOT NULL, id INTEGER NOT NULL,"
	" start_ns INTEGER NOT NULL, end_ns INTEGER, host TEXT NOT NULL,"
	" PRIMARY KEY(machine, id)) WITHOUT ROWID;"
	"CREATE TABLE machine_run("
	" machine INTEGER NOT NULL," RUN_COLUMNS
	" PRIMARY KEY(machine, ord)) WITHOUT ROWID;"
	"CREATE TABLE machine_alone("
	" machine INTEGER NOT NULL," RUN_COLUMNS
	" PRIMARY KEY(machine, ord)) WITHOUT ROWID;"
	"CREATE TABLE machine_value("
	" machine INTEGER NOT NULL, ord INTEGER NOT NULL,"
	" metric INTEGER NOT NULL, iteration INTEGER NOT NULL,"
	" value REAL NOT NULL, share REAL,"
	" PRIMARY KEY(machine, ord, metric, iteration)) WITHOUT ROWID;"
	"CREATE TABLE machine_exact("
	" machine INTEGER NOT NULL, layout INTEGER NOT NULL,"
	" metric INTEGER NOT NULL, session INTEGER NOT NULL,"
	" start_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,"
	" value REAL NOT NULL,"
	" PRIMARY KEY(machine, layout, metric)) WITHOUT ROWID;",
};

#define SCHEMA_VERSION ((int)(sizeof(step) / sizeof(step[0])))

int rcc_store_version(void)
{
	return SCHEMA_VERSION;
}

int rcc_store_application_id(void)
{
	return APPLICATION_ID;
}

int rcc_store_failed(struct rcc_store *s)
{
	const int code = sqlite3_errcode(s->db);

	snprintf(s->error, sizeof(s->error), "%s", sqlite3_errmsg(s->db));
	s->is_full = code == SQLITE_FULL ||
		     sqlite3_extended_errcode(s->db) == SQLITE_IOERR_WRITE;
	return code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? RCC_EFORMAT
							       : RCC_ESYS;
}

int rcc_store_exec(struct rcc_store *s, const char *sql)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return rcc_store_failed(s);
}

int rcc_store_prepare(struct rcc_store *s, const char *sql, sqlite3_stmt **stmt)
{
	if (sqlite3_prepare_v2(s->db, sql, -1, stmt, NULL) == SQLITE_OK)
		return 0;
	return rcc_store_failed(s);
}

int rcc_store_step(struct rcc_store *s, sqlite3_stmt *stmt)
{
	int result = 0;

	if (sqlite3_step(stmt) != SQLITE_DONE)
		result = rcc_store_failed(s);
	sqlite3_reset(stmt);
	return result;
}

int rcc_store_finish(struct rcc_store *s, sqlite3_stmt *stmt)
{
	const int result = rcc_store_step(s, stmt);

	sqlite3_finalize(stmt);
	return result;
}

int rcc_store_next(struct rcc_store *s, sqlite3_stmt *stmt)
{
	switch (sqlite3_step(stmt)) {
	case SQLITE_ROW:
		return 1;
	case SQLITE_DONE:
		return 0;
	default:
		return rcc_store_failed(s);
	}
}

int rcc_store_read_number(struct rcc_store *s, const char *sql, int64_t *number)
{
	sqlite3_stmt *stmt = NULL;
	int got = rcc_store_prepare(s, sql, &stmt);

	if (got == 0)
		got = rcc_store_next(s, stmt);
	if (got > 0)
		*number = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return got < 0 ? got : 0;
}

/* Upgrade the file from `version` to the newest version; version 0 is an empty
 * file.  On error the file is unchanged. */
static int upgrade_schema(struct rcc_store *s, int version)
{
	char stamp[128];
	int result = rcc_store_exec(s, "BEGIN IMMEDIATE");

	if (result != 0)
		return result;
	for (int i = version; i < SCHEMA_VERSION && result == 0; i++)
		result = rcc_store_exec(s, step[i]);
	snprintf(stamp, sizeof(stamp),
		 "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT;",
		 APPLICATION_ID, SCHEMA_VERSION);
	if (result == 0)
		result = rcc_store_exec(s, stamp);
	if (result != 0)
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return result;
}

/* Copy the database into memory and upgrade the copy to the newest version of
 * the schema.  The file itself may be read-only, or another process may use
 * it. */
static int upgrade_copy(struct rcc_store *s, int version)
{
	sqlite3 *copy = NULL;
	sqlite3_backup *backup = NULL;
	int code = sqlite3_open(":memory:", &copy);

	if (code == SQLITE_OK)
		backup = sqlite3_backup_init(copy, "main", s->db, "main");
	if (backup != NULL) {
		const int stepped = sqlite3_backup_step(backup, -1);

		/* A database that another process has locked is no error for
		 * sqlite3_backup_finish(). */
		code = sqlite3_backup_finish(backup);
		if (code == SQLITE_OK && stepped != SQLITE_DONE)
			code = stepped;
	} else {
		code = sqlite3_errcode(copy);
	}
	if (code != SQLITE_OK) {
		snprintf(s->error, sizeof(s->error), "%s",
			 sqlite3_errstr(code));
		sqlite3_close(copy);
		return RCC_ESYS;
	}
	sqlite3_close(s->db);
	s->db = copy;
	return upgrade_schema(s, version);
}

/* Check that the file is the database of a study, and upgrade it to the newest
 * version of the schema.  If `may_create`, make the tables in an empty file. */
static int check_schema(struct rcc_store *s, bool may_create)
{
	int64_t id = 0;
	int64_t version = 0;
	int64_t n_tables = 0;
	int result = rcc_store_read_number(s, "PRAGMA application_id", &id);

	if (result == 0)
		result = rcc_store_read_number(s, "PRAGMA user_version",
					       &version);
	if (result == 0)
		result = rcc_store_read_number(
			s, "SELECT count(*) FROM sqlite_master", &n_tables);
	if (result != 0)
		return result;
	if (n_tables == 0 && may_create)
		return upgrade_schema(s, 0);
	if (id != APPLICATION_ID) {
		snprintf(s->error, sizeof(s->error), "not a study of randcc");
		return RCC_EFORMAT;
	}
	if (version < 1 || version > SCHEMA_VERSION) {
		snprintf(s->error, sizeof(s->error),
			 "format %" PRId64
			 ", but this randstudy reads formats 1 to %d",
			 version, SCHEMA_VERSION);
		return RCC_EFORMAT;
	}
	if (version == SCHEMA_VERSION)
		return 0;
	return s->is_writer ? upgrade_schema(s, (int)version)
			    : upgrade_copy(s, (int)version);
}

int rcc_store_open_remote(struct rcc_store *s, const char *path, bool is_writer)
{
	const char *network = rcc_filesystem_network(path, statfs);
	char *journal;
	char *uri;
	bool is_open;
	int code;

	if (network == NULL)
		return 1;
	journal = rcc_mem_printf("%s-wal", path);
	is_open = access(journal, F_OK) == 0;
	free(journal);
	if (is_writer || is_open) {
		snprintf(s->error, sizeof(s->error),
			 "it is on a network file system (%s), %s", network,
			 is_open ? "and was not closed: go on where it is "
				   "written"
				 : "where a database that is being written may "
				   "be damaged");
		return RCC_EUNSUP;
	}
	uri = rcc_store_uri(path);
	code = sqlite3_open_v2(uri, &s->db,
			       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
	free(uri);
	return code == SQLITE_OK ? 0 : rcc_store_failed(s);
}

bool rcc_store_has_log(const char *path)
{
	char *log = rcc_mem_printf("%s-wal", path);
	struct stat st;
	const bool has = stat(log, &st) == 0 && st.st_size > 0;

	free(log);
	return has;
}

/* Return the size of a database's file, or -1.  The file's path is not used,
 * since a newer file may have that path by now. */
static int64_t size_of(const struct rcc_store *s, const char *schema)
{
	sqlite3_file *file = NULL;
	sqlite3_int64 size = -1;

	if (sqlite3_file_control(s->db, schema, SQLITE_FCNTL_FILE_POINTER,
				 &file) != SQLITE_OK ||
	    file->pMethods == NULL ||
	    file->pMethods->xFileSize(file, &size) != SQLITE_OK)
		return -1;
	return size;
}

/* Compare the size of a database's file with that in its header.  The
 * transaction must have begun. */
static int compare_size(struct rcc_store *s, const char *schema,
			const char *path)
{
	char sql[64];
	int64_t page = 0;
	int64_t n_pages = 0;
	int64_t size;
	int result;

	snprintf(sql, sizeof(sql), "PRAGMA %s.page_size", schema);
	result = rcc_store_read_number(s, sql, &page);
	/* The first read takes the lock, and rolls back what a killed writer
	 * left. */
	snprintf(sql, sizeof(sql), "PRAGMA %s.page_count", schema);
	if (result == 0)
		result = rcc_store_read_number(s, sql, &n_pages);
	size = size_of(s, schema);
	if (result != 0 || size == page * n_pages ||
	    (path != NULL && rcc_store_has_log(path) && page > 0 &&
	     size % page == 0))
		return result;
	snprintf(s->error, sizeof(s->error),
		 "it has %" PRId64 " bytes instead of %" PRId64, size,
		 page * n_pages);
	return RCC_EFORMAT;
}

int rcc_store_check_size(struct rcc_store *s, const char *schema,
			 const char *path)
{
	int result = rcc_store_exec(s, "BEGIN");

	if (result != 0)
		return result;
	result = compare_size(s, schema, path);
	/* Nothing was changed, so an error here does no harm. */
	sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
	return result;
}

static int open_file(struct rcc_store *s, const char *path,
		     enum rcc_store_mode mode)
{
	int flags = SQLITE_OPEN_READWRITE;
	const int remote =
		rcc_store_open_remote(s, path, mode != RCC_STORE_READ);

	if (remote <= 0)
		return remote;
	if (mode == RCC_STORE_CREATE || mode == RCC_STORE_COLLECT)
		flags |= SQLITE_OPEN_CREATE;
	/* Let the shards of other machines be attached by their URI
	 * (rcc_store_uri()). */
	if (mode == RCC_STORE_COLLECT)
		flags |= SQLITE_OPEN_URI;
	if (sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK)
		return 0;
	/* Try again without the right to write, since the study may be on a
	 * read-only medium. */
	if (mode == RCC_STORE_READ) {
		sqlite3_close(s->db);
		if (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READONLY, NULL) ==
		    SQLITE_OK)
			return 0;
	}
	return rcc_store_failed(s);
}

int rcc_store_open(const char *path, enum rcc_store_mode mode,
		   struct rcc_store **store)
{
	struct rcc_store *s = rcc_mem_calloc(1, sizeof(*s));
	/* The "./" keeps SQLite from interpreting names such as ":memory:" and
	 * "file:…". */
	char *name = path[0] == '/' ? rcc_mem_strdup(path)
				    : rcc_mem_printf("./%s", path);
	char settings[128];
	int result;

	*store = s;
	/* SQLite would wait for the writer of a pipe. */
	if (access(name, F_OK) == 0 && !rcc_file_is_regular(name)) {
		snprintf(s->error, sizeof(s->error), "not a regular file");
		free(name);
		return RCC_EFORMAT;
	}
	result = open_file(s, name, mode);
	free(name);
	if (result != 0)
		return result;
	/* If a report is reading the file, wait for up to 20 s. */
	sqlite3_busy_timeout(s->db, 20000);
	s->is_writer = mode != RCC_STORE_READ;
	if (!s->is_writer) {
		result = rcc_store_check_size(s, "main", path);
		return result == 0 ? check_schema(s, false) : result;
	}
	if (mode == RCC_STORE_COLLECT) {
		result = rcc_store_exec(s, "PRAGMA journal_mode=OFF;"
					   "PRAGMA synchronous=OFF;"
					   "PRAGMA trusted_schema=OFF");
		return result == 0 ? check_schema(s, true) : result;
	}
	/* With FULL, a committed transaction is on the disk. */
	snprintf(settings, sizeof(settings),
		 "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=%d;"
		 "PRAGMA cache_size=-%d",
		 WAL_PAGES, CACHE_KIB);
	result = check_schema(s, mode == RCC_STORE_CREATE);
	/* If write-ahead mode is impossible, SQLite uses its rollback journal,
	 * which is slower but equally durable. */
	if (result == 0)
		result = rcc_store_exec(s, "PRAGMA journal_mode=WAL");
	if (result == 0)
		result = rcc_store_exec(s, settings);
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
	/* Turn the database back into one plain file.  This fails if another
	 * process is reading the database.  Such a failure does no harm. */
	if (store->is_writer) {
		sqlite3_busy_timeout(store->db, 0);
		sqlite3_exec(store->db, "PRAGMA journal_mode=DELETE", NULL,
			     NULL, NULL);
	}
	sqlite3_close(store->db);
	free(store);
}

char *rcc_store_uri(const char *path)
{
	struct rcc_strbuf uri = {0};

	rcc_strbuf_add(&uri, path[0] == '/' ? "file:" : "file:./");
	for (; *path != '\0'; path++) {
		if (strchr("%?#", *path) != NULL)
			rcc_strbuf_printf(&uri, "%%%02x", (unsigned)*path);
		else
			rcc_strbuf_add_char(&uri, *path);
	}
	rcc_strbuf_add(&uri, "?mode=ro&immutable=1");
	return rcc_strbuf_take(&uri);
}

int rcc_store_get(struct rcc_store *store, const char *key, char **value)
{
	sqlite3_stmt *stmt = NULL;
	int got = rcc_store_prepare(store, "SELECT value FROM meta WHERE key=?",
				    &stmt);

	*value = NULL;
	if (got == 0) {
		sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
		got = rcc_store_next(store, stmt);
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
	int result = rcc_store_prepare(
		store, "INSERT OR REPLACE INTO meta VALUES(?,?)", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 2, value, -1, SQLITE_STATIC);
	return rcc_store_finish(store, stmt);
}

int rcc_store_begin(struct rcc_store *store)
{
	return rcc_store_exec(store, "BEGIN IMMEDIATE");
}

int rcc_store_commit(struct rcc_store *store)
{
	return rcc_store_exec(store, "COMMIT");
}

void rcc_store_undo(struct rcc_store *store)
{
	sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

int rcc_store_copy(struct rcc_store *store, const char *path)
{
	sqlite3_stmt *stmt = NULL;
	const int result = rcc_store_prepare(store, "VACUUM INTO ?", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_text(stmt, 1, path, -1, SQLITE_STATIC);
	return rcc_store_finish(store, stmt);
}

int rcc_store_check(struct rcc_store *store)
{
	sqlite3_stmt *stmt = NULL;
	int got = rcc_store_prepare(store, "PRAGMA integrity_check", &stmt);

	if (got == 0)
		got = rcc_store_next(store, stmt);
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
