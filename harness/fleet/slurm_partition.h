/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Refuse partitions of Slurm whose nodes several jobs use at once, even if a
 * job asks for whole nodes (OverSubscribe=FORCE).  The jobs would disturb each
 * other's times.
 */
#ifndef RCC_HARNESS_FLEET_SLURM_PARTITION_H
#define RCC_HARNESS_FLEET_SLURM_PARTITION_H

#include "common/strvec.h"

/* Refuse options of sbatch with which Slurm puts a job into a partition with
 * OverSubscribe=FORCE.  If the cluster has a partition of this kind, this
 * function submits `script` with the options as a job that does not start
 * (sbatch --hold).  It asks squeue for the partitions of that job, and cancels
 * the job.  Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_slurm_check_partition(const struct rcc_strvec *options,
			      const char *script);

#endif
