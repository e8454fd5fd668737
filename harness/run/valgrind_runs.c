/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 4: metrics of valgrind's tools, one run of each layout for each tool.
 * Such a run takes fifty times as long as a plain one, so its time is no
 * measurement, and since it gives the same counts each time, one is enough.
 *
 * The environment is not enlarged in these runs.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/experiment.h"
#include "harness/run/measure.h"
#include "harness/run/outcome.h"
#include "harness/run/command_check.h"
#include "common/progress.h"
#include "harness/run/valgrind_tool.h"

/* A tool may take this many times as long as a plain run. */
#define SLOWER 200

struct exact {
	struct rcc_experiment *x;
	const struct rcc_executor *executor;
	int64_t session;
	struct rcc_measure measure;
	struct rcc_values values;
	struct rcc_strvec command; /* the tool, then the study's */
	char *valgrind;
	char *folder; /* where the tool writes */
	char *fresh;
	char *reference;
	struct rcc_valgrind_record *done;
	size_t n_done;
	struct rcc_progress progress;
};

static bool is_done(const struct exact *e, int64_t layout, size_t metric)
{
	for (size_t i = 0; i < e->n_done; i++)
		if (e->done[i].layout == layout && e->done[i].metric == metric)
			return true;
	return false;
}

static int failed(struct exact *e, int64_t layout,
		  const struct rcc_run_record *row,
		  const struct rcc_measure_detail *d, const char *tool)
{
	char which[64];
	char what[256];
	char *kept = rcc_outcome_keep(e->x->dir, tool, d);

	rcc_outcome_layout(&e->x->layout[layout], which, sizeof(which));
	rcc_outcome_describe(&e->measure, row, d, what, sizeof(what));
	rcc_progress_clear(&e->progress);
	rcc_error("under %s, %s %s", tool, which, what);
	rcc_hint("what it printed is in \"%s.stdout\" and \"%s.stderr\"", kept,
		 kept);
	free(kept);
	return RCC_EXIT_FAILED;
}

/* The tool's counts of the run, as rows. */
static int read_counts(struct exact *e, enum rcc_source_kind kind,
		       struct rcc_valgrind_record *row, size_t *n)
{
	const struct rcc_study *s = &e->x->study;
	const struct rcc_valgrind_record first = row[0];

	*n = 0;
	for (size_t i = 0; i < s->n_metrics; i++) {
		double value = 0;

		if (s->metric[i].kind != kind)
			continue;
		if (rcc_tool_sum(e->folder, s->metric[i].selector, &value) !=
		    0) {
			rcc_error("%s did not count \"%s\"",
				  rcc_tool_name(kind), s->metric[i].selector);
			rcc_hint("its files are in \"%s\"", e->folder);
			return RCC_EXIT_FAILED;
		}
		row[*n] = first;
		row[*n].metric = (unsigned)i;
		row[(*n)++].value = value;
	}
	return RCC_EXIT_OK;
}

static int make_folder(const struct exact *e)
{
	if (rcc_file_remove_tree(e->folder) == 0 && mkdir(e->folder, 0777) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot make \"%s\"", e->folder);
	return RCC_EXIT_FAILED;
}

static void set_command(struct exact *e, enum rcc_source_kind kind)
{
	const char *tool = rcc_tool_name(kind);
	const struct rcc_study *s = &e->x->study;

	rcc_strvec_release(&e->command);
	rcc_strvec_push(&e->command, e->valgrind);
	rcc_strvec_pushf(&e->command, "--tool=%s", tool);
	rcc_strvec_push(&e->command, "-q");
	rcc_strvec_push(&e->command, "--cache-sim=yes");
	rcc_strvec_push(&e->command, "--branch-sim=yes");
	rcc_strvec_push(&e->command, "--trace-children=yes");
	rcc_strvec_pushf(&e->command, "--%s-out-file=%s/%%p", tool, e->folder);
	for (size_t i = 0; i < s->n_command; i++)
		rcc_strvec_push(&e->command, s->command[i]);
	e->measure.command = e->command.item;
	e->measure.n_command = e->command.n;
}

/* One layout under one tool; stored with all its counts or not at all. */
static int measure_one(struct exact *e, int64_t layout,
		       enum rcc_source_kind kind)
{
	struct rcc_valgrind_record *row =
		rcc_mem_calloc(e->x->study.n_metrics + 1, sizeof(*row));
	char *binary = rcc_experiment_binary(e->x, layout);
	struct rcc_measure_detail d;
	struct rcc_run_record run = {0};
	size_t n = 0;
	int status = make_folder(e);
	int got = RCC_ESYS;

