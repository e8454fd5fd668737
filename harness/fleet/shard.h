/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copy a machine's database from the machine's own disk to the folder where the
 * shards are collected.  That folder may be on a network file system, so the
 * database is copied as a whole file.
 */
#ifndef RCC_HARNESS_FLEET_SHARD_H
#define RCC_HARNESS_FLEET_SHARD_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

/* The facts of a shard that a worker needs. */
struct rcc_shard {
	char *pack; /* digest of its pack */
	char *name; /* name of its machine */
	int64_t n_runs;
	bool is_complete; /* whether all planned runs are stored */
	/* Whether the shard's machine may have made runs that the shard
	 * lacks. */
	bool is_open;
	char *lost; /* the runs that were lost (study/lost_runs.h), or NULL */
};

void rcc_shard_release(struct rcc_shard *shard);

/* Return the path of a machine's shard in a folder; caller frees. */
char *rcc_shard_path(const char *folder, unsigned machine);

/* Read a shard.  The file must not change meanwhile.  Prints what is wrong and
 * returns an exit code (enum rcc_exit). */
int rcc_shard_read(const char *path, struct rcc_shard *shard);

/* Write a text in a machine's database, on its own disk. */
int rcc_shard_set(const char *path, const char *key, const char *value);

/* Copy a shard to `to`: write a temporary file beside it, make it durable, and
 * rename it. */
int rcc_shard_copy(const char *from, const char *to);

/* Copy the database `from` to `to`, as rcc_shard_copy() does.  `from` may be
 * open in write-ahead mode.  `to` is one plain file. */
int rcc_shard_bring(const char *from, const char *to);

/* Make a file durable.  With O_DIRECTORY in `flags`, `path` is a folder, and
 * the names in it become durable.  Returns 0, or RCC_ESYS with errno set. */
int rcc_shard_make_durable(const char *path, int flags);

/* Make a new database from a manifest, for a machine. */
int rcc_shard_create(const char *path, const json_t *manifest,
		     const char *files, const char *pack, const char *name,
		     unsigned machine, unsigned n_machines);

#endif
