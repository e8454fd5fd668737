/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Executing one program once, under control.
 *
 * The rest of the harness knows struct rcc_executor only.  rcc_execute_real()
 * makes the one that starts processes.  Tests use a fake one with a fake clock,
 * so that they need not wait.
 */
#ifndef RCC_HARNESS_RUN_EXECUTE_H
#define RCC_HARNESS_RUN_EXECUTE_H

#include <stddef.h>
#include <stdint.h>

#include "harness/run/exec_request.h"

struct rcc_executor {
	/* 0, or RCC_ESYS when we (not the program) failed; errno says why. */
	int (*run)(void *self, const struct rcc_exec_request *request,
		   struct rcc_exec_result *result);
	/* The same for n programs at the same time, n at most
	 * RCC_TOGETHER_MAX: none is executed before all are ready.  If one is
	 * not started, or the user abandons them, all are killed.  What they
	 * write stays readable until the next such call. */
	int (*run_together)(void *self, const struct rcc_exec_request *request,
			    struct rcc_exec_result *result, size_t n);
	/* Wait; shorter if the user asks to stop. */
	void (*pause)(void *self, int64_t ns);
	/* A monotonic clock, for progress and budgets. */
	int64_t (*now_ns)(void *self);
	/* Whether the user asked to stop: 0 no, 1 after the current run, 2 at
	 * once. */
	int (*stop_wanted)(void *self);
	void *self;
};

/* An executor that starts processes.  While it exists, SIGINT, SIGTERM, SIGHUP
 * and SIGQUIT only set what stop_wanted() returns; and orphaned descendants
 * become our children, so that no process of a program survives its run.
 * Returns 0, or RCC_ESYS with errno set; then there is nothing to release. */
int rcc_execute_real(struct rcc_executor *executor);
/* Accepts a zeroed executor, and one that was released. */
void rcc_execute_real_release(struct rcc_executor *executor);
/* The signal that asked us to stop, 0 if none did. */
int rcc_execute_stop_signal(const struct rcc_executor *executor);

#endif
