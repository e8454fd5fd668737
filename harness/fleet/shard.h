/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A shard is the database of one machine in a study of several machines
 * (store/machines.h).  The functions below copy it from the machine's own disk
 * to the folder where the shards are collected.  That folder may be on a
 * network file system, so the database is copied as a whole file.
 */
#ifndef RCC_HARNESS_FLEET_SHARD_H
#define RCC_HARNESS_FLEET_SHARD_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

/* The properties of a shard that the worker of its machine needs (worker.h). */
struct rcc_shard {
	char *pack; /* digest of the pack from which the shard was made */
	char *name; /* name of the machine that made the runs */
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

/* Refuse the shard of the file `path` if it was made from another pack than the one
 * with this digest.  Prints what is wrong and returns an exit code (enum
 * rcc_exit). */
int rcc_shard_check_pack(const struct rcc_shard *shard, const char *path,
			 const char *digest);

/* Return whether the database `path` has all runs of the database `other`.  If
 * not, different workers made the two. */
bool rcc_shard_has_runs_of(const char *path, const char *other);

/* Write the text of a key (store/store.h) to a machine's database, which is on
 * the machine's own disk. */
int rcc_shard_set(const char *path, const char *key, const char *value);

/* Copy a shard to `to`: write a temporary file beside `to`, write it to the
 * disk (fsync), and rename it. */
int rcc_shard_copy(const char *from, const char *to);

/* Copy the database `from` to `to`, as rcc_shard_copy() does.  `from` may be
 * open and have a write-ahead log.  The copy is a single file without a log. */
int rcc_shard_bring(const char *from, const char *to);

/* Write a file's content from the page cache to the disk, as fsync(2) does.
 * With O_DIRECTORY in `flags`, `path` is a folder, and the names in it are
 * written.  Returns 0, or RCC_ESYS with errno set. */
int rcc_shard_make_durable(const char *path, int flags);

/* Make the new database of a machine from the manifest of a pack.  `files` is
 * the folder of the unpacked inputs, and `pack` the digest of the pack. */
int rcc_shard_create(const char *path, const json_t *manifest,
		     const char *files, const char *pack, const char *name,
		     unsigned machine, unsigned n_machines);

/* Let a machine's database name the inputs in the folder `files`.  An earlier
 * worker may have unpacked them to another folder. */
int rcc_shard_place(const char *path, const json_t *manifest,
		    const char *files);

#endif
