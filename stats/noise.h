/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulated machine.  It adds noise to the times of successive runs, and the
 * noise depends on the state of the machine.  Private to stats/. */
#ifndef RCC_STATS_NOISE_H
#define RCC_STATS_NOISE_H

#include "stats/rcc_blocks.h"

struct rcc_noise {
	/* Set by the caller: */
	enum rcc_noise_kind kind;
	/* sd of the normal value that every kind of noise adds */
	double run_sd;
	struct rcc_random *random; /* borrowed */
	/* The state of the machine, which each run changes.  `walk` and `ar`
	 * are in ln of the run time. */
	/* RCC_NOISE_REGIMES: 1 while the machine is slow, otherwise 0 */
	double slow_part;
	double walk; /* RCC_NOISE_REGIMES: the random walk */
	double ar;   /* RCC_NOISE_AR: the autoregressive part */
};

/* Draw the state of the machine before the first run. */
void rcc_noise_start(struct rcc_noise *machine);
/* Draw the noise of the next run.  It is added to ln of the run's time. */
double rcc_noise_run(struct rcc_noise *machine);

/* Set up the machine of a simulated study, and draw its first state. */
void rcc_noise_start_study(struct rcc_noise *machine,
			   const struct rcc_block_simulation *study,
			   struct rcc_random *random);
/* Run the block of a new layout on that machine, and return its log ratio D.  The
 * block has a run of the layout and a run of the original one, in random order. */
double rcc_noise_block(struct rcc_noise *machine,
		       const struct rcc_block_simulation *study);

#endif
