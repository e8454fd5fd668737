/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters of the kernel, perf_event_open(2).  They count what a program and
 * all its children do after execve(2).
 */
#ifndef RCC_HARNESS_RUN_PERF_EVENTS_H
#define RCC_HARNESS_RUN_PERF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "harness/study/perf_event.h"

/* A counter of a run. */
struct rcc_perf_counter {
	struct rcc_perf_event event;
	int fd; /* -1 if not open */
	/* Whether the kernel grants the counter; if not, it stays closed. */
	bool is_granted;
	int error_number; /* the reason why it is not granted, as an errno */
	/* Scaled up if it counted only for a part of the time. */
	double value;
	/* Fraction of the time for which it counted; 0 if it did not. */
	double share;
};

/* Try to open a counter.  Returns 0, or an errno if the kernel, the CPU or the
 * user's rights do not allow it. */
int rcc_perf_try(const struct rcc_perf_event *event);
/* Return whether an errno from rcc_perf_try() means that the counter does not
 * exist, not that its use is forbidden. */
bool rcc_perf_is_missing(int error_number);
/* Return the meaning of an errno from rcc_perf_try(), and what the user can
 * do. */
const char *rcc_perf_reason(int error_number);
const char *rcc_perf_remedy(int error_number);

/* Open the counters for process `pid`.  They start at its execve(2).  If pid is
 * 0, they count in the child that vfork(2) is about to make.  Returns 0, or
 * RCC_ESYS with errno set. */
int rcc_perf_open(struct rcc_perf_counter *counter, size_t n, pid_t pid);
/* Read and close the counters, when the program and its children have ended. */
void rcc_perf_close(struct rcc_perf_counter *counter, size_t n);

#endif
