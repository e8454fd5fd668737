/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merge the databases of all machines, the shards (store/machines.h), into one
 * study.
 *
 * Shards are merged one after the other, so the memory needed does not depend
 * on their number.  When the new database is complete, it replaces an older
 * one.  If `dir` is on a network file system, the database is written in
 * $TMPDIR or /tmp and copied as a whole.
 */
#ifndef RCC_HARNESS_FLEET_MERGE_H
#define RCC_HARNESS_FLEET_MERGE_H

#include "common/strvec.h"

/* Merge shards (the databases of single machines) into a new study in `dir`.
 * An item of `shard` is a file, or a folder that has shards as files
 * machine-*.db.  All shards must come from one pack (pack.h) and have the same
 * programs and settings.  Two different shards of one machine are refused.
 *
 * `n_machines` is the number of machines in the study; 0 means the number that
 * the shards have stored.  Machines are numbered from 1.  If a shard's machine
 * has a number above `n_machines`, the highest such number is used instead.
 *
 * Prints which runs and machines are missing.  Prints what is wrong and returns
 * an exit code (enum rcc_exit). */
int rcc_merge(const char *dir, const struct rcc_strvec *shard,
	      unsigned n_machines);

#endif
