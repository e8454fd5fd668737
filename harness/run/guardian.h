/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A process that outlives this one by an instant.
 *
 * If randstudy is killed (kill -9) while programs run, the guardian kills each
 * program's whole session, and every other process that still has one of the
 * programs' output files open, so that none disturbs the next measurement.  (A
 * subreaper would not help: only an ancestor of ours would inherit the
 * processes that left the session.)  A process that left the session and closed
 * its output is not found here; while randstudy lives, it is (execute.c).
 */
#ifndef RCC_HARNESS_RUN_GUARDIAN_H
#define RCC_HARNESS_RUN_GUARDIAN_H

#include <limits.h>
#include <stddef.h>
#include <sys/types.h>

/* The most programs that run at the same time. */
#define RCC_GUARDIAN_SESSIONS 32
/* Two files for each of them, and four for runs in turn and helpers. */
#define RCC_GUARDIAN_OUTPUTS (2 * RCC_GUARDIAN_SESSIONS + 4)

/* The memory that the guardian shares with the process that it guards. */
struct rcc_guarded {
	volatile pid_t session[RCC_GUARDIAN_SESSIONS]; /* to kill; 0: none */
	/* The files that programs write to. */
	dev_t device[RCC_GUARDIAN_OUTPUTS];
	ino_t inode[RCC_GUARDIAN_OUTPUTS];
	volatile size_t n_outputs;
	/* The study whose files are exchanged (build/exchange.h); "": none. */
	char exchanged_in[PATH_MAX];
};

struct rcc_guardian {
	int fd; /* open in this process only, so it closes when this dies */
	struct rcc_guarded *guarded;
};

/* Call it before this process becomes a subreaper: the guardian must not be its
 * child.  Returns 0, or RCC_ESYS with errno set. */
int rcc_guardian_start(struct rcc_guardian *guardian);
/* Add an open file to those that programs write to; at most
 * RCC_GUARDIAN_OUTPUTS. */
int rcc_guardian_add_output(struct rcc_guardian *guardian, int fd);
/* End the guardian; it kills nothing if all sessions are 0.  Accepts
 * {.fd = -1}. */
void rcc_guardian_end(struct rcc_guardian *guardian);

#endif
