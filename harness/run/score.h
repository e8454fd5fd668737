/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find metrics in the output of a program that prints a score, such as a time
 * or a throughput.  The output of such a program differs in each run.  Two
 * outputs are compared, and the options that make the differing numbers metrics
 * are proposed.
 */
#ifndef RCC_HARNESS_RUN_SCORE_H
#define RCC_HARNESS_RUN_SCORE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

struct rcc_score {
	struct rcc_strvec metric; /* values for --metric, one for each number */
	/* Value for --iterations; 1 if the option is not needed. */
	size_t n_iterations;
	/* Whether the outputs are equal except for these numbers. */
	bool is_all;
	/* The first lines that differ; NULL if an output has no such line. */
	char *was;
	char *is;
};

/* Compare two outputs.  Each number that is a metric already must be replaced
 * by RCC_EXTRACT_MASK. */
void rcc_score_find(const char *was, const char *is, struct rcc_score *score);
void rcc_score_release(struct rcc_score *score);

#endif
