/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/session.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/strvec.h"
#include "harness/build/discard.h"
#include "harness/build/layout_table.h"
#include "harness/build/layouts.h"
#include "harness/run/host.h"
#include "harness/run/runs.h"
#include "harness/run/valgrind_runs.h"
#include "harness/session/further_rounds.h"
#include "harness/session/growth.h"
#include "harness/study/host_warnings.h"

/* ---- The machine ------------------------------------------------------- */

static int open_real(void *self, struct rcc_executor *executor)
{
	(void)self;
	return rcc_execute_real(executor);
}

static int close_real(void *self, struct rcc_executor *executor)
{
	const int stop_signal = rcc_execute_stop_signal(executor);

	(void)self;
	rcc_execute_real_release(executor);
	return stop_signal;
}

const struct rcc_session_machine rcc_session_real_machine = {
	.open_executor = open_real,
	.close_executor = close_real,
	.make_layouts = rcc_layouts_make,
};

/* Sleep for 0.2 s.  The kernel counts time in ticks, which cannot tell a load
 * of 10 % from 0 in a shorter time. */
static void wait_idly(void *self)
{
	const struct timespec t = {.tv_nsec = 200000000};

	(void)self;
	nanosleep(&t, NULL);
}

/* ---- Beginning and end ------------------------------------------------- */

int rcc_session_begin(struct rcc_session *s, struct rcc_experiment *x)
{
	const struct rcc_process_control *control = &x->study.control;
	struct rcc_strvec warning = {0};
	json_t *host = rcc_host_describe("");
	char *text;
	int status = RCC_EXIT_OK;

	s->host = host;
	if (s->load != NULL)
		rcc_host_lower_load(host, *s->load);
	rcc_host_lower_load(host, rcc_host_running(""));
	rcc_host_siblings(host, "", control->sets_cpus ? &control->cpus : NULL,
			  wait_idly, NULL);
	text = json_dumps(host, JSON_COMPACT | JSON_SORT_KEYS);
	rcc_host_warnings(host, &warning);
	for (size_t i = 0; i < warning.n; i++)
		rcc_warn("%s", warning.item[i]);
	s->begun_unix_ns = rcc_clock_unix_ns();
	s->begun_ns = rcc_clock_now_ns();
	if (rcc_store_begin_session(x->store, s->begun_unix_ns, text, &s->id) !=
	    0) {
		status = rcc_experiment_store_failed(x, "store the session");
		json_decref(host);
		s->host = NULL;
	}
	free(text);
	rcc_strvec_release(&warning);
	s->steal = rcc_steal_now("");
	return status;
}

void rcc_session_end(struct rcc_session *s, struct rcc_experiment *x)
{
	const double steal = rcc_steal_since(&s->steal, "");
	/* If the time of day was set meanwhile, the length of the session must
	 * still be right, because --budget counts it. */
	const int64_t end_ns =
		s->begun_unix_ns + rcc_clock_now_ns() - s->begun_ns;
	char *text;

	if (!isnan(steal))
		json_object_set_new(s->host, "steal", json_real(steal));
	text = json_dumps(s->host, JSON_COMPACT | JSON_SORT_KEYS);
	/* If the store fails, the session looks as if it had been killed, which
	 * does no harm. */
	rcc_store_end_session(x->store, s->id, end_ns, text);
	free(text);
	json_decref(s->host);
	s->host = NULL;
}

/* ---- Measuring --------------------------------------------------------- */

/* The result of measuring all planned runs. */
struct stretch {
	bool is_out_of_time;
	double left_s; /* time until the deadline; infinite without one */
};

static int open_executor(struct rcc_session *s, struct rcc_executor *executor)
{
	const struct rcc_session_machine *m = s->machine;

	if (m->open_executor(m->self, executor) == 0)
		return RCC_EXIT_OK;
	rcc_error_errno("cannot prepare to measure");
	return RCC_EXIT_FAILED;
}

static void close_executor(struct rcc_session *s, struct rcc_executor *executor)
{
	s->stop_signal = s->machine->close_executor(s->machine->self, executor);
}

