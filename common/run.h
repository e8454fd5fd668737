/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running other programs and dying properly.
 *
 * A program that holds temporary files calls rcc_run_hold_signals() before it
 * makes them: from then on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE wait.
 * While a child runs they are passed on to it; when the files are gone,
 * rcc_run_release_signals() lets the signal through, so that make sees the
 * true cause.  No handler runs, so nothing needs to be async-signal-safe.
 */
#ifndef RCC_COMMON_RUN_H
#define RCC_COMMON_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

void rcc_run_hold_signals(void);
/* Dies of the signal that came meanwhile, if one did. */
void rcc_run_release_signals(void);
/* Whether a signal is waiting (a long piece of work may then stop early). */
bool rcc_run_interrupted(void);

/* Run argv[0] (a path; no search) with our environment, wait, and return its
 * exit status, 128+n for death by signal n; -1 with errno set when it could
 * not be started.  out_fd, err_fd: the child's standard output and error, -1
 * for ours.  The child gets the signal mask we had at the start. */
int rcc_run_wait(char *const argv[], int out_fd, int err_fd);

/* Wait for any of our own children (fork), which is only possible
 * while signals are held: they are passed on to all.  Its index, and its status as above. */
size_t rcc_run_wait_any(const pid_t *child, size_t n, int *status);

/* As rcc_run_wait(), and keep what it wrote to standard output: *out is NUL-terminated,
 * caller frees, set also when the status is not 0 (but not at -1). */
int rcc_run_capture(char *const argv[], char **out, size_t *n);

/* A word as a shell must be given it, in quotes only where it needs them;
 * caller frees. */
char *rcc_run_quote(const char *word);

#endif
