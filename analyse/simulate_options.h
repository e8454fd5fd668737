/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `randstudy simulate`. */
#ifndef RCC_ANALYSE_SIMULATE_OPTIONS_H
#define RCC_ANALYSE_SIMULATE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rcc_blocks.h"
#include "stats/rcc_claims.h"
#include "stats/rcc_stats.h"

/* --layouts lists at most this many numbers of layouts.  The output has a
 * column for each. */
#define RCC_SIMULATE_MOST_COLUMNS 16

struct rcc_simulate_options {
	double layouts[RCC_SIMULATE_MOST_COLUMNS]; /* integers */
	size_t n_layouts;
	bool has_layouts; /* --layouts was given */
	/* `replicates` is the number of simulated studies.  `bootstrap` is the
	 * number of bootstrap resamples; 0 means no bootstrap.  `runs` is the
	 * value of --one-layout; 0 if not given.  `most` is the largest number
	 * of layouts with --stop-at. */
	size_t executions, iterations, replicates, bootstrap, runs, most;
	double sd[3]; /* layouts, executions, iterations; percent */
	/* `stop` is the half-width of --stop-at; 0 if not given.  `threshold`,
	 * `confidence` and `stop` are in percent. */
	double ratio, threshold, confidence, stop;
	/* The factor by which the number of layouts grows from one interim
	 * analysis to the next.  0 means an analysis after each layout. */
	double growth;
	enum rcc_shape shape;
	bool has_noise; /* --noise: runs are in blocks (simulate_blocks.h) */
	enum rcc_noise_kind noise;
	struct rcc_looks_plan looks;
	/* --grow: each simulated study grows, and is analysed at each number of
	 * --layouts in turn. */
	bool grows;
	size_t rounds; /* blocks of each layout; 2 if is_auto */
	/* Run the second round only if rcc_calm_judge() finds that the first
	 * round was not calm: successive runs depended on each other, or a run
	 * was far from the others. */
	bool is_auto;
	bool repeats; /* run a layout again if its rounds differ too much */
	enum rcc_statistic statistic; /* --estimator; needs has_noise */
	bool shows_position;	      /* --position; needs has_noise */
	size_t systems;		      /* 1 or 2; needs has_noise */
	/* The share of the layouts' variance that two systems have in common, 0
	 * to 1; negative if each system has layouts of its own. */
	double common;
	size_t machines; /* number of --machines; 0 if not given */
	/* The share of the layouts' variance that is the same on all machines,
	 * 0 to 1. */
	double portable;
	/* The standard deviation of machines, and the share of runs that are
	 * lost.  Both are in percent. */
	double machine_sd, lost;
	const char *seed_text;
	uint64_t seed; /* set by the caller */
};

/* Set *options to the defaults, changed by the command line.  If the command
 * line is invalid, end the program. */
void rcc_simulate_options_parse(int argc, char **argv,
				struct rcc_simulate_options *options);

#endif
