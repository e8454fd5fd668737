/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `randstudy analyse`.
 *
 * The measurements are nested in levels, for example:
 *
 *	layouts		(the highest level)
 *	executions	of each layout
 *	iterations	of each execution (the lowest level)
 *
 * Each additional layout adds executions and iterations as well.
 */
#ifndef RCC_ANALYSE_ANALYSE_OPTIONS_H
#define RCC_ANALYSE_ANALYSE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "analyse/row_reader.h"
#include "stats/rcc_stats.h"

enum rcc_analyse_format {
	RCC_ANALYSE_TEXT,
	RCC_ANALYSE_JSON,
};

struct rcc_analyse_options {
	const char *path; /* the CSV file; "-" for standard input */
	enum rcc_analyse_format format;
	double confidence, threshold; /* percent */
	enum rcc_ratio_method method; /* for the interval of the ratio */
	/* For the bootstrap: the statistic, the levels that are resampled, and
	 * the number of resamples (0: no bootstrap). */
	enum rcc_statistic statistic;
	enum rcc_scheme scheme;
	size_t n_replicates;
	size_t n_threads;
	const char *seed_text; /* NULL if not given */
	/* --costs: the cost of one more repetition at each level, lowest level
	 * first, in any unit. */
	double cost[RCC_STATS_MAX_LEVELS];
	size_t n_costs;
	double budget;	   /* in the unit of `cost`; 0 if not given */
	bool wants_series; /* --series: print autocorrelations */
	/* --estimator: the statistic that replaces all values of a member of
	 * the highest level, for example all values of a layout. */
	enum rcc_statistic estimator;
	struct rcc_row_options rows;
	struct rcc_timer timer; /* from --tune; set if rows.is_together */
};

/* Return whether --scheme or --statistic asks for another bootstrap than the
 * default. */
bool rcc_analyse_has_own_bootstrap(const struct rcc_analyse_options *options);

/* Parse the command line into *options.  If it is invalid, end the program. */
void rcc_analyse_options_parse(int argc, char **argv,
			       struct rcc_analyse_options *options);

#endif
