/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finding out how many executions make a sample (tuning.h).
 *
 * Trials of 1, 2, 3, ... executions in a row of each system's original layout;
 * the least time per execution decides, and of several systems the shortest
 * program, so that all are measured alike.  A program of which half the time
 * would need no second execution is long enough to be told at once.
 */
#include "harness/study/tuning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/run/measuring.h"
#include "harness/run/outcome.h"
#include "common/progress.h"
#include "stats/rcc_stats.h"

#define N_EMPTY 32
/* No sample has more executions, however alike empty programs' times are. */
#define MOST 100

static int compare_times(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The times of an empty program, under the same conditions. */
static int time_empty(const struct measuring *m, const char *path,
		      double time_ns[N_EMPTY])
{
	char *const command[] = {(char *)path};
	struct rcc_measure empty = m->measure;

	empty.command = command;
	empty.n_command = 1;
	empty.stdin_path = empty.reference = empty.verify = NULL;
	empty.prepare = empty.cleanup = NULL;
	empty.values = NULL;
	empty.exit_status = 0;
	empty.has_shell = empty.has_libraries = empty.has_padding = false;
	for (int i = -1; i < N_EMPTY; i++) { /* one more to warm up */
		struct rcc_measure_detail d;
		struct rcc_run_record row = {0};

		if (rcc_measure_run(&empty, path, 0, &row, &d) !=
			    RCC_MEASURED ||
		    row.outcome != RCC_OUTCOME_OK)
			return RCC_ESYS;
		if (i >= 0)
			time_ns[i] = (double)row.wall_ns;
	}
	return 0;
}

/* What the executor can tell: the empty program's times. */
static int know_timer(const struct measuring *m, struct rcc_tuning *tuned,
		      struct rcc_timer *timer)
{
	const char *path = getenv("PATH");
	char *empty = rcc_file_find_program(
		"true", path != NULL ? path : "/usr/bin:/bin", NULL);
	double time_ns[N_EMPTY] = {0};
	const int result =
		empty != NULL ? time_empty(m, empty, time_ns) : RCC_ESYS;

	free(empty);
	if (result != 0) {
		rcc_error("cannot run the empty program \"true\" for --tune");
		return RCC_EXIT_FAILED;
	}
	qsort(time_ns, N_EMPTY, sizeof(time_ns[0]), compare_times);
	tuned->empty_ns = fmax(time_ns[0], 1);
	tuned->spread_ns = time_ns[3 * N_EMPTY / 4] - time_ns[N_EMPTY / 4];
	*timer = rcc_timer_usual(
		tuned->empty_ns,
		fmin(fmax(tuned->spread_ns, tuned->empty_ns / MOST),
		     tuned->empty_ns));
	return RCC_EXIT_OK;
}

/* `n` executions in a row. */
static int time_together(struct measuring *m, int64_t layout, size_t n,
			 double *total_ns)
{
	const struct rcc_executor *executor = m->measure.executor;

	*total_ns = 0;
	for (size_t i = 0; i < n; i++) {
		struct rcc_measure_detail d;
		struct rcc_run_record row = {0};
		char what[256];
		int got;

		if (executor->stop_wanted(executor->self) != 0)
			return RCC_EXIT_FAILED;
		got = rcc_measuring_run(m, layout, 0, &row, &d);
		if (got == RCC_MEASURE_CANNOT_RUN)
			return rcc_measuring_cannot_run(m, layout, &d);
		if (got != RCC_MEASURED)
			return RCC_EXIT_FAILED;
		if (row.outcome != RCC_OUTCOME_OK) {
			rcc_outcome_describe(&m->measure, &row, &d, what,
					     sizeof(what));
			rcc_error("the original layout, run for --tune, %s",
				  what);
			return RCC_EXIT_FAILED;
		}
		*total_ns += (double)row.wall_ns;
	}
	return RCC_EXIT_OK;
}

/* One system: *n executions for a sample of it. */
static int tune_system(struct measuring *m, size_t system,
		       const struct rcc_timer *timer, double *t_ns, size_t *n)
{
	const int64_t layout = rcc_experiment_original(m->x, system);
	const size_t most =
		(size_t)ceil(timer->accuracy_ns / timer->precision_ns);
	double *total_ns = rcc_mem_calloc(most, sizeof(*total_ns));
	size_t n_of_half = 0;
	int status = RCC_EXIT_OK;

	for (size_t i = 0; i < most && status == RCC_EXIT_OK; i++) {
		status = time_together(m, layout, i + 1, &total_ns[i]);
		if (status == RCC_EXIT_OK &&
		    (rcc_minimum_tune(timer, total_ns, i + 1, t_ns, n) != 0 ||
		     rcc_minimum_executions(timer, *t_ns / 2, &n_of_half) !=
			     0)) {
			rcc_error("the program's times are of no use for "
				  "--tune: %g ns for %zu executions",
				  total_ns[i], i + 1);
			status = RCC_EXIT_FAILED;
		}
		if (n_of_half == 1)
			break;
	}
	free(total_ns);
	return status;
}

static int tune(struct measuring *m, struct rcc_tuning *tuned)
{
	struct rcc_timer timer;
	int status = know_timer(m, tuned, &timer);

	tuned->executions = 1;
	tuned->execution_ns = INFINITY;
	for (size_t i = 0; i < m->x->study.n_systems && status == RCC_EXIT_OK;
	     i++) {
		double t_ns = 0;
		size_t n = 1;

		status = tune_system(m, i, &timer, &t_ns, &n);
		if (n > tuned->executions)
			tuned->executions = (unsigned)n;
		tuned->execution_ns = fmin(tuned->execution_ns, t_ns);
	}
	return status;
}

static int store(struct measuring *m)
{
	json_t *json = rcc_tuning_json(&m->tuned);
	char *text = json_dumps(json, JSON_COMPACT);
	const int result = rcc_store_set(m->x->store, RCC_TUNING_KEY, text);

	free(text);
	json_decref(json);
	if (result != 0)
		return rcc_experiment_store_failed(m->x, "store the tuning");
	fprintf(stderr, "tuned: %u execution%s a sample\n", m->tuned.executions,
		m->tuned.executions == 1 ? "" : "s");
	return RCC_EXIT_OK;
}

/* Found by an earlier session, or now. */
int rcc_measuring_tune(struct measuring *m)
{
	json_t *json = NULL;
	char *text = NULL;
	int status;

	if (!m->x->study.is_tuned)
		return RCC_EXIT_OK;
	if (rcc_store_get(m->x->store, RCC_TUNING_KEY, &text) != 0)
		return rcc_experiment_store_failed(m->x, "read the tuning");
	if (text != NULL)
		json = json_loads(text, 0, NULL);
	rcc_tuning_read(json, &m->tuned);
	json_decref(json);
	free(text);
	if (m->tuned.executions != 0)
		return RCC_EXIT_OK;
	status = tune(m, &m->tuned);
	return status == RCC_EXIT_OK ? store(m) : status;
}
