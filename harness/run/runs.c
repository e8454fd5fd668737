/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/run/command_check.h"
#include "harness/run/duet.h"
#include "harness/run/inputs.h"
#include "harness/run/opened.h"
#include "harness/run/outcome.h"
#include "harness/run/own_path.h"
#include "harness/run/planned_run.h"
#include "harness/run/reference.h"
#include "harness/run/score_hint.h"
#include "harness/run/tandem.h"
#include "harness/run/tandem_check.h"
#include "harness/run/tune.h"
#include "harness/store/stages.h"
#include "harness/study/schedule.h"

struct runs {
	struct rcc_experiment *x;
	struct rcc_runner runner;
	/* The command.  Its first word is a path, found by searching PATH. */
	char **command;
	struct rcc_planned_run *plan;
	bool *is_done;
	size_t n_plan;
	size_t n_done;
	size_t n_failed;
	int64_t session;
	int64_t deadline_ns;
	struct rcc_reference reference;
	/* The runs of a block that are made at the same time (tandem and duet
	 * runs). */
	struct rcc_tandem tandem;
	unsigned n_executions; /* executions of each planned run */
	/* Whether a run failed and the study stops for that reason
	 * (--on-wrong). */
	bool run_has_failed;
	bool is_out_of_time;
	/* Whether advice was printed about output that differs from the
	 * reference run's. */
	bool has_advised;
};

/* ---- The plan ---------------------------------------------------------- */

static int make_plan(struct runs *r)
{
	struct rcc_stages stages;
	int status = RCC_EXIT_OK;

	if (rcc_stages_load(r->x->store, &r->x->study, &stages) != 0) {
		status = rcc_experiment_store_failed(r->x, "read the plan");
	} else {
		r->n_plan = rcc_stages_n_runs(&stages);
		r->plan = rcc_stages_plan(&stages);
		r->is_done = rcc_mem_calloc(r->n_plan + 1, sizeof(*r->is_done));
	}
	rcc_stages_release(&stages);
	return status;
}

static int mark_done(struct runs *r)
{
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	if (rcc_store_runs(r->x->store, &run, &n) != 0)
		return rcc_experiment_store_failed(r->x, "read the runs");
	for (size_t i = 0; i < n; i++) {
		if (run[i].order < 0 || (size_t)run[i].order >= r->n_plan)
			continue;
		r->is_done[run[i].order] = true;
		r->n_done++;
		r->n_failed += run[i].outcome != RCC_OUTCOME_OK;
	}
	free(run);
	return RCC_EXIT_OK;
}

/* ---- The loop ---------------------------------------------------------- */

/* Print advice about output that differs from the reference run's.  Call this
 * only once, since every run may have such output. */
static void advise_on_output(struct runs *r, const struct rcc_measure_detail *d,
			     bool may_vary)
{
	const struct rcc_measure *m = &r->runner.measure;

	r->has_advised = true;
	if (d->differs_at >= 0 &&
	    rcc_score_hint(m->values, d->stdout_fd, m->reference, NULL, NULL))
		return;
	if (may_vary)
		rcc_hint("if the output differs from run to run (times, "
			 "dates), begin a new study with --verify or "
			 "--ignore-output");
}

/* Report a failed run.  Returns RCC_EXIT_FAILED if the study stops for that
 * reason (--on-wrong). */
static int run_failed(struct runs *r, const struct rcc_measure *measure,
		      const struct rcc_run_record *record,
		      const struct rcc_measure_detail *d)
{
	const bool is_alone = r->tandem.n != 0 && record->n_sharers == 1;
	const struct rcc_layout_record *layout = &r->x->layout[record->layout];
	const bool stops = !r->x->study.continues_after_failure;
	char name[32];
	char what[256];
	char *which = rcc_outcome_layout(&r->x->study, layout);
	char *saved;

	r->n_failed++;
	snprintf(name, sizeof(name), "%06" PRId64 "%s", record->order,
		 is_alone ? "-alone" : "");
	saved = rcc_outcome_save_output(r->x->dir, name, d);
	rcc_outcome_describe(measure, record, d, what, sizeof(what));
	rcc_progress_clear(&r->runner.progress);
	(stops ? rcc_error : rcc_warn)("run %" PRId64 " of %zu (%s%s) %s",
				       record->order + 1, r->n_plan, which,
				       is_alone ? ", alone" : "", what);
	r->run_has_failed |= stops;
	if (stops) {
		rcc_outcome_show_end(record, saved);
		rcc_hint("its output is in \"%s.stdout\" and \"%s.stderr\"; "
			 "the run is stored and never counts",
			 saved, saved);
	}
	if (record->outcome == RCC_OUTCOME_WRONG_OUTPUT && !r->has_advised)
		advise_on_output(r, d, stops && layout->is_original);
	free(saved);
	free(which);
	return stops ? RCC_EXIT_FAILED : RCC_EXIT_OK;
}

