/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Find metrics in the output of a program that prints a score, such as a time
 * or a throughput.  Such a program prints different numbers in each run.
 * Compare two outputs, and propose options that make these numbers metrics.
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
	/* Whether the outputs differ only in the numbers that these metrics
	 * read. */
	bool is_all;
	/* At the first difference, the line of each output; NULL if that output
	 * has ended. */
	char *was;
	char *is;
};

/* Compare two outputs.  In both outputs, the caller must have put
 * RCC_EXTRACT_MASK in the place of each number that an existing metric
 * reads. */
void rcc_score_find(const char *was, const char *is, struct rcc_score *score);
void rcc_score_release(struct rcc_score *score);

#endif
