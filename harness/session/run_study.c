/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/run_study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/build.h"
#include "harness/build/design.h"
#include "harness/build/discard.h"
#include "harness/build/experiment.h"
#include "harness/build/layout_table.h"
#include "harness/build/layouts.h"
#include "harness/build/replace.h"
#include "harness/build/stale_build.h"
#include "harness/options/run_options.h"
#include "harness/run/command_check.h"
#include "harness/run/inputs.h"
#include "harness/run/perf_events.h"
#include "harness/run/valgrind_runs.h"
#include "harness/session/budget.h"
#include "harness/session/growth.h"
#include "harness/session/lay_out_again.h"
#include "harness/session/once.h"
#include "harness/session/session.h"
#include "harness/session/toolchain.h"
#include "harness/store/machines.h"
#include "harness/store/stages.h"

/* Return whether the study has nothing left to run. */
static bool is_finished(struct rcc_experiment *x)
{
	struct rcc_stages stages;
	int64_t n = 0;
	bool is_complete = false;

	if (!rcc_valgrind_runs_are_finished(x))
		return false;
	if (rcc_study_grows(&x->study))
		return rcc_growth_is_over(x);
	if (rcc_store_count_runs(x->store, &n) == 0 &&
	    rcc_stages_load(x->store, &x->study, &stages) == 0) {
		is_complete = (size_t)n >= rcc_stages_n_runs(&stages) &&
			      rcc_stages_are_settled(&stages, &x->study);
		rcc_stages_release(&stages);
	}
	return is_complete;
}

/* Run phases 1 and 2: build, and link every layout. */
static int build(struct rcc_experiment *x, unsigned n_jobs)
{
	const int status = rcc_build_all(x);

	return status == RCC_EXIT_OK ? rcc_layouts_make(x, n_jobs) : status;
}

/* Remove the programs of a finished study, unless the study keeps them.  If the
 * command line has --keep-layouts=all, make the programs again that an earlier
 * call of randstudy removed. */
static int keep_or_discard(struct rcc_experiment *x,
			   const struct rcc_run_options *options)
{
	if (x->study.removes_layouts ||
	    json_object_get(options->given, "keep-layouts") == NULL)
		return rcc_discard_layouts(x, true);
	return build(x, options->n_jobs);
}

/* Return whether the study has a run. */
static bool has_runs(struct rcc_experiment *x)
{
	int64_t n = 0;

	rcc_store_count_runs(x->store, &n);
	return n != 0;
}

/* Refuse inputs that have changed since the study was begun.  Its commands have
 * paths relative to its directory. */
static int check_inputs(struct rcc_experiment *x)
{
	const int status = rcc_command_check_directory(&x->study);

	return status == RCC_EXIT_OK ? rcc_inputs_check(x) : status;
}

/* Return whether this call names the command to measure, as the call that began
 * the study did. */
static bool names_command(const struct rcc_run_options *options)
{
	return json_object_get(options->given, "command") != NULL;
}

/* Run each system once, to see whether its command works.  Do nothing if the
 * study has runs. */
static int try_once(struct rcc_experiment *x, struct rcc_session *session)
{
	int status;

	if (has_runs(x))
		return RCC_EXIT_OK;
	status = rcc_once_set_up(x);
	if (status == RCC_EXIT_OK)
		status = rcc_session_try(session, x);
	return status == RCC_EXIT_OK ? rcc_once_conclude(x) : status;
}

static int measure(struct rcc_experiment *x, struct rcc_session *session)
{
	int status = rcc_session_begin(session, x);

	if (status != RCC_EXIT_OK)
		return status;
	status = rcc_session_measure(session, x);
	rcc_session_end(session, x);
	return status;
}

/* Run phases 1 to 4 of an unfinished study: build, link the layouts, measure,
 * count. */
static int run_phases_once(struct rcc_experiment *x,
			   const struct rcc_run_options *options,
			   int64_t begun_ns, int *stop_signal)
{
	struct rcc_session session = {
		.machine = &rcc_session_real_machine,
		.n_jobs = options->n_jobs,
		.load = &options->load,
		.deadline_ns = rcc_budget_deadline_ns(x, begun_ns),
	};
	int status = build(x, options->n_jobs);

	if (status == RCC_EXIT_OK)
		status = rcc_toolchain_store(x);
	if (status == RCC_EXIT_OK && !options->has_no_runs &&
	    !options->only_tries)
		status = rcc_once_set_up(x);
	if (status == RCC_EXIT_OK)
		status = rcc_budget_add_prepared(x,
						 rcc_clock_now_ns() - begun_ns);
	if (status == RCC_EXIT_OK && options->only_tries)
		status = try_once(x, &session);
	else if (status == RCC_EXIT_OK && !options->has_no_runs)
		status = measure(x, &session);
	*stop_signal = session.stop_signal;
	if (status == RCC_EXIT_OK && !x->has_opened && is_finished(x))
		status = rcc_discard_layouts(x, true);
	return status;
}

