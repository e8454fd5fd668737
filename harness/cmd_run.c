/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy run: the phases of a study, from the command line to the report.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/run.h"
#include "common/strvec.h"
#include "harness/commands.h"
#include "harness/experiment.h"
#include "harness/host.h"
#include "harness/note.h"
#include "harness/report/report.h"
#include "harness/run_options.h"
#include "harness/schedule.h"
#include "harness/suite.h"

static int64_t unix_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- The design -------------------------------------------------------- */

static int store_design(struct rcc_experiment *x, const json_t *design)
{
	char *text = json_dumps(design, JSON_COMPACT | JSON_SORT_KEYS);
	int result = rcc_store_set(x->store, "design", text);

	free(text);
	return result == 0 ? RCC_EXIT_OK
			   : rcc_experiment_store_failed(x, "store the design");
}

static int begin_study(struct rcc_experiment *x, json_t *given)
{
	struct rcc_batch_row batch = {0};
	int status = rcc_run_options_study(given, &x->study);

	if (status != RCC_EXIT_OK)
		return status;
	batch.n_layouts = x->study.n_layouts;
	status = store_design(x, given);
	if (status == RCC_EXIT_OK && rcc_store_add_batch(x->store, &batch) != 0)
		status = rcc_experiment_store_failed(x, "store the plan");
	return status;
}

/* --factors is stored as part of the arms. */
static const json_t *factors_in(const json_t *design)
{
	const json_t *arms = json_object_get(design, "arms");

	return json_object_get(json_array_get(arms, 0), "factors");
}

static int contradicts(const struct rcc_experiment *x, const json_t *stored,
		       const json_t *given, const char *key)
{
	const bool is_arms = strcmp(key, "arms") == 0;
	char *was = rcc_study_value_text(
		is_arms ? factors_in(stored) : json_object_get(stored, key));
	char *is = rcc_study_value_text(is_arms ? factors_in(given)
						: json_object_get(given, key));

	rcc_error("the study \"%s\" was begun with other settings: %s is %s, "
		  "not %s",
		  x->dir, is_arms ? "factors" : key, was, is);
	rcc_hint("go on without options (randstudy run -o DIR), or begin a new "
		 "study in another directory");
	free(was);
	free(is);
	return RCC_EXIT_USAGE;
}

/* Settings that may change while a study goes on: how it stops, and more
 * layouts, which form a batch of their own. */
static int change_design(struct rcc_experiment *x, json_t *stored,
			 json_t *given)
{
	json_t *on_wrong = json_object_get(given, "on-wrong");
	const json_int_t had =
		json_integer_value(json_object_get(stored, "layouts"));
	const json_int_t wanted =
		json_integer_value(json_object_get(given, "layouts"));
	struct rcc_batch_row batch = {.first_layout = (unsigned)had,
				      .n_layouts = (unsigned)(wanted - had)};

	if (on_wrong == NULL && wanted <= had)
		return RCC_EXIT_OK;
	if (on_wrong != NULL)
		json_object_set(stored, "on-wrong", on_wrong);
	if (wanted > had) {
		json_object_set_new(stored, "layouts", json_integer(wanted));
		if (rcc_store_add_batch(x->store, &batch) != 0)
			return rcc_experiment_store_failed(x, "store the plan");
	}
	return store_design(x, stored);
}

/* More layouts extend a study; fewer contradict it, unless they are the least
 * that is wanted. */
static bool may_differ(const json_t *stored, const json_t *given,
		       bool has_least_layouts)
{
	return has_least_layouts ||
	       json_integer_value(json_object_get(given, "layouts")) >
		       json_integer_value(json_object_get(stored, "layouts"));
}

static int resume_study(struct rcc_experiment *x, const char *text,
			const struct rcc_run_options *options)
{
	json_t *given = options->given;
	json_t *stored = json_loads(text, 0, NULL);
	json_t *fixed = json_deep_copy(given);
	const char *key;
	char *problem = NULL;
	int status = RCC_EXIT_USAGE;

	json_object_del(fixed, "on-wrong");
	if (may_differ(stored, given, options->has_least_layouts))
		json_object_del(fixed, "layouts");
	key = rcc_study_conflict(stored, fixed);
	if (key != NULL) {
		status = contradicts(x, stored, given, key);
	} else if (change_design(x, stored, given) != RCC_EXIT_OK) {
		status = RCC_EXIT_FAILED;
	} else if (rcc_study_parse(stored, &x->study, &problem) != 0) {
		rcc_error("the design in \"%s/study.db\" is damaged: %s",
			  x->dir, problem);
		free(problem);
	} else {
		status = RCC_EXIT_OK;
	}
	json_decref(fixed);
	json_decref(stored);
	return status;
}

