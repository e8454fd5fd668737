/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The results of `randstudy analyse`, for the output as text and as JSON.
 *
 * "The file" is the CSV file of measurements (analyse/row_reader.h).  Its
 * levels are for example layouts (the highest), executions and iterations (the
 * lowest).
 */
#ifndef RCC_ANALYSE_ANALYSE_RESULT_H
#define RCC_ANALYSE_ANALYSE_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "analyse/analyse_options.h"
#include "analyse/dataset.h"
#include "stats/rcc_stats.h"

/* The output advises how many repetitions of the highest level the next study
 * needs for each of these precisions.  A precision is the half-width of the
 * mean's interval, in percent of the mean.  The values are those of tables 6
 * and 7 of KJ13 (stats/rcc_stats.h). */
#define RCC_ANALYSE_N_PRECISIONS 4
extern const double rcc_analyse_precision[RCC_ANALYSE_N_PRECISIONS];

/* --series prints the autocorrelations at lags 1 to this number. */
#define RCC_ANALYSE_LAGS 4

/* Tests of whether the values of a series, in the order of the file, depend on
 * each other (--series).  A system has up to two series.  One has the means of
 * the highest level, such as the mean of each layout.  The other has the values
 * in the first group of the lowest level, such as the iterations of the first
 * execution. */
struct rcc_analyse_series {
	size_t n;
	/* An autocorrelation of independent values lies within ± this bound
	 * with a probability of 95 %. */
	double bound;
	/* The autocorrelations of the values in the order of the file (`r`),
	 * and of the same values in a random order (`shuffled`). */
	double r[RCC_ANALYSE_LAGS], shuffled[RCC_ANALYSE_LAGS];
	/* The statistic and the p-value of the Ljung-Box test.  No other result
	 * depends on them. */
	double q, p;
	/* The number of change points of the mean, and the index of the first
	 * one.  No other result depends on these two. */
	size_t n_changes, first_change;
	bool is_defined; /* if false, only `n` and `bound` are valid */
};

/* The results for one system or, if the file has benchmarks, for one system in
 * one benchmark. */
struct rcc_analyse_system {
	const char *name;
	const char *benchmark; /* NULL if the file has none */
	struct rcc_levels levels;
	struct rcc_mean mean;
	/* Whether the members of the highest level, such as the layouts, all
	 * have the same mean.  The variation is then unknown and `interval` is
	 * undefined. */
	bool is_constant;
	/* How far rounding of the values may have moved the mean, as a part of
	 * it (rcc_rounding_of()). */
	double rounding;
	struct rcc_interval interval;
	double median;
	struct rcc_plan plan;
	/* For each precision in rcc_analyse_precision, how many repetitions of
	 * the highest level reach this precision; 0 if undefined. */
	size_t n_for_precision[RCC_ANALYSE_N_PRECISIONS];
	/* How many repetitions of the highest level --budget pays for, and the
	 * interval's half-width with this number, relative to the mean. */
	size_t n_in_budget;
	double half_width_in_budget;
	struct rcc_analyse_series highest, lowest;
	/* --tune: how many executions to time together; 0 if undefined. */
	size_t n_together;
};

/* All results of one call of `randstudy analyse`. */
struct rcc_analysis {
	const struct rcc_analyse_options *options;
	const struct rcc_dataset *data;
	uint64_t seed;
	struct rcc_analyse_system *system;
	/* The ratio of the second system to the first; set if
	 * rcc_analyse_has_ratio(). */
	struct rcc_ratio ratio;
	enum rcc_verdict verdict;
	enum rcc_obstacle obstacle; /* why there is no verdict */
	/* If undecided: the number of repetitions of the highest level that
	 * each system needs for a decision; 0 if unknown. */
	size_t n_to_decide;
	struct rcc_bootstrap bootstrap;
	/* The estimated probability that a percentile or BCa interval of the
	 * bootstrap covers the true value; NaN if unknown. */
	double bootstrap_coverage;
	/* If the file has benchmarks, the ratio of the second system to the
	 * first in each benchmark.  suite.n is 0 if there is only one
	 * system. */
	struct rcc_suite_ratio suite;
	/* The number of resamples for the bootstrap interval of `suite`; 0 if
	 * the file has too many values for a bootstrap. */
	size_t n_suite_replicates;
	const char *old, *now; /* names of the two systems; borrowed */
};

/* Return whether the file has two systems and no benchmarks. */
bool rcc_analyse_has_ratio(const struct rcc_analysis *analysis);

/* Compare the two systems in each benchmark and over all benchmarks.  Sets
 * `suite` and the fields after it. */
void rcc_analyse_suite(struct rcc_analysis *analysis);

/* Print the results as text. */
void rcc_analyse_text(const struct rcc_analysis *analysis, FILE *out);
/* Print the results as JSON.  Returns 0, or -1 if they could not be written. */
int rcc_analyse_json(const struct rcc_analysis *analysis, FILE *out);

#endif
