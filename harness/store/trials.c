/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/trials.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/store/store_private.h"

/* "rnde": the number in the file's header by which randstudy recognizes a
 * database of trials. */
#define APPLICATION_ID 0x726e6465
/* Since version 2, a block of best.db may have two kinds of runs: those that
 * shared the CPU, and those that had it to themselves. */
#define VERSION 2
#define OLDEST_VERSION 1

static const char *const schema =
	"CREATE TABLE meta("
	" key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE trial("
	" phase INTEGER NOT NULL, block INTEGER NOT NULL,"
	" dose INTEGER NOT NULL, moves TEXT NOT NULL,"
	" start_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,"
	" user_ns INTEGER NOT NULL, system_ns INTEGER NOT NULL,"
	" sharers INTEGER NOT NULL, outcome TEXT NOT NULL, value REAL,"
	" PRIMARY KEY(phase, block, dose)) WITHOUT ROWID;";
/* The table of the events that the kernel counted.  Files of earlier versions
 * do not have it. */
static const char *const counts_schema =
	"CREATE TABLE IF NOT EXISTS count("
	" phase INTEGER NOT NULL, block INTEGER NOT NULL,"
	" dose INTEGER NOT NULL, event TEXT NOT NULL, value REAL NOT NULL,"
	" PRIMARY KEY(phase, block, dose, event)) WITHOUT ROWID;";

static int read_number(struct rcc_store *s, const char *sql, int64_t *number)
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

static int stamp(struct rcc_store *s)
{
	char sql[96];

	snprintf(sql, sizeof(sql),
		 "PRAGMA application_id=%d; PRAGMA user_version=%d;",
		 APPLICATION_ID, VERSION);
	return rcc_store_exec(s, sql);
}

static int create(struct rcc_store *s)
{
	int result = rcc_store_begin(s);

	if (result != 0)
		return result;
	result = rcc_store_exec(s, schema);
	if (result == 0)
		result = stamp(s);
	if (result == 0)
		result = rcc_store_commit(s);
	if (result != 0)
		rcc_store_undo(s);
	return result;
}

static int check(struct rcc_store *s)
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
	if (result == 0 && n_tables == 0 && s->is_writer)
		return create(s);
	if (result == 0 && (id != APPLICATION_ID || version < OLDEST_VERSION ||
			    version > VERSION)) {
		snprintf(s->error, sizeof(s->error),
			 "not a file of trials of this version of "
			 "randstudy");
		result = RCC_EFORMAT;
	}
	if (result == 0 && version < VERSION && s->is_writer)
		result = stamp(s);
	return result;
}

int rcc_trials_open(const char *path, enum rcc_store_mode mode,
		    struct rcc_store **store)
{
	struct rcc_store *s = rcc_mem_calloc(1, sizeof(*s));
	int flags = SQLITE_OPEN_READWRITE;
	int result;

	*store = s;
	if (mode == RCC_STORE_CREATE)
		flags |= SQLITE_OPEN_CREATE;
	if (mode == RCC_STORE_READ)
		flags = SQLITE_OPEN_READONLY;
	s->is_writer = mode != RCC_STORE_READ;
	result = rcc_store_open_remote(s, path, s->is_writer);
	if (result < 0)
		return result;
	if (result > 0 &&
	    sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK)
		return rcc_store_failed(s);
	sqlite3_busy_timeout(s->db, 20000);
	result = check(s);
	/* With FULL, a committed block is on the disk. */
	if (result == 0 && s->is_writer)
		result = rcc_store_exec(s, "PRAGMA journal_mode=WAL;"
					   "PRAGMA synchronous=FULL");
	if (result == 0 && s->is_writer)
		result = rcc_store_exec(s, counts_schema);
	return result;
}

static int add_trial(struct rcc_store *s, sqlite3_stmt *stmt,
		     const struct rcc_trial_record *t)
{
	sqlite3_bind_int64(stmt, 1, t->phase);
	sqlite3_bind_int64(stmt, 2, t->block);
	sqlite3_bind_int64(stmt, 3, t->dose);
	sqlite3_bind_text(stmt, 4, t->moves, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 5, t->run.start_ns);
	sqlite3_bind_int64(stmt, 6, t->run.wall_ns);
	sqlite3_bind_int64(stmt, 7, t->run.user_ns);
	sqlite3_bind_int64(stmt, 8, t->run.system_ns);
	sqlite3_bind_int64(stmt, 9, t->run.n_sharers);
	sqlite3_bind_text(stmt, 10, rcc_outcome_text(t->run.outcome), -1,
			  SQLITE_STATIC);
	if (isfinite(t->value))
		sqlite3_bind_double(stmt, 11, t->value);
	else
		sqlite3_bind_null(stmt, 11);
	return rcc_store_step(s, stmt);
}

static int add_counts(struct rcc_store *s, sqlite3_stmt *stmt,
		      const struct rcc_trial_record *t)
{
	const char *event;
	json_t *count;
	int result = 0;

	json_object_foreach(t->counts, event, count)
	{
		sqlite3_bind_int64(stmt, 1, t->phase);
		sqlite3_bind_int64(stmt, 2, t->block);
		sqlite3_bind_int64(stmt, 3, t->dose);
		sqlite3_bind_text(stmt, 4, event, -1, SQLITE_STATIC);
		sqlite3_bind_double(stmt, 5, json_number_value(count));
		result = rcc_store_step(s, stmt);
		if (result != 0)
			break;
	}
	return result;
}

