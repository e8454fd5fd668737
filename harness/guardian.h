/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A process that outlives us by an instant: if we are killed (kill -9) while a
 * program runs, it kills the program's whole session, so that nothing of it
 * disturbs what is measured next.
 */
#ifndef RCC_HARNESS_GUARDIAN_H
#define RCC_HARNESS_GUARDIAN_H

#include <sys/types.h>

struct rcc_guardian {
	int fd;			 /* ours alone: it closes when we die */
	volatile pid_t *session; /* shared: what to kill; 0: nothing */
};

/* Before we become a subreaper: the guardian must not be our child.
 * RCC_ESYS with errno set. */
int rcc_guardian_start(struct rcc_guardian *guardian);
/* The guardian ends; it kills nothing if *session is 0. */
void rcc_guardian_end(struct rcc_guardian *guardian);

#endif