static int load_or_begin(struct rcc_experiment *x,
			 const struct rcc_run_options *options)
{
	char *text = NULL;
	int status;

	if (rcc_store_get(x->store, "design", &text) != 0)
		return rcc_experiment_store_failed(x, "read the design");
	if (text == NULL)
		return begin_study(x, options->given);
	status = resume_study(x, text, options);
	free(text);
	return status;
}

/* ---- The layouts' table ------------------------------------------------ */

static void plan_layouts(struct rcc_experiment *x)
{
	const struct rcc_study *s = &x->study;
	const size_t n_cells = rcc_study_n_cells(s);

	x->n_layouts = n_cells * s->n_layouts;
	x->layout = rcc_mem_calloc(x->n_layouts, sizeof(*x->layout));
	for (size_t i = 0; i < x->n_layouts; i++) {
		const size_t cell = i % n_cells;
		const struct rcc_system *system = &s->system[cell / s->n_arms];
		const struct rcc_arm *arm = &s->arm[cell % s->n_arms];
		struct rcc_layout_row *row = &x->layout[i];

		row->id = (int64_t)i;
		row->system = (unsigned)(cell / s->n_arms);
		row->arm = (unsigned)(cell % s->n_arms);
		row->layout = (unsigned)(i / n_cells);
		row->is_original = arm->factors == NULL;
		if (!row->is_original)
			row->seed = rcc_schedule_layout_seed(
				s->master_seed, system->name, arm->name,
				row->layout);
	}
}

static int load_layouts(struct rcc_experiment *x)
{
	struct rcc_layout_row *row = NULL;
	size_t n = 0;

	plan_layouts(x);
	if (rcc_store_layouts(x->store, &row, &n) != 0)
		return rcc_experiment_store_failed(x, "read the layouts");
	for (size_t i = 0; i < n; i++) {
		if (row[i].id >= 0 && (size_t)row[i].id < x->n_layouts)
			x->layout[row[i].id] = row[i];
		else
			rcc_layout_row_release(&row[i]);
	}
	free(row);
	return RCC_EXIT_OK;
}

/* ---- What made the programs -------------------------------------------- */

static char *compiler_version(void)
{
	const char *name = getenv("RANDCC_CC");
	const char *path = getenv("PATH");
	char *gcc =
		rcc_file_find_program(name != NULL ? name : "gcc",
				      path != NULL ? path : "/usr/bin", NULL);
	char option[] = "--version";
	char *argv[] = {gcc, option, NULL};
	char *text = NULL;

	if (gcc != NULL && rcc_run_capture(argv, &text, NULL) == 0)
		text[strcspn(text, "\n")] = '\0';
	free(gcc);
	return text;
}

/* Once per study, when its programs have been built. */
static int store_toolchain(struct rcc_experiment *x)
{
	struct rcc_note note = {0};
	char *binary = rcc_experiment_binary(x, rcc_experiment_original(x, 0));
	char *compiler = NULL;
	char *there = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_store_get(x->store, "linker", &there) == 0 && there == NULL) {
		compiler = compiler_version();
		status = rcc_note_read(x->bindir, binary, &note);
		if (status == RCC_EXIT_OK &&
		    (rcc_store_set(x->store, "compiler",
				   compiler != NULL ? compiler : "") != 0 ||
		     rcc_store_set(x->store, "randcc", RCC_VERSION) != 0 ||
		     rcc_store_set(x->store, "linker", note.linker) != 0))
			status = rcc_experiment_store_failed(
				x, "store the toolchain");
		rcc_note_release(&note);
	}
	free(there);
	free(compiler);
	free(binary);
	return status;
}

/* ---- A session of measuring -------------------------------------------- */

static int begin_session(struct rcc_experiment *x, int64_t *id)
{
	struct rcc_strvec warning = {0};
	json_t *host = rcc_host_describe("");
	char *text = json_dumps(host, JSON_COMPACT | JSON_SORT_KEYS);
	int status = RCC_EXIT_OK;

	rcc_host_warnings(host, &warning);
	for (size_t i = 0; i < warning.n; i++)
		rcc_warn("%s", warning.item[i]);
	if (rcc_store_begin_session(x->store, unix_ns(), text, id) != 0)
		status = rcc_experiment_store_failed(x, "store the session");
	free(text);
	json_decref(host);
	rcc_strvec_release(&warning);
	return status;
}

