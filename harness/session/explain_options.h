/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `randstudy explain`. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_OPTIONS_H
#define RCC_HARNESS_SESSION_EXPLAIN_OPTIONS_H

#include <stddef.h>

struct rcc_explain_options {
	const char *dir;
	const char *metric; /* NULL: the study's own, else CPU time */
	const char *system; /* NULL: the first */
	double budget_s;
	double threshold;   /* a fraction */
	size_t n_functions; /* the most functions that are moved */
};

#endif