static struct rcc_run_record new_record(const struct runs *r, size_t i)
{
	const struct rcc_planned_run *plan = &r->plan[i];
	const int64_t n_cells = (int64_t)rcc_study_n_cells(&r->x->study);

	return (struct rcc_run_record){
		.order = (int64_t)i,
		.layout = (int64_t)plan->layout * n_cells + plan->cell,
		.execution = plan->execution,
		.session = r->session,
	};
}

static int make_run(struct runs *r, size_t i)
{
	struct rcc_measure_detail d;
	struct rcc_run_record record = new_record(r, i);
	const int status =
		rcc_planned_run_make(&r->runner, r->n_executions, &record, &d);

	if (status != RCC_EXIT_OK)
		return status;
	r->is_done[i] = true;
	r->n_done++;
	return record.outcome == RCC_OUTCOME_OK
		       ? RCC_EXIT_OK
		       : run_failed(r, &r->runner.measure, &record, &d);
}

/* Report each failed run of a stored block. */
static int judge_block(struct runs *r)
{
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < r->tandem.n + r->tandem.has_alone; i++) {
		const struct rcc_tandem_run *m =
			i < r->tandem.n ? &r->tandem.run[i] : &r->tandem.alone;

		if (m->record.outcome != RCC_OUTCOME_OK &&
		    run_failed(r, &m->measure, &m->record, &m->detail) !=
			    RCC_EXIT_OK)
			status = RCC_EXIT_FAILED;
	}
	return status;
}

/* Make the runs of the block that begins with run i. */
static int make_block(struct runs *r, size_t i)
{
	const size_t n = r->tandem.n;
	int status;

	for (size_t k = 0; k < n; k++)
		r->tandem.run[k].record = new_record(r, i + k);
	status = rcc_tandem_make_block(&r->tandem, i / n);
	if (status != RCC_EXIT_OK)
		return status;
	for (size_t k = 0; k < n; k++)
		r->is_done[i + k] = true;
	r->n_done += n;
	return judge_block(r);
}

/* Return whether too little time is left for another block.  A study ends only
 * between blocks, so that all arms have the same number of runs. */
static bool is_out_of_time(const struct runs *r, size_t n_before,
			   int64_t begun_ns)
{
	const struct rcc_executor *executor = r->runner.measure.setup.executor;
	const int64_t now_ns = executor->now_ns(executor->self);
	const int64_t n_block = (int64_t)rcc_study_n_cells(&r->x->study);
	int64_t run_ns = r->reference.slowest_ns;

	if (r->deadline_ns == 0)
		return false;
	if (r->n_done > n_before)
		run_ns = (now_ns - begun_ns) / (int64_t)(r->n_done - n_before);
	return now_ns + n_block * run_ns > r->deadline_ns;
}

static int make_all(struct runs *r)
{
	const struct rcc_executor *executor = r->runner.measure.setup.executor;
	const int64_t begun_ns = executor->now_ns(executor->self);
	const size_t n_before = r->n_done;
	const size_t n_block = rcc_study_n_cells(&r->x->study);
	int status = RCC_EXIT_OK;

	rcc_progress_begin(&r->runner.progress, stderr, "run", r->n_plan,
			   r->n_done, begun_ns);
	for (size_t i = 0; i < r->n_plan && status == RCC_EXIT_OK; i++) {
		if (r->is_done[i])
			continue;
		if (executor->stop_wanted(executor->self) != 0) {
			status = RCC_EXIT_FAILED;
			break;
		}
		if (i % n_block == 0 && is_out_of_time(r, n_before, begun_ns)) {
			r->is_out_of_time = true;
			break;
		}
		status = r->tandem.n != 0 ? make_block(r, i) : make_run(r, i);
		rcc_progress_step(&r->runner.progress, r->n_done, r->n_failed,
				  executor->now_ns(executor->self));
	}
	rcc_progress_clear(&r->runner.progress);
	return status;
}

static void say_how_to_resume(const struct runs *r)
{
	char *dir = rcc_shell_quote(r->x->dir);

	/* A study on several machines is resumed in another way.  Its workers
	 * (fleet/worker.h) print how. */
	if (r->n_done < r->n_plan && !r->x->is_carried &&
	    !r->reference.fails_again)
		rcc_hint("%zu of %zu runs are stored; to resume: randstudy run "
			 "-o %s%s",
			 r->n_done, r->n_plan, dir,
			 r->run_has_failed ? " --on-wrong go-on" : "");
	free(dir);
}

/* ---- Preparing --------------------------------------------------------- */

/* Print which counters the kernel does not grant, and store the list for the
 * report. */
static void report_refused(const struct runs *r)
{
	const struct rcc_metric_values *v = &r->runner.values;

	for (size_t i = 0; i < v->n_metrics; i++) {
		const int error_number = v->counter[i].error_number;
		const char *reason = rcc_perf_reason(error_number);
		const char *remedy = rcc_perf_remedy(error_number);
		char *key;
		char *text;

		if (error_number == 0)
			continue;
		key = rcc_mem_printf("refused-%s", v->metric[i].name);
		text = rcc_mem_printf("%s (%s)", reason, remedy);
		rcc_warn("%s is not measured: %s", v->metric[i].name, reason);
		rcc_hint("%s", remedy);
		/* Ignore an error here.  If the database fails, storing the
		 * runs will fail too. */
		rcc_store_set(r->x->store, key, text);
		free(key);
		free(text);
	}
}

