/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measure the noise of a machine, for `randstudy machine`.  A fixed computation
 * runs in pairs.  The runs of a pair are made in turns, which means one after
 * the other, or in tandem, which means at the same time on one CPU.
 */
#ifndef RCC_HARNESS_RUN_MACHINE_H
#define RCC_HARNESS_RUN_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/run/execute.h"

/* Compute with integers in a small array.  Each step is the same amount of
 * work. */
void rcc_machine_work(uint64_t steps);

struct rcc_machine_options {
	uint64_t seed;
	double time_s;
	/* The program's path and its two arguments.  The number of steps is
	 * appended to the second argument. */
	const char *program;
	const char *command;
	const char *argument;
};

/* At least this many pairs are made in turns, and at least this many in tandem,
 * even if there is too little time. */
#define RCC_MACHINE_LEAST_PAIRS 3

/* The measurements.  A zeroed struct is empty.  Times are in seconds.  Runs 2i
 * and 2i + 1 are pair i, in the order in which they were made.  One of them
 * stands for a program A, and the other for a program B. */
struct rcc_machine {
	uint64_t steps;
	int cpu;  /* the CPU of the runs in tandem */
	size_t n; /* number of pairs in turns, and of pairs in tandem */
	size_t n_allocated;
	double *wall, *cpu_time; /* runs in turns */
	double *tandem_cpu;
	bool *b_first, *tandem_b_first; /* per pair: whether run B came first */
	/* Per pair: whether the tandem pair came before the pair in turns. */
	bool *tandem_first;
	double elapsed_s;
	/* Share of all CPUs' time that the hypervisor gave to other guests
	 * ("steal" in /proc/stat); NaN if unknown. */
	double steal;
	bool is_stopped; /* whether the user asked to stop */
};

/* Measure until the time in the options is up.  Returns 0, or RCC_ESYS or
 * RCC_EUNSUP with *problem set (the caller must free it). */
int rcc_machine_measure(const struct rcc_executor *x,
			const struct rcc_machine_options *o,
			struct rcc_machine *m, char **problem);
void rcc_machine_release(struct rcc_machine *m);

#endif