/* Build, link the layouts, measure and count (phases 1 to 4).  If the runs show
 * that the program opens libraries of its build, make the layouts again and
 * repeat the phases. */
static int run_phases(struct rcc_experiment *x,
		      const struct rcc_run_options *options, int64_t begun_ns,
		      int *stop_signal)
{
	int status = run_phases_once(x, options, begun_ns, stop_signal);

	if (status != RCC_EXIT_OK || !x->has_opened)
		return status;
	status = rcc_lay_out_again(x);
	return status == RCC_EXIT_OK
		       ? run_phases_once(x, options, begun_ns, stop_signal)
		       : status;
}

static bool is_new_study(const char *dir)
{
	char *path = rcc_mem_printf("%s/study.db", dir);
	const bool is_new = access(path, F_OK) != 0;

	free(path);
	return is_new;
}

/* Check that the counters of a new study exist on this machine.  Accept a
 * counter that the kernel does not grant now, since it may be granted later.
 * Runs leave such a counter out, with a warning. */
static int check_counters(const struct rcc_study *study)
{
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < study->n_metrics; i++) {
		const struct rcc_metric_spec *m = &study->metric[i];
		struct rcc_perf_event event;
		int error_number;

		if (m->kind != RCC_SOURCE_PERF ||
		    rcc_perf_event_parse(m->selector, &event) != 0)
			continue;
		error_number = rcc_perf_try(&event);
		if (!rcc_perf_is_missing(error_number))
			continue;
		rcc_error("--metric perf:%s: there is no such counter here",
			  m->selector);
		rcc_hint("%s", rcc_perf_remedy(error_number));
		status = RCC_EXIT_USAGE;
	}
	return status;
}

static void say_replaced(const struct rcc_experiment *x, const char *difference)
{
	if (difference == NULL)
		fprintf(stderr,
			"no run is stored in \"%s\": its settings are "
			"replaced\n",
			x->dir);
	else
		fprintf(stderr,
			"no run is stored in \"%s\": it is built again, since "
			"%s\n",
			x->dir, difference);
}

/* If the study has no runs, and its settings or tools differ from those of this
 * call, replace its settings.  The seed stays unless the command line gives
 * one. */
static int replace_settings(struct rcc_experiment *x, const json_t *options)
{
	const bool has_layouts = json_object_get(options, "layouts") != NULL;
	json_t *given = json_deep_copy(options);
	struct rcc_study study = {0};
	bool is_possible = false;
	char *difference = NULL;
	json_t *stored = NULL;
	int status = rcc_replace_is_possible(x, given, &is_possible);

	if (status == RCC_EXIT_OK && is_possible)
		status = rcc_replace_stored(x, &stored);
	if (status != RCC_EXIT_OK || stored == NULL)
		goto out;
	if (json_object_get(given, "seed") == NULL)
		json_object_set(given, "seed", json_object_get(stored, "seed"));
	status = rcc_run_options_study(given, &study);
	if (status == RCC_EXIT_OK)
		status = rcc_stale_build_tools(
			x, json_array_size(json_object_get(stored, "systems")),
			&difference);
	if (status == RCC_EXIT_OK &&
	    (difference != NULL ||
	     rcc_design_differs(stored, study.json, has_layouts))) {
		status = check_counters(&study);
		if (status == RCC_EXIT_OK)
			say_replaced(x, difference);
		if (status == RCC_EXIT_OK)
			status = rcc_replace_settings(x, &study,
						      difference == NULL);
	}
out:
	rcc_study_release(&study);
	json_decref(stored);
	json_decref(given);
	free(difference);
	return status;
}

/* Refuse a study whose runs are made on several machines: a merged one, and the
 * folder of a worker.  A layout that was added here would not be on the other
 * machines. */
