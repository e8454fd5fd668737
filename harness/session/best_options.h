/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `randstudy best`. */
#ifndef RCC_HARNESS_SESSION_BEST_OPTIONS_H
#define RCC_HARNESS_SESSION_BEST_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

/* The default threshold, used if no call of `randstudy best` sets one. */
#define RCC_BEST_THRESHOLD 0.005

struct rcc_best_options {
	const char *dir;
	const char *metric; /* NULL for the study's metric; if the study names
			     * none, NULL means CPU time */
	const char *system; /* NULL for the first system */
	size_t n_layouts;   /* number of layouts to try */
	/* The number of blocks in which the winner (the fastest layout of the
	 * search) is measured again.  If the winner is worth shipping, it is
	 * then measured once more in the same number of blocks.  So are the
	 * programs of best_heat.h and best_profile.h, and the winner with each
	 * command of --also. */
	size_t n_blocks;
	/* The smallest gain that is worth shipping, a fraction.  0 means the
	 * threshold of an earlier call, or RCC_BEST_THRESHOLD if no earlier
	 * call set one. */
	double threshold;
	/* whether to measure a program built with a profile too (--profile) */
	bool with_profile;
	/* further commands, with which the winner is measured too (--also) */
	struct rcc_strvec also;
	/* The folder for the order of the winner's functions, an absolute path;
	 * NULL to write no order. */
	const char *export_to;
};

#endif
