/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `randstudy best`. */
#ifndef RCC_HARNESS_SESSION_BEST_OPTIONS_H
#define RCC_HARNESS_SESSION_BEST_OPTIONS_H

#include <stddef.h>

#include "common/strvec.h"

struct rcc_best_options {
	const char *dir;
	const char *metric;	/* NULL: the study's own, else CPU time */
	const char *system;	/* NULL: the first */
	size_t n_layouts;	/* how many are tried */
	size_t n_blocks;	/* how often the winner is measured again */
	double threshold;	/* a fraction */
	struct rcc_strvec also; /* other commands */
};

#endif
