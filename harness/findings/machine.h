/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results about a machine, from many runs of one program:
 *
 *	- the noise
 *	- the jumps, which are sudden changes of the time
 *	- the smallest difference between two programs that the machine can show
 *
 * Runs are made one at a time (in turns), or two runs share a CPU (in tandem,
 * doc/TANDEM.md).
 */
#ifndef RCC_HARNESS_FINDINGS_MACHINE_H
#define RCC_HARNESS_FINDINGS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/* The confidence level and the power of the smallest difference. */
#define RCC_MACHINE_LEVEL 0.95
#define RCC_MACHINE_POWER 0.8

/*
 * Times of one program in seconds: n pairs of runs in turns, and n pairs in
 * tandem.  Pair i consists of runs 2i and 2i + 1, in the order of time.  One
 * run of each pair is called A and the other B, in random order, as if they
 * were of two programs.
 */
struct rcc_machine_times {
	size_t n;
	const double *wall, *cpu; /* times of the runs in turns */
	const bool *b_first;
	const double *tandem_cpu;
	const bool *tandem_b_first;
};

/* Results from the runs in turns, measured with one clock: wall time or CPU
 * time.  Standard deviations are of logarithms. */
struct rcc_machine_series {
	double mean;
	double sd;		/* standard deviation of single runs */
	double pair_sd;		/* standard deviation of B - A over pairs */
	double autocorrelation; /* at lag 1 */
	size_t *jump;		/* index of the first run after each jump */
	size_t n_jumps;
	double jump_ratio; /* slowest level / fastest level; 1 without jumps */
};

/* The smallest relative difference between two programs that the machine can
 * show if all measuring takes this number of minutes. */
struct rcc_machine_budget {
	double minutes;
	size_t n_turns, n_tandem; /* pairs of runs in this time */
	/* The smallest difference that runs in turns show, by wall time and by
	 * CPU time. */
	double wall, cpu;
	/* The smallest difference that runs in tandem show, by CPU time. */
	double tandem;
};
#define RCC_MACHINE_N_BUDGETS 3

/* The results about a machine.  Undefined numbers are NaN. */
struct rcc_machine_findings {
	size_t n;
	double run_s; /* run time that the budgets assume */
	struct rcc_machine_series wall, cpu;
	double tandem_pair_sd;
	double tandem_cost; /* CPU time in tandem / CPU time in turns */
	struct rcc_machine_budget budget[RCC_MACHINE_N_BUDGETS];
};

/* Compute the results.  The budgets assume that one run takes `run_s` seconds,
 * and that such runs have the same relative noise as the measured ones. */
void rcc_machine_find(const struct rcc_machine_times *times, double run_s,
		      struct rcc_machine_findings *out);
void rcc_machine_findings_release(struct rcc_machine_findings *f);

#endif
