/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Partitions whose nodes several jobs use at once, whatever the jobs ask for
 * (OverSubscribe=FORCE).
 */
#ifndef RCC_HARNESS_FLEET_SLURM_PARTITION_H
#define RCC_HARNESS_FLEET_SLURM_PARTITION_H

#include "common/strvec.h"

/* Refuse options of sbatch with which Slurm puts a job into such a partition.
 * If the site has such a partition, this function submits `script` as a job
 * that Slurm holds.  It asks for the partitions of that job, and cancels the
 * job.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_slurm_check_partition(const struct rcc_strvec *options,
			      const char *script);

#endif
