/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial_runs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/layout_place.h"
#include "harness/build/moved_program.h"
#include "harness/run/command_check.h"
#include "harness/run/inputs.h"
#include "harness/run/own_path.h"
#include "harness/run/planned_run.h"
#include "harness/study/schedule.h"

/* One run of a block: how to measure it, the path at which its program runs,
 * and its results. */
struct member {
	struct rcc_measure measure;
	struct rcc_process_control control;
	struct rcc_metric_values values;
	struct rcc_place place;
	char *folder;
	char *directory;
	struct rcc_measure_launch launch;
	struct rcc_measure_detail detail;
};

/* ---- Begin and end ----------------------------------------------------- */

/* Return whether one of the study's metrics counts the event. */
static bool is_counted(const struct rcc_study *study, const char *event)
{
	for (size_t i = 0; i < study->n_metrics; i++)
		if (study->metric[i].kind == RCC_SOURCE_PERF &&
		    strcmp(study->metric[i].selector, event) == 0)
			return true;
	return false;
}

/* Set the metrics of all runs: those of the study, and n further events. */
static void set_metrics(struct rcc_trial_runs *t, char *const *event, size_t n)
{
	const struct rcc_study *study = &t->runner.x->study;
	size_t n_own = study->n_metrics;
	struct rcc_metric_spec *own =
		rcc_mem_calloc(n_own + n + 1, sizeof(*own));

	for (size_t i = 0; i < n_own; i++)
		own[i] = study->metric[i];
	for (size_t i = 0; i < n; i++)
		if (!is_counted(study, event[i]))
			own[n_own++] = (struct rcc_metric_spec){
				.name = event[i],
				.kind = RCC_SOURCE_PERF,
				.is_per_run = true,
				.selector = event[i],
			};
	rcc_metric_values_release(&t->values);
	free(t->own);
	t->own = own;
	rcc_metric_values_init(&t->values, own, n_own, study->n_iterations);
	rcc_metric_values_try(&t->values);
}

int rcc_trial_runs_begin(struct rcc_trial_runs *t, struct rcc_experiment *x,
			 const struct rcc_executor *executor, size_t system,
			 unsigned arm, const struct rcc_metric *metric)
{
	const struct rcc_study *study = &x->study;
	int status;

	*t = (struct rcc_trial_runs){
		.system = system, .arm = arm, .metric = *metric};
	rcc_runner_init(&t->runner, x, executor);
	t->runner.measure.has_padding = study->arm[arm].has_random_env;
	if (study->verify == NULL && !study->ignore_output)
		t->runner.measure.reference = t->runner.reference;
	status = rcc_own_path_recall(x);
	if (status == RCC_EXIT_OK)
		status = rcc_command_check_find(study, &t->command);
	t->runner.measure.command.word = t->command;
	t->runner.measure.command.n = study->n_command;
	if (status == RCC_EXIT_OK)
		status = rcc_command_check_enter(study);
	if (status == RCC_EXIT_OK)
		status = rcc_inputs_check(x);
	if (status == RCC_EXIT_OK)
		status = rcc_runner_recall_timeout(&t->runner);
	if (status == RCC_EXIT_OK)
		set_metrics(t, NULL, 0);
	return status;
}

void rcc_trial_runs_count(struct rcc_trial_runs *t, const char *const *name,
			  size_t n)
{
	for (size_t i = 0; i < n; i++)
		rcc_strvec_push(&t->event, name[i]);
	set_metrics(t, t->event.item, n);
	t->counts_events = true;
}

void rcc_trial_runs_release(struct rcc_trial_runs *t)
{
	rcc_metric_values_release(&t->values);
	free(t->own);
	rcc_strvec_release(&t->event);
	rcc_runner_release(&t->runner);
	rcc_command_line_free(t->command);
	*t = (struct rcc_trial_runs){0};
}

/* ---- The members of a block -------------------------------------------- */

static void init_member(const struct rcc_trial_runs *t, struct member *m,
			size_t i, size_t n_sharers)
{
	const struct rcc_runner *r = &t->runner;
	const struct rcc_study *study = &r->x->study;
	const struct rcc_metric_values *v = &t->values;

	*m = (struct member){.measure = r->measure, .control = study->control};
	m->folder = rcc_mem_printf("%s/%s/run/%02zu", r->x->dir, t->work, i);
	m->directory = rcc_mem_printf("%s/%s/cwd-%02zu", r->x->dir, t->work, i);
	m->measure.control = &m->control;
	m->measure.values = &m->values;
	m->measure.setup.timeout_ns *= (int64_t)n_sharers;
	if (study->has_fresh_cwd)
		m->measure.setup.directory = m->directory;
	/* All runs use the CPU of the tandem runs, even a run that is made
	 * alone. */
	if (t->tandem.is_settled) {
		rcc_process_control_pin(&m->control, t->tandem.cpu);
	}
	rcc_metric_values_init(&m->values, v->metric, v->n_metrics,
			       v->n_iterations);
	m->values.directory = m->measure.setup.directory;
	for (size_t k = 0; k < v->n_metrics; k++) {
		m->values.counter[k].is_granted = v->counter[k].is_granted;
		m->values.counter[k].error_number = v->counter[k].error_number;
	}
}

