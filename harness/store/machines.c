/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/machines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/store/store_private.h"

#define RUN_COLUMNS                                                            \
	"ord, layout, execution, session, start_ns, wall_ns, user_ns,"         \
	" system_ns, max_rss_kib, minor_faults, major_faults,"                 \
	" voluntary_switches, involuntary_switches, env_bytes, output_bytes,"  \
	" exit_status, signal, n_left_behind, outcome, sharers"

/* The tables whose rows are copied from a shard, and their columns.  The rows
 * of the table "run", for example, go to the table "machine_run" of the merged
 * database.  The first column of "machine_run" has the machine's number, and
 * the columns below follow in this order. */
static const struct {
	const char *name;
	const char *columns;
} table[] = {
	{"meta", "key, value"},
	{"session", "id, start_ns, end_ns, host"},
	{"run", RUN_COLUMNS},
	{"alone", RUN_COLUMNS},
	{"value", "ord, metric, iteration, value, share"},
	{"exact", "layout, metric, session, start_ns, wall_ns, value"},
};
#define N_TABLES (sizeof(table) / sizeof(table[0]))

void rcc_shard_facts_release(struct rcc_shard_facts *facts)
{
	free(facts->design);
	free(facts->pack);
	free(facts->name);
	*facts = (struct rcc_shard_facts){0};
}

/* ---- Attaching a shard -------------------------------------------------- */

static int attach(struct rcc_store *s, const char *path)
{
	sqlite3_stmt *stmt = NULL;
	char *uri = rcc_store_uri(path);
	int result = rcc_store_prepare(s, "ATTACH ? AS shard", &stmt);

	if (result == 0) {
		sqlite3_bind_text(stmt, 1, uri, -1, SQLITE_STATIC);
		result = rcc_store_finish(s, stmt);
	}
	free(uri);
	return result;
}

static int check_version(struct rcc_store *s)
{
	int64_t id = 0;
	int64_t version = 0;
	int result =
		rcc_store_read_number(s, "PRAGMA shard.application_id", &id);

	if (result == 0)
		result = rcc_store_read_number(s, "PRAGMA shard.user_version",
					       &version);
	if (result != 0)
		return result;
	if (id != rcc_store_application_id()) {
		snprintf(s->error, sizeof(s->error), "not a study of randcc");
		return RCC_EFORMAT;
	}
	if (version != rcc_store_version()) {
		snprintf(s->error, sizeof(s->error),
			 "format %" PRId64
			 ", but this randstudy merges format %d",
			 version, rcc_store_version());
		return RCC_EFORMAT;
	}
	return 0;
}

static int check_damage(struct rcc_store *s)
{
	sqlite3_stmt *stmt = NULL;
	int got =
		rcc_store_prepare(s, "PRAGMA shard.integrity_check(1)", &stmt);

	if (got == 0)
		got = rcc_store_next(s, stmt);
	if (got > 0) {
		const char *text = (const char *)sqlite3_column_text(stmt, 0);

		got = 0;
		if (text == NULL || strcmp(text, "ok") != 0) {
			snprintf(s->error, sizeof(s->error), "%s",
				 text != NULL ? text : "no answer");
			got = RCC_EFORMAT;
		}
	}
	sqlite3_finalize(stmt);
	return got;
}

