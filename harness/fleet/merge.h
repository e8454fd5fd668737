/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shards of all machines as one study.
 *
 * Shards are merged one after the other, so the memory needed does not depend
 * on their number.  When the new database is complete, it replaces an older
 * one.  If `dir` is on a network file system, the database is written in
 * $TMPDIR or /tmp and copied as a whole.
 */
#ifndef RCC_HARNESS_FLEET_MERGE_H
#define RCC_HARNESS_FLEET_MERGE_H

#include "common/strvec.h"

/* Merge shards into a new study in `dir`.  An item of `shard` is a file, or a
 * folder that has shards as files machine-*.db.  Refuses shards of another
 * pack, with other programs or settings, and two different shards of one
 * machine.  Prints what is missing.  n_machines is the number of machines.  If
 * it is 0, the shards say it; if they do not, it is the largest number of a
 * machine.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_merge(const char *dir, const struct rcc_strvec *shard,
	      unsigned n_machines);

#endif
