/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of `randstudy analyse`, for both output formats. */
#ifndef RCC_ANALYSE_ANALYSE_RESULT_H
#define RCC_ANALYSE_ANALYSE_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "analyse/analyse_options.h"
#include "analyse/dataset.h"
#include "stats/rcc_stats.h"

/* The precisions of the plan: relative half-widths in percent, as in KJ13
 * tables 6 and 7. */
#define RCC_ANALYSE_N_PRECISIONS 4
extern const double rcc_analyse_precision[RCC_ANALYSE_N_PRECISIONS];

/* The number of autocorrelations. */
#define RCC_ANALYSE_LAGS 4

/* The tests of a series of values in the order of the file.  A system has up to
 * two series: the means of the highest level, and the values in the first group
 * of the lowest level. */
struct rcc_analyse_series {
	size_t n;
	double bound;
	double r[RCC_ANALYSE_LAGS], shuffled[RCC_ANALYSE_LAGS];
	double q, p; /* Ljung-Box test, as a hint */
	/* The number of change points, and the index of the first one.  They
	 * are only a hint. */
	size_t n_changes, first_change;
	bool is_defined;
};

/* The results for one system or, if the file has benchmarks, for one system in
 * one benchmark. */
struct rcc_analyse_system {
	const char *name;
	const char *benchmark; /* NULL if the file has none */
	struct rcc_levels levels;
	struct rcc_mean mean;
	/* Whether all means of the highest level are equal.  The variation is
	 * then unknown and the interval undefined. */
	bool is_constant;
	struct rcc_interval interval;
	double median;
	struct rcc_plan plan;
	size_t n_for_precision[RCC_ANALYSE_N_PRECISIONS]; /* 0 if undefined */
	size_t n_in_budget;
	double half_width_in_budget; /* relative to the mean */
	struct rcc_analyse_series highest, lowest;
	size_t n_together; /* executions to time together; 0 if undefined */
};

/* All results. */
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
	size_t n_to_decide;	    /* repetitions on each side; 0 if unknown */
	struct rcc_bootstrap bootstrap;
	/* The coverage of the bootstrap intervals; NaN if unknown. */
	double bootstrap_coverage;
	/* If the file has benchmarks, the ratio of the second system to the
	 * first in each benchmark.  suite.n is 0 if there is only one
	 * system. */
	struct rcc_suite_ratio suite;
	/* 0 if there are too many values for a bootstrap. */
	size_t n_suite_replicates;
	const char *old, *now; /* names of the two systems; borrowed */
};

/* Return whether the file has two systems and no benchmarks. */
bool rcc_analyse_has_ratio(const struct rcc_analysis *analysis);

/* Compare the two systems in each benchmark.  Sets `suite` and the fields after
 * it. */
void rcc_analyse_suite(struct rcc_analysis *analysis);

/* Print the results as text. */
void rcc_analyse_text(const struct rcc_analysis *analysis, FILE *out);
/* Print the results as JSON.  Returns 0, or -1 if they could not be written. */
int rcc_analyse_json(const struct rcc_analysis *analysis, FILE *out);

#endif
