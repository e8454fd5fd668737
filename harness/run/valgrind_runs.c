/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/valgrind_runs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <jansson.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/run/command_check.h"
#include "harness/run/outcome.h"
#include "harness/run/runner.h"
#include "harness/run/valgrind_tool.h"
#include "harness/study/simulation.h"

/* The time limit of a run under a valgrind tool is this many times the limit of
 * a plain run. */
#define TIMEOUT_FACTOR 200

struct valgrind_runs {
	struct rcc_experiment *x;
	struct rcc_runner runner;
	int64_t session;
	/* The words that call a tool of valgrind, then the study's command. */
	struct rcc_strvec command;
	char *valgrind; /* path of valgrind */
	char *version;	/* the first line of valgrind --version */
	char *folder;	/* folder of the tool's output files */
	/* The machine that the tool simulated for the stored counts; NULL if no
	 * counts are stored, or if the machine is unknown. */
	json_t *simulation;
	/* Whether that machine is unknown: an older randstudy made the stored
	 * counts, and did not store the machine. */
	bool is_unknown;
	struct rcc_valgrind_record *done;
	size_t n_done;
};

static bool is_done(const struct valgrind_runs *v, int64_t layout,
		    size_t metric)
{
	for (size_t i = 0; i < v->n_done; i++)
		if (v->done[i].layout == layout && v->done[i].metric == metric)
			return true;
	return false;
}

static int run_failed(struct valgrind_runs *v, int64_t layout,
		      const struct rcc_run_record *record,
		      const struct rcc_measure_detail *d, const char *tool)
{
	char what[256];
	char *which = rcc_outcome_layout(&v->x->study, &v->x->layout[layout]);
	char *saved = rcc_outcome_save_output(v->x->dir, tool, d);

	rcc_outcome_describe(&v->runner.measure, record, d, what, sizeof(what));
	rcc_progress_clear(&v->runner.progress);
	rcc_error("under %s, %s %s", tool, which, what);
	rcc_hint("its output is in \"%s.stdout\" and \"%s.stderr\"", saved,
		 saved);
	free(saved);
	free(which);
	return RCC_EXIT_FAILED;
}

/* Set record[0 ... *n-1] to one record for each count of the tool.  All are
 * copies of record[0], apart from their metric and value. */
static int read_counts(const struct valgrind_runs *v, enum rcc_source_kind kind,
		       struct rcc_valgrind_record *record, size_t *n)
{
	const struct rcc_study *s = &v->x->study;
	const struct rcc_valgrind_record first = record[0];

	*n = 0;
	for (size_t i = 0; i < s->n_metrics; i++) {
		double value = 0;

		if (s->metric[i].kind != kind)
			continue;
		if (rcc_valgrind_tool_sum(v->folder, s->metric[i].selector,
					  &value) != 0) {
			rcc_error("%s did not count \"%s\"",
				  rcc_simulation_tool(kind),
				  s->metric[i].selector);
			rcc_hint("its files are in \"%s\"", v->folder);
			return RCC_EXIT_FAILED;
		}
		record[*n] = first;
		record[*n].metric = (unsigned)i;
		record[(*n)++].value = value;
	}
	return RCC_EXIT_OK;
}

static int make_folder(const struct valgrind_runs *v)
{
	if (rcc_file_remove_tree(v->folder) == 0 && mkdir(v->folder, 0777) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot make \"%s\"", v->folder);
	return RCC_EXIT_FAILED;
}

/* ---- The simulated machine --------------------------------------------- */

static bool has_counts(const struct valgrind_runs *v, size_t metric)
{
	for (size_t i = 0; i < v->n_done; i++)
		if (v->done[i].metric == metric)
			return true;
	return false;
}

/* Refuse to add counts for which the tool would simulate another machine. */
static int refuse(struct valgrind_runs *v, enum rcc_source_kind kind,
		  const json_t *now)
{
	char *before = rcc_simulation_text(kind, v->simulation);
	char *after = rcc_simulation_text(kind, now);

	rcc_progress_clear(&v->runner.progress);
	rcc_error("the counts of this study cannot be continued: they were "
		  "made %s, and would now be made %s",
		  before, after);
	rcc_hint("continue it with that valgrind, or begin another study");
	free(before);
	free(after);
	return RCC_EXIT_USAGE;
}

/* Read from the study's database which machine the tool simulated for the
 * stored counts. */
static int recall_simulation(struct valgrind_runs *v, enum rcc_source_kind kind,
			     size_t metric)
{
	char *key = rcc_simulation_key(kind);
	char *text = NULL;
	int status = RCC_EXIT_OK;

	json_decref(v->simulation);
	v->simulation = NULL;
	if (has_counts(v, metric) &&
	    rcc_store_get(v->x->store, key, &text) != 0)
		status = rcc_experiment_store_failed(v->x,
						     "read the simulation");
	if (text != NULL)
		v->simulation = json_loads(text, 0, NULL);
	v->is_unknown = has_counts(v, metric) && v->simulation == NULL;
	free(text);
	free(key);
	return status;
}

