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

#include <stdbool.h>
#include <stdint.h>

#include "harness/study/process_control.h"
#include "harness/run/perf_events.h"

enum rcc_ended {
	RCC_ENDED_EXITED,     /* see exit_status */
	RCC_ENDED_SIGNALLED,  /* see signal */
	RCC_ENDED_TIMEOUT,    /* killed: took longer than timeout_ns */
	RCC_ENDED_OUTPUT,     /* killed: wrote more than output_limit */
	RCC_ENDED_ABANDONED,  /* killed: the user wants to stop at once */
	RCC_ENDED_NOT_STARTED /* exec failed: see error_number */
};

struct rcc_exec_request {
	char *const *argv; /* argv[0] is a path, not searched for */
	char *const *envp;
	const char *stdin_path; /* NULL: /dev/null */
	int64_t timeout_ns;	/* 0: none */
	int64_t output_limit;	/* bytes */
	/* A helper (--verify), not a measured program: the output of the
	 * program before it stays readable. */
	bool is_helper;
	const char *directory;			   /* NULL: ours */
	const struct rcc_process_control *control; /* NULL: as we are */
	struct rcc_perf_counter *counter;	   /* filled by the run */
	size_t n_counters;
};

struct rcc_exec_result {
	enum rcc_ended ended;
	int exit_status;
	int signal;
	int error_number;
	const char
		*refused; /* the option that the kernel refused; NULL: execve */
	int n_left_behind;
	int64_t start_ns; /* since 1970 */
	int64_t wall_ns;
	int64_t user_ns;
	int64_t system_ns;
	int64_t max_rss_kib; /* -1: unknown, less than our own */
	int64_t minor_faults;
	int64_t major_faults;
	int64_t voluntary_switches;
	int64_t involuntary_switches;
	/* Files with all its output; the executor's, valid until its next
	 * run. */
	int stdout_fd;
	int stderr_fd;
};

struct rcc_executor {
	/* 0, or RCC_ESYS when we (not the program) failed; errno says why. */
	int (*run)(void *self, const struct rcc_exec_request *request,
		   struct rcc_exec_result *result);
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
