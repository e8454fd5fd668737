/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy analyse: the results for a file about many machines (fleet_rows.h),
 * for the output as text and as JSON. */
#ifndef RCC_ANALYSE_FLEET_RESULT_H
#define RCC_ANALYSE_FLEET_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "analyse/analyse_options.h"
#include "analyse/fleet_rows.h"
#include "stats/rcc_claims.h"
#include "stats/rcc_fleet.h"

/* The output advises how many machines, layouts and runs the next study needs
 * for each of these precisions.  A precision is the half-width of the interval,
 * in percent. */
#define RCC_FLEET_N_PRECISIONS 4
extern const double rcc_fleet_precision[RCC_FLEET_N_PRECISIONS];

/* The results for one system, or for the ratio of the second system to the
 * first.  They are computed from the logarithms of the system's values or of
 * the ratios. */
struct rcc_fleet_part {
	const char *name; /* the system; NULL for the ratio */
	int error;	  /* the result of rcc_fleet_compute() */
	struct rcc_fleet fleet;
	/* The results of each machine that has a run, and of each kind of
	 * machine.  In struct rcc_fleet_rows, machine[i] has the number
	 * machine_number[i], and kind[i] has the number kind_number[i]. */
	struct rcc_fleet_machine *machine;
	struct rcc_fleet_kind *kind;
	size_t *machine_number, *kind_number;
	/* The cheapest plan for each precision.  Its counts are 0 if no plan
	 * with up to 1,000 machines, 1,000 layouts and 20 runs of each layout
	 * on each machine reaches the precision. */
	struct rcc_fleet_plan plan[RCC_FLEET_N_PRECISIONS];
};

struct rcc_fleet_analysis {
	const struct rcc_analyse_options *options;
	const struct rcc_fleet_rows *rows;
	struct rcc_fleet_costs costs;
	size_t n_left_out; /* rows that --only left out */
	struct rcc_fleet_part *system;
	/* Whether there are two systems or more.  If so, `ratio` is the ratio
	 * of the second system to the first.  It is computed from pairs of
	 * runs, one of each system.  The runs of a pair have the same machine,
	 * layout and run label (the text in the file's column of runs). */
	bool has_ratio;
	struct rcc_fleet_part ratio;
	/* The number of runs that form no pair, because the other system has no
	 * run with the same machine, layout and run label. */
	size_t n_without_partner;
	struct rcc_claim claim;
	/* How far rounding may have moved the ratio, as a part of it, if that
	 * could change what its interval says; otherwise 0.  If it is not 0, the
	 * ratio has no interval, and the verdict is "undecided". */
	double rounding;
};

/* Analyse the rows and print the results.  Prints errors and returns an exit
 * code (enum rcc_exit). */
int rcc_fleet_analyse(const struct rcc_analyse_options *options,
		      const struct rcc_fleet_rows *rows, size_t n_left_out);

/* Print the results as text. */
void rcc_fleet_text(const struct rcc_fleet_analysis *analysis, FILE *out);
/* Print the results as JSON.  Returns 0, or -1 if they could not be written. */
int rcc_fleet_json(const struct rcc_fleet_analysis *analysis, FILE *out);

#endif
