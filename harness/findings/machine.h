/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a machine measures a program that does not change: noise, jumps, and the
 * smallest difference that it can show.
 */
#ifndef RCC_HARNESS_FINDINGS_MACHINE_H
#define RCC_HARNESS_FINDINGS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/* Confidence level and power of the differences. */
#define RCC_MACHINE_LEVEL 0.95
#define RCC_MACHINE_POWER 0.8

/*
 * Times of one program in n pairs of runs in turns and n pairs in tandem, in
 * seconds.  The runs 2i and 2i + 1, in the order in which they were made, are
 * pair i.  Its runs have the labels A and B in random order, as two programs
 * would.
 */
struct rcc_machine_times {
	size_t n;
	const double *wall, *cpu; /* in turns */
	const bool *b_first;
	const double *tandem_cpu;
	const bool *tandem_b_first;
};

/* The runs in turns, by one clock.  Standard deviations are of logarithms. */
struct rcc_machine_series {
	double mean;
	double sd;		/* single runs */
	double pair_sd;		/* the difference within a pair */
	double autocorrelation; /* lag 1 */
	size_t *jump;		/* the index of the first run after each jump */
	size_t n_jumps;
	double jump_ratio; /* the slowest level over the fastest; 1: no jump */
};

/* The smallest relative difference of two programs that is shown in a time. */
struct rcc_machine_budget {
	double minutes;
	size_t n_turns, n_tandem; /* pairs of runs */
	double wall, cpu;	  /* in turns */
	double tandem;
};
#define RCC_MACHINE_N_BUDGETS 3

/* Undefined numbers are NaN. */
struct rcc_machine_findings {
	size_t n;
	double run_s; /* the run time of the program of the budgets */
	struct rcc_machine_series wall, cpu;
	double tandem_pair_sd;
	double tandem_cost; /* CPU time in tandem over that in turns */
	struct rcc_machine_budget budget[RCC_MACHINE_N_BUDGETS];
};

/* The noise of a pair is taken as measured for a program of any run time. */
void rcc_machine_find(const struct rcc_machine_times *times, double run_s,
		      struct rcc_machine_findings *out);
void rcc_machine_findings_release(struct rcc_machine_findings *f);

#endif
