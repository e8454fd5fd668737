/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Phase 3: the reference run, then every planned run that is not stored yet.
 *
 * The loop knows the executor by its interface alone: tests drive it with a
 * fake one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/run/inputs.h"
#include "harness/run/measuring.h"
#include "harness/run/outcome.h"
#include "harness/run/command_check.h"

/* The environment grows by 0 … 4095 bytes: a page, as Mytkowicz et al. (2009)
 * found to be the period of its effect. */
#define ENV_MAX 4096

/* ---- The plan ---------------------------------------------------------- */

static size_t count_plan(const struct rcc_batch_record *batch, size_t n,
			 const struct rcc_study *study)
{
	size_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += rcc_study_n_cells(study) * batch[i].n_layouts *
			 study->n_executions;
	return total;
}

static int make_plan(struct measuring *m)
{
	const struct rcc_study *study = &m->x->study;
	struct rcc_batch_record *batch = NULL;
	size_t n_batches = 0;
	size_t at = 0;

	if (rcc_store_batches(m->x->store, &batch, &n_batches) != 0)
		return rcc_experiment_store_failed(m->x, "read the plan");
	m->n_plan = count_plan(batch, n_batches, study);
	m->plan = rcc_mem_calloc(m->n_plan + 1, sizeof(*m->plan));
	m->is_done = rcc_mem_calloc(m->n_plan + 1, sizeof(*m->is_done));
	for (size_t i = 0; i < n_batches; i++) {
		const struct rcc_schedule s = {
			.master_seed = study->master_seed,
			.n_cells = (unsigned)rcc_study_n_cells(study),
			.n_executions = study->n_executions,
			.batch = (unsigned)i,
			.first_layout = batch[i].first_layout,
			.n_layouts = batch[i].n_layouts,
		};

		rcc_schedule_fill(&s, m->plan + at);
		at += rcc_schedule_size(&s);
	}
	free(batch);
	return RCC_EXIT_OK;
}

static int mark_done(struct measuring *m)
{
	struct rcc_run_record *run = NULL;
	size_t n = 0;

	if (rcc_store_runs(m->x->store, &run, &n) != 0)
		return rcc_experiment_store_failed(m->x, "read the runs");
	for (size_t i = 0; i < n; i++) {
		if (run[i].order < 0 || (size_t)run[i].order >= m->n_plan)
			continue;
		m->is_done[run[i].order] = true;
		m->n_done++;
		m->n_failed += run[i].outcome != RCC_OUTCOME_OK;
	}
	free(run);
	return RCC_EXIT_OK;
}

/* ---- The loop ---------------------------------------------------------- */

static int run_failed(struct measuring *m, const struct rcc_run_record *row,
		      const struct rcc_measure_detail *d)
{
	const struct rcc_layout_record *layout = &m->x->layout[row->layout];
	const bool stops = !m->x->study.goes_on_when_wrong;
	char name[32];
	char which[64];
	char what[256];
	char *kept;

	m->n_failed++;
	snprintf(name, sizeof(name), "%06" PRId64, row->order);
	kept = rcc_outcome_keep(m->x->dir, name, d);
	rcc_outcome_layout(layout, which, sizeof(which));
	rcc_outcome_describe(&m->measure, row, d, what, sizeof(what));
	rcc_progress_clear(&m->progress);
	(stops ? rcc_error : rcc_warn)("run %" PRId64 " of %zu (%s) %s",
				       row->order + 1, m->n_plan, which, what);
	m->run_has_failed = stops;
	if (stops) {
		rcc_hint("what it printed is in \"%s.stdout\" and "
			 "\"%s.stderr\"; the run is stored and never counts",
			 kept, kept);
		if (row->outcome == RCC_OUTCOME_WRONG_OUTPUT &&
		    layout->is_original)
			rcc_hint("where output differs from run to run (times, "
				 "dates), begin a new study with --verify or "
				 "--ignore-output");
	}
	free(kept);
	return stops ? RCC_EXIT_FAILED : RCC_EXIT_OK;
}

static int measure_planned(struct measuring *m, size_t i)
{
	struct rcc_experiment *x = m->x;
	const struct rcc_planned_run *plan = &m->plan[i];
	struct rcc_measure_detail d;
	struct rcc_run_record row = {
		.order = (int64_t)i,
		.layout = (int64_t)plan->layout *
				  (int64_t)rcc_study_n_cells(&x->study) +
			  plan->cell,
		.execution = plan->execution,
		.session = m->session,
	};
	const unsigned env_bytes = rcc_schedule_env_bytes(
		x->study.master_seed, (uint64_t)row.order, ENV_MAX);
	int got;

	m->measure.has_padding =
		x->study.arm[x->layout[row.layout].arm].has_random_env;
	got = rcc_measuring_sample(m, row.layout, env_bytes, &row, &d);

	if (got == RCC_MEASURE_CANNOT_RUN)
		return rcc_measuring_cannot_run(m, row.layout, &d);
	if (got != RCC_MEASURED)
		return RCC_EXIT_FAILED; /* abandoned, or said already */
	/* Of a run that does not count, no values are kept either. */
	if (rcc_store_add_run(x->store, &row, m->values.row,
			      row.outcome == RCC_OUTCOME_OK ? m->values.n_rows
							    : 0) != 0) {
		rcc_progress_clear(&m->progress);
		return rcc_experiment_store_failed(x, "store a run");
	}
	m->is_done[i] = true;
	m->n_done++;
	if (row.outcome != RCC_OUTCOME_OK)
		return run_failed(m, &row, &d);
	return RCC_EXIT_OK;
}

