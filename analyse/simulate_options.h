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

#define RCC_SIMULATE_MOST_COLUMNS 16

struct rcc_simulate_options {
	double layouts[RCC_SIMULATE_MOST_COLUMNS]; /* integers */
	size_t n_layouts;
	size_t executions, iterations, replicates, bootstrap, runs, most;
	double sd[3]; /* layouts, executions, iterations; percent */
	double ratio, threshold, confidence, stop;
	/* The factor by which the number of layouts grows from one interim
	 * analysis to the next.  0 means an analysis after each layout. */
	double growth;
	enum rcc_shape shape;
	bool has_noise; /* runs are in blocks */
	enum rcc_noise_kind noise;
	enum rcc_looks_kind looks_kind;
	bool grows;	 /* analyse a study at each number of layouts */
	size_t rounds;	 /* number of rounds; 2 if is_auto is set */
	bool is_auto;	 /* add a second round if the first was not calm */
	bool repeats;	 /* run blocks again if their rounds differ too much */
	size_t systems;	 /* 1 or 2; needs has_noise */
	size_t machines; /* 0: no machines */
	double portable;
	double machine_sd, lost; /* percent */
	const char *seed_text;
	uint64_t seed; /* set by the caller */
};

/* Set *options to the defaults, changed by the command line.  If the command
 * line is invalid, end the program. */
void rcc_simulate_options_parse(int argc, char **argv,
				struct rcc_simulate_options *options);

#endif
