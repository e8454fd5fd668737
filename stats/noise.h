/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulated machine, whose noise depends on its state.  Private to stats/. */
#ifndef RCC_STATS_NOISE_H
#define RCC_STATS_NOISE_H

#include "stats/rcc_blocks.h"

struct rcc_noise {
	/* Set by the caller: */
	enum rcc_noise_kind kind;
	double run_sd;		   /* sd of the normal part of the noise */
	struct rcc_random *random; /* borrowed */
	/* The state: */
	double slow_part; /* RCC_NOISE_REGIMES: 1 while slow, otherwise 0 */
	double walk;
	double ar;
};

/* Draw the state of the machine before the first run. */
void rcc_noise_start(struct rcc_noise *machine);
/* Draw the noise of the next run.  It is added to ln of the run's time. */
double rcc_noise_run(struct rcc_noise *machine);

#endif
