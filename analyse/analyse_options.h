/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `randstudy analyse`. */
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
	const char *path;
	enum rcc_analyse_format format;
	double confidence, threshold; /* percent */
	enum rcc_ratio_method method;
	enum rcc_statistic statistic; /* statistic of the bootstrap */
	enum rcc_scheme scheme;
	size_t n_replicates; /* 0: no bootstrap */
	size_t n_threads;
	const char *seed_text;		   /* NULL if not given */
	double cost[RCC_STATS_MAX_LEVELS]; /* lowest level first */
	size_t n_costs;
	double budget; /* in the unit of `cost`; 0 if not given */
	bool wants_series;
	/* The statistic to which each unit of the highest level is reduced. */
	enum rcc_statistic estimator;
	struct rcc_row_options rows;
	struct rcc_timer timer; /* set if rows.is_together */
};

/* Parse the command line into *options.  If it is invalid, end the program. */
void rcc_analyse_options_parse(int argc, char **argv,
			       struct rcc_analyse_options *options);

#endif
