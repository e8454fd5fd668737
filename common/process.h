/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starting other programs, waiting for them, and passing signals on to them.
 *
 * A program that holds temporary files calls rcc_process_hold_signals() before
 * it makes them.  SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE and the like are
 * blocked from then on.  While a child runs they are passed on to it.  When the
 * files are removed, rcc_process_release_signals() lets the signal through, so
 * that make sees the true cause.  No handler runs, so nothing here needs to be
 * async-signal-safe.
 *
 * The programs that a study measures are started by harness/run/execute.c,
 * since its clock depends on how.
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
	int signal;	 /* 0: not killed */
};

/* Decode what waitpid(2) stores. */
struct rcc_process_end rcc_process_end(int wstatus);

/* The status as a shell gives it: 128+n for death by signal n. */
int rcc_process_status(int wstatus);

/* A program to start.  The child gets the signal mask that we had before
 * rcc_process_hold_signals(). */
struct rcc_process {
	char *const *argv;     /* argv[0] is a path; there is no search */
	char *const *envp;     /* NULL: our environment */
	const char *directory; /* NULL: our working directory */
	bool no_input;	       /* standard input is /dev/null instead of ours */
	int out_fd;	       /* standard output; -1: ours */
	int err_fd;	       /* standard error; -1: ours */
};

/* Start it.  Returns its process id, or RCC_ESYS with errno set. */
pid_t rcc_process_start(const struct rcc_process *process);

/* Wait for a child and return its status as a shell gives it, or RCC_ESYS with
 * errno set.  Signals that are held are passed on to the child. */
int rcc_process_wait(pid_t pid);

/* Wait for any of n children.  Returns its index and sets *status as above, or
 * returns RCC_ESYS with errno set.  Signals must be held; they are passed on to
 * all n. */
ssize_t rcc_process_wait_any(const pid_t *child, size_t n, int *status);

/* Start argv with our environment, wait, and return its status as
 * rcc_process_wait() does.  out_fd, err_fd: -1 for ours. */
int rcc_process_run(char *const argv[], int out_fd, int err_fd);

/* Run like rcc_process_run(), and keep what the program wrote to standard
 * output.  *out is NUL-terminated; caller frees.  It is set unless RCC_ESYS is
 * returned, whatever the program's status.  n may be NULL. */
int rcc_process_capture(char *const argv[], char **out, size_t *n);

/* As rcc_process_capture(), without what it wrote to standard error: a question
 * that the program may not understand. */
int rcc_process_ask(char *const argv[], char **out);

void rcc_process_hold_signals(void);
/* Ends the process by the signal that came meanwhile, if one did. */
void rcc_process_release_signals(void);
/* Whether a signal is held, so that long work can stop early. */
bool rcc_process_interrupted(void);

/* Set a variable in an environment, which item, NULL-terminated, holds. */
void rcc_process_setenv(struct rcc_strvec *env, const char *name,
			const char *value);

#endif
