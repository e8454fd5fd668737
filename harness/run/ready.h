/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Look at the processes of a running program: does any of them compute, or wait
 * for a CPU?
 *
 * The kernel counts how long child processes compute, but not how long they wait
 * for a CPU.  So on a busy machine, only looking tells a program that always
 * computes from one that sleeps.
 */
#ifndef RCC_HARNESS_RUN_READY_H
#define RCC_HARNESS_RUN_READY_H

#include <sys/types.h>

#include "harness/study/tandem.h"

/* Look at a process and all its descendants, and count what is seen.  Where the
 * kernel does not list children (CONFIG_PROC_CHILDREN), only the process itself
 * is seen. */
void rcc_ready_look(pid_t pid, struct rcc_ready *looks);

#endif
