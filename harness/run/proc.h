/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read numbers that the kernel counts for each process, from /proc.  A number
 * that the kernel does not count is 0. */
#ifndef RCC_HARNESS_RUN_PROC_H
#define RCC_HARNESS_RUN_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Read for how long the main thread of a process has used a CPU, and for how
 * long it has waited for a CPU. */
void rcc_proc_scheduling(pid_t pid, int64_t *cpu_ns, int64_t *queue_ns);

/* Return the CPU time of the children that a process has waited for, and of
 * their children.  The kernel tells it in steps of 10 ms. */
int64_t rcc_proc_children_ns(pid_t pid);

/* Return whether a process, or a child that its main thread started, or one of
 * their children and so on, has a CPU or waits for one. */
bool rcc_proc_is_ready(pid_t pid);

/* Return how many bytes a process and its children have written. */
int64_t rcc_proc_written(pid_t pid);

#endif
