/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/tandem_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/run/outcome.h"

/* A program that seems to wait instead of computing is run again: once in any
 * case, and then until it has been run MAX_TRIES times or TRIES_NS have
 * passed. */
#define MAX_TRIES 6
#define TRIES_NS 3000000000

static int64_t size_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? (int64_t)st.st_size : 0;
}

/* Warn that the programs of a block may write the same file at the same time,
 * or talk to the server of another.  The results would be wrong, and the
 * programs' output might not show it. */
static void warn_about_files(const struct rcc_runner *r, size_t system,
			     const struct rcc_measure_detail *d,
			     bool has_processes)
{
	const int64_t more = d->written_bytes - size_of(d->stdout_fd) -
			     size_of(d->stderr_fd);

	if (more <= 0 || r->x->study.has_fresh_cwd)
		return;
	rcc_warn("\"%s\" writes %lld bytes besides its output%s, and the runs "
		 "of a block write at the same time",
		 r->x->study.system[system].name, (long long)more,
		 has_processes ? ", to files, pipes or sockets" : "");
	rcc_hint("if they write files of the same names, give --fresh-cwd%s",
		 has_processes ? "; servers need sockets of their own in that "
				 "directory, not ports of the same number"
			       : "");
}

/* Run a layout on the CPU of tandem runs.  If the program is several processes,
 * they share this CPU, and never compute at the same time. */
static enum rcc_measured run_pinned(struct rcc_runner *r, int64_t layout,
				    int cpu, struct rcc_run_record *record,
				    struct rcc_measure_detail *d)
{
	const struct rcc_process_control *usual = r->measure.control;
	struct rcc_process_control control = r->x->study.control;
	enum rcc_measured got;

	rcc_process_control_pin(&control, cpu);
	r->measure.control = &control;
	r->measure.has_scheduling = true;
	got = rcc_runner_run(r, layout, 0, record, d);
	r->measure.has_scheduling = false;
	r->measure.control = usual;
	return got;
}

/* The findings about a system. */
struct check {
	size_t system;
	struct rcc_ready looks; /* at all its runs */
	/* The reason against tandem runs, or NULL if there is none.  The caller must
	 * free it. */
	char *obstacle;
	bool is_unclear; /* another run would tell more */
	bool has_failed; /* a run did not end well */
};

/* Run a system's original layout, and set c->obstacle. */
static int try_system(struct rcc_runner *r, struct check *c,
		      struct rcc_tandem_setup *setup)
{
	const char *name = r->x->study.system[c->system].name;
	const int64_t layout = rcc_layout_table_reference(r->x, c->system);
	struct rcc_measure_detail d;
	struct rcc_run_record record = {0};
	struct rcc_tandem_times times;

	free(c->obstacle);
	c->obstacle = NULL;
	if (run_pinned(r, layout, setup->cpu, &record, &d) != RCC_MEASURED)
		return RCC_EXIT_FAILED;
	if (record.outcome != RCC_OUTCOME_OK) {
		char what[256];

		rcc_outcome_describe(&r->measure, &record, &d, what,
				     sizeof(what));
		/* Programs with threads may need far longer on one CPU. */
		if (r->x->study.may_take_turns) {
			c->obstacle = rcc_mem_printf("%s on one CPU", what);
			c->has_failed = true;
			return RCC_EXIT_OK;
		}
		rcc_error("the run that checks whether \"%s\" can run in "
			  "tandem %s",
			  name, what);
		rcc_hint("fix the cause, or use --turns");
		return RCC_EXIT_FAILED;
	}
	rcc_ready_add(&c->looks, &d.looks);
	times = rcc_measure_tandem_times(&record, &d);
	times.looks = c->looks;
	c->obstacle = rcc_tandem_obstacle(&times, setup, &c->is_unclear);
	if (c->obstacle == NULL)
		warn_about_files(r, c->system, &d,
				 rcc_tandem_has_processes(setup));
	return RCC_EXIT_OK;
}

/* Return whether a system that was run `tries` times since `start` is run
 * again. */
static bool is_tried_again(const struct check *c, int tries, int64_t start)
{
	if (c->obstacle == NULL || c->has_failed)
		return false;
	return tries < 2 || ((tries < MAX_TRIES || c->is_unclear) &&
			     rcc_clock_now_ns() - start < TRIES_NS);
}

/* Check whether a system can run in tandem.  If its program seems to wait, run
 * it a second time, and more often if the runs are short.  The machine may have
 * made it wait: for a page that was not in memory, or for a CPU that the
 * hypervisor gave to others. */
