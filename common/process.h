/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starting other programs, waiting for them, and passing signals on to them.
 *
 * A program that holds temporary files calls rcc_process_hold_signals() before
 * it makes them.  From then on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE and
 * similar signals are blocked.  While a child runs, they are passed on to the
 * child.  When the files are removed, rcc_process_release_signals() lets the
 * signal end the program, so that make sees the true cause.  No handler runs,
 * so nothing here needs to be async-signal-safe.
 *
 * harness/run/execute.c starts the programs that a study measures by itself,
 * because the way of starting affects the time that it measures.
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

/* Return the status in the form that a shell uses: 128+n for death by signal
 * n. */
int rcc_process_status(int wstatus);

/* A program to start.  The child gets the signal mask that this process had
 * before rcc_process_hold_signals(). */
struct rcc_process {
	char *const *argv;     /* argv[0] is a path; PATH is not searched */
	char *const *envp;     /* NULL: this process's environment */
	const char *directory; /* NULL: this process's working directory */
	bool no_input;	       /* standard input is /dev/null, not inherited */
	int out_fd;	       /* standard output; -1: inherited */
	int err_fd;	       /* standard error; -1: inherited */
};

/* Start a program.  Returns its process id, or RCC_ESYS with errno set. */
pid_t rcc_process_start(const struct rcc_process *process);

/* Wait for a child.  Returns its status in the form that a shell uses, or
 * RCC_ESYS with errno set.  Signals that are held are passed on to the
 * child. */
int rcc_process_wait(pid_t pid);

/* Wait for any of n children.  Returns the index of the one that ended and sets
 * *status as rcc_process_wait() returns it, or returns RCC_ESYS with errno set.
 * Signals must be held; they are passed on to all children. */
ssize_t rcc_process_wait_any(const pid_t *child, size_t n, int *status);

/* Start a program in this process's environment and wait for it.  out_fd and
 * err_fd become its standard output and standard error; -1: inherited.  Returns
 * its status, or RCC_ESYS, as rcc_process_wait() does. */
int rcc_process_run(char *const argv[], int out_fd, int err_fd);

/* Run a program and keep what it writes to standard output.  *out becomes the
 * output with a NUL after it (caller frees), whatever the program's status is,
 * unless RCC_ESYS is returned.  *n becomes its size; `n` may be NULL.  Returns
 * as rcc_process_run() does. */
int rcc_process_capture(char *const argv[], char **out, size_t *n);

/* Run a program as rcc_process_capture() does, but discard what it writes to
 * standard error.  This is for a program that may not understand its
 * arguments. */
int rcc_process_ask(char *const argv[], char **out);

/* Block the signals that would end this process. */
void rcc_process_hold_signals(void);
/* End the process by the signal that was held, if there was one; else unblock
 * the signals. */
void rcc_process_release_signals(void);
/* Return whether a signal is held, so that long work can stop early. */
bool rcc_process_interrupted(void);

/* Set a variable in an environment, a list of strings NAME=VALUE. */
void rcc_process_setenv(struct rcc_strvec *env, const char *name,
			const char *value);

#endif
