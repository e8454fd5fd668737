/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a suite found: the findings of each benchmark, and the comparisons over
 * all of them.
 */
#ifndef RCC_HARNESS_FINDINGS_SUITE_FINDINGS_H
#define RCC_HARNESS_FINDINGS_SUITE_FINDINGS_H

#include "harness/findings/findings.h"
#include "harness/suite/suite.h"

struct rcc_suite_entry {
	const struct rcc_benchmark *benchmark;
	bool is_begun; /* there is a study: findings may be used */
	struct rcc_findings findings;
};

/* One line of the table: a random arm of a system of a benchmark against its
 * original layout. */
struct rcc_suite_row {
	const struct rcc_suite_entry *entry;
	const struct rcc_effect *effect;
	const struct rcc_cell *random;
	const struct rcc_cell *fixed;
	char *name; /* benchmark, and what else tells the row from others */
	/* Of effect->variation_p, over all rows; whether it varies can be said
	 * of all of them together. */
	double variation_p_holm;
	bool varies_together;
};

/* System `now` over system `old`, in all benchmarks that have both. */
struct rcc_suite_systems {
	const char *old; /* borrowed */
	const char *now;
	struct rcc_suite_ratio ratio;
};

struct rcc_suite_findings {
	char *dir; /* as the user gave it */
	struct rcc_suite suite;
	struct rcc_suite_entry *entry; /* as many as benchmarks */
	const struct rcc_metric *metric;
	double level;
	double delta;
	uint64_t seed; /* of the bootstrap */
	size_t n_replicates;
	struct rcc_suite_row *row;
	size_t n_rows;
	/* Random over original layouts, a pair for each row. */
	struct rcc_suite_ratio shift;
	struct rcc_suite_systems *systems;
	size_t n_systems; /* comparisons of systems */
	size_t n_failed;  /* benchmarks that failed, or with failed runs */
};

/* `metric` as rcc_findings_load() has it, of all benchmarks.  Prints what is
 * wrong and returns an exit code (enum rcc_exit). */
int rcc_suite_findings_load(const char *dir, const char *metric, double delta,
			    struct rcc_suite_findings *f);
void rcc_suite_findings_release(struct rcc_suite_findings *f);

#endif