static void release_member(struct member *m)
{
	rcc_measure_launch_release(&m->launch);
	rcc_metric_values_release(&m->values);
	rcc_place_release(&m->place);
	free(m->folder);
	free(m->directory);
}

/* Give the run a fresh copy of its program. */
static int place_member(const struct rcc_trial_runs *t, struct member *m,
			const char *folder)
{
	struct rcc_experiment *x = t->runner.x;

	if (rcc_moved_program_copy(x, t->system, folder, m->folder) != 0) {
		rcc_error_errno("cannot copy \"%s\" to \"%s\"", folder,
				m->folder);
		return RCC_EXIT_FAILED;
	}
	rcc_place_find_in(x, t->system, m->folder, &m->place);
	m->measure.place = &m->place;
	return RCC_EXIT_OK;
}

/* ---- Values ------------------------------------------------------------ */

/* Return whether a value of a metric counts: --skip-iterations and
 * --only-iteration leave out values of metrics that have iterations. */
static bool is_used(const struct rcc_study *study,
		    const struct rcc_value_record *value)
{
	const unsigned number = value->iteration + 1;

	if (!rcc_metric_spec_has_iterations(&study->metric[value->metric]))
		return true;
	return study->only_iteration != 0 ? number == study->only_iteration
					  : number > study->skip_iterations;
}

static double own_value(const struct rcc_trial_runs *t,
			const struct rcc_metric_values *v)
{
	const struct rcc_study *study = &t->runner.x->study;
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < v->n_values; i++) {
		const struct rcc_value_record *one = &v->value[i];

		if (one->metric != t->metric.index || !is_used(study, one))
			continue;
		sum += one->value;
		n++;
	}
	return n != 0 ? sum / (double)n : NAN;
}

/* Return the events that were counted; NULL if none was. */
static json_t *counts_of(const struct rcc_metric_values *v)
{
	json_t *counts = NULL;

	for (size_t i = 0; i < v->n_values; i++) {
		const struct rcc_metric_spec *metric =
			&v->metric[v->value[i].metric];

		if (metric->kind != RCC_SOURCE_PERF)
			continue;
		if (counts == NULL)
			counts = json_object();
		json_object_set_new(counts, metric->selector,
				    json_real(v->value[i].value));
	}
	return counts;
}

static void set_value(const struct rcc_trial_runs *t,
		      const struct rcc_metric_values *v,
		      struct rcc_trial_run *run)
{
	run->value = NAN;
	if (run->record.outcome != RCC_OUTCOME_OK)
		return;
	if (t->counts_events)
		run->counts = counts_of(v);
	run->value = t->metric.spec != NULL
			     ? own_value(t, v)
			     : rcc_run_record_metric(&run->record,
						     t->metric.builtin);
}

/* ---- Runs -------------------------------------------------------------- */

static int say_unmeasured(struct rcc_trial_runs *t, const struct member *m,
			  enum rcc_measured got)
{
	rcc_runner_say_unmeasured(&t->runner, m->place.program, got,
				  &m->detail);
	return RCC_EXIT_FAILED;
}

static int run_alone(struct rcc_trial_runs *t, struct member *m,
		     struct rcc_trial_run *run, unsigned env_bytes)
{
	const enum rcc_measured got =
		rcc_measure_run(&m->measure, m->place.program, env_bytes,
				&run->record, &m->detail);

	if (got != RCC_MEASURED)
		return say_unmeasured(t, m, got);
	set_value(t, &m->values, run);
	return RCC_EXIT_OK;
}

/* Clean up after n runs that were prepared. */
static void give_up(const struct member *m, size_t n)
{
	for (size_t i = 0; i < n; i++)
		rcc_measure_give_up(&m[i].measure);
}

static enum rcc_measured execute_together(const struct rcc_trial_runs *t,
					  const struct member *m,
					  struct rcc_exec_result *result,
					  size_t n)
{
	const struct rcc_executor *executor = t->runner.measure.setup.executor;
	struct rcc_exec_request *request = rcc_mem_calloc(n, sizeof(*request));
	int status;

	for (size_t i = 0; i < n; i++)
		request[i] = m[i].launch.request;
	status = executor->run_together(executor->self, request, result, n);
	free(request);
	if (status == 0)
		return RCC_MEASURED;
	give_up(m, n);
	return RCC_MEASURE_FAILED;
}

/* Judge all runs of a block, even if one was not measured, so that all are
 * cleaned up.  *failed is set to the first run that was not measured. */
