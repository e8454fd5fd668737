/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Count a program's events with perf_event_open(2).  The counters include all
 * children of the program and start at execve(2).
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
	int error_number; /* errno if it is not granted */
	/* The count; extrapolated if the counter ran only part of the time. */
	double value;
	/* Fraction of the run's time for which the counter ran; 0 if it never
	 * did. */
	double share;
};

/* Try to open a counter.  Returns 0, or an errno if the kernel, the CPU or the
 * user's rights do not allow it. */
int rcc_perf_try(const struct rcc_perf_event *event);
/* Return whether this errno of rcc_perf_try() means that the counter does not
 * exist.  Any other errno means that it may not be used. */
bool rcc_perf_is_missing(int error_number);
/* Return the meaning of an errno of rcc_perf_try(), and the advice for the
 * user. */
const char *rcc_perf_reason(int error_number);
const char *rcc_perf_remedy(int error_number);

/* Open the counters for process `pid`.  They start at its execve(2).  If pid is
 * 0, they count in the child that the caller makes next.  Returns 0, or
 * RCC_ESYS with errno set. */
int rcc_perf_open(struct rcc_perf_counter *counter, size_t n, pid_t pid);
/* Read and close the counters.  Call this when the program and its children
 * have ended. */
void rcc_perf_close(struct rcc_perf_counter *counter, size_t n);

#endif
