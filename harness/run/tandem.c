/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/tandem.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/layout_place.h"
#include "harness/build/layout_table.h"
#include "harness/run/outcome.h"
#include "harness/run/planned_run.h"
#include "harness/study/schedule.h"

/* ---- The members ------------------------------------------------------- */

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
		/* Only the last run has the cool-down: the programs start
		 * together, after it. */
		if (i + 1 < t->n)
			t->run[i].measure.setup.cool_down_ns = 0;
	}
	init_run(t, &t->alone, 0, 1);
	t->n_sharers = (unsigned)n_sharers;
}

static void share(struct rcc_tandem_run *m, int cpu)
{
	CPU_ZERO(&m->control.cpus);
	CPU_SET((size_t)cpu, &m->control.cpus);
}

void rcc_tandem_init(struct rcc_tandem *t, struct rcc_runner *runner,
		     const struct rcc_tandem_setup *setup)
{
	init(t, runner, rcc_study_n_cells(&runner->x->study));
	for (size_t i = 0; i < t->n; i++)
		share(&t->run[i], setup->cpu);
	share(&t->alone, setup->cpu);
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
	return rcc_schedule_env_bytes(x->study.master_seed,
				      (uint64_t)m->record.order,
				      RCC_PLANNED_RUN_ENV_MAX);
}

/* Return the first program that the kernel refused to execute.  The others were
 * killed because of it. */
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
	return status == 0 ? RCC_MEASURED : RCC_MEASURE_FAILED;
}

/* Judge all runs, so that all are cleaned up.  *failed is set to the first run
 * that was not measured. */
static enum rcc_measured finish(struct rcc_tandem *t,
				const struct rcc_exec_result *result,
				const struct rcc_tandem_run **failed)
{
	enum rcc_measured all = RCC_MEASURED;

	for (size_t i = 0; i < t->n; i++) {
		struct rcc_tandem_run *m = &t->run[i];
		const enum rcc_measured got = rcc_measure_finish(
			&m->measure, &result[i], &m->record, &m->detail);

		m->record.n_sharers = t->n_sharers;
		if (all == RCC_MEASURED && got != RCC_MEASURED) {
			all = got;
			*failed = m;
		}
	}
	return all;
}

/* Return whether layouts can run at the same time.  They cannot if an earlier
 * session used mount namespaces and this one is not allowed to. */
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

/* Make the run at position `place` of the block again, alone. */
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
	struct rcc_block_member *member = rcc_mem_calloc(t->n, sizeof(*member));
	int result;

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

/* Give each run of a duet its CPUs.  They change with every block. */
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

	if (t->duet.is_settled) {
		take_sides(t, block);
		status = run_block(t);
		return status == RCC_EXIT_OK ? store(t) : status;
	}
	if (!has_place(t))
		return RCC_EXIT_USAGE;
	t->has_alone = rcc_schedule_alone(t->runner->x->study.master_seed,
					  block, (unsigned)t->n, &alone);
	if (t->has_alone && alone.goes_first)
		status = run_alone(t, alone.run);
	if (status == RCC_EXIT_OK)
		status = run_block(t);
	if (status == RCC_EXIT_OK && t->has_alone && !alone.goes_first)
		status = run_alone(t, alone.run);
	return status == RCC_EXIT_OK ? store(t) : status;
}

/* ---- Whether it applies ------------------------------------------------ */

static int64_t size_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? (int64_t)st.st_size : 0;
}

/* Warn that programs of a block might write files of the same name at the same
 * time.  The results would be wrong, and the outputs need not show it. */
static void warn_about_files(const struct rcc_runner *r, size_t system,
			     const struct rcc_measure_detail *d)
{
	const int64_t more = d->written_bytes - size_of(d->stdout_fd) -
			     size_of(d->stderr_fd);

	if (more <= 0 || r->x->study.has_fresh_cwd)
		return;
	rcc_warn("\"%s\" writes %lld bytes besides its output, and the runs "
		 "of a block write at the same time",
		 r->x->study.system[system].name, (long long)more);
	rcc_hint("if they write files of the same names, give --fresh-cwd");
}

/* Run a system's original layout to find what prevents tandem runs.  *obstacle
 * is set to it, or to NULL if nothing does.  The caller must free it. */
static int try_system(struct rcc_runner *r, size_t system,
		      struct rcc_tandem_setup *setup, char **obstacle)
{
	const int64_t layout = rcc_layout_table_original(r->x, system);
	struct rcc_measure_detail d;
	struct rcc_run_record record = {0};

	*obstacle = NULL;
	r->measure.has_scheduling = true;
	if (rcc_runner_run(r, layout, 0, &record, &d) != RCC_MEASURED) {
		r->measure.has_scheduling = false;
		return RCC_EXIT_FAILED;
	}
	r->measure.has_scheduling = false;
	if (record.outcome != RCC_OUTCOME_OK) {
		char what[256];

		rcc_outcome_describe(&r->measure, &record, &d, what,
				     sizeof(what));
		rcc_error("the run that checks whether \"%s\" can run in "
			  "tandem %s",
			  r->x->study.system[system].name, what);
		rcc_hint("fix the cause, or use --turns");
		return RCC_EXIT_FAILED;
	}
	*obstacle = rcc_tandem_obstacle(
		&(struct rcc_tandem_times){
			.wall_ns = record.wall_ns,
			.cpu_ns = record.user_ns + record.system_ns,
			.main_thread_ns = d.main_thread_ns,
			.queue_ns = d.queue_ns,
		},
		setup);
	if (*obstacle == NULL)
		warn_about_files(r, system, &d);
	return RCC_EXIT_OK;
}