static enum rcc_measured finish(const struct rcc_trial_runs *t,
				struct member *m, struct rcc_trial_run **run,
				const struct rcc_exec_result *result, size_t n,
				size_t *failed)
{
	enum rcc_measured all = RCC_MEASURED;
	int error_number = errno;

	for (size_t i = 0; i < n; i++) {
		const enum rcc_measured got =
			rcc_measure_finish(&m[i].measure, &result[i],
					   &run[i]->record, &m[i].detail);

		run[i]->record.n_sharers = (unsigned)n;
		if (got == RCC_MEASURED)
			set_value(t, &m[i].values, run[i]);
		if (all == RCC_MEASURED && got != RCC_MEASURED) {
			all = got;
			error_number = errno;
			*failed = i;
		}
	}
	errno = error_number;
	return all;
}

static int run_together(struct rcc_trial_runs *t, struct member *m,
			struct rcc_trial_run **run, size_t n,
			unsigned env_bytes)
{
	struct rcc_exec_result *result = rcc_mem_calloc(n, sizeof(*result));
	enum rcc_measured got = RCC_MEASURED;
	size_t failed = 0;

	for (size_t i = 0; i < n && got == RCC_MEASURED; i++) {
		failed = i;
		got = rcc_measure_prepare(&m[i].measure, m[i].place.program,
					  env_bytes, &run[i]->record,
					  &m[i].detail, &m[i].launch);
		if (got != RCC_MEASURED)
			give_up(m, i);
	}
	if (got == RCC_MEASURED)
		got = execute_together(t, m, result, n);
	if (got == RCC_MEASURED)
		got = finish(t, m, run, result, n, &failed);
	free(result);
	return got == RCC_MEASURED ? RCC_EXIT_OK
				   : say_unmeasured(t, &m[failed], got);
}

int rcc_trial_runs_block(struct rcc_trial_runs *t, struct rcc_trial_run **run,
			 size_t n, uint64_t seed)
{
	const bool is_tandem = t->tandem.is_settled && n > 1;
	const unsigned env_bytes =
		rcc_schedule_env_bytes(seed, 0, RCC_PLANNED_RUN_ENV_MAX);
	struct member *m = rcc_mem_calloc(n, sizeof(*m));
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < n; i++) {
		init_member(t, &m[i], i, is_tandem ? n : 1);
		if (status == RCC_EXIT_OK)
			status = place_member(t, &m[i], run[i]->folder);
	}
	if (is_tandem && status == RCC_EXIT_OK)
		status = run_together(t, m, run, n, env_bytes);
	for (size_t i = 0; i < n && !is_tandem && status == RCC_EXIT_OK; i++)
		status = run_alone(t, &m[i], run[i], env_bytes);
	for (size_t i = 0; i < n; i++)
		release_member(&m[i]);
	free(m);
	return status;
}

/* ---- The first run ----------------------------------------------------- */

/* Return whether runs may share a CPU.  They may if the metric is CPU time.
 * But programs that take the place of the build's file (build/exchange.h) must
 * run one at a time. */
static bool can_share(const struct rcc_trial_runs *t)
{
	return t->metric.spec == NULL && t->metric.builtin == RCC_METRIC_CPU &&
	       t->runner.x->place != RCC_PLACE_EXCHANGE;
}

/* Set t->tandem for a program that is one thread, which computes all the
 * time. */
static void init_tandem(struct rcc_trial_runs *t)
{
	t->tandem = (struct rcc_tandem_setup){.busy_share = 1, .main_share = 1};
	t->tandem.cpu = rcc_tandem_choose_cpu(&t->runner.x->study.control);
	t->tandem.is_settled = t->tandem.cpu >= 0;
}

void rcc_trial_runs_keep_tandem(struct rcc_trial_runs *t, bool is_tandem)
{
	if (!is_tandem)
		t->tandem = (struct rcc_tandem_setup){0};
	else if (!t->tandem.is_settled && can_share(t))
		init_tandem(t);
}

/* Decide from the first run whether later runs share a CPU.  They do if
 * can_share() allows it and the program is one thread that computes all the
 * time. */
static void settle_tandem(struct rcc_trial_runs *t, const struct member *m,
			  const struct rcc_run_record *record)
{
	const struct rcc_tandem_times times =
		rcc_measure_tandem_times(record, &m->detail);
	bool is_unclear;
	char *why;

	if (!can_share(t))
		return;
	init_tandem(t);
	why = rcc_tandem_obstacle(&times, &t->tandem, &is_unclear);
	/* Several processes take turns: the run had all CPUs, where they may
	 * have computed at the same time. */
	if (why != NULL || rcc_tandem_has_processes(&t->tandem))
		t->tandem.is_settled = false;
	free(why);
}

int rcc_trial_runs_try(struct rcc_trial_runs *t, const char *folder,
		       struct rcc_sampler *sampler, struct rcc_trial_run *run)
{
	struct member m;
	int status;

	init_member(t, &m, 0, 1);
	m.measure.sampler = sampler;
	m.measure.has_scheduling = true;
	status = place_member(t, &m, folder);
	if (status == RCC_EXIT_OK)
		status = run_alone(t, &m, run, 0);
	if (status == RCC_EXIT_OK && run->record.outcome == RCC_OUTCOME_OK)
		settle_tandem(t, &m, &run->record);
	release_member(&m);
	return status;
}
