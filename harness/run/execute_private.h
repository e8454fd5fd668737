/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The executor that starts processes, for execute.c and execute_together.c
 * only: one program at a time, and several at the same time.
 */
#ifndef RCC_HARNESS_RUN_EXECUTE_PRIVATE_H
#define RCC_HARNESS_RUN_EXECUTE_PRIVATE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "harness/run/exec_request.h"
#include "harness/run/guardian.h"

/* The interval at which the amount of output is checked. */
#define RCC_EXECUTE_CHECK_MS 100

/* Files for what a process writes; -1: not open. */
struct rcc_output {
	int stdout_fd;
	int stderr_fd;
};

struct rcc_real_executor {
	struct rcc_output program;
	struct rcc_output helper;
	struct rcc_output together[RCC_TOGETHER_MAX]; /* opened when needed */
	size_t n_together;
	int null_fd;
	int signal_fd;
	struct rcc_guardian guardian;
	int n_stops;
	int stop_signal;
	sigset_t mask_before;
};

/* Shared between a child and its parent, until the child has executed its
 * program. */
struct rcc_launch {
	const struct rcc_exec_request *request;
	const struct rcc_output *output;
	const sigset_t *mask;
	volatile pid_t *session;
	int stdin_fd;
	volatile int64_t start_mono_ns;
	volatile int64_t start_unix_ns;
	volatile int error_number;
	const char *volatile refused;
};

/* Set up the child as the request wants: system calls only, as the child may
 * share its parent's memory.  Ends the child if that fails. */
void rcc_launch_set_up(struct rcc_launch *l);
/* Note the time and execute the program; does not return. */
void rcc_launch_execute(struct rcc_launch *l);

/* Make the files, and tell the guardian of them. */
int rcc_output_open(struct rcc_output *output, struct rcc_guardian *guardian);
int rcc_output_truncate(const struct rcc_output *output);
void rcc_output_close(const struct rcc_output *output);

/* Take the pending signals and count those that ask us to stop. */
void rcc_execute_take_signals(struct rcc_real_executor *r);
/* Whether the program has written more than it may. */
bool rcc_execute_has_too_much_output(const struct rcc_launch *l);
/* Whether the program must be killed; sets *why. */
bool rcc_execute_must_end(const struct rcc_real_executor *r,
			  const struct rcc_launch *l, int64_t elapsed_ns,
			  enum rcc_ended *why);
/* The time until the next check, in milliseconds. */
int rcc_execute_poll_ms(const struct rcc_exec_request *q, int64_t elapsed_ns);
/* The standard input of a request: -1 with errno set if it cannot be opened. */
int rcc_execute_open_input(const struct rcc_real_executor *r,
			   const struct rcc_exec_request *q);
void rcc_execute_close_input(const struct rcc_real_executor *r, int fd);
/* Set what the result says of an ended process. */
void rcc_execute_fill_result(struct rcc_exec_result *result,
			     const struct rcc_launch *l, int wstatus,
			     const struct rusage *usage);

/* Collect the process if it has ended, as wait4(2) with WNOHANG does. */
pid_t rcc_execute_reap(const struct rcc_exec_request *q, pid_t pid,
		       int *wstatus, struct rusage *usage,
		       struct rcc_exec_result *result);

/* The `run_together` of the executor. */
int rcc_execute_together(void *self, const struct rcc_exec_request *request,
			 struct rcc_exec_result *result, size_t n);

#endif
