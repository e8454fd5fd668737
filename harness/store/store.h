/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The study's database, DIR/study.db.  Only this directory of harness/ uses
 * SQLite.
 *
 * The database has a table for each kind of record (records.h), and a table of
 * texts, each of which has a key.  The key "design", for example, has the
 * study's settings as JSON (study/study.h).
 *
 * Every function that writes is one durable transaction, unless
 * rcc_store_begin() joins several writes.  After a transaction has succeeded,
 * neither a crash nor kill -9 nor a power failure undoes it.  A transaction
 * that fails has written nothing.  While a study runs, the database is in
 * write-ahead mode, so that reports can be made at the same time.  The
 * database of a closed study is one plain file.
 *
 * On a network file system nothing is written.  A closed study is read there
 * without locks.
 *
 * The functions in this directory return 0 or a negative enum rcc_error.  After
 * an error, rcc_store_error() describes it.  RCC_EFORMAT means that the file is
 * not a study, is damaged, or has an unknown version.
 */
#ifndef RCC_HARNESS_STORE_STORE_H
#define RCC_HARNESS_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/store/records.h"

struct rcc_store;

enum rcc_store_mode {
	RCC_STORE_READ,	  /* read only; the file must exist */
	RCC_STORE_WRITE,  /* read and write; the file must exist */
	RCC_STORE_CREATE, /* read and write; the file is made if missing */
	/* Make a new file without a journal, for merging the databases of
	 * several machines (machines.h).  If the process fails, the file is
	 * useless. */
	RCC_STORE_COLLECT
};

/* Open a study's database.  *store is set even after an error, for
 * rcc_store_error().  The caller must close it in any case. */
int rcc_store_open(const char *path, enum rcc_store_mode mode,
		   struct rcc_store **store);
/* Return the text of the last error; borrowed until the next call. */
const char *rcc_store_error(const struct rcc_store *store);
/* Return whether the cause of the last error was a full disk. */
bool rcc_store_is_full(const struct rcc_store *store);
/* Close the database; accepts NULL. */
void rcc_store_close(struct rcc_store *store);

/* Read or write the text of a key, for example of "design".  *value is NULL if
 * the key is missing; caller frees. */
int rcc_store_get(struct rcc_store *store, const char *key, char **value);
int rcc_store_set(struct rcc_store *store, const char *key, const char *value);

/* Begin or commit a transaction that joins several writes. */
int rcc_store_begin(struct rcc_store *store);
int rcc_store_commit(struct rcc_store *store);
/* Roll the transaction back.  rcc_store_error() still describes the failed
 * write. */
void rcc_store_undo(struct rcc_store *store);

/* Remove all records from a study that has no runs.  Call this within a
 * transaction. */
int rcc_store_clear(struct rcc_store *store);

/* A batch: layouts that were added to the study together, when it began or when
 * it was extended (study/schedule.h). */
struct rcc_batch_record {
	unsigned first_layout;
	unsigned n_layouts;
};
int rcc_store_add_batch(struct rcc_store *store,
			const struct rcc_batch_record *batch);
/* Read all batches, in the order in which they were added; caller frees
 * *batch. */
int rcc_store_batches(struct rcc_store *store, struct rcc_batch_record **batch,
		      size_t *n);

int rcc_store_add_layout(struct rcc_store *store,
			 const struct rcc_layout_record *layout);
/* Read all layouts, sorted by id; caller releases each layout and frees the
 * array. */
int rcc_store_layouts(struct rcc_store *store,
		      struct rcc_layout_record **layout, size_t *n);

/* A session is one call of `randstudy run`. */
struct rcc_session_record {
	int64_t id;
	int64_t start_ns;
	int64_t end_ns; /* 0 if the session was killed */
	char *host;	/* a description of the machine, as JSON */
};
int rcc_store_begin_session(struct rcc_store *store, int64_t start_ns,
			    const char *host, int64_t *id);
/* Store when a session has ended, and its host's description as it is now. */
int rcc_store_end_session(struct rcc_store *store, int64_t id, int64_t end_ns,
			  const char *host);
/* Read all sessions, sorted by id; caller frees each host and the array. */
int rcc_store_sessions(struct rcc_store *store,
		       struct rcc_session_record **session, size_t *n);

/* A run's value of one of the metrics that the study asked for
 * (study/metric_spec.h). */
struct rcc_value_record {
	int64_t order;	 /* number of the run */
	unsigned metric; /* index into the study's metrics */
	unsigned iteration;
	double value;
	/* If the metric is a counter of the CPU or the kernel: the fraction of
	 * the run's time for which the kernel let it count. */
	double share;
};

/* Write a run and its values.  Each value is stored with the run's `order`. */
int rcc_store_add_run(struct rcc_store *store, const struct rcc_run_record *run,
		      const struct rcc_value_record *value, size_t n_values);
/* Set *n to the number of runs. */
int rcc_store_count_runs(struct rcc_store *store, int64_t *n);
/* Read all runs, sorted by order; caller frees. */
int rcc_store_runs(struct rcc_store *store, struct rcc_run_record **run,
		   size_t *n);
/* Read all values, sorted by order, metric and iteration; caller frees. */
int rcc_store_values(struct rcc_store *store, struct rcc_value_record **value,
		     size_t *n);

/* A run and its values. */
struct rcc_block_member {
	const struct rcc_run_record *run;
	const struct rcc_value_record *value;
	size_t n_values;
};
/* Write all runs of a block or none.  The runs were made at the same time
 * (--tandem, --duet).  If one of them was repeated alone, as a check, `alone`
 * is the repetition, with the same `order`; otherwise it is NULL. */
int rcc_store_add_block(struct rcc_store *store,
			const struct rcc_block_member *member, size_t n,
			const struct rcc_run_record *alone);
/* Read the repetitions of single runs, `alone` in rcc_store_add_block(), sorted
 * by order; caller frees. */
int rcc_store_runs_alone(struct rcc_store *store, struct rcc_run_record **run,
			 size_t *n);

/* The value of a metric that valgrind counts, from one run of a layout under
 * valgrind. */
struct rcc_valgrind_record {
	int64_t layout;
	unsigned metric; /* index into the study's metrics */
	int64_t session;
	int64_t start_ns;
	int64_t wall_ns; /* the duration of the run under valgrind */
	double value;
};
int rcc_store_add_valgrind(struct rcc_store *store,
			   const struct rcc_valgrind_record *count, size_t n);
/* Read all values that valgrind counted, sorted by layout and metric; caller
 * frees. */
int rcc_store_valgrind(struct rcc_store *store,
		       struct rcc_valgrind_record **count, size_t *n);

/* Copy the database to the new file `path`.  The copy is one plain file,
 * without a write-ahead file beside it. */
int rcc_store_copy(struct rcc_store *store, const char *path);

/* Run SQLite's check of the whole file.  Returns RCC_EFORMAT if it finds
 * damage. */
int rcc_store_check(struct rcc_store *store);

#endif
