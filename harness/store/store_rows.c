/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store's tables: one pair of functions each, in and out. */
#include "harness/store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/store_private.h"

#include "common/mem.h"

int rcc_store_add_batch(struct rcc_store *store,
			const struct rcc_batch_record *row)
{
	sqlite3_stmt *stmt = NULL;
	int result =
		rcc_store_prepare(store,
				  "INSERT INTO batch(first_layout, n_layouts)"
				  " VALUES(?,?)",
				  &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, row->first_layout);
	sqlite3_bind_int64(stmt, 2, row->n_layouts);
	return rcc_store_finish(store, stmt);
}

int rcc_store_batches(struct rcc_store *store, struct rcc_batch_record **row,
		      size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(store,
				    "SELECT first_layout, n_layouts FROM batch"
				    " ORDER BY id",
				    &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_batch_record){
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

/* End a transaction: all of it, or, if something failed, nothing. */
static int end_transaction(struct rcc_store *store, int result)
{
	char *why;

	if (result == 0)
		result = rcc_store_exec(store, "COMMIT");
	if (result == 0)
		return 0;
	/* The rollback must not hide why. */
	why = rcc_mem_strdup(store->error);
	sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	snprintf(store->error, sizeof(store->error), "%s", why);
	free(why);
	return result;
}

static int add_library(struct rcc_store *store, int64_t layout, size_t place,
		       const struct rcc_library_record *row)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
		store, "INSERT INTO library VALUES(?,?,?,?,?,?)", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, layout);
	sqlite3_bind_int64(stmt, 2, (int64_t)place);
	sqlite3_bind_text(stmt, 3, row->name, -1, SQLITE_STATIC);
	bind_u64(stmt, 4, row->checksum);
	sqlite3_bind_int64(stmt, 5, row->size);
	sqlite3_bind_text(stmt, 6, row->digest, -1, SQLITE_STATIC);
	return rcc_store_finish(store, stmt);
}

static int add_layout(struct rcc_store *store,
		      const struct rcc_layout_record *row)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
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
	return rcc_store_finish(store, stmt);
}

int rcc_store_add_layout(struct rcc_store *store,
			 const struct rcc_layout_record *row)
{
	int result = rcc_store_exec(store, "BEGIN IMMEDIATE");

	if (result != 0)
		return result;
	result = add_layout(store, row);
	for (size_t i = 0; i < row->n_libraries && result == 0; i++)
		result = add_library(store, row->id, i, &row->library[i]);
	return end_transaction(store, result);
}

static struct rcc_layout_record read_layout(sqlite3_stmt *stmt)
{
	const char *seed = (const char *)sqlite3_column_text(stmt, 4);
	const char *digest = (const char *)sqlite3_column_text(stmt, 8);

	return (struct rcc_layout_record){
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

static char *column_copy(sqlite3_stmt *stmt, int column)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return rcc_mem_strdup(text != NULL ? text : "");
}

/* The libraries of layouts; both come by the layout's id. */
static int read_libraries(struct rcc_store *store,
			  struct rcc_layout_record *row, size_t n)
{
	sqlite3_stmt *stmt = NULL;
	size_t at = 0;
	int got = rcc_store_prepare(
		store, "SELECT * FROM library ORDER BY layout, place", &stmt);

	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		const int64_t layout = sqlite3_column_int64(stmt, 0);
		struct rcc_layout_record *l;
		size_t room;