/* Check whether a system can run in tandem, twice if necessary.  In the first
 * run, the machine may have made the program wait, for instance for a page that
 * was not in memory. */
static int check_system(struct rcc_runner *r, size_t system,
			struct rcc_tandem_setup *setup)
{
	char *obstacle = NULL;
	int status = try_system(r, system, setup, &obstacle);

	if (status == RCC_EXIT_OK && obstacle != NULL) {
		free(obstacle);
		status = try_system(r, system, setup, &obstacle);
	}
	if (status == RCC_EXIT_OK && obstacle != NULL)
		snprintf(setup->obstacle, sizeof(setup->obstacle),
			 "\"%s\" cannot run in tandem: it %s",
			 r->x->study.system[system].name, obstacle);
	free(obstacle);
	return status;
}

/* Find a metric that a program may measure by the wall clock, and write the
 * obstacle.  If the user asked for tandem runs in any case, a metric whose unit
 * does not say that it is a time or a rate gives a warning only. */
static void check_metrics(const struct rcc_study *study,
			  struct rcc_tandem_setup *setup)
{
	for (size_t i = 0; i < study->n_metrics; i++) {
		const struct rcc_metric_spec *metric = &study->metric[i];
		const enum rcc_timed timed = rcc_metric_spec_timed(metric);

		if (timed == RCC_TIMED_NO)
			continue;
		if (timed == RCC_TIMED_YES || study->may_take_turns) {
			snprintf(setup->obstacle, sizeof(setup->obstacle),
				 "the program prints \"%.64s\", which it may "
				 "measure by the wall clock: that time "
				 "includes the time of the other programs of "
				 "the block",
				 metric->name);
			return;
		}
		rcc_warn("the program prints \"%s\": if it measures that by "
			 "the wall clock, the value is wrong, since the runs "
			 "of a block share a CPU",
			 metric->name);
		rcc_hint("if it is a time or a rate, give --turns instead of "
			 "--tandem, or measure CPU time (--metric cpu)");
	}
}

static int check_systems(struct rcc_runner *r, struct rcc_tandem_setup *setup)
{
	int status = RCC_EXIT_OK;
	bool is_metric;

	setup->busy_share = setup->main_share = 1;
	check_metrics(&r->x->study, setup);
	is_metric = setup->obstacle[0] != '\0';
	if (!is_metric && r->x->place == RCC_PLACE_EXCHANGE)
		snprintf(setup->obstacle, sizeof(setup->obstacle),
			 "the program runs at its own path, and this machine "
			 "allows no mount namespaces: only one layout at a "
			 "time can be there");
	for (size_t i = 0; i < r->x->study.n_systems; i++)
		if (status == RCC_EXIT_OK && setup->obstacle[0] == '\0')
			status = check_system(r, i, setup);
	if (status != RCC_EXIT_OK || setup->obstacle[0] == '\0')
		return status;
	if (r->x->study.may_take_turns) {
		rcc_warn("%s; the runs take turns", setup->obstacle);
		return RCC_EXIT_OK;
	}
	rcc_error("%s", setup->obstacle);
	rcc_hint("give --turns instead of --tandem: one run at a time%s",
		 is_metric ? "; or measure CPU time (--metric cpu) instead of "
			     "that metric"
			   : "");
	return RCC_EXIT_USAGE;
}

static int recall(const struct rcc_runner *r, struct rcc_tandem_setup *setup)
{
	char *text = NULL;
	json_t *json = NULL;

	if (rcc_store_get(r->x->store, RCC_TANDEM_KEY, &text) != 0)
		return rcc_experiment_store_failed(r->x, "read the setup");
	if (text != NULL)
		json = json_loads(text, 0, NULL);
	rcc_tandem_read(json, setup);
	json_decref(json);
	free(text);
	return RCC_EXIT_OK;
}

static int store_setup(const struct rcc_runner *r,
		       const struct rcc_tandem_setup *setup)
{
	json_t *json = rcc_tandem_json(setup);
	char *text = json_dumps(json, JSON_COMPACT);
	const int result = rcc_store_set(r->x->store, RCC_TANDEM_KEY, text);

	free(text);
	json_decref(json);
	return result == 0
		       ? RCC_EXIT_OK
		       : rcc_experiment_store_failed(r->x, "store the setup");
}

static int choose(const struct rcc_study *study, struct rcc_tandem_setup *setup)
{
	setup->is_settled = true;
	setup->cpu = rcc_tandem_choose_cpu(&study->control);
	setup->sched = study->control.sets_sched
			       ? study->control.sched
			       : sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
	if (setup->cpu >= 0)
		return RCC_EXIT_OK;
	rcc_error("cannot determine a CPU for tandem runs");
	return RCC_EXIT_FAILED;
}

int rcc_tandem_settle(struct rcc_runner *r, struct rcc_tandem_setup *setup)
{
	int status = recall(r, setup);

	if (status == RCC_EXIT_OK && !setup->is_settled &&
	    setup->obstacle[0] == '\0')
		status = check_systems(r, setup);
	if (status == RCC_EXIT_OK && setup->obstacle[0] == '\0')
		status = choose(&r->x->study, setup);
	return status == RCC_EXIT_OK ? store_setup(r, setup) : status;
}
