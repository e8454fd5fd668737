/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of a suite, which is several benchmarks with the same settings
 * (suite/suite.h):
 *
 *	- the findings of each benchmark's study (findings.h)
 *	- geometric means over all benchmarks
 *	- verdicts for all benchmarks together, by Holm's method
 */
#ifndef RCC_HARNESS_FINDINGS_SUITE_FINDINGS_H
#define RCC_HARNESS_FINDINGS_SUITE_FINDINGS_H

#include "harness/findings/findings.h"
#include "harness/suite/suite.h"

struct rcc_suite_entry {
	const struct rcc_benchmark *benchmark;
	/* Whether the study exists.  If not, `findings` is zero. */
	bool is_begun;
	struct rcc_findings findings;
};

/* Return whether the study of the benchmark has runs and is finished.  The
 * suite's report claims nothing about other benchmarks. */
bool rcc_suite_is_measured(const struct rcc_suite_entry *entry);

/* A row of the tables in the report.  It compares a random arm of a benchmark's
 * system with the original layout. */
struct rcc_suite_row {
	const struct rcc_suite_entry *entry;
	const struct rcc_effect *effect;
	const struct rcc_cell *random;
	const struct rcc_cell *fixed;
	/* Name of the benchmark, followed by system and arm if it has
	 * several. */
	char *name;
	/* The p-values of two questions, adjusted by Holm's method for both
	 * questions of all rows: whether layouts vary, and whether random
	 * layouts differ from the original one on average.  The p-values are
	 * those of struct rcc_effect (twice the one-sided one of the variation,
	 * and shift_p).  NaN if there is no test. */
	double variation_p_holm, shift_p_holm;
	/* Whether the adjusted p-values are significant.  With a probability of
	 * at least `level`, all that is claimed of all rows is true. */
	bool varies_together, shifts_together;
};

/* The comparison of system `now` with system `old` in all benchmarks that have
 * both. */
struct rcc_suite_comparison {
	const char *old; /* names of the systems, borrowed */
	const char *now;
	/* The threshold of the geometric mean.  It is the largest threshold
	 * (rcc_comparison_delta()) of the benchmarks that have both systems. */
	double delta;
	/* Whether these benchmarks have different thresholds.  Each benchmark
	 * is judged at its own, pair[i].delta in `ratio`. */
	bool has_several_deltas;
	/* ratio.pair[i] is benchmark i of the suite. */
	struct rcc_suite_ratio ratio;
	/* The ratios from blocks to which the pairs in `ratio` point. */
	struct rcc_block_ratio *blocks;
};

struct rcc_suite_findings {
	char *dir; /* the path as the user gave it */
	struct rcc_suite suite;
	struct rcc_suite_entry *entry; /* array, one entry for each benchmark */
	const struct rcc_metric *metric;
	double level;
	/* The highest computed_level (question.h) of the benchmarks. */
	double computed_level;
	uint64_t seed; /* seed of the bootstrap for the geometric means */
	size_t n_replicates;
	struct rcc_suite_row *row;
	size_t n_rows;
	/* The shift of each row, which is the ratio of random layouts to the
	 * original layout, and the geometric mean of the shifts.  The verdicts
	 * of its pairs are not used.  There is no mean (log_error is RCC_EDOM)
	 * if a benchmark has several rows: they are different treatments, and
	 * arms share the runs of the original layout. */
	struct rcc_suite_ratio shift;
	/* The comparisons of each benchmark's first system with its others.  A
	 * pair of systems that several benchmarks have is one comparison. */
	struct rcc_suite_comparison *comparison;
	size_t n_comparisons, n_comparisons_allocated;
	size_t n_failed; /* benchmarks that failed or have failed runs */
};

/* Return whether the study of the benchmark exists and has a system with this
 * name. */
bool rcc_suite_has_system(const struct rcc_suite_entry *entry,
			  const char *name);

/* Return the number of benchmarks among the rows for which `is_wanted` holds, or
 * among all rows if it is NULL.  A benchmark may have several rows. */
size_t rcc_suite_n_benchmarks(const struct rcc_suite_findings *f,
			      bool (*is_wanted)(const struct rcc_suite_row *));

/* Return whether each row is a benchmark of its own, so that a geometric mean of
 * rows is one of benchmarks. */
bool rcc_suite_rows_are_benchmarks(const struct rcc_suite_findings *f);
/* Return whether the old mean of a pair is negative.  A ratio above 1 is then a
 * decrease in this pair, and an increase in others, so the geometric mean is left
 * undefined. */
bool rcc_suite_has_negative_mean(const struct rcc_suite_ratio *ratio);

/* Compute seed, computed_level, rows, shift and comparisons.  The other fields
 * above `row` must be set. */
void rcc_suite_findings_compute(struct rcc_suite_findings *f);

/* Load the suite in `dir` and compute its findings as *asking says.  Prints what
 * is wrong and returns an exit code (enum rcc_exit).  The caller must release *f
 * in any case. */
int rcc_suite_findings_load(const char *dir, const struct rcc_asking *asking,
			    struct rcc_suite_findings *f);
void rcc_suite_findings_release(struct rcc_suite_findings *f);

#endif
