/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execute a program once, or several programs at the same time.  An executor
 * measures their times, and kills a program that exceeds its limit of time or
 * output.
 *
 * The rest of the harness only uses struct rcc_executor.  rcc_execute_real()
 * makes an executor that starts processes.  Tests use an executor with a fake
 * clock, so that they need not wait.
 */
#ifndef RCC_HARNESS_RUN_EXECUTE_H
#define RCC_HARNESS_RUN_EXECUTE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for cpu_set_t */
#endif
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/run/exec_request.h"

struct rcc_executor {
	/* Execute a program.  Returns 0, or RCC_ESYS with errno set if
	 * randstudy itself, not the program, failed. */
	int (*run)(void *self, const struct rcc_exec_request *request,
		   struct rcc_exec_result *result);
	/* Execute n <= RCC_TOGETHER_MAX programs at the same time.  No program
	 * is executed before all are ready.  If a program cannot be started, or
	 * the user abandons the run, all are killed.  The programs' output
	 * stays readable until the next call of this function.  Returns as
	 * run() does. */
	int (*run_together)(void *self, const struct rcc_exec_request *request,
			    struct rcc_exec_result *result, size_t n);
	/* Wait for `ns`; return early if the user asks to stop. */
	void (*pause)(void *self, int64_t ns);
	/* Return the time of a monotonic clock, for the display of progress and
	 * for --budget. */
	int64_t (*now_ns)(void *self);
	/* Return 0 if the user did not ask to stop, 1 to stop after the current
	 * run, 2 to stop at once. */
	int (*stop_wanted)(void *self);
	/* Return whether programs may run on all of these CPUs. */
	bool (*may_use)(void *self, const cpu_set_t *cpus);
	void *self;
};

/* Make an executor that starts processes.  While it exists, SIGINT, SIGTERM,
 * SIGHUP and SIGQUIT only change what stop_wanted() returns, and this process
 * is a subreaper.  A subreaper becomes the parent of orphaned descendants, so
 * no process of a program survives its run.  Returns 0, or RCC_ESYS with errno
 * set; then there is nothing to release. */
int rcc_execute_real(struct rcc_executor *executor);
/* Release an executor.  It may be zeroed, or released already. */
void rcc_execute_real_release(struct rcc_executor *executor);
/* Return the signal that asked the study to stop; 0 if none did. */
int rcc_execute_stop_signal(const struct rcc_executor *executor);

#endif