/* Prepare the statement `sql`, and call `add` for each trial.  `add` binds the
 * statement and executes it, once or several times. */
static int add_all(struct rcc_store *store, const char *sql,
		   const struct rcc_trial_record *trial, size_t n,
		   int (*add)(struct rcc_store *store, sqlite3_stmt *stmt,
			      const struct rcc_trial_record *trial))
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(store, sql, &stmt);

	for (size_t i = 0; i < n && result == 0; i++)
		result = add(store, stmt, &trial[i]);
	sqlite3_finalize(stmt);
	return result;
}

int rcc_trials_add(struct rcc_store *store,
		   const struct rcc_trial_record *trial, size_t n)
{
	int result = rcc_store_begin(store);

	if (result != 0)
		return result;
	result = add_all(store,
			 "INSERT INTO trial VALUES(?,?,?,?,?,?,?,?,?,?,?)",
			 trial, n, add_trial);
	if (result == 0)
		result = add_all(store, "INSERT INTO count VALUES(?,?,?,?,?)",
				 trial, n, add_counts);
	if (result == 0)
		result = rcc_store_commit(store);
	if (result != 0)
		rcc_store_undo(store);
	return result;
}

static void read_trial(sqlite3_stmt *stmt, struct rcc_trial_record *t)
{
	const char *moves = (const char *)sqlite3_column_text(stmt, 3);
	const char *outcome = (const char *)sqlite3_column_text(stmt, 9);
	const int parsed = outcome != NULL ? rcc_outcome_parse(outcome) : -1;

	*t = (struct rcc_trial_record){
		.phase = (unsigned)sqlite3_column_int(stmt, 0),
		.block = (unsigned)sqlite3_column_int(stmt, 1),
		.dose = (unsigned)sqlite3_column_int(stmt, 2),
		.moves = rcc_mem_strdup(moves != NULL ? moves : ""),
		.run =
			{
				.start_ns = sqlite3_column_int64(stmt, 4),
				.wall_ns = sqlite3_column_int64(stmt, 5),
				.user_ns = sqlite3_column_int64(stmt, 6),
				.system_ns = sqlite3_column_int64(stmt, 7),
				.n_sharers =
					(unsigned)sqlite3_column_int(stmt, 8),
				/* A trial with an unknown outcome must not be
				 * analysed, so treat it as a failed run. */
				.outcome = parsed >= 0
						   ? (enum rcc_outcome)parsed
						   : RCC_OUTCOME_WRONG_OUTPUT,
			},
		.value = sqlite3_column_type(stmt, 10) == SQLITE_NULL
				 ? NAN
				 : sqlite3_column_double(stmt, 10),
	};
}

/* Return whether `a` comes before `b`.  Trials, and rows of the table of
 * counts, are sorted by phase, block and dose. */
static bool is_before(const struct rcc_trial_record *a,
		      const struct rcc_trial_record *b)
{
	if (a->phase != b->phase)
		return a->phase < b->phase;
	if (a->block != b->block)
		return a->block < b->block;
	return a->dose < b->dose;
}

/* Read a row of the table of counts into the trial in which the event was
 * counted.  The search for this trial begins at index *at, because both tables
 * are sorted; *at becomes the index at which it ended. */
static void read_count(sqlite3_stmt *stmt, struct rcc_trial_record *trial,
		       size_t n, size_t *at)
{
	const struct rcc_trial_record row = {
		.phase = (unsigned)sqlite3_column_int(stmt, 0),
		.block = (unsigned)sqlite3_column_int(stmt, 1),
		.dose = (unsigned)sqlite3_column_int(stmt, 2),
	};
	const char *event = (const char *)sqlite3_column_text(stmt, 3);

	while (*at < n && is_before(&trial[*at], &row))
		++*at;
	if (*at == n || is_before(&row, &trial[*at]) || event == NULL)
		return;
	if (trial[*at].counts == NULL)
		trial[*at].counts = json_object();
	json_object_set_new(trial[*at].counts, event,
			    json_real(sqlite3_column_double(stmt, 4)));
}

static int read_counts(struct rcc_store *store, struct rcc_trial_record *trial,
		       size_t n)
{
	sqlite3_stmt *stmt = NULL;
	int64_t n_tables = 0;
	size_t at = 0;
	int got = read_number(
		store, "SELECT count(*) FROM sqlite_master WHERE name='count'",
		&n_tables);

	if (got != 0 || n_tables == 0)
		return got;
	got = rcc_store_prepare(
		store, "SELECT * FROM count ORDER BY phase, block, dose",
		&stmt);
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0)
		read_count(stmt, trial, n, &at);
	sqlite3_finalize(stmt);
	return got;
}

int rcc_trials_read(struct rcc_store *store, struct rcc_trial_record **trial,
		    size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t n_allocated = 0;
	int got = rcc_store_prepare(
		store, "SELECT * FROM trial ORDER BY phase, block, dose",
		&stmt);

	*trial = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*trial =
			rcc_mem_grow(*trial, *n, &n_allocated, sizeof(**trial));
		read_trial(stmt, &(*trial)[(*n)++]);
	}
	sqlite3_finalize(stmt);
	return got < 0 ? got : read_counts(store, *trial, *n);
}

void rcc_trials_free(struct rcc_trial_record *trial, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(trial[i].moves);
		json_decref(trial[i].counts);
	}
	free(trial);
}
