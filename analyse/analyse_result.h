/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of analyse, for its two output formats. */
#ifndef RCC_ANALYSE_ANALYSE_RESULT_H
#define RCC_ANALYSE_ANALYSE_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "analyse/analyse_options.h"
#include "analyse/dataset.h"
#include "stats/rcc_stats.h"

/* The half-widths to plan for, in percent: KJ13 tables 6 and 7. */
#define RCC_ANALYSE_N_PRECISIONS 4
extern const double rcc_analyse_precision[RCC_ANALYSE_N_PRECISIONS];

#define RCC_ANALYSE_LAGS 4

/* A series in the order of the file: the highest level's means, or the first group
 * of the lowest level's values. */
struct rcc_analyse_series {
	size_t n;
	double bound;
	double r[RCC_ANALYSE_LAGS], shuffled[RCC_ANALYSE_LAGS];
	double q, p;			/* Ljung–Box; a hint */
	size_t n_changes, first_change; /* index; a hint */
	bool is_defined;
};

struct rcc_analyse_system {
	const char *name;
	const char *benchmark; /* NULL: the file has none */
	struct rcc_levels levels;
	struct rcc_mean mean;
	struct rcc_interval interval;
	double median;
	struct rcc_plan plan;
	size_t n_for_precision[RCC_ANALYSE_N_PRECISIONS]; /* 0: undefined */
	size_t n_in_budget;
	double half_width_in_budget; /* relative */
	struct rcc_analyse_series highest, lowest;
	size_t n_together; /* executions, for the timer; 0: undefined */
};

struct rcc_analysis {
	const struct rcc_analyse_options *options;
	const struct rcc_dataset *data;
	uint64_t seed;
	struct rcc_analyse_system *system;
	/* The second system over the first; only if rcc_analyse_has_ratio(). */
	struct rcc_ratio ratio;
	enum rcc_verdict verdict;
	enum rcc_obstacle obstacle; /* why it is undecided in any case */
	size_t n_to_decide;	    /* on each side; 0: unknown */
	struct rcc_bootstrap bootstrap;
	/* rcc_bootstrap_coverage(); NaN: unknown. */
	double bootstrap_coverage;
	/* The second system over the first in each benchmark, if there are
	 * any.  n is 0 if there is only one system. */
	struct rcc_suite_ratio suite;
	size_t n_suite_replicates; /* 0: too much data for a bootstrap */
	const char *old, *now;	   /* the two systems' names, borrowed */
};

/* Whether two systems are compared, without benchmarks. */
bool rcc_analyse_has_ratio(const struct rcc_analysis *analysis);

/* Sets `suite` and the fields after it. */
void rcc_analyse_suite(struct rcc_analysis *analysis);

void rcc_analyse_text(const struct rcc_analysis *analysis, FILE *out);
/* Returns 0, or -1 if it could not be written. */
int rcc_analyse_json(const struct rcc_analysis *analysis, FILE *out);

#endif