static int get(struct rcc_store *s, const char *key, char **value)
{
	sqlite3_stmt *stmt = NULL;
	int got = rcc_store_prepare(
		s, "SELECT value FROM shard.meta WHERE key=?", &stmt);

	if (got == 0) {
		sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
		got = rcc_store_next(s, stmt);
	}
	if (got > 0)
		*value = rcc_mem_strdup(
			(const char *)sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	return got < 0 ? got : 0;
}

int rcc_shard_attach(struct rcc_store *store, const char *path,
		     struct rcc_shard_facts *facts)
{
	int result;

	*facts = (struct rcc_shard_facts){0};
	/* Refuse a path that is not a regular file.  If it were a pipe, SQLite
	 * would wait for a writer. */
	if (!rcc_file_is_regular(path)) {
		snprintf(store->error, sizeof(store->error),
			 "not a readable file");
		return RCC_EFORMAT;
	}
	if (rcc_store_has_log(path)) {
		snprintf(store->error, sizeof(store->error),
			 "it was not closed, and its last runs are in "
			 "\"%.300s-wal\"; go on where it is written",
			 path);
		return RCC_EUNSUP;
	}
	result = attach(store, path);
	if (result == 0)
		result = check_version(store);
	if (result == 0)
		result = rcc_store_check_size(store, "shard", NULL);
	if (result == 0)
		result = check_damage(store);
	if (result == 0)
		result = get(store, "design", &facts->design);
	if (result == 0)
		result = get(store, RCC_SHARD_PACK_KEY, &facts->pack);
	if (result == 0)
		result = get(store, RCC_SHARD_NAME_KEY, &facts->name);
	if (result == 0)
		result = rcc_store_read_number(store,
					       "SELECT count(*) FROM shard.run",
					       &facts->n_runs);
	return result;
}

void rcc_shard_detach(struct rcc_store *store)
{
	/* This fails if nothing is attached, which does no harm. */
	sqlite3_exec(store->db, "DETACH shard", NULL, NULL, NULL);
}

/* ---- Copying ------------------------------------------------------------ */

int rcc_shard_copy_study(struct rcc_store *store, const char *const *prefix,
			 size_t n)
{
	sqlite3_stmt *stmt = NULL;
	int result = rcc_store_exec(
		store, "INSERT INTO main.batch SELECT * FROM shard.batch;"
		       "INSERT INTO main.layout SELECT * FROM shard.layout;"
		       "INSERT INTO main.library SELECT * FROM shard.library;");

	if (result == 0)
		result = rcc_store_prepare(
			store,
			"INSERT OR IGNORE INTO main.meta"
			" SELECT key, value FROM shard.meta"
			" WHERE substr(key, 1, length(?1)) = ?1",
			&stmt);
	for (size_t i = 0; i < n && result == 0; i++) {
		sqlite3_bind_text(stmt, 1, prefix[i], -1, SQLITE_STATIC);
		result = rcc_store_step(store, stmt);
	}
	sqlite3_finalize(stmt);
	return result;
}

int rcc_shard_compare_layouts(struct rcc_store *store, bool *differ)
{
	static const char *const name[] = {"batch", "layout", "library"};
	int result = 0;

	*differ = false;
	for (size_t i = 0; i < 3 && result == 0; i++) {
		char *sql = rcc_mem_printf(
			"SELECT (SELECT count(*) FROM (SELECT * FROM main.%s"
			" EXCEPT SELECT * FROM shard.%s))"
			" + (SELECT count(*) FROM (SELECT * FROM shard.%s"
			" EXCEPT SELECT * FROM main.%s))",
			name[i], name[i], name[i], name[i]);
		int64_t n = 0;

		result = rcc_store_read_number(store, sql, &n);
		*differ |= n != 0;
		free(sql);
	}
	return result;
}

static int add_machine(struct rcc_store *s, unsigned machine, const char *name,
		       const char *digest)
{
	sqlite3_stmt *stmt = NULL;
	const int result = rcc_store_prepare(
		s, "INSERT INTO main.machine VALUES(?,?,?)", &stmt);

	if (result != 0)
		return result;
	sqlite3_bind_int64(stmt, 1, machine);
	sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 3, digest, -1, SQLITE_STATIC);
	return rcc_store_finish(s, stmt);
}

int rcc_shard_copy_rows(struct rcc_store *store, unsigned machine,
			const char *name, const char *digest)
{
	int result = rcc_store_begin(store);

	if (result == 0)
		result = add_machine(store, machine, name, digest);
	for (size_t i = 0; i < N_TABLES && result == 0; i++) {
		char *sql = rcc_mem_printf(
			"INSERT INTO main.machine_%s SELECT %u, %s FROM "
			"shard.%s",
			table[i].name, machine, table[i].columns,
			table[i].name);

		result = rcc_store_exec(store, sql);
		free(sql);
	}
	return result == 0 ? rcc_store_commit(store) : result;
}

