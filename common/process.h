/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starting other programs, waiting for them, and passing signals on to them.
 *
 * A program with temporary files uses these functions:
 *
 *	rcc_process_hold_signals()
 *		Called before the first temporary file is made.  It blocks
 *		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE and similar signals.
 *		They are passed on to a running child.
 *	rcc_process_release_signals()
 *		Called after the files are removed.  If a blocked signal has
 *		arrived, it now ends the program.  The parent, such as make,
 *		sees that a signal ended it.
 *
 * There are no signal handlers, so nothing here needs to be async-signal-safe.
 *
 * The programs that a study measures are started elsewhere
 * (harness/run/execute.c), because the way in which a program is started
 * affects its time.
 */
#ifndef RCC_COMMON_PROCESS_H
#define RCC_COMMON_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/strvec.h"

/* How a process ended. */
struct rcc_process_end {
	int exit_status; /* -1: killed by a signal */
	int signal;	 /* the signal that killed it, or 0 */
};

/* Decode the status that waitpid(2) stores. */
struct rcc_process_end rcc_process_end(int wstatus);

/* Return the status as a shell does: 128+n after signal n. */
int rcc_process_status(int wstatus);

/* Return the number of CPUs that this process may use, at least 1.  Under
 * taskset(1), and in the jobs of batch systems, the machine may have more
 * CPUs. */
unsigned rcc_process_n_cpus(void);

/* A program to start.  The child gets the signal mask that this process had
 * before rcc_process_hold_signals(). */
struct rcc_process {
	char *const *argv;     /* argv[0] is a path; PATH is not searched */
	char *const *envp;     /* NULL: this process's environment */
	const char *directory; /* NULL: this process's working directory */
	bool no_input;	       /* standard input is /dev/null, not inherited */
	bool own_group;	       /* it leads a process group of its own */
	int out_fd;	       /* standard output; -1: inherited */
	int err_fd;	       /* standard error; -1: inherited */
};

/* Start a program.  Returns its process ID, or RCC_ESYS with errno set. */
pid_t rcc_process_start(const struct rcc_process *process);

/* Wait for a child.  Returns its status as a shell does, or RCC_ESYS with errno
 * set.  If signals are held, the child receives those that arrive. */
int rcc_process_wait(pid_t pid);

/* Wait for a child that was started with own_group, as rcc_process_wait() does.
 * All processes of its group receive the signals that arrive.  The caller must
 * have called rcc_process_hold_signals(). */
int rcc_process_wait_group(pid_t pid);

/* Wait for any of n children.  Returns the index of the child that ended, and
 * sets *status to what rcc_process_wait() would return for this child.  On an
 * error, returns RCC_ESYS with errno set.  The caller must have called
 * rcc_process_hold_signals().  All children receive the signals that arrive. */
ssize_t rcc_process_wait_any(const pid_t *child, size_t n, int *status);

/* Start a program in this process's environment and wait for it.  The program's
 * standard output and error become out_fd and err_fd; -1 means inherited.
 * Returns the program's status, or RCC_ESYS, as rcc_process_wait() does. */
int rcc_process_run(char *const argv[], int out_fd, int err_fd);

/* Run a program and keep its standard output.  Sets *out to the output with a
 * NUL after it (caller frees), and *n to its size; `n` may be NULL.  *out and
 * *n are set even if the program fails, but not on RCC_ESYS.  Returns what
 * rcc_process_run() returns. */
int rcc_process_capture(char *const argv[], char **out, size_t *n);

/* Run a program as rcc_process_capture() does, but discard its standard error.
 * This is for programs that may reject their arguments. */
int rcc_process_ask(char *const argv[], char **out);

/* Block the signals that would end this process. */
void rcc_process_hold_signals(void);
/* If a signal has arrived since rcc_process_hold_signals(), let it end the
 * process now.  Otherwise unblock the signals. */
void rcc_process_release_signals(void);
/* Return whether a signal has arrived since rcc_process_hold_signals().  Code
 * that runs long calls this so that it can stop early. */
bool rcc_process_interrupted(void);

/* Set a variable in an environment.  `env` is a list of strings NAME=VALUE. */
void rcc_process_setenv(struct rcc_strvec *env, const char *name,
			const char *value);

#endif