/* Make the planned runs.  While the executor is open, signals do not end the
 * process.  Signals must end the process while layouts are linked, so the
 * executor is open only during the runs. */
static int measure_planned(struct rcc_session *s, struct rcc_experiment *x,
			   struct stretch *stretch)
{
	struct rcc_executor executor = {0};
	int status = open_executor(s, &executor);

	*stretch = (struct stretch){.left_s = INFINITY};
	if (status == RCC_EXIT_OK) {
		status = rcc_runs_measure(x, &executor, s->id, s->deadline_ns,
					  &stretch->is_out_of_time);
		if (s->deadline_ns != 0)
			stretch->left_s =
				(double)(s->deadline_ns -
					 executor.now_ns(executor.self)) /
				1e9;
		close_executor(s, &executor);
	}
	return status;
}

/* Plan more runs of the same layouts if the results require it.  Link again the
 * programs that were removed. */
static int plan_further(const struct rcc_session *s, struct rcc_experiment *x,
			bool *goes_on)
{
	int status = rcc_further_rounds_plan(x, goes_on);

	if (status == RCC_EXIT_OK && *goes_on && x->study.removes_layouts)
		status = s->machine->make_layouts(x, s->n_jobs);
	return status;
}

/* Make the planned runs, and the runs that are added because of their
 * results. */
static int measure_stretch(struct rcc_session *s, struct rcc_experiment *x,
			   struct stretch *stretch)
{
	bool goes_on = true;
	int status = RCC_EXIT_OK;

	while (status == RCC_EXIT_OK && goes_on) {
		goes_on = false;
		status = measure_planned(s, x, stretch);
		if (status == RCC_EXIT_OK && !stretch->is_out_of_time)
			status = plan_further(s, x, &goes_on);
	}
	/* Remove programs only when all runs are done, because a removal would
	 * disturb a run.  rcc_discard_layouts() prints its errors. */
	if (rcc_discard_layouts(x, false) != RCC_EXIT_OK)
		status = RCC_EXIT_FAILED;
	return status;
}

int rcc_session_try(struct rcc_session *s, struct rcc_experiment *x)
{
	struct rcc_executor executor = {0};
	int status = open_executor(s, &executor);

	if (status != RCC_EXIT_OK)
		return status;
	status = rcc_runs_try(x, &executor);
	close_executor(s, &executor);
	return status;
}

static int count_with_valgrind(struct rcc_session *s, struct rcc_experiment *x)
{
	struct rcc_executor executor = {0};
	int status;

	if (rcc_valgrind_runs_are_finished(x))
		return RCC_EXIT_OK;
	status = open_executor(s, &executor);
	if (status != RCC_EXIT_OK)
		return status;
	status = rcc_valgrind_runs_measure(x, &executor, s->id);
	close_executor(s, &executor);
	return status;
}

/* Analyse the study.  If it continues, make the layouts that were added. */
static int grow(const struct rcc_session *s, struct rcc_experiment *x,
		const struct stretch *stretch, bool *goes_on)
{
	int status = rcc_growth_analyse(x, stretch->is_out_of_time,
					stretch->left_s, goes_on);

	if (status != RCC_EXIT_OK || !*goes_on)
		return status;
	status = rcc_layout_table_load(x);
	if (status == RCC_EXIT_OK)
		status = s->machine->make_layouts(x, s->n_jobs);
	return status;
}

int rcc_session_measure(struct rcc_session *s, struct rcc_experiment *x)
{
	bool goes_on = true;
	int status = RCC_EXIT_OK;

	while (status == RCC_EXIT_OK && goes_on) {
		struct stretch stretch;

		goes_on = false;
		status = measure_stretch(s, x, &stretch);
		if (status == RCC_EXIT_OK && x->has_opened)
			return status;
		if (status == RCC_EXIT_OK && rcc_study_grows(&x->study))
			status = grow(s, x, &stretch, &goes_on);
	}
	return status == RCC_EXIT_OK ? count_with_valgrind(s, x) : status;
}