/* ---- Reading ------------------------------------------------------------ */

/* Return a column's text, or NULL; caller frees. */
static char *copy_text(sqlite3_stmt *stmt, int column)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return text != NULL ? rcc_mem_strdup(text) : NULL;
}

int rcc_store_machines(struct rcc_store *store,
		       struct rcc_machine_record **machine, size_t *n)
{
	sqlite3_stmt *stmt = NULL;
	size_t room = 0;
	int got = rcc_store_prepare(
		store,
		"SELECT machine, name, shard, (SELECT count(*) FROM"
		" main.machine_run r WHERE r.machine = m.machine),"
		" (SELECT value FROM main.machine_meta t WHERE"
		" t.machine = m.machine AND key = '" RCC_SHARD_LOST_KEY "'),"
		" (SELECT value = 'yes' FROM main.machine_meta t WHERE"
		" t.machine = m.machine AND key = '" RCC_SHARD_OPEN_KEY "'),"
		" (SELECT host FROM main.machine_session t WHERE"
		" t.machine = m.machine ORDER BY id DESC LIMIT 1)"
		" FROM main.machine m ORDER BY machine",
		&stmt);

	*machine = NULL;
	*n = 0;
	while (got >= 0 && (got = rcc_store_next(store, stmt)) > 0) {
		*machine = rcc_mem_grow(*machine, *n, &room, sizeof(**machine));
		(*machine)[(*n)++] = (struct rcc_machine_record){
			.machine = (unsigned)sqlite3_column_int64(stmt, 0),
			.name = rcc_mem_strdup(
				(const char *)sqlite3_column_text(stmt, 1)),
			.shard = rcc_mem_strdup(
				(const char *)sqlite3_column_text(stmt, 2)),
			.n_runs = sqlite3_column_int64(stmt, 3),
			.lost = copy_text(stmt, 4),
			.is_open = sqlite3_column_int(stmt, 5) != 0,
			.host = copy_text(stmt, 6),
		};
	}
	sqlite3_finalize(stmt);
	return got;
}

void rcc_store_free_machines(struct rcc_machine_record *machine, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(machine[i].name);
		free(machine[i].shard);
		free(machine[i].lost);
		free(machine[i].host);
	}
	free(machine);
}

int rcc_store_find_machine(struct rcc_store *store, unsigned machine,
			   int64_t *n, bool *is_there)
{
	char *sql = rcc_mem_printf(
		"SELECT count(*) FROM main.machine WHERE machine=%u", machine);
	int64_t n_found = 0;
	int result = rcc_store_read_number(store, sql, &n_found);

	if (result == 0)
		result = rcc_store_read_number(
			store, "SELECT count(*) FROM main.machine", n);
	*is_there = result == 0 && n_found != 0;
	free(sql);
	return result;
}

/* Create a view for each table, with the rows of one machine.  A view in
 * SQLite's "temp" hides the table of the same name in "main". */
int rcc_store_select_machine(struct rcc_store *store, unsigned machine)
{
	int result = 0;

	for (size_t i = 0; i < N_TABLES && result == 0; i++) {
		char *sql = rcc_mem_printf("DROP VIEW IF EXISTS temp.%s",
					   table[i].name);

		result = rcc_store_exec(store, sql);
		free(sql);
		if (machine == 0 || result != 0)
			continue;
		sql = rcc_mem_printf("CREATE TEMP VIEW %s AS SELECT %s FROM "
				     "main.machine_%s WHERE machine=%u",
				     table[i].name, table[i].columns,
				     table[i].name, machine);
		result = rcc_store_exec(store, sql);
		free(sql);
	}
	return result;
}
