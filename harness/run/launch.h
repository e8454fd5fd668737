/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One process of a program: open its files, set up the child, kill it at a
 * limit of time or output, and read its times and its memory use at the end.
 * execute.c runs one such process at a time, and execute_together.c several.
 */
#ifndef RCC_HARNESS_RUN_LAUNCH_H
#define RCC_HARNESS_RUN_LAUNCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include "harness/run/exec_request.h"
#include "harness/run/guardian.h"

/* The interval at which the size of the output is checked. */
#define RCC_LAUNCH_CHECK_MS 100

/* Files for the output of a process; -1 if not open. */
struct rcc_output {
	int stdout_fd;
	int stderr_fd;
};

/* The executor that rcc_execute_real() makes. */
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
	/* For a request with has_scheduling: the time that randstudy had waited
	 * for a CPU when it last saw the program running. */
	int64_t queue_ns;
	sigset_t mask_before;
};

/* One execution of a program.  Child and parent share this memory until the
 * child has executed the program. */
struct rcc_launch {
	const struct rcc_exec_request *request;
	const struct rcc_output *output;
	const sigset_t *mask;
	volatile pid_t *session;
	int stdin_fd;
	/* The stop signals of r->n_stops up to this number do not end the
	 * process. */
	int n_stops_ignored;
	volatile int64_t start_mono_ns;
	volatile int64_t start_unix_ns;
	volatile int error_number;
	const char *volatile refused;
};

/* Set up the child process as the request demands.  If that fails, end the
 * child.  Makes only system calls, because the child may share its parent's
 * memory. */
void rcc_launch_set_up(struct rcc_launch *l);
/* Store the start time and execute the program.  Does not return. */
void rcc_launch_execute(struct rcc_launch *l);

/* Make the files that take a program's standard output and standard error, and
 * tell the guardian about them.  Returns 0, or RCC_ESYS with errno set. */
int rcc_output_open(struct rcc_output *output, struct rcc_guardian *guardian);
int rcc_output_truncate(const struct rcc_output *output);
void rcc_output_close(const struct rcc_output *output);

/* Read the pending signals, and count those that ask randstudy to stop. */
void rcc_launch_take_signals(struct rcc_real_executor *r);
/* Return whether the program has written more than it may. */
bool rcc_launch_has_too_much_output(const struct rcc_launch *l);
/* Return whether the program must be killed.  If so, set *why. */
bool rcc_launch_must_end(const struct rcc_real_executor *r,
			 const struct rcc_launch *l, int64_t elapsed_ns,
			 enum rcc_ended *why);
/* Return the number of milliseconds after which rcc_launch_must_end() must be
 * called again. */
int rcc_launch_poll_ms(const struct rcc_exec_request *q, int64_t elapsed_ns);
/* Open the standard input of a request.  Returns -1 with errno set on error. */
int rcc_launch_open_input(const struct rcc_real_executor *r,
			  const struct rcc_exec_request *q);
void rcc_launch_close_input(const struct rcc_real_executor *r, int fd);
/* Set the members of the result that follow from the wait status and the
 * resource usage of an ended process. */
void rcc_launch_fill_result(struct rcc_exec_result *result,
			    const struct rcc_launch *l, int wstatus,
			    const struct rusage *usage);

/* Prepare rcc_launch_reap().  Call this before the process starts. */
void rcc_launch_begin_scheduling(struct rcc_real_executor *r,
				 const struct rcc_exec_request *q);
/* Reap the process if it has ended, as wait4(2) with WNOHANG does.  If
 * q->has_scheduling is set, first read the scheduling times, which the kernel
 * drops when the process is reaped. */
pid_t rcc_launch_reap(struct rcc_real_executor *r,
		      const struct rcc_exec_request *q, pid_t pid, int *wstatus,
		      struct rusage *usage, struct rcc_exec_result *result);

#endif
