/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Write and read the records of a study's database (store.h, records.h). */
#include "harness/store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/store/store_private.h"

/* ---- Columns ----------------------------------------------------------- */

/* Bind an unsigned number as text, because SQLite's 64-bit integers are
 * signed. */
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

/* Return a copy of a column's text; "" for NULL.  Caller frees. */
static char *column_copy(sqlite3_stmt *stmt, int column)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return rcc_mem_strdup(text != NULL ? text : "");
}

/* Bind a number.  A negative number means "unknown" and becomes NULL. */
static void bind_known(sqlite3_stmt *stmt, int column, int64_t number)
{
	if (number >= 0)
		sqlite3_bind_int64(stmt, column, number);
	else
		sqlite3_bind_null(stmt, column);
}

static int64_t column_known(sqlite3_stmt *stmt, int column)
{
	return sqlite3_column_type(stmt, column) == SQLITE_NULL
		       ? -1
		       : sqlite3_column_int64(stmt, column);
}

/* Read all rows of a query into an array of records of `size` bytes, which
 * `read` fills.  The caller frees the array, after an error too. */
static int read_records(struct rcc_store *store, const char *sql, size_t size,
			void (*read)(sqlite3_stmt *stmt, void *record),
			void **array, size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(store, sql, &stmt);

	*array = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*array = rcc_mem_grow(*array, *n, &room, size);
		read(stmt, (char *)*array + *n * size);
		(*n)++;
	}
	sqlite3_finalize(stmt);
	return got;
}

/* Commit a transaction, or roll it back if `result` is an error.  Returns
 * `result` if it is an error, or else the result of the commit. */
static int end_transaction(struct rcc_store *store, int result)
{
	if (result == 0)
		result = rcc_store_commit(store);
	if (result != 0)
		rcc_store_undo(store);
	return result;
}

int rcc_store_clear(struct rcc_store *store)
{
	return rcc_store_exec(store, "DELETE FROM meta; DELETE FROM batch;"
				     "DELETE FROM layout; DELETE FROM library;"
				     "DELETE FROM exact; DELETE FROM session;");
}

/* ---- Batches ----------------------------------------------------------- */

int rcc_store_add_batch(struct rcc_store *store,
			const struct rcc_batch_record *batch)
{
	sqlite3_stmt *stmt = NULL;
	int result =
		rcc_store_prepare(store,
				  "INSERT INTO batch(first_layout, n_layouts)"
				  " VALUES(?,?)",
				  &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, batch->first_layout);
	sqlite3_bind_int64(stmt, 2, batch->n_layouts);
	return rcc_store_finish(store, stmt);
}

static void read_batch(sqlite3_stmt *stmt, void *record)
{
	*(struct rcc_batch_record *)record = (struct rcc_batch_record){
		.first_layout = (unsigned)sqlite3_column_int(stmt, 0),
		.n_layouts = (unsigned)sqlite3_column_int(stmt, 1),
	};
}

int rcc_store_batches(struct rcc_store *store, struct rcc_batch_record **batch,
		      size_t *n)
{
	void *array;
	const int result = read_records(
		store, "SELECT first_layout, n_layouts FROM batch ORDER BY id",
		sizeof(**batch), read_batch, &array, n);

	*batch = array;
	return result;
}

/* ---- Layouts ----------------------------------------------------------- */

static int add_library(struct rcc_store *store, int64_t layout, size_t index,
		       const struct rcc_library_record *library)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
		store, "INSERT INTO library VALUES(?,?,?,?,?,?)", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, layout);
	sqlite3_bind_int64(stmt, 2, (int64_t)index);
	sqlite3_bind_text(stmt, 3, library->name, -1, SQLITE_STATIC);
	bind_u64(stmt, 4, library->checksum);
	sqlite3_bind_int64(stmt, 5, library->size);
	sqlite3_bind_text(stmt, 6, library->digest, -1, SQLITE_STATIC);
	return rcc_store_finish(store, stmt);
}

static int add_layout(struct rcc_store *store,
		      const struct rcc_layout_record *layout)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
		store, "INSERT INTO layout VALUES(?,?,?,?,?,?,?,?,?)", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, layout->id);
	sqlite3_bind_int64(stmt, 2, layout->system);
	sqlite3_bind_int64(stmt, 3, layout->arm);
	sqlite3_bind_int64(stmt, 4, layout->layout);
	if (layout->is_original)
		sqlite3_bind_text(stmt, 5, "none", -1, SQLITE_STATIC);
	else
		bind_u64(stmt, 5, layout->seed);
	bind_u64(stmt, 6, layout->checksum);
	sqlite3_bind_int64(stmt, 7, layout->size);
	sqlite3_bind_int64(stmt, 8, layout->link_ns);
	sqlite3_bind_text(stmt, 9, layout->digest, -1, SQLITE_STATIC);
	return rcc_store_finish(store, stmt);
}

