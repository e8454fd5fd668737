/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `randstudy explain`. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_OPTIONS_H
#define RCC_HARNESS_SESSION_EXPLAIN_OPTIONS_H

#include <stddef.h>

struct rcc_explain_options {
	const char *dir;
	const char *metric; /* NULL: see rcc_measured_cell_load() */
	const char *system; /* NULL for the first system */
	double budget_s;
	double threshold;   /* a fraction */
	size_t n_functions; /* largest number of functions to move */
};

#endif