/* Refuse to continue with another version of valgrind, because its counts may
 * differ. */
static int check_version(struct valgrind_runs *v, enum rcc_source_kind kind)
{
	const char *before =
		json_string_value(json_object_get(v->simulation, "version"));
	json_t *now;
	int status;

	if (before == NULL || strcmp(before, v->version) == 0)
		return RCC_EXIT_OK;
	now = rcc_simulation_read("", v->version);
	status = refuse(v, kind, now);
	json_decref(now);
	return status;
}

/* Compare the machine that the tool has just simulated with the stored machine.
 * If no machine is stored, store this one. */
static int note_simulation(struct valgrind_runs *v, enum rcc_source_kind kind)
{
	json_t *now = rcc_valgrind_tool_simulation(v->folder, v->version);
	char *key;
	char *text;
	int status = RCC_EXIT_OK;

	if (now == NULL || v->is_unknown ||
	    json_equal(now, v->simulation) == 1) {
		json_decref(now);
		return RCC_EXIT_OK;
	}
	if (v->simulation != NULL) {
		status = refuse(v, kind, now);
		json_decref(now);
		return status;
	}
	v->simulation = now;
	key = rcc_simulation_key(kind);
	text = json_dumps(now, JSON_COMPACT);
	if (rcc_store_set(v->x->store, key, text) != 0)
		status = rcc_experiment_store_failed(v->x,
						     "store the simulation");
	free(key);
	free(text);
	return status;
}

/* ---- Runs -------------------------------------------------------------- */

/* Add the option for the tool's output files, in which valgrind replaces "%p" by
 * the number of the process, and "%%" by "%". */
static void add_out_file(struct valgrind_runs *v, const char *tool)
{
	struct rcc_strbuf option = {0};
	char *text;

	rcc_strbuf_printf(&option, "--%s-out-file=", tool);
	for (const char *at = v->folder; *at != '\0'; at++) {
		if (*at == '%')
			rcc_strbuf_add_char(&option, '%');
		rcc_strbuf_add_char(&option, *at);
	}
	rcc_strbuf_add(&option, "/%p");
	text = rcc_strbuf_take(&option);
	rcc_strvec_push(&v->command, text);
	free(text);
}

static void set_command(struct valgrind_runs *v, enum rcc_source_kind kind)
{
	const char *tool = rcc_simulation_tool(kind);
	const struct rcc_study *s = &v->x->study;

	rcc_strvec_release(&v->command);
	rcc_strvec_push(&v->command, v->valgrind);
	rcc_strvec_pushf(&v->command, "--tool=%s", tool);
	rcc_strvec_push(&v->command, "-q");
	rcc_strvec_push(&v->command, "--cache-sim=yes");
	rcc_strvec_push(&v->command, "--branch-sim=yes");
	/* If counts are stored, simulate the same caches again.  Without
	 * options the tool simulates the caches of the machine on which it
	 * runs. */
	rcc_simulation_options(v->simulation, &v->command);
	rcc_strvec_push(&v->command, "--trace-children=yes");
	add_out_file(v, tool);
	for (size_t i = 0; i < s->n_command; i++)
		rcc_strvec_push(&v->command, s->command[i]);
	v->runner.measure.command.word = v->command.item;
	v->runner.measure.command.n = v->command.n;
}

/* Run one layout under one tool.  No bytes are added to the environment, unlike
 * in measured runs.  Store all counts of the tool or none. */
static int count_layout(struct valgrind_runs *v, int64_t layout,
			enum rcc_source_kind kind)
{
	struct rcc_valgrind_record *record =
		rcc_mem_calloc(v->x->study.n_metrics + 1, sizeof(*record));
	struct rcc_measure_detail d;
	struct rcc_run_record run = {0};
	size_t n = 0;
	int status = make_folder(v);

	if (status == RCC_EXIT_OK &&
	    rcc_runner_run(&v->runner, layout, 0, &run, &d) != RCC_MEASURED)
		status = RCC_EXIT_FAILED;
	if (status == RCC_EXIT_OK && run.outcome != RCC_OUTCOME_OK)
		status = run_failed(v, layout, &run, &d,
				    rcc_simulation_tool(kind));
	record[0] = (struct rcc_valgrind_record){.layout = layout,
						 .session = v->session,
						 .start_ns = run.start_ns,
						 .wall_ns = run.wall_ns};
	if (status == RCC_EXIT_OK)
		status = rcc_runner_check_inputs(&v->runner);
	if (status == RCC_EXIT_OK)
		status = note_simulation(v, kind);
	if (status == RCC_EXIT_OK)
		status = read_counts(v, kind, record, &n);
	if (status == RCC_EXIT_OK &&
	    rcc_store_add_valgrind(v->x->store, record, n) != 0)
		status = rcc_experiment_store_failed(v->x, "store a count");
	free(record);
	return status;
}

