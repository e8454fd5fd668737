/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of the kernel's counters, as in perf(1): cycles, instructions,
 * branch-misses, L1-icache-load-misses, iTLB-load-misses, task-clock,
 * page-faults, r01c4 and so on.  A counter counts events in user space.  With
 * ":uk" after its name, it also counts events in the kernel.
 */
#ifndef RCC_HARNESS_STUDY_PERF_EVENT_H
#define RCC_HARNESS_STUDY_PERF_EVENT_H

#include <stdbool.h>
#include <stdint.h>

/* An event in the form that perf_event_open(2) needs. */
struct rcc_perf_event {
	uint32_t type;
	uint64_t config;
	bool has_kernel;
};

/* Parse the name of a counter.  Returns 0, or RCC_EFORMAT if the name is
 * unknown. */
int rcc_perf_event_parse(const char *name, struct rcc_perf_event *event);

#endif
