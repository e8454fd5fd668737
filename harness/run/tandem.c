/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/tandem.h"

#include <errno.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/layout_place.h"
#include "harness/run/planned_run.h"
#include "harness/study/schedule.h"

/* ---- The runs of a block ----------------------------------------------- */

static void init_run(struct rcc_tandem *t, struct rcc_tandem_run *m,
		     size_t place, size_t n_sharers)
{
	const struct rcc_runner *r = t->runner;
	const struct rcc_study *study = &r->x->study;
	char name[32];

	m->measure = r->measure;
	m->control = study->control;
	m->control.sets_cpus = true;
	m->measure.control = &m->control;
	m->measure.values = &m->values;
	m->measure.setup.timeout_ns *= (int64_t)n_sharers;
	snprintf(name, sizeof(name), "cwd-%02zu", place);
	m->directory = rcc_experiment_path(r->x, name);
	if (study->has_fresh_cwd)
		m->measure.setup.directory = m->directory;
	rcc_metric_values_init(&m->values, study->metric, study->n_metrics,
			       study->n_iterations);
	m->values.directory = m->measure.setup.directory;
	for (size_t i = 0; i < study->n_metrics; i++) {
		m->values.counter[i].is_granted =
			r->values.counter[i].is_granted;
		m->values.counter[i].error_number =
			r->values.counter[i].error_number;
	}
}

static void release_run(struct rcc_tandem_run *m)
{
	rcc_metric_values_release(&m->values);
	free(m->directory);
	rcc_place_release(&m->place);
}

static void init(struct rcc_tandem *t, struct rcc_runner *runner,
		 size_t n_sharers)
{
	*t = (struct rcc_tandem){
		.runner = runner,
		.n = rcc_study_n_cells(&runner->x->study),
	};
	t->run = rcc_mem_calloc(t->n, sizeof(*t->run));
	for (size_t i = 0; i < t->n; i++) {
		init_run(t, &t->run[i], i, n_sharers != 0 ? n_sharers : 1);
		/* The programs start together, after the last preparation.
		 * Only that preparation includes the cool-down. */
		if (i + 1 < t->n)
			t->run[i].measure.setup.cool_down_ns = 0;
	}
	init_run(t, &t->alone, 0, 1);
	t->n_sharers = (unsigned)n_sharers;
}

void rcc_tandem_init(struct rcc_tandem *t, struct rcc_runner *runner,
		     const struct rcc_tandem_setup *setup)
{
	init(t, runner, rcc_study_n_cells(&runner->x->study));
	for (size_t i = 0; i < t->n; i++)
		rcc_process_control_pin(&t->run[i].control, setup->cpu);
	rcc_process_control_pin(&t->alone.control, setup->cpu);
}

void rcc_tandem_init_duet(struct rcc_tandem *t, struct rcc_runner *runner,
			  const struct rcc_duet_setup *setup)
{
	init(t, runner, 0);
	t->duet = *setup;
}

void rcc_tandem_release(struct rcc_tandem *t)
{
	for (size_t i = 0; i < t->n; i++)
		release_run(&t->run[i]);
	release_run(&t->alone);
	free(t->run);
	*t = (struct rcc_tandem){0};
}

/* ---- Measuring --------------------------------------------------------- */

static unsigned settle_run(const struct rcc_tandem *t, struct rcc_tandem_run *m)
{
	const struct rcc_experiment *x = t->runner->x;
	const unsigned arm = x->layout[m->record.layout].arm;

	rcc_place_release(&m->place);
	rcc_place_find(x, m->record.layout, &m->place);
	m->measure.place = &m->place;
	m->measure.has_padding = x->study.arm[arm].has_random_env;
	return rcc_schedule_env_bytes(rcc_study_schedule_seed(&x->study),
				      (uint64_t)m->record.order,
				      RCC_PLANNED_RUN_ENV_MAX);
}

/* Return the run whose program the kernel refused to execute, or the first run
 * if the kernel refused none.  After a refusal the executor kills the other
 * programs. */
static const struct rcc_tandem_run *find_refused(const struct rcc_tandem *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->run[i].detail.error_number != 0)
			return &t->run[i];
	return &t->run[0];
}

static int say_unmeasured(const struct rcc_tandem *t,
			  const struct rcc_tandem_run *m, enum rcc_measured got)
{
	if (got == RCC_MEASURE_CANNOT_RUN && m != &t->alone)
		m = find_refused(t);
	rcc_runner_say_unmeasured(t->runner, m->place.program, got, &m->detail);
	return RCC_EXIT_FAILED;
}

/* Clean up after the first n runs, which were prepared. */
static void give_up(const struct rcc_tandem *t, size_t n)
{
	for (size_t i = 0; i < n; i++)
		rcc_measure_give_up(&t->run[i].measure);
}

static enum rcc_measured prepare(struct rcc_tandem *t,
				 struct rcc_measure_launch *launch,
				 const struct rcc_tandem_run **failed)
{
	enum rcc_measured got = RCC_MEASURED;

	for (size_t i = 0; i < t->n && got == RCC_MEASURED; i++) {
		struct rcc_tandem_run *m = &t->run[i];
		const unsigned env_bytes = settle_run(t, m);

		*failed = m;
		got = rcc_measure_prepare(&m->measure, m->place.program,
					  env_bytes, &m->record, &m->detail,
					  &launch[i]);
		if (got != RCC_MEASURED)
			give_up(t, i);
	}
	return got;
}

static enum rcc_measured execute(struct rcc_tandem *t,
				 const struct rcc_measure_launch *launch,
				 struct rcc_exec_result *result)
{
	const struct rcc_executor *executor = t->runner->measure.setup.executor;
	struct rcc_exec_request *request =
		rcc_mem_calloc(t->n, sizeof(*request));
	int status;

