/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tandem runs: the runs of a block share one CPU.
 *
 * The runs begin together on the same CPU, and the kernel's scheduler
 * alternates them in slices of a few milliseconds.  Their CPU times are
 * compared.  A change of the machine's speed that lasts longer than a slice
 * affects all runs of the block equally (doc/TANDEM.md).
 *
 * A program can run in tandem if it computes all the time, in one thread or in
 * several processes, which then share the CPU too.  The first session of a study finds out whether the program can, and stores
 * the result.
 */
#ifndef RCC_HARNESS_STUDY_TANDEM_H
#define RCC_HARNESS_STUDY_TANDEM_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/study/process_control.h"

/* The key under which the study's database has this result, a struct
 * rcc_tandem_setup as JSON. */
#define RCC_TANDEM_KEY "tandem"

/* Programs run in tandem only if their busy_share and their main_share (struct
 * rcc_tandem_setup) are at least this. */
#define RCC_TANDEM_LEAST_SHARE 0.97
/* The least CPU time of a run: a few slices of the scheduler. */
#define RCC_TANDEM_LEAST_NS INT64_C(20000000)
/* The CPU time that a run in tandem saves by ending last, a few milliseconds
 * after the others.  It finds the kernel's code and data for ending a process
 * in the caches (doc/TANDEM.md). */
#define RCC_TANDEM_END_NS INT64_C(60000)

struct rcc_tandem_setup {
	bool is_settled; /* if false, the other fields are undefined */
	/* Why the runs take turns although the user asked for tandem runs
	 * (--tandem-if-possible); "" if they run in tandem. */
	char obstacle[256];
	int cpu;
	int sched; /* SCHED_..., with the kernel's default slice */
	/* Two shares, measured in the original layout.  Each is the minimum
	 * over the systems.  busy_share is the main thread's CPU time, divided
	 * by the wall time minus all time of waiting for a CPU.  If the program
	 * is several processes (rcc_tandem_has_processes()), it is the share of
	 * the time in which any of them computed or waited for a CPU.
	 * main_share is the main thread's CPU time, divided by the program's
	 * CPU time. */
	double busy_share;
	double main_share;
};

/* Return whether the program of any system is several processes: its main
 * thread does less than RCC_TANDEM_LEAST_SHARE of the computing. */
bool rcc_tandem_has_processes(const struct rcc_tandem_setup *setup);
/* Return the name of the scheduling class. */
const char *rcc_tandem_class(const struct rcc_tandem_setup *setup);
/* Return the object that is stored and reported.  The caller owns it. */
json_t *rcc_tandem_json(const struct rcc_tandem_setup *setup);
/* Read the object that rcc_tandem_json() returns.  *setup is zeroed if `json`
 * is anything else. */
void rcc_tandem_read(const json_t *json, struct rcc_tandem_setup *setup);

/* How often randstudy looked at a running program, and what it saw.  A thread
 * is ready if it has a CPU or waits for one. */
struct rcc_ready {
	unsigned n;
	unsigned n_any;	    /* any thread of any process was ready */
	unsigned n_several; /* several threads of one process were ready */
};

/* Add the looks `b` to *a. */
void rcc_ready_add(struct rcc_ready *a, const struct rcc_ready *b);

/* The times of a run and its processes.  Other programs of the machine may have
 * shared the CPU. */
struct rcc_tandem_times {
	int64_t wall_ns;
	/* CPU times: */
	int64_t cpu_ns;	 /* all processes */
	int64_t own_ns;	 /* the first process, all threads */
	int64_t main_ns; /* the main thread; 0 if unknown */
	/* Time for which the main thread waited for a CPU. */
	int64_t queue_ns;
	/* The last part of wall_ns: the time from the program's end until
	 * randstudy got a CPU and noticed the end. */
	int64_t late_ns;
	struct rcc_ready looks; /* at this run and others of the program */
};

/* If a program with these times cannot run in tandem, return the reason, such
 * as "computes for 2 ms only ..."; caller frees.  Otherwise return NULL, and
 * replace each share in *setup by the program's share if that is smaller.
 *
 * Sets *is_unclear if the reason is that too little was seen: another run tells
 * more. */
char *rcc_tandem_obstacle(const struct rcc_tandem_times *times,
			  struct rcc_tandem_setup *setup, bool *is_unclear);

/* Return the first CPU that the settings and the kernel allow; -1 if none. */
int rcc_tandem_choose_cpu(const struct rcc_process_control *control);

#endif