		while (at < n && row[at].id < layout)
			at++;
		if (at == n || row[at].id != layout)
			continue; /* damaged: it is made again */
		l = &row[at];
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

int rcc_store_layouts(struct rcc_store *store, struct rcc_layout_record **row,
		      size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(store, "SELECT * FROM layout ORDER BY id",
				    &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = read_layout(stmt);
	}
	sqlite3_finalize(stmt);
	return got < 0 ? got : read_libraries(store, *row, *n);
}

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

int rcc_store_end_session(struct rcc_store *store, int64_t id, int64_t end_ns)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_prepare(
		store, "UPDATE session SET end_ns=? WHERE id=?", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, end_ns);
	sqlite3_bind_int64(stmt, 2, id);
	return rcc_store_finish(store, stmt);
}

int rcc_store_sessions(struct rcc_store *store, struct rcc_session_record **row,
		       size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(
		store,
		"SELECT id, start_ns, end_ns, host FROM session"
		" ORDER BY id",
		&stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_session_record){
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

static void bind_run(sqlite3_stmt *stmt, const struct rcc_run_record *row)
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

int rcc_store_add_run(struct rcc_store *store, const struct rcc_run_record *row,
		      const struct rcc_value_record *value, size_t n_values)
{
	int result = rcc_store_exec(store, "BEGIN IMMEDIATE");

	if (result != 0)
		return result;
	if (store->add_run == NULL)
		result = rcc_store_prepare(
			store,
			"INSERT INTO run VALUES(?,?,?,?,?,?,?,?,?,?,"
			"?,?,?,?,?,?,?,?,?)",
			&store->add_run);
	if (result == 0) {
		bind_run(store->add_run, row);
		result = rcc_store_step(store, store->add_run);
	}
	if (result == 0)
		result = add_values(store, row->order, value, n_values);
	return end_transaction(store, result);
}

int rcc_store_add_valgrind(struct rcc_store *store,
			   const struct rcc_valgrind_record *row, size_t n)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_exec(store, "BEGIN IMMEDIATE");

	if (result != 0)
		return result;
	result = rcc_store_prepare(
		store, "INSERT INTO exact VALUES(?,?,?,?,?,?)", &stmt);
	for (size_t i = 0; i < n && result == 0; i++) {
		sqlite3_bind_int64(stmt, 1, row[i].layout);
		sqlite3_bind_int64(stmt, 2, row[i].metric);
		sqlite3_bind_int64(stmt, 3, row[i].session);
		sqlite3_bind_int64(stmt, 4, row[i].start_ns);
		sqlite3_bind_int64(stmt, 5, row[i].wall_ns);
		sqlite3_bind_double(stmt, 6, row[i].value);
		result = rcc_store_step(store, stmt);
	}
	sqlite3_finalize(stmt);
	return end_transaction(store, result);
}

int rcc_store_valgrind(struct rcc_store *store,
		       struct rcc_valgrind_record **row, size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(
		store, "SELECT * FROM exact ORDER BY layout, metric", &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_valgrind_record){
			.layout = sqlite3_column_int64(stmt, 0),
			.metric = (unsigned)sqlite3_column_int(stmt, 1),
			.session = sqlite3_column_int64(stmt, 2),
			.start_ns = sqlite3_column_int64(stmt, 3),
			.wall_ns = sqlite3_column_int64(stmt, 4),
			.value = sqlite3_column_double(stmt, 5),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}

static struct rcc_run_record read_run(sqlite3_stmt *stmt)
{
	const char *outcome = (const char *)sqlite3_column_text(stmt, 18);
	const int parsed = outcome != NULL ? rcc_outcome_parse(outcome) : -1;

	return (struct rcc_run_record){
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

int rcc_store_runs(struct rcc_store *store, struct rcc_run_record **row,
		   size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(store, "SELECT * FROM run ORDER BY ord",
				    &stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = read_run(stmt);
	}
	sqlite3_finalize(stmt);
	return got;
}

int rcc_store_values(struct rcc_store *store, struct rcc_value_record **row,
		     size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(
		store, "SELECT * FROM value ORDER BY ord, metric, iteration",
		&stmt);

	*row = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*row = rcc_mem_grow(*row, *n, &room, sizeof(**row));
		(*row)[(*n)++] = (struct rcc_value_record){
			.order = sqlite3_column_int64(stmt, 0),
			.metric = (unsigned)sqlite3_column_int(stmt, 1),
			.iteration = (unsigned)sqlite3_column_int(stmt, 2),
			.value = sqlite3_column_double(stmt, 3),
			.share = sqlite3_column_type(stmt, 4) == SQLITE_NULL
					 ? 1
					 : sqlite3_column_double(stmt, 4),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}
