/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The findings of a suite: those of each benchmark, and those for all of them
 * together (verdicts adjusted by Holm's method, geometric means).
 */
#ifndef RCC_HARNESS_FINDINGS_SUITE_FINDINGS_H
#define RCC_HARNESS_FINDINGS_SUITE_FINDINGS_H

#include "harness/findings/findings.h"
#include "harness/suite/suite.h"

struct rcc_suite_entry {
	const struct rcc_benchmark *benchmark;
	bool is_begun; /* there is a study; else findings are zero */
	struct rcc_findings findings;
};

/* A row of the report's tables: a random arm of a system of a benchmark against
 * the original layout. */
struct rcc_suite_row {
	const struct rcc_suite_entry *entry;
	const struct rcc_effect *effect;
	const struct rcc_cell *random;
	const struct rcc_cell *fixed;
	char *name; /* the benchmark, and system and arm if it has several */
	/* The probability of what was seen if layouts do not differ:
	 * effect->layouts_p if effect->by_blocks, else effect->variation_p.
	 * NaN if there is no test. */
	double variation_p;
	/* variation_p adjusted for the number of rows, and whether it is
	 * small enough: all rows that vary by this do so together with the
	 * confidence level. */
	double variation_p_holm;
	bool varies_together;
};

/* System `now` against system `old`, in all benchmarks that have both. */
struct rcc_suite_comparison {
	const char *old; /* names, borrowed */
	const char *now;
	struct rcc_suite_ratio ratio;
	struct rcc_block_ratio *blocks; /* that the pairs borrow */
};

struct rcc_suite_findings {
	char *dir; /* the user's path, as given */
	struct rcc_suite suite;
	struct rcc_suite_entry *entry; /* one for each benchmark */
	const struct rcc_metric *metric;
	double level;
	/* The highest level at which the intervals of a benchmark are computed,
	 * so that they cover at `level` (question.h). */
	double computed_level;
	double delta;
	uint64_t seed; /* the bootstrap's seed */
	size_t n_replicates;
	struct rcc_suite_row *row;
	size_t n_rows;
	/* The means of random layouts over the original one's, a pair for each
	 * row. */
	struct rcc_suite_ratio shift;
	struct rcc_suite_comparison *comparison; /* comparisons of systems */
	size_t n_comparisons;
	size_t n_failed; /* benchmarks that failed or have failed runs */
};

/* Compute seed, rows, shift and comparisons from what is above them. */
void rcc_suite_findings_compute(struct rcc_suite_findings *f);

/* Load and compute, from the means of layouts' values; `delta` is the threshold of
 * comparisons.  Prints what is wrong and returns an exit code (enum rcc_exit).
 * Release *f in any case. */
int rcc_suite_findings_load(const char *dir, const struct rcc_asking *asking,
			    double delta, struct rcc_suite_findings *f);
void rcc_suite_findings_release(struct rcc_suite_findings *f);

#endif
