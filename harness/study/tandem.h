/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How tandem runs are made: the runs of a block share one CPU.
 *
 * They begin together, pinned to the same CPU, and the kernel's scheduler
 * alternates them every few milliseconds.  What is compared is CPU time.  A
 * machine that changes its speed for longer than that changes it for all runs
 * of the block alike (doc/TANDEM.md).
 *
 * It applies to programs of one thread that computes.  The first session of a
 * study finds out, and stores what it found.
 */
#ifndef RCC_HARNESS_STUDY_TANDEM_H
#define RCC_HARNESS_STUDY_TANDEM_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/study/process_control.h"

/* The key in the store. */
#define RCC_TANDEM_KEY "tandem"

/* The least share of its time in which the main thread must compute or wait for
 * a CPU, and the least share of the computing that it must do. */
#define RCC_TANDEM_LEAST_SHARE 0.97
/* The least CPU time of a run: some of the scheduler's slices. */
#define RCC_TANDEM_LEAST_NS INT64_C(20000000)

struct rcc_tandem_setup {
	bool is_settled; /* if not, the numbers are undefined */
	/* Why the runs take turns instead (--tandem-if-possible); or "". */
	char obstacle[256];
	int cpu;
	int sched; /* SCHED_...; the slice is the kernel's own */
	/* The least of any system's original layout. */
	double busy_share; /* computing or waiting for a CPU */
	double main_share; /* the main thread's part of the CPU time */
};

/* The name of its scheduling class. */
const char *rcc_tandem_class(const struct rcc_tandem_setup *setup);
/* The object that is stored and reported. */
json_t *rcc_tandem_json(const struct rcc_tandem_setup *setup);
/* A zeroed setup if `json` is not such an object. */
void rcc_tandem_read(const json_t *json, struct rcc_tandem_setup *setup);

/* Times of one run. */
struct rcc_tandem_times {
	int64_t wall_ns;
	int64_t cpu_ns;
	int64_t main_thread_ns; /* the main thread's part; 0: unknown */
	int64_t queue_ns;	/* the main thread waited for a CPU */
};

/* Why a program with these times cannot run in tandem, "runs for 2 ms ...";
 * caller frees.  NULL if it can; then its shares lower those of *setup. */
char *rcc_tandem_obstacle(const struct rcc_tandem_times *times,
			  struct rcc_tandem_setup *setup);

/* The first CPU that the settings and the kernel allow, or -1. */
int rcc_tandem_choose_cpu(const struct rcc_process_control *control);

#endif
