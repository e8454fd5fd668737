/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file to which the databases of several machines are merged (merge.h).
 *
 * The new database has a temporary name until it is complete.  Then it replaces
 * an older one.
 *
 * In a local directory, only one merge runs at a time.  Therefore a merge can
 * remove all temporary files that it finds there: they were left by merges that
 * were killed.
 *
 * For a directory on a network file system, the database is made in $TMPDIR or
 * /tmp and copied as a whole.
 */
#ifndef RCC_HARNESS_FLEET_MERGE_TARGET_H
#define RCC_HARNESS_FLEET_MERGE_TARGET_H

#include <stdbool.h>

struct rcc_merge_target {
	char *dir;
	char *path;	 /* the database, study.db in `dir` */
	char *folder;	 /* the folder of the temporary file */
	char *temporary; /* the path at which the new database is written */
	bool is_remote;	 /* whether `dir` is on a network file system */
	int lock_fd;
};

/* Make the directory `dir` and choose the path of the temporary file.  Removes
 * temporary files that earlier merges left in `dir`.  Refuses to replace a
 * study that did not come from a merge.  Prints what is wrong and returns an
 * exit code (enum rcc_exit). */
int rcc_merge_target_open(struct rcc_merge_target *target, const char *dir);

/* Replace the old database with the temporary file, which is complete and
 * closed.  Prints what is wrong and returns an exit code. */
int rcc_merge_target_commit(struct rcc_merge_target *target);

/* Remove the temporary file if it is there, and end the lock. */
void rcc_merge_target_close(struct rcc_merge_target *target);

#endif
