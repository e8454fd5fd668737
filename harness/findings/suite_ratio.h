/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ratios of several benchmarks, and what they say together: verdicts that
 * hold for all of them at once, and the geometric mean.
 */
#ifndef RCC_HARNESS_FINDINGS_SUITE_RATIO_H
#define RCC_HARNESS_FINDINGS_SUITE_RATIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rcc_stats.h"

/* One benchmark.  Given: */
struct rcc_suite_pair {
	const char *name; /* borrowed */
	struct rcc_sample old;
	struct rcc_sample now;
	struct rcc_mean old_mean;
	struct rcc_mean now_mean;
	/* Computed, now over old.  Undefined if error is not 0: */
	int error;
	struct rcc_ratio ratio;
	enum rcc_verdict verdict; /* of its own interval */
	double p;		  /* of whatever verdict the data leans to */
	double p_holm;
	/* What can be said of all benchmarks together: false for any of them
	 * with probability 1 - level at most. */
	enum rcc_verdict joint;
};

struct rcc_suite_ratio_options {
	enum rcc_ratio_method method;
	double level;
	double delta;	     /* differences up to this do not matter */
	size_t n_replicates; /* of the bootstrap */
	size_t n_threads;
	uint64_t seed;
};

struct rcc_suite_ratio {
	struct rcc_suite_pair *pair; /* owned */
	size_t n;
	size_t n_defined; /* pairs without error: what is below rests on them */
	/* The geometric mean: hierarchical bootstrap (RRR, percentile), and by
	 * the delta method on logarithms, for few layouts. */
	int bootstrap_error;
	struct rcc_interval bootstrap;
	int log_error;
	struct rcc_interval log;
	bool few; /* fewer than 10 at the highest level somewhere */
};

/* n pairs, all zero, to be filled by the caller. */
void rcc_suite_ratio_init(struct rcc_suite_ratio *s, size_t n);
void rcc_suite_ratio_release(struct rcc_suite_ratio *s);
/* Holm's adjustment of n p-values; caller frees. */
double *rcc_suite_holm(const double *p, size_t n);

void rcc_suite_ratio_compute(struct rcc_suite_ratio *s,
			     const struct rcc_suite_ratio_options *options);

#endif
