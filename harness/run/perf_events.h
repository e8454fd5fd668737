/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's counters, perf_event_open(2): what a program and all its
 * children count from execve(2) on.
 */
#ifndef RCC_HARNESS_RUN_PERF_EVENTS_H
#define RCC_HARNESS_RUN_PERF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "harness/study/perf_event.h"

/* One counter of one run. */
struct rcc_perf_counter {
	struct rcc_perf_event event;
	int fd;		  /* -1: not open */
	bool is_granted;  /* the kernel grants it; if not, it is left closed */
	int error_number; /* why it is not granted */
	double value;	  /* scaled up if it counted for part of the time */
	double share;	  /* fraction of the time that it counted; 0: never */
};

/* Whether this kernel, CPU and user may use it: 0, or errno. */
int rcc_perf_try(const struct rcc_perf_event *event);
/* Whether that errno says that there is no such counter, rather than that its
 * use is not allowed. */
bool rcc_perf_is_missing(int error_number);
/* The meaning of that errno, and the remedy. */
const char *rcc_perf_reason(int error_number);
const char *rcc_perf_remedy(int error_number);

/* Open the counters of process `pid`, which start at its execve(2).  With pid
 * 0 they are those of a child that vfork(2) is about to make, which inherits
 * them.  Returns 0, or RCC_ESYS with errno set. */
int rcc_perf_open(struct rcc_perf_counter *counter, size_t n, pid_t pid);
/* Read and close the counters when the program and its children have ended. */
void rcc_perf_close(struct rcc_perf_counter *counter, size_t n);

#endif
