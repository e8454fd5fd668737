/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `randstudy best`. */
#ifndef RCC_HARNESS_SESSION_BEST_OPTIONS_H
#define RCC_HARNESS_SESSION_BEST_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

struct rcc_best_options {
	const char *dir;
	const char *metric; /* NULL: see rcc_measured_cell_load() */
	const char *system; /* NULL for the first system */
	size_t n_layouts;   /* number of layouts to try */
	/* number of blocks that measure the winner again */
	size_t n_blocks;
	double threshold;	/* a fraction */
	bool with_profile;	/* build with a profile too */
	struct rcc_strvec also; /* more commands to measure */
	/* The folder for the winner's order, an absolute path; NULL to write no
	 * order. */
	const char *export_to;
};

#endif