int rcc_store_add_layout(struct rcc_store *store,
			 const struct rcc_layout_record *layout)
{
	int result = rcc_store_begin(store);

	if (result != 0)
		return result;
	result = add_layout(store, layout);
	for (size_t i = 0; i < layout->n_libraries && result == 0; i++)
		result = add_library(store, layout->id, i, &layout->library[i]);
	return end_transaction(store, result);
}

static void read_layout(sqlite3_stmt *stmt, void *record)
{
	const char *seed = (const char *)sqlite3_column_text(stmt, 4);

	*(struct rcc_layout_record *)record = (struct rcc_layout_record){
		.id = sqlite3_column_int64(stmt, 0),
		.system = (unsigned)sqlite3_column_int(stmt, 1),
		.arm = (unsigned)sqlite3_column_int(stmt, 2),
		.layout = (unsigned)sqlite3_column_int(stmt, 3),
		.is_original = seed != NULL && strcmp(seed, "none") == 0,
		.seed = column_u64(stmt, 4),
		.checksum = column_u64(stmt, 5),
		.size = sqlite3_column_int64(stmt, 6),
		.link_ns = sqlite3_column_int64(stmt, 7),
		.digest = column_copy(stmt, 8),
	};
}

/* Read the libraries of each layout.  Both the layouts and the rows of the
 * query are sorted by the layout's id. */
static int read_libraries(struct rcc_store *store,
			  struct rcc_layout_record *layout, size_t n)
{
	sqlite3_stmt *stmt = NULL;
	size_t at = 0;
	int got = rcc_store_prepare(
		store, "SELECT * FROM library ORDER BY layout, place", &stmt);

	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		const int64_t id = sqlite3_column_int64(stmt, 0);
		struct rcc_layout_record *l;
		size_t room;

		while (at < n && layout[at].id < id)
			at++;
		if (at == n || layout[at].id != id)
			/* The library's layout is not stored.  Layout and
			 * library will be made again. */
			continue;
		l = &layout[at];
		room = l->n_libraries;
		l->library = rcc_mem_grow(l->library, l->n_libraries, &room,
					  sizeof(*l->library));
		l->library[l->n_libraries++] = (struct rcc_library_record){
			.name = column_copy(stmt, 2),
			.checksum = column_u64(stmt, 3),
			.size = sqlite3_column_int64(stmt, 4),
			.digest = column_copy(stmt, 5),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}

int rcc_store_layouts(struct rcc_store *store,
		      struct rcc_layout_record **layout, size_t *n)
{
	void *array;
	int result = read_records(store, "SELECT * FROM layout ORDER BY id",
				  sizeof(**layout), read_layout, &array, n);

	*layout = array;
	if (result == 0)
		result = read_libraries(store, *layout, *n);
	return result;
}

/* ---- Sessions ---------------------------------------------------------- */

int rcc_store_begin_session(struct rcc_store *store, int64_t start_ns,
			    const char *host, int64_t *id)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
		store, "INSERT INTO session(start_ns, host) VALUES(?,?)",
		&stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, start_ns);
	sqlite3_bind_text(stmt, 2, host, -1, SQLITE_STATIC);
	result = rcc_store_finish(store, stmt);
	if (result == 0)
		*id = sqlite3_last_insert_rowid(store->db);
	return result;
}

int rcc_store_end_session(struct rcc_store *store, int64_t id, int64_t end_ns,
			  const char *host)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
		store, "UPDATE session SET end_ns=?, host=? WHERE id=?", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, end_ns);
	sqlite3_bind_text(stmt, 2, host, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 3, id);
	return rcc_store_finish(store, stmt);
}

static void read_session(sqlite3_stmt *stmt, void *record)
{
	*(struct rcc_session_record *)record = (struct rcc_session_record){
		.id = sqlite3_column_int64(stmt, 0),
		.start_ns = sqlite3_column_int64(stmt, 1),
		.end_ns = sqlite3_column_int64(stmt, 2),
		.host = column_copy(stmt, 3),
	};
}

int rcc_store_sessions(struct rcc_store *store,
		       struct rcc_session_record **session, size_t *n)
{
	void *array;
	const int result = read_records(
		store,
		"SELECT id, start_ns, end_ns, host FROM session ORDER BY id",
		sizeof(**session), read_session, &array, n);

	*session = array;
	return result;
}

/* ---- Runs and their values --------------------------------------------- */

