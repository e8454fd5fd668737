/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters of the kernel, perf_event_open(2): what a program and all its
 * children make them count, from execve(2) on.
 *
 * An event is named as perf(1) does: cycles, instructions, branch-misses,
 * L1-icache-load-misses, iTLB-load-misses, task-clock, page-faults, r01c4 ...
 * User space alone is counted; ":uk" behind the name adds the kernel.
 */
#ifndef RCC_HARNESS_RUN_PERF_EVENTS_H
#define RCC_HARNESS_RUN_PERF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rcc_perf_event {
	uint32_t type;
	uint64_t config;
	bool has_kernel;
};

/* 0, or RCC_EFORMAT for a name that is none. */
int rcc_perf_parse(const char *name, struct rcc_perf_event *event);

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