/* Returns the signal that ended it in *signal, 0 if none did. */
static int measure(struct rcc_experiment *x, int *stop_signal)
{
	struct rcc_executor executor = {0};
	int64_t session = 0;
	int status = begin_session(x, &session);

	*stop_signal = 0;
	if (status != RCC_EXIT_OK)
		return status;
	if (rcc_execute_real(&executor) != 0) {
		rcc_error_errno("cannot prepare for measuring");
		status = RCC_EXIT_FAILED;
	} else {
		status = rcc_runs_measure(x, &executor, session);
		*stop_signal = rcc_execute_stop_signal(&executor);
	}
	rcc_execute_real_release(&executor);
	/* If this cannot be stored, the session looks killed: no harm. */
	rcc_store_end_session(x->store, session, unix_ns());
	return status;
}

static bool is_measured(struct rcc_experiment *x)
{
	struct rcc_run_row *run = NULL;
	size_t n = 0;
	bool is_complete = false;

	if (rcc_store_runs(x->store, &run, &n) == 0)
		is_complete = n >= x->n_layouts * x->study.n_executions;
	free(run);
	return is_complete;
}

static int run_phases(struct rcc_experiment *x,
		      const struct rcc_run_options *options, int *stop_signal)
{
	int status = load_or_begin(x, options);

	if (status == RCC_EXIT_OK) {
		fprintf(stderr, "master seed: %" PRIu64 "\n",
			x->study.master_seed);
		status = load_layouts(x);
	}
	if (status == RCC_EXIT_OK && is_measured(x))
		return RCC_EXIT_OK;
	if (status == RCC_EXIT_OK)
		status = rcc_build_all(x);
	if (status == RCC_EXIT_OK)
		status = rcc_layouts_make(x);
	if (status == RCC_EXIT_OK)
		status = store_toolchain(x);
	if (status == RCC_EXIT_OK)
		status = measure(x, stop_signal);
	return status;
}

static bool is_new_study(const char *dir)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	const bool is_new = access(path, F_OK) != 0;

	free(path);
	return is_new;
}

/* Open the study, or make it; nothing is made for options that cannot do. */
static int open_study(struct rcc_experiment *x,
		      const struct rcc_run_options *options)
{
	const bool is_new = is_new_study(options->dir);
	struct rcc_study study;
	int status;

	if (is_new) {
		status = rcc_run_options_study(options->given, &study);
		if (status != RCC_EXIT_OK)
			return status;
		rcc_study_release(&study);
	}
	status = rcc_experiment_open(x, options->dir, is_new);
	x->n_jobs = options->n_jobs;
	return status;
}

int rcc_run_study(const struct rcc_run_options *options, int *stop_signal)
{
	struct rcc_experiment x = {.lock_fd = -1};
	int status = open_study(&x, options);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK)
		status = run_phases(&x, options, stop_signal);
	rcc_experiment_close(&x);
	return status;
}

/* A suite, or one study.  Measuring changes the working directory: here it is
 * changed back. */
static int run(const struct rcc_run_options *options, int *stop_signal)
{
	const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int status;

	if (options->study_file != NULL || rcc_suite_is_there(options->dir))
		status = rcc_run_suite(options, stop_signal);
	else
		status = rcc_run_study(options, stop_signal);
	if (here < 0 || fchdir(here) != 0) {
		rcc_error_errno("cannot go back to the working directory");
		status = RCC_EXIT_FAILED;
	}
	if (here >= 0)
		close(here);
	return status;
}

int rcc_cmd_run(int argc, char **argv)
{
	struct rcc_run_options options;
	char name[] = "randstudy run";
	char *dir = NULL;
	int stop_signal = 0;
	int status;

	argv[0] = name;
	rcc_run_options_parse(argc, argv, &options);
	status = run(&options, &stop_signal);
	json_decref(options.given);
	if (status == RCC_EXIT_OK && !options.is_quiet) {
		dir = realpath(options.dir, NULL);
		status = rcc_report_print(dir != NULL ? dir : options.dir,
					  "text", NULL, stdout);
	}
	free(dir);
	/* So that the calling shell or make sees why we ended. */
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}
