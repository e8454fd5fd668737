/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run a packed study (pack.h) as array jobs of Slurm.  Each task of a job is
 * the worker of one machine.
 *
 * The folder in which the shards are collected also has:
 *
 *	cluster.json	the pack, the number of machines and the jobs
 *	worker.sh	the batch script
 *	log/		what the workers print
 *	cluster.lock	locked while jobs are submitted
 *
 * No other state is kept.  The shards say which machines are done.  Slurm says
 * which machines wait or run.  Therefore, after any failure, submitting again
 * continues the study.
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

/* Submit a task for each machine of the study.  A machine is skipped if it has
 * made all its runs, or if Slurm already has a task for it, waiting or running.
 * If a machine has begun its runs, its task is submitted to the node on which
 * the runs began. */
int rcc_slurm_submit(const struct rcc_slurm_submission *s);

/* Print the state of each machine of the study: done, running, waiting, or none
 * of these.  `out` is the folder in which the shards are collected. */
int rcc_slurm_status(const char *out);

/* Merge the shards in the folder `out` into a study in `dir`.  If `dir` is
 * NULL, the study is made in the folder "merged" beside the shards. */
int rcc_slurm_collect(const char *out, const char *dir);

#endif
