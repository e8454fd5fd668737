/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --tune: find the number of executions in a run, by trials.
 *
 * The original layout of each system is executed once, then twice in a row, and
 * so on.  The shortest time per execution decides how many executions a run of
 * the system needs.  The trials end early if even a program that is twice as
 * fast would need only one execution in a run.
 *
 * The systems may need different numbers.  All get the largest of these
 * numbers, so that all are measured alike.
 */
#include "harness/run/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/build/layout_table.h"
#include "harness/run/outcome.h"
#include "stats/rcc_stats.h"

#define N_EMPTY 32
/* The largest number of executions in a run.  Without it, the number would be
 * too large if the times of an empty program, true(1), hardly vary. */
#define MOST 100

static int compare_times(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Measure the wall times of an empty program, true(1), under the same
 * conditions as the runs. */
static int time_empty(const struct rcc_runner *r, char *path,
		      double time_ns[N_EMPTY])
{
	char *const command[] = {path};
	struct rcc_measure empty = r->measure;

	empty.command = (struct rcc_command_line){.word = command, .n = 1};
	empty.stdin_path = empty.reference = empty.verify = NULL;
	empty.setup.prepare = empty.setup.cleanup = NULL;
	empty.values = NULL;
	empty.exit_status = 0;
	empty.has_libraries = empty.has_padding = false;
	for (int i = -1; i < N_EMPTY; i++) { /* run -1 is a warm-up */
		struct rcc_measure_detail d;
		struct rcc_run_record record = {0};

		if (rcc_measure_run(&empty, path, 0, &record, &d) !=
			    RCC_MEASURED ||
		    record.outcome != RCC_OUTCOME_OK)
			return RCC_ESYS;
		if (i >= 0)
			time_ns[i] = (double)record.wall_ns;
	}
	return 0;
}

/* Derive the accuracy and the precision of the measured times (study/tuning.h)
 * from the times of an empty program. */
static int characterise_timer(const struct rcc_runner *r,
			      struct rcc_tuning *tuning,
			      struct rcc_timer *timer)
{
	const char *path = getenv("PATH");
	char *empty = rcc_file_find_program(
		"true", path != NULL ? path : "/usr/bin:/bin", NULL);
	double time_ns[N_EMPTY] = {0};
	const int result =
		empty != NULL ? time_empty(r, empty, time_ns) : RCC_ESYS;

	free(empty);
	if (result != 0) {
		rcc_error("cannot run the empty program \"true\" for --tune");
		return RCC_EXIT_FAILED;
	}
	qsort(time_ns, N_EMPTY, sizeof(time_ns[0]), compare_times);
	tuning->empty_ns = fmax(time_ns[0], 1);
	tuning->spread_ns = time_ns[3 * N_EMPTY / 4] - time_ns[N_EMPTY / 4];
	*timer = rcc_timer_usual(
		tuning->empty_ns,
		fmin(fmax(tuning->spread_ns, tuning->empty_ns / MOST),
		     tuning->empty_ns));
	return RCC_EXIT_OK;
}

/* Measure the total time of n executions in a row. */
static int time_together(struct rcc_runner *r, int64_t layout, size_t n,
			 double *total_ns)
{
	const struct rcc_executor *executor = r->measure.setup.executor;

	*total_ns = 0;
	for (size_t i = 0; i < n; i++) {
		struct rcc_measure_detail d;
		struct rcc_run_record record = {0};
		char what[256];

		if (executor->stop_wanted(executor->self) != 0)
			return RCC_EXIT_FAILED;
		if (rcc_runner_run(r, layout, 0, &record, &d) != RCC_MEASURED)
			return RCC_EXIT_FAILED;
		if (record.outcome != RCC_OUTCOME_OK) {
			char *which = rcc_outcome_layout(&r->x->study,
							 &r->x->layout[layout]);

			rcc_outcome_describe(&r->measure, &record, &d, what,
					     sizeof(what));
			rcc_error("the run for --tune (%s) %s", which, what);
			free(which);
			return RCC_EXIT_FAILED;
		}
		*total_ns += (double)record.wall_ns;
	}
	return RCC_EXIT_OK;
}

/* Set *n to the number of executions that a run of one system needs. */
static int tune_system(struct rcc_runner *r, size_t system,
		       const struct rcc_timer *timer, double *t_ns, size_t *n)
{
	const int64_t layout = rcc_layout_table_reference(r->x, system);
	const size_t most =
		(size_t)ceil(timer->accuracy_ns / timer->precision_ns);
	double *total_ns = rcc_mem_calloc(most, sizeof(*total_ns));
	size_t n_of_half = 0;
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < most && status == RCC_EXIT_OK; i++) {
		status = time_together(r, layout, i + 1, &total_ns[i]);
		if (status == RCC_EXIT_OK &&
		    (rcc_minimum_tune(timer, total_ns, i + 1, t_ns, n) != 0 ||
		     rcc_minimum_executions(timer, *t_ns / 2, &n_of_half) !=
			     0)) {
			rcc_error("cannot tune by the program's times: "
				  "%g ns for %zu executions",
				  total_ns[i], i + 1);
			status = RCC_EXIT_FAILED;
		}
		if (n_of_half == 1)
			break;
	}
	free(total_ns);
	return status;
}

static int make_trials(struct rcc_runner *r, struct rcc_tuning *tuning)
{
	struct rcc_timer timer;
	int status = characterise_timer(r, tuning, &timer);

	tuning->executions = 1;
	tuning->execution_ns = INFINITY;
	for (size_t i = 0; i < r->x->study.n_systems && status == RCC_EXIT_OK;
	     i++) {
		double t_ns = 0;
		size_t n = 1;

		status = tune_system(r, i, &timer, &t_ns, &n);
		if (n > tuning->executions)
			tuning->executions = (unsigned)n;
		tuning->execution_ns = fmin(tuning->execution_ns, t_ns);
	}
	return status;
}

static int store(const struct rcc_runner *r, const struct rcc_tuning *tuning)
{
	const int status = rcc_experiment_store_json(r->x, RCC_TUNING_KEY,
						     rcc_tuning_json(tuning));

	if (status == RCC_EXIT_OK)
		fprintf(stderr, "tuned: %u execution%s per run\n",
			tuning->executions, tuning->executions == 1 ? "" : "s");
	return status;
}

static int recall(const struct rcc_runner *r, struct rcc_tuning *tuning)
{
	json_t *json;
	const int status =
		rcc_experiment_load_json(r->x, RCC_TUNING_KEY, &json);

	rcc_tuning_read(json, tuning);
	json_decref(json);
	return status;
}

int rcc_tune(struct rcc_runner *r, struct rcc_tuning *tuning)
{
	int status;

	*tuning = (struct rcc_tuning){0};
	if (!r->x->study.is_tuned)
		return RCC_EXIT_OK;
	status = recall(r, tuning);
	if (status != RCC_EXIT_OK || tuning->executions != 0)
		return status;
	status = make_trials(r, tuning);
	return status == RCC_EXIT_OK ? store(r, tuning) : status;
}