static int prepare(struct runs *r)
{
	const struct rcc_study *study = &r->x->study;
	int status = rcc_command_check_find(study, &r->command);

	r->runner.measure.command.word = r->command;
	r->runner.measure.command.n = study->n_command;
	if (status == RCC_EXIT_OK)
		status = rcc_command_check_enter(study);
	if (status == RCC_EXIT_OK)
		status = rcc_inputs_check(r->x);
	if (status == RCC_EXIT_OK)
		status = rcc_runner_recall_timeout(&r->runner);
	if (status == RCC_EXIT_OK)
		status = make_plan(r);
	if (status == RCC_EXIT_OK)
		status = mark_done(r);
	if (status == RCC_EXIT_OK) {
		rcc_metric_values_try(&r->runner.values);
		report_refused(r);
	}
	return status;
}

static int prepare_duet(struct runs *r)
{
	struct rcc_duet_setup setup;
	const int status = rcc_duet_settle(&r->runner, "", &setup);

	r->reference.fails_again = status == RCC_EXIT_USAGE;
	if (status == RCC_EXIT_OK)
		rcc_tandem_init_duet(&r->tandem, &r->runner, &setup);
	return status;
}

static int prepare_tandem(struct runs *r)
{
	struct rcc_tandem_setup setup;
	int status;

	if (r->x->study.is_duet)
		return prepare_duet(r);
	if (!r->x->study.is_tandem)
		return RCC_EXIT_OK;
	status = rcc_tandem_settle(&r->runner, &setup);
	r->reference.fails_again = status == RCC_EXIT_USAGE;
	if (status == RCC_EXIT_OK && setup.is_settled)
		rcc_tandem_init(&r->tandem, &r->runner, &setup);
	return status;
}

static int tune(struct runs *r)
{
	struct rcc_tuning tuning;
	const int status = rcc_tune(&r->runner, &tuning);

	r->n_executions = tuning.executions > 1 ? tuning.executions : 1;
	return status;
}

static void release(struct runs *r)
{
	rcc_tandem_release(&r->tandem);
	rcc_runner_release(&r->runner);
	rcc_command_line_free(r->command);
	free(r->plan);
	free(r->is_done);
}

static int make_runs(struct runs *r)
{
	int status = tune(r);

	if (status == RCC_EXIT_OK)
		status = prepare_tandem(r);
	if (status == RCC_EXIT_OK)
		status = rcc_reference_warm_up(&r->runner);
	if (status == RCC_EXIT_OK)
		status = make_all(r);
	return status;
}

int rcc_runs_try(struct rcc_experiment *x, const struct rcc_executor *executor)
{
	struct runs r = {.x = x};
	int status;

	rcc_runner_init(&r.runner, x, executor);
	status = rcc_own_path_recall(x);
	if (status == RCC_EXIT_OK)
		status = prepare(&r);
	if (status == RCC_EXIT_OK) {
		if (r.n_done == 0)
			rcc_opened_expect(x);
		status = rcc_input_watch_begin(&r.runner.watch, x);
		if (status == RCC_EXIT_OK)
			status = rcc_reference_run_all(&r.runner, &r.reference);
		if (status == RCC_EXIT_OK && r.n_done == 0)
			status = rcc_input_watch_settle(&r.runner.watch, x);
	}
	release(&r);
	return status;
}

int rcc_runs_measure(struct rcc_experiment *x,
		     const struct rcc_executor *executor, int64_t session,
		     int64_t deadline_ns, bool *is_out_of_time)
{
	struct runs r = {
		.x = x, .session = session, .deadline_ns = deadline_ns};
	int status;

	rcc_runner_init(&r.runner, x, executor);
	status = rcc_own_path_recall(x);
	if (status == RCC_EXIT_OK)
		status = prepare(&r);
	if (status == RCC_EXIT_OK && r.n_done < r.n_plan) {
		if (r.n_done == 0)
			rcc_opened_expect(x);
		status = rcc_input_watch_begin(&r.runner.watch, x);
		if (status == RCC_EXIT_OK)
			status = rcc_reference_run_all(&r.runner, &r.reference);
		if (status == RCC_EXIT_OK)
			status = r.n_done == 0
					 ? rcc_input_watch_settle(
						   &r.runner.watch, x)
					 : rcc_runner_check_inputs(&r.runner);
		/* If the program opens libraries of the build, the caller must
		 * make the layouts again before any run is measured. */
		if (status == RCC_EXIT_OK && !x->has_opened)
			status = make_runs(&r);
		if (status != RCC_EXIT_OK)
			say_how_to_resume(&r);
	}
	*is_out_of_time = r.is_out_of_time;
	release(&r);
	return status;
}