static int check_system(struct rcc_runner *r, size_t system,
			struct rcc_tandem_setup *setup)
{
	const int64_t start = rcc_clock_now_ns();
	struct check c = {.system = system};
	int status = try_system(r, &c, setup);

	/* A first run that waited does not count. */
	if (!c.is_unclear)
		c.looks = (struct rcc_ready){0};
	for (int tries = 1;
	     status == RCC_EXIT_OK && is_tried_again(&c, tries, start); tries++)
		status = try_system(r, &c, setup);
	if (status == RCC_EXIT_OK && c.obstacle != NULL)
		snprintf(setup->obstacle, sizeof(setup->obstacle),
			 "\"%s\" cannot run in tandem: it %s",
			 r->x->study.system[system].name, c.obstacle);
	free(c.obstacle);
	return status;
}

/* Describe in setup->obstacle the first metric that the program may measure by
 * the wall clock.  For some units it is unknown whether the metric depends on
 * the clock.  If the user requires tandem runs, a metric with such a unit only
 * causes a warning. */
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

static int choose_cpu(const struct rcc_study *study,
		      struct rcc_tandem_setup *setup)
{
	setup->cpu = rcc_tandem_choose_cpu(&study->control);
	if (setup->cpu >= 0)
		return RCC_EXIT_OK;
	rcc_error("cannot determine a CPU for tandem runs");
	return RCC_EXIT_FAILED;
}

/* Describe in setup->obstacle why the runs of a block cannot share a CPU, whatever
 * the programs do. */
static void check_block(const struct rcc_experiment *x,
			struct rcc_tandem_setup *setup)
{
	const size_t n_runs = rcc_study_n_cells(&x->study);

	if (x->place == RCC_PLACE_EXCHANGE)
		snprintf(setup->obstacle, sizeof(setup->obstacle),
			 "the program runs at its own path, and this machine "
			 "allows no mount namespaces: only one layout at a "
			 "time can be there");
	else if (n_runs > RCC_STUDY_TANDEM_MAX)
		snprintf(setup->obstacle, sizeof(setup->obstacle),
			 "a block has %zu runs, and at most %d can share a CPU",
			 n_runs, RCC_STUDY_TANDEM_MAX);
}

static int check_systems(struct rcc_runner *r, struct rcc_tandem_setup *setup)
{
	int status = choose_cpu(&r->x->study, setup);
	bool is_metric;

	setup->busy_share = setup->main_share = 1;
	check_metrics(&r->x->study, setup);
	is_metric = setup->obstacle[0] != '\0';
	if (!is_metric)
		check_block(r->x, setup);
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

static void settle(const struct rcc_study *study,
		   struct rcc_tandem_setup *setup)
{
	setup->is_settled = true;
	setup->sched = study->control.sets_sched
			       ? study->control.sched
			       : sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
}

/* If the CPU of earlier sessions may not be used any more, choose another one.
 * Runs are compared within blocks, and a block is made in one session. */
static int keep_cpu(const struct rcc_runner *r, struct rcc_tandem_setup *setup)
{
	const struct rcc_executor *executor = r->measure.setup.executor;
	const int was = setup->cpu;
	cpu_set_t set;
	int status;

	CPU_ZERO(&set);
	if (was >= 0 && was < CPU_SETSIZE)
		CPU_SET((size_t)was, &set);
	if (CPU_COUNT(&set) != 0 && executor->may_use(executor->self, &set))
		return RCC_EXIT_OK;
	status = choose_cpu(&r->x->study, setup);
	if (status == RCC_EXIT_OK)
		rcc_warn("earlier runs shared CPU %d, which this process may "
			 "not use now: later runs share CPU %d",
			 was, setup->cpu);
	return status;
}

int rcc_tandem_settle(struct rcc_runner *r, struct rcc_tandem_setup *setup)
{
	json_t *json;
	int status = rcc_experiment_load_json(r->x, RCC_TANDEM_KEY, &json);

	rcc_tandem_read(json, setup);
	json_decref(json);
	if (status == RCC_EXIT_OK && setup->is_settled)
		status = keep_cpu(r, setup);
	if (status == RCC_EXIT_OK && !setup->is_settled &&
	    setup->obstacle[0] == '\0') {
		status = check_systems(r, setup);
		if (status == RCC_EXIT_OK && setup->obstacle[0] == '\0')
			settle(&r->x->study, setup);
	}
	return status == RCC_EXIT_OK
		       ? rcc_experiment_store_json(r->x, RCC_TANDEM_KEY,
						   rcc_tandem_json(setup))
		       : status;
}
