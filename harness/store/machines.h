/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study of several machines in one database.
 *
 * A study that runs on several machines is packed into one file, the pack
 * (fleet/pack.h).  On each machine a worker, `randstudy worker`, unpacks and
 * runs it.  Each machine writes a database of its own, a *shard*, in the same
 * format as a study of one machine.  The shards are merged into one database
 * (fleet/merge.h).
 *
 * The merged database has the layouts once.  The rows of all shards are in the
 * tables "machine_run", "machine_value" and so on.  The first column of these
 * tables is the machine's number.  rcc_store_select_machine() selects one
 * machine.  All functions of store.h then read the rows of that machine.
 *
 * A shard is opened without locks, since it may be on a network file system.
 */
#ifndef RCC_HARNESS_STORE_MACHINES_H
#define RCC_HARNESS_STORE_MACHINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/store/store.h"

/* Texts of a shard's database that say where the shard comes from, and its
 * number of runs.  The struct owns the strings.  A string is NULL if the shard
 * lacks the text. */
struct rcc_shard_facts {
	char *design; /* the study's settings, as JSON (study/study.h) */
	char *pack;   /* digest of the pack from which the shard was made */
	char *name;   /* the machine's name */
	int64_t n_runs;
};

/* The keys under which a shard's database has `pack` and `name`. */
#define RCC_SHARD_PACK_KEY "pack"
#define RCC_SHARD_NAME_KEY "machine-name"
/* The key whose value is "yes" while the shard may lack runs that are still on
 * the disk of the worker's machine. */
#define RCC_SHARD_OPEN_KEY "worker-open"
/* The key under which a shard's database has the list of runs that were lost
 * (study/lost_runs.h). */
#define RCC_SHARD_LOST_KEY "lost-runs"

void rcc_shard_facts_release(struct rcc_shard_facts *facts);

/* Attach a shard to a store that was opened with RCC_STORE_COLLECT, and read
 * its facts.  Call rcc_shard_detach() before the next shard is attached, also
 * after an error.  Returns RCC_EFORMAT if the file is not a study, is damaged,
 * or has another version; rcc_store_error() says why. */
int rcc_shard_attach(struct rcc_store *store, const char *path,
		     struct rcc_shard_facts *facts);
void rcc_shard_detach(struct rcc_store *store);
/* Copy the layouts, their libraries and the batches of the attached shard to
 * the empty store.  Also copy the texts whose keys begin with one of n
 * prefixes. */
int rcc_shard_copy_study(struct rcc_store *store, const char *const *prefix,
			 size_t n);
/* Set *differ to whether the attached shard has other layouts, libraries or
 * batches than the store. */
int rcc_shard_compare_layouts(struct rcc_store *store, bool *differ);
/* Copy the attached shard's texts, sessions, runs and values to the tables
 * machine_..., with the machine's number in the first column.  `name` is the
 * machine's name, and `digest` the SHA-256 of the shard. */
int rcc_shard_copy_rows(struct rcc_store *store, unsigned machine,
			const char *name, const char *digest);

/* A machine of a merged study.  The struct owns the strings. */
struct rcc_machine_record {
	unsigned machine; /* the machine's number, from 1 */
	char *name;
	char *shard;  /* SHA-256 of its shard */
	char *lost;   /* the runs that were lost (study/lost_runs.h), or NULL */
	bool is_open; /* whether runs may be left on the machine's disk */
	int64_t n_runs;
	/* A description of the machine in its last session, as JSON, or
	 * NULL. */
	char *host;
};
/* Read all machines, sorted by number; caller releases the array.  *n is 0 for
 * a study of one machine. */
int rcc_store_machines(struct rcc_store *store,
		       struct rcc_machine_record **machine, size_t *n);
void rcc_store_free_machines(struct rcc_machine_record *machine, size_t n);
/* Set *n to the number of machines, and *is_there to whether one of them has
 * the number `machine`. */
int rcc_store_find_machine(struct rcc_store *store, unsigned machine,
			   int64_t *n, bool *is_there);

/* Let the functions of store.h read the texts, sessions, runs and values of one
 * machine.  With 0 for `machine`, they read the study's own tables again.
 * Nothing may be written while a machine is selected. */
int rcc_store_select_machine(struct rcc_store *store, unsigned machine);

#endif
