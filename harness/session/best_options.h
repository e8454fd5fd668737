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
	const char *metric; /* NULL: see rcc_measured_cell_load() */
	const char *system; /* NULL for the first system */
	size_t n_layouts;   /* number of layouts to try */
	/* The number of blocks that measure the winner (the fastest layout of
	 * the search) again.  If the winner is worth shipping, the same number
	 * of blocks measure it once more. */
	size_t n_blocks;
	/* The smallest gain that is worth shipping, a fraction.  0 means the
	 * threshold of an earlier call, or RCC_BEST_THRESHOLD if no earlier
	 * call set one. */
	double threshold;
	/* also measure a program that was built with a profile (--profile) */
	bool with_profile;
	/* other commands with which the winner is measured */
	struct rcc_strvec also;
	/* The folder for the order of the winner's functions, an absolute path;
	 * NULL to write no order. */
	const char *export_to;
};

#endif
