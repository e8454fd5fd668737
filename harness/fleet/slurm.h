/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run a packed study as array jobs of Slurm, one machine a task.
 *
 * The folder in which the shards are collected also has:
 *
 *	cluster.json	the pack, the number of machines and the jobs
 *	worker.sh	the batch script
 *	log/		what the workers print
 *
 * No state but this is kept: which machines are done is read from the shards,
 * and which wait or run is asked of Slurm.  Submitting again is therefore how
 * a study goes on after anything.
 */
#ifndef RCC_HARNESS_FLEET_SLURM_H
#define RCC_HARNESS_FLEET_SLURM_H

#include <stdbool.h>

#include "common/strvec.h"

struct rcc_slurm_submission {
	const char *pack;
	const char *out; /* the folder in which the shards are collected */
	unsigned n_machines;
	bool shares_nodes;	   /* whether other jobs may use the nodes */
	struct rcc_strvec options; /* the site's own options of sbatch */
};

/* Submit the machines that have not made all their runs and neither wait nor
 * run.  A machine that was begun gets the node on which it was begun. */
int rcc_slurm_submit(const struct rcc_slurm_submission *s);

/* Print which machines are done, run, wait, or do neither. */
int rcc_slurm_status(const char *out);

/* Merge the shards that are there into a study in `dir`; if that is NULL, in
 * the folder "merged" beside them. */
int rcc_slurm_collect(const char *out, const char *dir);

#endif