	for (size_t i = 0; i < t->n; i++)
		request[i] = launch[i].request;
	status = executor->run_together(executor->self, request, result, t->n);
	free(request);
	if (status == 0)
		return RCC_MEASURED;
	give_up(t, t->n);
	return RCC_MEASURE_FAILED;
}

/* Judge all runs, even if one was not measured, so that all are cleaned up.
 * *failed is set to the first run that was not measured. */
static enum rcc_measured finish(struct rcc_tandem *t,
				const struct rcc_exec_result *result,
				const struct rcc_tandem_run **failed)
{
	enum rcc_measured all = RCC_MEASURED;
	int error_number = errno;

	for (size_t i = 0; i < t->n; i++) {
		struct rcc_tandem_run *m = &t->run[i];
		const enum rcc_measured got = rcc_measure_finish(
			&m->measure, &result[i], &m->record, &m->detail);

		m->record.n_sharers = t->n_sharers;
		if (all == RCC_MEASURED && got != RCC_MEASURED) {
			all = got;
			error_number = errno;
			*failed = m;
		}
	}
	errno = error_number;
	return all;
}

/* Return whether several layouts can run at the same time.  Programs that run
 * at their own path need mount namespaces for that.  The present session may
 * lack the right to use them, even if an earlier session had it. */
static bool has_place(const struct rcc_tandem *t)
{
	if (t->runner->x->place != RCC_PLACE_EXCHANGE)
		return true;
	rcc_error("the program runs at its own path, and this machine allows "
		  "no mount namespaces: its layouts cannot run at the same "
		  "time");
	rcc_hint("continue where mount namespaces are allowed, for instance "
		 "as root, or begin a new study with --turns");
	return false;
}

static int run_block(struct rcc_tandem *t)
{
	struct rcc_measure_launch *launch =
		rcc_mem_calloc(t->n, sizeof(*launch));
	struct rcc_exec_result *result = rcc_mem_calloc(t->n, sizeof(*result));
	const struct rcc_tandem_run *failed = &t->run[0];
	enum rcc_measured got = prepare(t, launch, &failed);
	int status = RCC_EXIT_OK;

	if (got == RCC_MEASURED)
		got = execute(t, launch, result);
	if (got == RCC_MEASURED)
		got = finish(t, result, &failed);
	if (got != RCC_MEASURED)
		status = say_unmeasured(t, failed, got);
	for (size_t i = 0; i < t->n; i++)
		rcc_measure_launch_release(&launch[i]);
	free(launch);
	free(result);
	return status;
}

/* Repeat one run of the block, the run at position `place`, without the
 * others. */
static int run_alone(struct rcc_tandem *t, unsigned place)
{
	struct rcc_tandem_run *m = &t->alone;
	const struct rcc_run_record *of = &t->run[place].record;
	enum rcc_measured got;
	unsigned env_bytes;

	m->record = (struct rcc_run_record){.order = of->order,
					    .layout = of->layout,
					    .execution = of->execution,
					    .session = of->session};
	env_bytes = settle_run(t, m);
	m->record.n_sharers = 1;
	got = rcc_measure_run(&m->measure, m->place.program, env_bytes,
			      &m->record, &m->detail);
	return got == RCC_MEASURED ? RCC_EXIT_OK : say_unmeasured(t, m, got);
}

static int store(struct rcc_tandem *t)
{
	const int status = rcc_runner_check_inputs(t->runner);
	struct rcc_block_member *member;
	int result;

	if (status != RCC_EXIT_OK)
		return status;
	member = rcc_mem_calloc(t->n, sizeof(*member));
	for (size_t i = 0; i < t->n; i++) {
		const struct rcc_tandem_run *m = &t->run[i];
		const bool is_ok = m->record.outcome == RCC_OUTCOME_OK;

		member[i] = (struct rcc_block_member){
			&m->record, m->values.value,
			is_ok ? m->values.n_values : 0};
	}
	result = rcc_store_add_block(t->runner->x->store, member, t->n,
				     t->has_alone ? &t->alone.record : NULL);
	free(member);
	if (result == 0)
		return RCC_EXIT_OK;
	rcc_progress_clear(&t->runner->progress);
	return rcc_experiment_store_failed(t->runner->x, "store a block");
}

/* Set the CPUs of each duet run of a block.  From block to block, the runs
 * exchange their CPUs. */
static void take_sides(struct rcc_tandem *t, uint64_t block)
{
	for (size_t i = 0; i < t->n; i++) {
		struct rcc_tandem_run *m = &t->run[i];
		const size_t cell = (size_t)m->record.layout % t->n;

		m->control.cpus =
			t->duet.side[rcc_duet_side(&t->duet, cell, block)];
	}
}

int rcc_tandem_make_block(struct rcc_tandem *t, uint64_t block)
{
	struct rcc_alone alone;
	int status = RCC_EXIT_OK;

	if (!has_place(t))
		return RCC_EXIT_USAGE;
	if (t->duet.is_settled) {
		take_sides(t, block);
		status = run_block(t);
		return status == RCC_EXIT_OK ? store(t) : status;
	}
	t->has_alone = rcc_schedule_alone(
		rcc_study_schedule_seed(&t->runner->x->study), block,
		(unsigned)t->n, &alone);
	if (t->has_alone && alone.goes_first)
		status = run_alone(t, alone.run);
	if (status == RCC_EXIT_OK)
		status = run_block(t);
	if (status == RCC_EXIT_OK && t->has_alone && !alone.goes_first)
		status = run_alone(t, alone.run);
	return status == RCC_EXIT_OK ? store(t) : status;
}