static void bind_run(sqlite3_stmt *stmt, const struct rcc_run_record *run)
{
	const int64_t number[] = {
		run->order,
		run->layout,
		run->execution,
		run->session,
		run->start_ns,
		run->wall_ns,
		run->user_ns,
		run->system_ns,
		run->max_rss_kib,
		run->minor_faults,
		run->major_faults,
		run->voluntary_switches,
		run->involuntary_switches,
		run->env_bytes,
		run->output_bytes,
		run->exit_status,
	};
	int column = 1;

	for (size_t i = 0; i < sizeof(number) / sizeof(number[0]); i++)
		bind_known(stmt, column++, number[i]);
	if (run->signal != 0)
		sqlite3_bind_int(stmt, column++, run->signal);
	else
		sqlite3_bind_null(stmt, column++);
	sqlite3_bind_int(stmt, column++, run->n_left_behind);
	sqlite3_bind_text(stmt, column++, rcc_outcome_text(run->outcome), -1,
			  SQLITE_STATIC);
	if (run->n_sharers != 0)
		sqlite3_bind_int64(stmt, column, run->n_sharers);
	else
		sqlite3_bind_null(stmt, column);
}

static int add_values(struct rcc_store *s, int64_t order,
		      const struct rcc_value_record *value, size_t n)
{
	int result = 0;

	if (n != 0 && s->add_value == NULL)
		result = rcc_store_prepare(
			s, "INSERT INTO value VALUES(?,?,?,?,?)",
			&s->add_value);
	for (size_t i = 0; i < n && result == 0; i++) {
		sqlite3_bind_int64(s->add_value, 1, order);
		sqlite3_bind_int64(s->add_value, 2, value[i].metric);
		sqlite3_bind_int64(s->add_value, 3, value[i].iteration);
		sqlite3_bind_double(s->add_value, 4, value[i].value);
		if (value[i].share < 1)
			sqlite3_bind_double(s->add_value, 5, value[i].share);
		else
			sqlite3_bind_null(s->add_value, 5);
		result = rcc_store_step(s, s->add_value);
	}
	return result;
}

/* Write a run and its values, within a transaction. */
static int add_run(struct rcc_store *store, const struct rcc_block_member *m)
{
	int result = 0;

	if (store->add_run == NULL)
		result = rcc_store_prepare(
			store,
			"INSERT INTO run VALUES(?,?,?,?,?,?,?,?,?,?,"
			"?,?,?,?,?,?,?,?,?,?)",
			&store->add_run);
	if (result == 0) {
		bind_run(store->add_run, m->run);
		result = rcc_store_step(store, store->add_run);
	}
	if (result == 0)
		result =
			add_values(store, m->run->order, m->value, m->n_values);
	return result;
}

static int add_alone(struct rcc_store *store, const struct rcc_run_record *run)
{
	sqlite3_stmt *stmt = NULL;
	const int result =
		rcc_store_prepare(store,
				  "INSERT INTO alone VALUES(?,?,?,?,?,?,?,?,?,"
				  "?,?,?,?,?,?,?,?,?,?,?)",
				  &stmt);

	if (result != 0)
		return result;
	bind_run(stmt, run);
	return rcc_store_finish(store, stmt);
}

int rcc_store_add_block(struct rcc_store *store,
			const struct rcc_block_member *member, size_t n,
			const struct rcc_run_record *alone)
{
	int result = rcc_store_begin(store);

	if (result != 0)
		return result;
	for (size_t i = 0; i < n && result == 0; i++)
		result = add_run(store, &member[i]);
	if (result == 0 && alone != NULL)
		result = add_alone(store, alone);
	return end_transaction(store, result);
}

int rcc_store_add_run(struct rcc_store *store, const struct rcc_run_record *run,
		      const struct rcc_value_record *value, size_t n_values)
{
	const struct rcc_block_member member = {run, value, n_values};

	return rcc_store_add_block(store, &member, 1, NULL);
}

