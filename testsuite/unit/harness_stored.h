/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Helpers that make a study in memory, without a database, for the unit tests
 * of harness/findings.  struct rows has arrays for the rows that a database
 * would hold: layouts, runs and metric values.  Include this file after
 * cmocka.h.
 */
#ifndef RCC_TESTSUITE_UNIT_HARNESS_STORED_H
#define RCC_TESTSUITE_UNIT_HARNESS_STORED_H

#include <stdint.h>
#include <string.h>

#include "harness/findings/stored.h"

#define MOST_ROWS 512

/* The arms of every system: random layouts, and the original layout. */
enum { RANDOM, FIXED };

static struct rcc_arm rows_arm[] = {
	[RANDOM] = {.name = "random", .factors = "functions"},
	[FIXED] = {.name = "fixed", .factors = NULL},
};
static struct rcc_system rows_system[] = {
	{.name = "old"}, {.name = "new"}, {.name = "third"}};

struct rows {
	struct rcc_stored stored;
	struct rcc_layout_record layout[MOST_ROWS];
	struct rcc_run_record run[MOST_ROWS];
	struct rcc_value_record value[MOST_ROWS];
	struct rcc_valgrind_record valgrind[MOST_ROWS];
	struct rcc_metric_spec metric[4];
	char *refused[4];
};

static inline struct rcc_stored *rows_begin(struct rows *rows, size_t n_systems,
					    unsigned n_layouts,
					    unsigned n_executions)
{
	memset(rows, 0, sizeof(*rows));
	rows->stored = (struct rcc_stored){
		.layout = rows->layout,
		.run = rows->run,
		.value = rows->value,
		.valgrind = rows->valgrind,
		.refused = rows->refused,
		.study = {.n_layouts = n_layouts,
			  .n_executions = n_executions,
			  .n_iterations = 1,
			  .metric = rows->metric,
			  .system = rows_system,
			  .n_systems = n_systems,
			  .arm = rows_arm,
			  .n_arms = 2},
	};
	return &rows->stored;
}

/* Add a layout whose linked program has this digest.  Returns its ID.  Give all
 * layouts of the arm FIXED the same digest: they are copies of the original
 * layout. */
static inline int64_t add_layout(struct rows *rows, unsigned system,
				 unsigned arm, const char *digest)
{
	const int64_t id = (int64_t)rows->stored.n_layouts++;

	assert_in_range(id, 0, MOST_ROWS - 1);
	rows->layout[id] = (struct rcc_layout_record){
		.id = id,
		.system = system,
		.arm = arm,
		.is_original = arm == FIXED,
		.link_ns = arm == FIXED ? 0 : 2000000000,
		.digest = (char *)(uintptr_t)digest,
	};
	return id;
}

/* Add a run that succeeded after `wall_s` seconds.  Returns the run's number in
 * the order of all runs, from 0. */
static inline int64_t add_run(struct rows *rows, int64_t layout, double wall_s)
{
	const int64_t order = (int64_t)rows->stored.n_runs++;

	assert_in_range(order, 0, MOST_ROWS - 1);
	rows->run[order] = (struct rcc_run_record){
		.order = order,
		.layout = layout,
		.wall_ns = (int64_t)(wall_s * 1e9),
		.outcome = RCC_OUTCOME_OK,
	};
	return order;
}

static inline void add_failed_run(struct rows *rows, int64_t layout,
				  enum rcc_outcome outcome)
{
	rows->run[add_run(rows, layout, 1)].outcome = outcome;
}

/* Add the value of a metric in one iteration of run `order`.  Values must be
 * added in the order of runs, metrics and iterations. */
static inline void add_value(struct rows *rows, int64_t order, unsigned metric,
			     unsigned iteration, double value)
{
	const size_t i = rows->stored.n_values++;

	assert_in_range(i, 0, MOST_ROWS - 1);
	rows->value[i] = (struct rcc_value_record){
		.order = order,
		.metric = metric,
		.iteration = iteration,
		.value = value,
		.share = 1,
	};
}

/* Add a user-defined metric to the study, and return it. */
static inline struct rcc_metric add_metric(struct rows *rows, const char *name,
					   const char *unit,
					   enum rcc_source_kind kind)
{
	const size_t i = rows->stored.study.n_metrics++;

	rows->metric[i] = (struct rcc_metric_spec){
		.name = name, .unit = unit, .kind = kind, .selector = name};
	return rcc_metric_from_spec(&rows->metric[i], i);
}

#endif
