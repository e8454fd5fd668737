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
#include "common/process.h"
#include "common/shell_words.h"
#include "common/strvec.h"
#include "harness/cli/commands.h"
#include "harness/cli/run_suite.h"
#include "harness/build/experiment.h"
#include "harness/session/growth.h"
#include "harness/run/host.h"
#include "harness/study/host_warnings.h"
#include "harness/build/program_note.h"
#include "harness/report/report.h"
#include "harness/options/run_options.h"
#include "harness/study/schedule.h"
#include "harness/suite/suite.h"

/* The clock of the executor. */
static int64_t now_ns(void *self)
{
	struct timespec t;

	(void)self;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t unix_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
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

	if (gcc != NULL && rcc_process_capture(argv, &text, NULL) == 0)
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

/* Long enough for the kernel's ticks to tell 10 % from nothing. */
static void wait_idly(void *self)
{
	const struct timespec t = {.tv_nsec = 200000000};

	(void)self;
	nanosleep(&t, NULL);
}

static int begin_session(struct rcc_experiment *x, int64_t *id)
{
	struct rcc_strvec warning = {0};
	json_t *host = rcc_host_describe("");
	char *text;
	int status = RCC_EXIT_OK;

	rcc_host_siblings(
		host, "",
		x->study.control.sets_cpus ? &x->study.control.cpus : NULL,
		wait_idly, NULL);
	text = json_dumps(host, JSON_COMPACT | JSON_SORT_KEYS);
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

struct session {
	int64_t id;
	int stop_signal; /* that ended it, 0 if none did */
};

/* While a study links more layouts, signals do what they usually do: so each
 * stretch of runs has an executor of its own. */
static int measure_planned(struct rcc_experiment *x, void *self)
{
	struct session *session = self;
	struct rcc_executor executor = {0};
	int status = RCC_EXIT_FAILED;

	if (rcc_execute_real(&executor) != 0) {
		rcc_error_errno("cannot prepare for measuring");
	} else {
		status = rcc_runs_measure(x, &executor, session->id);
		session->stop_signal = rcc_execute_stop_signal(&executor);
	}
	rcc_execute_real_release(&executor);
	/* Not between runs, which nothing may disturb.  What went wrong there
	 * is said already. */
	if (rcc_layouts_discard(x, false) != RCC_EXIT_OK)
		status = RCC_EXIT_FAILED;
	return status;
}

static int measure_exact(struct rcc_experiment *x, struct session *session)
{
	struct rcc_executor executor = {0};
	int status = RCC_EXIT_FAILED;

	if (rcc_exact_is_finished(x))
		return RCC_EXIT_OK;
	if (rcc_execute_real(&executor) != 0) {
		rcc_error_errno("cannot prepare for measuring");
	} else {
		status = rcc_exact_measure(x, &executor, session->id);
		session->stop_signal = rcc_execute_stop_signal(&executor);
	}
	rcc_execute_real_release(&executor);
	return status;
}

static int measure(struct rcc_experiment *x, int *stop_signal)
{
	struct session session = {0};
	const struct rcc_growth growth = {
		.make_layouts = rcc_layouts_make,
		.measure = measure_planned,
		.now_ns = now_ns,
		.self = &session,
	};
	int status = begin_session(x, &session.id);

	if (status != RCC_EXIT_OK)
		return status;
	status = rcc_growth_measure(x, &growth);
	if (status == RCC_EXIT_OK)
		status = measure_exact(x, &session);
	*stop_signal = session.stop_signal;
	/* If this cannot be stored, the session looks killed: no harm. */
	rcc_store_end_session(x->store, session.id, unix_ns());
	return status;
}

/* ---- The budget -------------------------------------------------------- */

/* Building and laying out, whose time is no session's. */
static const char prepared_key[] = "prepared-ns";

static int64_t prepared_ns(struct rcc_experiment *x)
{
	char *text = NULL;
	int64_t ns = 0;

	if (rcc_store_get(x->store, prepared_key, &text) == 0 && text != NULL)
		ns = strtoll(text, NULL, 10);
	free(text);
	return ns;
}

static int store_prepared(struct rcc_experiment *x, int64_t begun_ns)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64,
		 prepared_ns(x) + now_ns(NULL) - begun_ns);
	if (rcc_store_set(x->store, prepared_key, text) != 0)
		return rcc_experiment_store_failed(x, "store the time");
	return RCC_EXIT_OK;
}

/* What the study took before this call, as far as it is known: a session that
 * was killed ended with its last run. */
