/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that prints a score, such as a time or a throughput, prints
 * something else in each run.  Its number is a metric; from two outputs we can
 * say with which option it is one.
 */
#ifndef RCC_HARNESS_RUN_SCORE_H
#define RCC_HARNESS_RUN_SCORE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strvec.h"

struct rcc_score {
	struct rcc_strvec metric; /* for --metric, one for each number */
	size_t n_iterations;	  /* for --iterations; 1: not needed */
	bool is_all; /* the outputs are equal but for these numbers */
	/* The first lines that differ; NULL: there is none in that output. */
	char *was;
	char *is;
};

/* Compare two outputs.  Numbers that are metrics already are one byte,
 * RCC_EXTRACT_MASK. */
void rcc_score_find(const char *was, const char *is, struct rcc_score *score);
void rcc_score_release(struct rcc_score *score);

#endif
