/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The study's database: the only file that knows SQLite.
 *
 * Every function that writes is one durable transaction: when it has returned
 * 0, a crash, kill -9 or power loss does not undo it; when it fails, nothing
 * of it is there.  While a study runs, the database is in write-ahead mode, so
 * that reports can be read meanwhile; a study that was closed is one plain
 * file.
 *
 * Functions return 0 or a negative enum rcc_error; rcc_store_error() then says
 * why.  RCC_EFORMAT: not a study, or of another version.
 */
#ifndef RCC_HARNESS_STORE_STORE_H
#define RCC_HARNESS_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/store/records.h"

struct rcc_store;

enum rcc_store_mode {
	RCC_STORE_READ,	 /* must be there */
	RCC_STORE_WRITE, /* must be there */
	RCC_STORE_CREATE /* made if it is not there */
};

/* *store is set in any case (for the error text) and closed by
 * rcc_store_close(), which accepts NULL. */
int rcc_store_open(const char *path, enum rcc_store_mode mode,
		   struct rcc_store **store);
/* Borrowed until the next call. */
const char *rcc_store_error(const struct rcc_store *store);
bool rcc_store_is_full(const struct rcc_store *store);
void rcc_store_close(struct rcc_store *store);

/* Named texts.  A missing one gives *value = NULL; caller frees. */
int rcc_store_get(struct rcc_store *store, const char *key, char **value);
int rcc_store_set(struct rcc_store *store, const char *key, const char *value);

/* Several writes as one transaction: all of them or none. */
int rcc_store_begin(struct rcc_store *store);
int rcc_store_commit(struct rcc_store *store);
void rcc_store_undo(struct rcc_store *store);

/* A batch of layouts that was planned together (see schedule.h). */
struct rcc_batch_record {
	unsigned first_layout;
	unsigned n_layouts;
};
int rcc_store_add_batch(struct rcc_store *store,
			const struct rcc_batch_record *row);
/* Caller frees *row. */
int rcc_store_batches(struct rcc_store *store, struct rcc_batch_record **row,
		      size_t *n);

/* By id; caller releases each row and frees the array. */
int rcc_store_add_layout(struct rcc_store *store,
			 const struct rcc_layout_record *row);
int rcc_store_layouts(struct rcc_store *store, struct rcc_layout_record **row,
		      size_t *n);

/* A session is one call of `randstudy run`; `host` is the machine as JSON. */
struct rcc_session_record {
	int64_t id;
	int64_t start_ns;
	int64_t end_ns; /* 0 if it was killed */
	char *host;
};
int rcc_store_begin_session(struct rcc_store *store, int64_t start_ns,
			    const char *host, int64_t *id);
int rcc_store_end_session(struct rcc_store *store, int64_t id, int64_t end_ns);
int rcc_store_sessions(struct rcc_store *store, struct rcc_session_record **row,
		       size_t *n);

/* A number of the study's own that a run gave (metric_spec.h). */
struct rcc_value_record {
	int64_t order;
	unsigned metric; /* index into the study's */
	unsigned iteration;
	double value;
	double share; /* of the time that a counter counted; 1: all of it */
};

/* A run and its values, whose `order` is taken from the run. */
int rcc_store_add_run(struct rcc_store *store, const struct rcc_run_record *row,
		      const struct rcc_value_record *value, size_t n_values);
/* By order; caller frees. */
int rcc_store_runs(struct rcc_store *store, struct rcc_run_record **row,
		   size_t *n);
/* By order, metric and iteration; caller frees. */
int rcc_store_values(struct rcc_store *store, struct rcc_value_record **row,
		     size_t *n);

/* A layout's number from a run under a tool, which was measured in nothing
 * else. */
struct rcc_valgrind_record {
	int64_t layout;
	unsigned metric;
	int64_t session;
	int64_t start_ns;
	int64_t wall_ns; /* of the tool */
	double value;
};
int rcc_store_add_valgrind(struct rcc_store *store,
			   const struct rcc_valgrind_record *row, size_t n);
/* By layout and metric; caller frees. */
int rcc_store_valgrind(struct rcc_store *store,
		       struct rcc_valgrind_record **row, size_t *n);

/* SQLite's own check of the whole file: RCC_EFORMAT if it finds damage. */
int rcc_store_check(struct rcc_store *store);

#endif