static int64_t spent_ns(struct rcc_experiment *x)
{
	struct rcc_session_record *session = NULL;
	struct rcc_run_record *run = NULL;
	size_t n_sessions = 0;
	size_t n_runs = 0;
	int64_t spent = prepared_ns(x);

	if (rcc_store_sessions(x->store, &session, &n_sessions) != 0 ||
	    rcc_store_runs(x->store, &run, &n_runs) != 0)
		n_sessions = 0;
	for (size_t i = 0; i < n_sessions; i++) {
		int64_t end_ns = session[i].end_ns;

		for (size_t k = 0; end_ns == 0 && k < n_runs; k++)
			if (run[n_runs - 1 - k].session == session[i].id)
				end_ns = run[n_runs - 1 - k].start_ns +
					 run[n_runs - 1 - k].wall_ns;
		if (end_ns > session[i].start_ns)
			spent += end_ns - session[i].start_ns;
		free(session[i].host);
	}
	free(session);
	free(run);
	return spent;
}

static void set_deadline(struct rcc_experiment *x, int64_t begun_ns)
{
	if (x->study.budget > 0)
		x->deadline_ns = begun_ns + (int64_t)(x->study.budget * 1e9) -
				 spent_ns(x);
}

/* Nothing is left to do. */
static bool is_finished(struct rcc_experiment *x)
{
	struct rcc_run_record *run = NULL;
	size_t n = 0;
	bool is_complete = false;

	if (!rcc_exact_is_finished(x))
		return false;
	if (rcc_study_grows(&x->study))
		return rcc_growth_is_over(x);
	if (rcc_store_runs(x->store, &run, &n) == 0)
		is_complete = n >= x->n_layouts * x->study.n_executions;
	free(run);
	return is_complete;
}

/* Everything up to measuring. */
static int prepare(struct rcc_experiment *x, int64_t begun_ns)
{
	int status;

	set_deadline(x, begun_ns);
	status = rcc_build_all(x);
	if (status == RCC_EXIT_OK)
		status = rcc_layouts_make(x);
	if (status == RCC_EXIT_OK)
		status = store_toolchain(x);
	if (status == RCC_EXIT_OK)
		status = store_prepared(x, begun_ns);
	return status;
}

/* No run is left: only --keep-layouts may be new. */
static int keep_or_discard(struct rcc_experiment *x,
			   const struct rcc_run_options *options)
{
	int status;

	if (x->study.keeps_no_layouts ||
	    json_object_get(options->given, "keep-layouts") == NULL)
		return rcc_layouts_discard(x, true);
	status = rcc_build_all(x);
	if (status == RCC_EXIT_OK)
		status = rcc_layouts_make(x);
	return status;
}

static int run_phases(struct rcc_experiment *x,
		      const struct rcc_run_options *options, int *stop_signal)
{
	const int64_t begun_ns = now_ns(NULL);
	int status = rcc_design_load(x, options);

	if (status == RCC_EXIT_OK) {
		fprintf(stderr, "master seed: %" PRIu64 "\n",
			x->study.master_seed);
		status = rcc_layouts_load(x);
	}
	if (status == RCC_EXIT_OK && is_finished(x))
		return keep_or_discard(x, options);
	if (status == RCC_EXIT_OK)
		status = prepare(x, begun_ns);
	if (status == RCC_EXIT_OK && !options->has_no_runs)
		status = measure(x, stop_signal);
	if (status == RCC_EXIT_OK && is_finished(x))
		status = rcc_layouts_discard(x, true);
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

/* With --no-runs. */
static void say_what_is_left(const char *dir)
{
	char *quoted = rcc_shell_quote(dir);

	fprintf(stderr, "built and laid out; to measure: randstudy run -o %s\n",
		quoted);
	free(quoted);
}

static int cmd_run(int argc, char **argv, bool is_aa)
{
	struct rcc_run_options options;
	char name[] = "randstudy run";
	char name_aa[] = "randstudy aa";
	char *dir = NULL;
	int stop_signal = 0;
	int status;

	argv[0] = is_aa ? name_aa : name;
	rcc_run_options_parse(argc, argv, is_aa, &options);
	if (is_aa && options.study_file != NULL)
		rcc_die("randstudy aa takes no --study: one program at a time");
	status = run(&options, &stop_signal);
	json_decref(options.given);
	if (status == RCC_EXIT_OK && options.has_no_runs) {
		say_what_is_left(options.dir);
	} else if (status == RCC_EXIT_OK) {
		dir = realpath(options.dir, NULL);
		status = rcc_report_print(dir != NULL ? dir : options.dir,
					  options.is_quiet ? NULL : "text",
					  NULL, RCC_STATISTIC_MEAN, stdout);
	}
	free(dir);
	/* So that the calling shell or make sees why we ended. */
	if (stop_signal != 0)
		raise(stop_signal);
	return status;
}

int rcc_cmd_run(int argc, char **argv)
{
	return cmd_run(argc, argv, false);
}

int rcc_cmd_aa(int argc, char **argv)
{
	return cmd_run(argc, argv, true);
}