	if (status == RCC_EXIT_OK)
		got = rcc_measure_run(&e->measure, binary, 0, &run, &d);
	if (status == RCC_EXIT_OK && got != RCC_MEASURED) {
		if (got == RCC_MEASURE_NOT_PREPARED)
			rcc_error("%s", d.problem);
		else if (got != RCC_MEASURE_ABANDONED)
			rcc_error("cannot run \"%s\"", e->valgrind);
		status = RCC_EXIT_FAILED;
	} else if (status == RCC_EXIT_OK && run.outcome != RCC_OUTCOME_OK) {
		status = failed(e, layout, &run, &d, rcc_tool_name(kind));
	}
	row[0] = (struct rcc_valgrind_record){.layout = layout,
					      .session = e->session,
					      .start_ns = run.start_ns,
					      .wall_ns = run.wall_ns};
	if (status == RCC_EXIT_OK)
		status = read_counts(e, kind, row, &n);
	if (status == RCC_EXIT_OK &&
	    rcc_store_add_valgrind(e->x->store, row, n) != 0)
		status = rcc_experiment_store_failed(e->x, "store a count");
	free(binary);
	free(row);
	return status;
}

/* All layouts under the tool of this kind; `metric` is the first of its. */
static int measure_tool(struct exact *e, enum rcc_source_kind kind,
			size_t metric)
{
	const struct rcc_executor *x = e->executor;
	int status = RCC_EXIT_OK;

	set_command(e, kind);
	rcc_progress_begin(&e->progress, stderr, rcc_tool_name(kind),
			   e->x->n_layouts, 0, x->now_ns(x->self));
	for (size_t i = 0; i < e->x->n_layouts && status == RCC_EXIT_OK; i++) {
		const int64_t layout = e->x->layout[i].id;

		if (is_done(e, layout, metric))
			continue;
		status = x->stop_wanted(x->self) != 0
				 ? RCC_EXIT_FAILED
				 : measure_one(e, layout, kind);
		rcc_progress_step(&e->progress, i + 1, 0, x->now_ns(x->self));
	}
	rcc_progress_clear(&e->progress);
	return status;
}

static int prepare(struct exact *e)
{
	const struct rcc_study *study = &e->x->study;
	const char *path = getenv("PATH");
	char *timeout = NULL;

	e->valgrind = rcc_file_find_program(
		"valgrind", path != NULL ? path : "/usr/bin:/bin", NULL);
	if (e->valgrind == NULL) {
		rcc_error("cannot find valgrind, for the metrics of cachegrind "
			  "and callgrind");
		rcc_hint("apt-get install valgrind");
		return RCC_EXIT_USAGE;
	}
	if (rcc_store_valgrind(e->x->store, &e->done, &e->n_done) != 0 ||
	    rcc_store_get(e->x->store, "timeout-ns", &timeout) != 0)
		return rcc_experiment_store_failed(e->x, "read the counts");
	rcc_measure_set(&e->measure, study, e->fresh);
	rcc_values_init(&e->values, study->metric, study->n_metrics,
			study->n_iterations);
	e->values.directory = e->measure.directory;
	e->measure.values = &e->values;
	e->measure.executor = e->executor;
	e->measure.environment = environ;
	if (study->verify == NULL && !study->ignore_output)
		e->measure.reference = e->reference;
	e->measure.timeout_ns = (int64_t)(study->timeout * 1e9);
	if (timeout != NULL && e->measure.timeout_ns == 0)
		e->measure.timeout_ns = strtoll(timeout, NULL, 10);
	e->measure.timeout_ns *= SLOWER;
	free(timeout);
	return rcc_place_enter(study);
}

static void release(struct exact *e)
{
	rcc_values_release(&e->values);
	rcc_strvec_release(&e->command);
	rcc_file_remove_tree(e->folder);
	free(e->valgrind);
	free(e->folder);
	free(e->fresh);
	free(e->reference);
	free(e->done);
}

int rcc_exact_measure(struct rcc_experiment *x,
		      const struct rcc_executor *executor, int64_t session)
{
	static const enum rcc_source_kind tool[] = {RCC_SOURCE_CACHEGRIND,
						    RCC_SOURCE_CALLGRIND};
	struct exact e = {.x = x,
			  .executor = executor,
			  .session = session,
			  .folder = rcc_experiment_path(x, "tool"),
			  .fresh = rcc_experiment_path(x, "cwd"),
			  .reference = rcc_experiment_path(x, "reference")};
	int status = prepare(&e);

	for (size_t t = 0; t < 2 && status == RCC_EXIT_OK; t++) {
		size_t first = 0;

		while (first < x->study.n_metrics &&
		       x->study.metric[first].kind != tool[t])
			first++;
		if (first < x->study.n_metrics)
			status = measure_tool(&e, tool[t], first);
	}
	release(&e);
	return status;
}

bool rcc_exact_is_finished(struct rcc_experiment *x)
{
	struct rcc_valgrind_record *row = NULL;
	size_t n_wanted = 0;
	size_t n = 0;

	for (size_t i = 0; i < x->study.n_metrics; i++)
		n_wanted += rcc_metric_spec_is_valgrind(&x->study.metric[i]);
	if (n_wanted != 0 && rcc_store_valgrind(x->store, &row, &n) != 0)
		n = 0;
	free(row);
	return n >= n_wanted * x->n_layouts;
}
