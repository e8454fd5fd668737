/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A process that outlives this one by an instant.
 *
 * If randstudy is killed (kill -9) while a program runs, the guardian kills the
 * program's whole session, and every other process that still has one of the
 * program's output files open, so that none disturbs the next measurement.  (A
 * subreaper would not help: only an ancestor of ours would inherit the
 * processes that left the session.)  A process that left the session and closed
 * its output is not found here; while randstudy lives, it is (execute.c).
 */
#ifndef RCC_HARNESS_RUN_GUARDIAN_H
#define RCC_HARNESS_RUN_GUARDIAN_H

#include <stddef.h>
#include <sys/types.h>

struct rcc_guardian {
	int fd; /* open in this process only, so it closes when this dies */
	volatile pid_t *session; /* shared: the session to kill; 0: none */
};

/* Call it before this process becomes a subreaper: the guardian must not be its
 * child.  `output` lists the files that programs write to.  Returns 0, or
 * RCC_ESYS with errno set. */
int rcc_guardian_start(struct rcc_guardian *guardian, const int *output,
		       size_t n);
/* End the guardian; it kills nothing if *session is 0.  Accepts {.fd = -1}. */
void rcc_guardian_end(struct rcc_guardian *guardian);

#endif
