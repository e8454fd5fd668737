/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run Slurm's commands (squeue, scontrol, sbatch) and read what they print.
 * Functions print what is wrong and return an exit code (enum rcc_exit). */
#ifndef RCC_HARNESS_FLEET_SLURM_QUEUE_H
#define RCC_HARNESS_FLEET_SLURM_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

/* Run one of Slurm's commands and return its output.  If the command fails,
 * print an error and return NULL.  The command's own messages go to standard
 * error.  Caller frees. */
char *rcc_slurm_ask(const char *command, const struct rcc_strvec *arguments);

/* A task of an array job that waits or runs. */
struct rcc_slurm_task {
	char *job;	 /* the number of the array job */
	unsigned index;	 /* the number of the task in the array */
	bool is_waiting; /* if false, the task runs or is about to end */
};

/* List this user's tasks.  The caller frees them by rcc_slurm_free_tasks(), in
 * any case. */
int rcc_slurm_tasks(struct rcc_slurm_task **task, size_t *n);
void rcc_slurm_free_tasks(struct rcc_slurm_task *task, size_t n);

/* Find the largest number that a task may have: MaxArraySize - 1. */
int rcc_slurm_largest_index(unsigned *largest);

/* Run sbatch with these arguments.  *job is set to the number of the new job;
 * caller frees. */
int rcc_slurm_sbatch(const struct rcc_strvec *arguments, char **job);

#endif