/* Run all layouts under one tool.  `metric` is the first metric that the tool
 * counts. */
static int count_all(struct valgrind_runs *v, enum rcc_source_kind kind,
		     size_t metric)
{
	const struct rcc_executor *x = v->runner.measure.setup.executor;
	struct rcc_progress *progress = &v->runner.progress;
	int status = recall_simulation(v, kind, metric);

	if (status == RCC_EXIT_OK)
		status = check_version(v, kind);
	if (status != RCC_EXIT_OK)
		return status;
	set_command(v, kind);
	rcc_progress_begin(progress, stderr, rcc_simulation_tool(kind),
			   v->x->n_layouts, 0, x->now_ns(x->self));
	for (size_t i = 0; i < v->x->n_layouts && status == RCC_EXIT_OK; i++) {
		const int64_t layout = v->x->layout[i].id;

		if (is_done(v, layout, metric))
			continue;
		status = x->stop_wanted(x->self) != 0
				 ? RCC_EXIT_FAILED
				 : count_layout(v, layout, kind);
		rcc_progress_step(progress, i + 1, 0, x->now_ns(x->self));
	}
	rcc_progress_clear(progress);
	return status;
}

static int prepare(struct valgrind_runs *v)
{
	const struct rcc_study *study = &v->x->study;
	const char *path = getenv("PATH");
	int status;

	v->valgrind = rcc_file_find_program(
		"valgrind", path != NULL ? path : "/usr/bin:/bin", NULL);
	if (v->valgrind == NULL) {
		rcc_error("cannot find valgrind, for the metrics of cachegrind "
			  "and callgrind");
		rcc_hint("install valgrind, or leave these metrics out");
		return RCC_EXIT_USAGE;
	}
	v->version = rcc_valgrind_tool_version(v->valgrind);
	if (v->version == NULL) {
		rcc_error("\"%s --version\" prints no version", v->valgrind);
		rcc_hint("mend this valgrind, or leave the metrics of "
			 "cachegrind and callgrind out");
		return RCC_EXIT_USAGE;
	}
	if (rcc_store_valgrind(v->x->store, &v->done, &v->n_done) != 0)
		return rcc_experiment_store_failed(v->x, "read the counts");
	if (study->verify == NULL && !study->ignore_output)
		v->runner.measure.reference = v->runner.reference;
	status = rcc_runner_recall_timeout(&v->runner);
	v->runner.measure.setup.timeout_ns *= TIMEOUT_FACTOR;
	return status == RCC_EXIT_OK ? rcc_command_check_enter(study) : status;
}

static void release(struct valgrind_runs *v)
{
	rcc_runner_release(&v->runner);
	rcc_strvec_release(&v->command);
	rcc_file_remove_tree(v->folder);
	json_decref(v->simulation);
	free(v->valgrind);
	free(v->version);
	free(v->folder);
	free(v->done);
}

int rcc_valgrind_runs_measure(struct rcc_experiment *x,
			      const struct rcc_executor *executor,
			      int64_t session)
{
	static const enum rcc_source_kind tool[] = {RCC_SOURCE_CACHEGRIND,
						    RCC_SOURCE_CALLGRIND};
	struct valgrind_runs v = {.x = x,
				  .session = session,
				  .folder = rcc_experiment_path(x, "tool")};
	int status;

	rcc_runner_init(&v.runner, x, executor);
	status = prepare(&v);
	if (status == RCC_EXIT_OK)
		status = rcc_input_watch_begin(&v.runner.watch, x);
	for (size_t t = 0; t < 2 && status == RCC_EXIT_OK; t++) {
		size_t first = 0;

		while (first < x->study.n_metrics &&
		       x->study.metric[first].kind != tool[t])
			first++;
		if (first < x->study.n_metrics)
			status = count_all(&v, tool[t], first);
	}
	release(&v);
	return status;
}

bool rcc_valgrind_runs_are_finished(const struct rcc_experiment *x)
{
	struct rcc_valgrind_record *record = NULL;
	size_t n_metrics = 0;
	size_t n = 0;

	for (size_t i = 0; i < x->study.n_metrics; i++)
		n_metrics += rcc_metric_spec_is_valgrind(&x->study.metric[i]);
	if (n_metrics != 0 && rcc_store_valgrind(x->store, &record, &n) != 0)
		n = 0;
	free(record);
	return n >= n_metrics * x->n_layouts;
}
