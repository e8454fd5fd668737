/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shards of all machines as one study.
 *
 * Shards are merged one after the other, so the memory that this needs does not
 * depend on their number.  The new database replaces an older one when it is
 * complete.  On a network file system it is not written but copied as a whole,
 * from $TMPDIR or /tmp.
 */
#ifndef RCC_HARNESS_FLEET_MERGE_H
#define RCC_HARNESS_FLEET_MERGE_H

#include "common/strvec.h"

/* Merge shards into a new study in `dir`.  An item of `shard` is a file, or a
 * folder whose files machine-*.db are meant.  Refuses shards of another pack,
 * with other programs or settings, and two different shards of one machine.
 * Prints what is missing.  n_machines is the number of machines; if it is 0,
 * the number in the shards or, without one, the largest number of a machine.
 * Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_merge(const char *dir, const struct rcc_strvec *shard,
	      unsigned n_machines);

#endif
