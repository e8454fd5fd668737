/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measuring a machine with a program that does not change: a fixed computation,
 * in pairs of runs in turns and pairs in tandem.
 */
#ifndef RCC_HARNESS_RUN_MACHINE_H
#define RCC_HARNESS_RUN_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/run/execute.h"

/* A computation of integers in a small memory: the same work at every call. */
void rcc_machine_work(uint64_t steps);

struct rcc_machine_options {
	uint64_t seed;
	double time_s;
	/* The program's path and its two arguments.  The number of steps is
	 * appended to the second. */
	const char *program;
	const char *command;
	const char *argument;
};

/* The fewest pairs of each kind, however short the time. */
#define RCC_MACHINE_LEAST_PAIRS 3

/* A zeroed struct is empty.  Times are in seconds, in the order in which the
 * runs were made; those of pair i are at 2i and 2i + 1. */
struct rcc_machine {
	uint64_t steps;
	int cpu;  /* the CPU of the runs in tandem */
	size_t n; /* pairs of each kind */
	size_t n_allocated;
	double *wall, *cpu_time; /* in turns */
	double *tandem_cpu;
	bool *b_first, *tandem_b_first; /* per pair */
	bool *tandem_first;		/* per pair: tandem before turns */
	double elapsed_s;
	double steal;	 /* share of all CPUs' time that the host took; NaN if
		       * unknown */
	bool is_stopped; /* the user wants to stop */
};

/* Returns 0, or RCC_ESYS or RCC_EUNSUP with *problem set (caller frees). */
int rcc_machine_measure(const struct rcc_executor *x,
			const struct rcc_machine_options *o,
			struct rcc_machine *m, char **problem);
void rcc_machine_release(struct rcc_machine *m);

#endif