/* Whether there is no time for another block.  A study that runs out of it ends
 * between blocks, so that all arms have as many runs. */
static bool is_out_of_time(const struct measuring *m, size_t n_before,
			   int64_t begun_ns)
{
	const struct rcc_executor *executor = m->measure.executor;
	const int64_t now_ns = executor->now_ns(executor->self);
	const int64_t n_block = (int64_t)rcc_study_n_cells(&m->x->study);
	int64_t run_ns = m->reference_ns;

	if (m->x->deadline_ns == 0)
		return false;
	if (m->n_done > n_before)
		run_ns = (now_ns - begun_ns) / (int64_t)(m->n_done - n_before);
	return now_ns + n_block * run_ns > m->x->deadline_ns;
}

static int measure_all(struct measuring *m)
{
	const struct rcc_executor *executor = m->measure.executor;
	const int64_t begun_ns = executor->now_ns(executor->self);
	const size_t n_before = m->n_done;
	const size_t n_block = rcc_study_n_cells(&m->x->study);
	int status = RCC_EXIT_OK;

	rcc_progress_begin(&m->progress, stderr, "run", m->n_plan, m->n_done,
			   begun_ns);
	for (size_t i = 0; i < m->n_plan && status == RCC_EXIT_OK; i++) {
		if (m->is_done[i])
			continue;
		if (executor->stop_wanted(executor->self) != 0) {
			status = RCC_EXIT_FAILED;
			break;
		}
		if (i % n_block == 0 && is_out_of_time(m, n_before, begun_ns)) {
			m->x->is_out_of_time = true;
			break;
		}
		status = measure_planned(m, i);
		rcc_progress_step(&m->progress, m->n_done, m->n_failed,
				  executor->now_ns(executor->self));
	}
	rcc_progress_clear(&m->progress);
	return status;
}

static void say_how_to_go_on(const struct measuring *m)
{
	char *dir = rcc_shell_quote(m->x->dir);

	if (m->n_done < m->n_plan && !m->fails_again)
		rcc_hint("%zu of %zu runs are stored; to go on: randstudy run "
			 "-o %s%s",
			 m->n_done, m->n_plan, dir,
			 m->run_has_failed ? " --on-wrong go-on" : "");
	free(dir);
}

/* ---- Preparing --------------------------------------------------------- */

static int prepare(struct measuring *m)
{
	const struct rcc_study *study = &m->x->study;
	int status = rcc_place_command(study, &m->command);

	if (status == RCC_EXIT_OK)
		status = rcc_place_enter(study);
	if (status == RCC_EXIT_OK)
		status = rcc_inputs_check(m->x);
	if (status == RCC_EXIT_OK)
		status = rcc_measuring_recall_timeout(m);
	if (status == RCC_EXIT_OK)
		status = make_plan(m);
	if (status == RCC_EXIT_OK)
		status = mark_done(m);
	m->measure.command = m->command;
	m->measure.n_command = study->n_command;
	m->measure.environment = environ;
	rcc_measure_set(&m->measure, study, m->fresh);
	rcc_values_init(&m->values, study->metric, study->n_metrics,
			study->n_iterations);
	m->values.directory = m->measure.directory;
	m->measure.values = &m->values;
	if (status == RCC_EXIT_OK)
		rcc_values_try(&m->values, rcc_place_refuse, m->x->store);
	return status;
}

static void release(struct measuring *m)
{
	rcc_measure_free_argv(m->command);
	rcc_values_release(&m->values);
	free(m->plan);
	free(m->is_done);
	free(m->reference);
	free(m->fresh);
}

int rcc_runs_measure(struct rcc_experiment *x,
		     const struct rcc_executor *executor, int64_t session)
{
	struct measuring m = {
		.x = x,
		.measure = {.executor = executor},
		.reference = rcc_experiment_path(x, "reference"),
		.fresh = rcc_experiment_path(x, "cwd"),
		.session = session,
	};
	int status = prepare(&m);

	if (status == RCC_EXIT_OK && m.n_done < m.n_plan) {
		status = rcc_measuring_references(&m);
		if (status == RCC_EXIT_OK)
			status = rcc_measuring_tune(&m);
		if (status == RCC_EXIT_OK)
			status = rcc_measuring_warm_up(&m);
		if (status == RCC_EXIT_OK)
			status = measure_all(&m);
		if (status != RCC_EXIT_OK)
			say_how_to_go_on(&m);
	}
	release(&m);
	return status;
}
