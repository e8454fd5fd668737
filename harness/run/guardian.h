/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A process that outlives us by an instant: if we are killed (kill -9) while a
 * program runs, it kills the program's whole session, and whoever else still
 * has one of the files that we gave it for its output, so that nothing of it
 * disturbs what is measured next.  (Being a subreaper would not help: only an
 * ancestor of ours would inherit those that left the session.)  What left the
 * session and closed its output too is not found; where we live, it is
 * (execute.c).
 */
#ifndef RCC_HARNESS_RUN_GUARDIAN_H
#define RCC_HARNESS_RUN_GUARDIAN_H

#include <stddef.h>
#include <sys/types.h>

struct rcc_guardian {
	int fd;			 /* ours alone: it closes when we die */
	volatile pid_t *session; /* shared: what to kill; 0: nothing */
};

/* Before we become a subreaper: the guardian must not be our child.  `output`
 * are the files that programs write to.  RCC_ESYS with errno set. */
int rcc_guardian_start(struct rcc_guardian *guardian, const int *output,
		       size_t n);
/* The guardian ends; it kills nothing if *session is 0. */
void rcc_guardian_end(struct rcc_guardian *guardian);

#endif
