/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of randstudy simulate. */
#ifndef RCC_ANALYSE_SIMULATE_OPTIONS_H
#define RCC_ANALYSE_SIMULATE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rcc_blocks.h"
#include "stats/rcc_stats.h"

#define RCC_SIMULATE_MOST_COLUMNS 16

struct rcc_simulate_options {
	double layouts[RCC_SIMULATE_MOST_COLUMNS]; /* whole numbers */
	size_t n_layouts;
	size_t executions, iterations, replicates, bootstrap, runs, most;
	double sd[3]; /* layout, execution, iteration; percent */
	double ratio, threshold, confidence, stop;
	/* The layouts multiply by this between interim analyses; 0: an analysis
	 * follows each layout. */
	double growth;
	enum rcc_shape shape;
	bool has_noise; /* runs are in blocks */
	enum rcc_noise_kind noise;
	size_t rounds;
	bool repeats; /* blocks */
	const char *seed_text;
	uint64_t seed; /* set by the caller */
};

/* Sets the defaults and reads the command line; ends the program if that is not
 * valid. */
void rcc_simulate_options_parse(int argc, char **argv,
				struct rcc_simulate_options *options);

#endif
