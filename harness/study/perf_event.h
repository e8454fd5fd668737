/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of the kernel's counters, as perf(1) has them: cycles,
 * instructions, branch-misses, L1-icache-load-misses, iTLB-load-misses,
 * task-clock, page-faults, r01c4 ...  A counter counts in user space; ":uk"
 * after its name adds the kernel.
 */
#ifndef RCC_HARNESS_STUDY_PERF_EVENT_H
#define RCC_HARNESS_STUDY_PERF_EVENT_H

#include <stdbool.h>
#include <stdint.h>

/* An event for perf_event_open(2). */
struct rcc_perf_event {
	uint32_t type;
	uint64_t config;
	bool has_kernel;
};

/* 0, or RCC_EFORMAT for an unknown name. */
int rcc_perf_event_parse(const char *name, struct rcc_perf_event *event);

#endif