static void read_run(sqlite3_stmt *stmt, void *record)
{
	const char *outcome = (const char *)sqlite3_column_text(stmt, 18);
	const int parsed = outcome != NULL ? rcc_outcome_parse(outcome) : -1;

	*(struct rcc_run_record *)record = (struct rcc_run_record){
		.order = sqlite3_column_int64(stmt, 0),
		.layout = sqlite3_column_int64(stmt, 1),
		.execution = (unsigned)sqlite3_column_int(stmt, 2),
		.session = sqlite3_column_int64(stmt, 3),
		.start_ns = sqlite3_column_int64(stmt, 4),
		.wall_ns = sqlite3_column_int64(stmt, 5),
		.user_ns = sqlite3_column_int64(stmt, 6),
		.system_ns = sqlite3_column_int64(stmt, 7),
		.max_rss_kib = column_known(stmt, 8),
		.minor_faults = sqlite3_column_int64(stmt, 9),
		.major_faults = sqlite3_column_int64(stmt, 10),
		.voluntary_switches = sqlite3_column_int64(stmt, 11),
		.involuntary_switches = sqlite3_column_int64(stmt, 12),
		.env_bytes = sqlite3_column_int64(stmt, 13),
		.output_bytes = sqlite3_column_int64(stmt, 14),
		.exit_status = (int)column_known(stmt, 15),
		.signal = sqlite3_column_int(stmt, 16),
		.n_left_behind = sqlite3_column_int(stmt, 17),
		.n_sharers = (unsigned)sqlite3_column_int(stmt, 19),
		/* The times of a run with an unknown outcome must not be
		 * analysed, so treat the run as a failed run. */
		.outcome = parsed >= 0 ? (enum rcc_outcome)parsed
				       : RCC_OUTCOME_WRONG_OUTPUT,
	};
}

int rcc_store_count_runs(struct rcc_store *store, int64_t *n)
{
	return rcc_store_read_number(store, "SELECT count(*) FROM run", n);
}

int rcc_store_runs(struct rcc_store *store, struct rcc_run_record **run,
		   size_t *n)
{
	void *array;
	const int result = read_records(store, "SELECT * FROM run ORDER BY ord",
					sizeof(**run), read_run, &array, n);

	*run = array;
	return result;
}

int rcc_store_runs_alone(struct rcc_store *store, struct rcc_run_record **run,
			 size_t *n)
{
	void *array;
	const int result =
		read_records(store, "SELECT * FROM alone ORDER BY ord",
			     sizeof(**run), read_run, &array, n);

	*run = array;
	return result;
}

static void read_value(sqlite3_stmt *stmt, void *record)
{
	*(struct rcc_value_record *)record = (struct rcc_value_record){
		.order = sqlite3_column_int64(stmt, 0),
		.metric = (unsigned)sqlite3_column_int(stmt, 1),
		.iteration = (unsigned)sqlite3_column_int(stmt, 2),
		.value = sqlite3_column_double(stmt, 3),
		.share = sqlite3_column_type(stmt, 4) == SQLITE_NULL
				 ? 1
				 : sqlite3_column_double(stmt, 4),
	};
}

int rcc_store_values(struct rcc_store *store, struct rcc_value_record **value,
		     size_t *n)
{
	void *array;
	const int result = read_records(
		store, "SELECT * FROM value ORDER BY ord, metric, iteration",
		sizeof(**value), read_value, &array, n);

	*value = array;
	return result;
}

/* ---- Counts by valgrind ------------------------------------------------ */

int rcc_store_add_valgrind(struct rcc_store *store,
			   const struct rcc_valgrind_record *count, size_t n)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_begin(store);

	if (result != 0)
		return result;
	result = rcc_store_prepare(
		store, "INSERT INTO exact VALUES(?,?,?,?,?,?)", &stmt);
	for (size_t i = 0; i < n && result == 0; i++) {
		sqlite3_bind_int64(stmt, 1, count[i].layout);
		sqlite3_bind_int64(stmt, 2, count[i].metric);
		sqlite3_bind_int64(stmt, 3, count[i].session);
		sqlite3_bind_int64(stmt, 4, count[i].start_ns);
		sqlite3_bind_int64(stmt, 5, count[i].wall_ns);
		sqlite3_bind_double(stmt, 6, count[i].value);
		result = rcc_store_step(store, stmt);
	}
	sqlite3_finalize(stmt);
	return end_transaction(store, result);
}

static void read_valgrind(sqlite3_stmt *stmt, void *record)
{
	*(struct rcc_valgrind_record *)record = (struct rcc_valgrind_record){
		.layout = sqlite3_column_int64(stmt, 0),
		.metric = (unsigned)sqlite3_column_int(stmt, 1),
		.session = sqlite3_column_int64(stmt, 2),
		.start_ns = sqlite3_column_int64(stmt, 3),
		.wall_ns = sqlite3_column_int64(stmt, 4),
		.value = sqlite3_column_double(stmt, 5),
	};
}

int rcc_store_valgrind(struct rcc_store *store,
		       struct rcc_valgrind_record **count, size_t *n)
{
	void *array;
	const int result = read_records(
		store, "SELECT * FROM exact ORDER BY layout, metric",
		sizeof(**count), read_valgrind, &array, n);

	*count = array;
	return result;
}