static int check_one_machine(struct rcc_experiment *x)
{
	struct rcc_machine_record *machine = NULL;
	json_t *design = NULL;
	size_t n = 0;
	int status = rcc_experiment_load_json(x, "design", &design);

	if (status == RCC_EXIT_OK &&
	    rcc_store_machines(x->store, &machine, &n) != 0)
		status = rcc_experiment_store_failed(x, "read the machines");
	if (status == RCC_EXIT_OK && n != 0) {
		rcc_error("\"%s\" is a merged study: its runs are those of "
			  "other machines",
			  x->dir);
		rcc_hint("run the study from which the pack was made; "
			 "randstudy report reads this one");
		status = RCC_EXIT_USAGE;
	} else if (status == RCC_EXIT_OK &&
		   json_object_get(design, "machine") != NULL) {
		rcc_error("\"%s\" is the folder of a worker", x->dir);
		rcc_hint("to go on, give the command of the worker again");
		status = RCC_EXIT_USAGE;
	}
	rcc_store_free_machines(machine, n);
	json_decref(design);
	return status;
}

/* Open or create the study.  The options are parsed first, so that nothing is
 * created if they are invalid. */
static int open_study(struct rcc_experiment *x,
		      const struct rcc_run_options *options)
{
	const bool is_new = is_new_study(options->dir);
	struct rcc_study study = {0};
	int status = RCC_EXIT_OK;

	if (is_new)
		status = rcc_run_options_study(options->given, &study);
	if (status != RCC_EXIT_OK)
		return status;
	status = check_counters(&study);
	if (status == RCC_EXIT_OK && is_new)
		status = rcc_experiment_check_empty(options->dir);
	if (status != RCC_EXIT_OK) {
		rcc_study_release(&study);
		return status;
	}
	status = rcc_experiment_open(x, options->dir, is_new);
	if (status == RCC_EXIT_OK && !is_new)
		status = check_one_machine(x);
	x->built_in = options->built_in;
	x->baseline = options->baseline;
	x->study = study;
	if (status == RCC_EXIT_OK && !is_new)
		status = replace_settings(x, options->given);
	if (status == RCC_EXIT_OK)
		status = rcc_design_load(x, options);
	return status;
}

int rcc_run_study(const struct rcc_run_options *options, int *stop_signal)
{
	const int64_t begun_ns = rcc_clock_now_ns();
	struct rcc_experiment x = {.lock_fd = -1};
	int status = open_study(&x, options);

	*stop_signal = 0;
	if (status == RCC_EXIT_OK) {
		fprintf(stderr, "master seed: %" PRIu64 "\n",
			x.study.master_seed);
		status = rcc_layout_table_load(&x);
	}
	/* `randstudy run -o DIR` goes on with what is stored. */
	if (status == RCC_EXIT_OK &&
	    (options->refuses_old_build || names_command(options)))
		status = rcc_stale_build_check(&x, options->refuses_old_build);
	/* The runs check the inputs too.  A study that makes none now must not
	 * answer for a command that would read others. */
	if (status == RCC_EXIT_OK &&
	    (options->only_tries ? has_runs(&x)
				 : names_command(options) && is_finished(&x)))
		status = check_inputs(&x);
	if (status == RCC_EXIT_OK)
		status = is_finished(&x) ? keep_or_discard(&x, options)
					 : run_phases(&x, options, begun_ns,
						      stop_signal);
	if (status == RCC_EXIT_OK && !options->only_tries && is_finished(&x))
		status = rcc_once_conclude(&x);
	rcc_experiment_close(&x);
	return status;
}

int rcc_run_carried(const char *dir, double load, bool *is_complete,
		    int *stop_signal)
{
	struct rcc_session session = {.machine = &rcc_session_real_machine,
				      .load = &load};
	struct rcc_run_options options = {.given = json_object()};
	struct rcc_experiment x = {.lock_fd = -1};
	int status = rcc_experiment_open(&x, dir, false);

	*is_complete = false;
	*stop_signal = 0;
	x.is_carried = true;
	if (status == RCC_EXIT_OK)
		status = rcc_design_load(&x, &options);
	if (status == RCC_EXIT_OK)
		status = rcc_layout_table_load(&x);
	/* The build is stored.  This call reads it and builds nothing. */
	if (status == RCC_EXIT_OK)
		status = rcc_build_all(&x);
	if (status == RCC_EXIT_OK && !is_finished(&x)) {
		status = rcc_once_set_up(&x);
		if (status == RCC_EXIT_OK)
			status = measure(&x, &session);
		*stop_signal = session.stop_signal;
	}
	*is_complete = status == RCC_EXIT_OK && is_finished(&x);
	if (*is_complete)
		status = rcc_once_conclude(&x);
	rcc_experiment_close(&x);
	json_decref(options.given);
	return status;
}
