/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read numbers that the kernel counts for each process.  A number that the
 * kernel does not count is 0. */
#ifndef RCC_HARNESS_RUN_PROC_H
#define RCC_HARNESS_RUN_PROC_H

#include <stdint.h>
#include <sys/types.h>

/* Read for how long the main thread of a process has used a CPU, and for how
 * long it has waited for a CPU. */
void rcc_proc_scheduling(pid_t pid, int64_t *cpu_ns, int64_t *queue_ns);

/* Return the CPU time of all threads of a process, without its children.  The
 * process may have ended, if it was not reaped. */
int64_t rcc_proc_own_ns(pid_t pid);

/* Return how many bytes a process and its children have written. */
int64_t rcc_proc_written(pid_t pid);

#endif
