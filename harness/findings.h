/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a study found: everything the report formats print, computed once.
 *
 * No statistic is computed here: the values are arranged for stats/ and its
 * answers kept.
 */
#ifndef RCC_HARNESS_FINDINGS_H
#define RCC_HARNESS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "harness/metric.h"
#include "harness/row.h"
#include "harness/store.h"
#include "harness/study.h"
#include "stats/rcc_stats.h"

/* One arm of one system. */
struct rcc_cell {
	size_t system;
	size_t arm;
	bool is_original;
	size_t n_planned; /* runs */
	size_t n_stored;
	size_t n_ok;
	size_t n_layouts; /* with at least one good run */
	/* Good runs whose distance from the median is more than 14.826 times
	 * the median of these distances (Iglewicz & Hoaglin's modified z-score
	 * above 10): flagged, never dropped. */
	size_t n_far;
	size_t n_digests; /* different ones among the layouts */
	/* Good values: layout by layout, in the order of executions; only the
	 * first n_layouts sizes and n_ok values count. */
	double *value;
	size_t *size;
	double *layout_mean;
	int64_t *layout_id;
	int levels_error; /* as rcc_levels_compute() returned it */
	struct rcc_levels levels;
	int interval_error;
	struct rcc_interval interval; /* of the mean */
};

/* The random arm of a system against its original layout. */
struct rcc_effect {
	size_t random; /* index into cell */
	size_t fixed;
	int error; /* as rcc_layout_effect() returned it */
	struct rcc_layout_effect effect;
};

struct rcc_findings {
	char *dir; /* as the user gave it */
	struct rcc_study study;
	struct rcc_layout_row *layout;
	size_t n_layouts;
	struct rcc_run_row *run;
	size_t n_runs;
	struct rcc_session_row *session;
	size_t n_sessions;
	json_t *host; /* of the last session */
	char *compiler;
	char *linker;
	char *randcc;
	char *program; /* of the first system; NULL before it is built */
	const struct rcc_metric *metric;
	double level; /* of confidence */
	struct rcc_cell *cell;
	size_t n_cells;
	struct rcc_effect *effect;
	size_t n_effects;
	size_t n_planned;
	size_t n_failed;
	size_t n_left_behind;
	size_t by_outcome[RCC_N_OUTCOMES];
};

/* Prints what is wrong and returns an exit code (enum rcc_exit). */
int rcc_findings_load(const char *dir, const struct rcc_metric *metric,
		      struct rcc_findings *f);
void rcc_findings_release(struct rcc_findings *f);

/* The good values of an arm, for stats/: borrowed from the cell. */
struct rcc_sample rcc_cell_sample(const struct rcc_cell *c);

/* What to call a system: a single one goes by its program's name. */
const char *rcc_findings_system(const struct rcc_findings *f, size_t system);

/* The layout of a run; NULL if the store is inconsistent. */
const struct rcc_layout_row *rcc_findings_layout(const struct rcc_findings *f,
						 int64_t id);

#endif
