/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's counters, perf_event_open(2): what a program and all its
 * children count from execve(2) on.
 */
#ifndef RCC_HARNESS_RUN_PERF_EVENTS_H
#define RCC_HARNESS_RUN_PERF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/study/perf_event.h"

/* One counter of one run. */
struct rcc_perf_counter {
	struct rcc_perf_event event;
	int fd; /* -1: not open */
	/* Whether the kernel grants it; if not, it is left alone. */
	bool is_granted;
	double value; /* scaled up where it was counted in part */
	double share; /* of the time in which it was; 0: not counted at all */
};

/* Whether this kernel, CPU and user may have it: 0, or errno. */
int rcc_perf_try(const struct rcc_perf_event *event);
/* What that errno means here, and what to do about it. */
const char *rcc_perf_reason(int error_number);
const char *rcc_perf_remedy(int error_number);

/* Before vfork(2): the child inherits the counters, and they begin at its
 * execve(2).  RCC_ESYS with errno set. */
int rcc_perf_open(struct rcc_perf_counter *counter, size_t n);
/* When the program and its children have ended. */
void rcc_perf_close(struct rcc_perf_counter *counter, size_t n);

#endif
