/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `randstudy explain`. */
#ifndef RCC_HARNESS_SESSION_EXPLAIN_OPTIONS_H
#define RCC_HARNESS_SESSION_EXPLAIN_OPTIONS_H

#include <stddef.h>

/* The default threshold, used if no call of `randstudy explain` sets one. */
#define RCC_EXPLAIN_THRESHOLD 0.005
/* The largest number of functions to move, used if no call sets one. */
#define RCC_EXPLAIN_MOST_FUNCTIONS 6

struct rcc_explain_options {
	const char *dir;
	const char *metric; /* NULL for the study's metric; if the study names
			     * none, NULL means CPU time */
	const char *system; /* NULL for the first system */
	double budget_s;
	/* Places with a smaller effect than this are ignored.  The effect is a
	 * fraction of the metric.  0 means the threshold of an earlier call, or
	 * RCC_EXPLAIN_THRESHOLD if no earlier call set one. */
	double threshold;
	/* The largest number of functions to move.  0 means the number of an
	 * earlier call, or RCC_EXPLAIN_MOST_FUNCTIONS if no earlier call set
	 * one. */
	size_t n_functions;
	/* Exploring, with functions at random places, makes at least this many
	 * runs, unless its time is up. */
	size_t n_explored;
};

#endif
