/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The worker does the work of one machine in a study of several machines:
 *
 *	1. Unpack the study to a disk of this machine.
 *	2. Make all runs of the machine's schedule.
 *	3. Copy the database to the folder `out`, where the databases of all
 *	   machines are collected.  A copy in `out` is called a shard.
 *
 * The unpacked study is in the folder LOCAL/randstudy-DIGEST-NUMBER:
 *
 *	LOCAL	the argument of --local
 *	DIGEST	the digest of the pack
 *	NUMBER	the number of the machine
 *
 * The folder stays until all runs are stored, so a worker that was killed can
 * continue.  If the folder is gone, the worker continues from the shard if this
 * machine made it.  If another machine made it, the worker begins again,
 * because all runs in a shard must be of one machine.
 */
#ifndef RCC_HARNESS_FLEET_WORKER_H
#define RCC_HARNESS_FLEET_WORKER_H

#include "common/filesystem.h"

struct rcc_worker {
	const char *pack;    /* path of the pack */
	const char *out;     /* the folder in which the shards are collected */
	const char *local;   /* a folder on a disk of this machine */
	const char *name;    /* the machine's name */
	unsigned machine;    /* the machine's number, from 1 */
	unsigned n_machines; /* 0 if unknown */
	/* The machine's load average of the last minute, before this process
	 * ran anything. */
	double load;
	rcc_statfs *examine; /* statfs(2), except in tests */
};

/* Return the name of this machine: the name that Slurm gives the node, else the
 * host's name.  Caller frees. */
char *rcc_worker_machine_name(void);

/* Run the worker.  *stop_signal is set to the signal that ended it, or 0. */
int rcc_worker_run(const struct rcc_worker *worker, int *stop_signal);

#endif
