/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/runner.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "harness/build/layout_place.h"

#define TIMEOUT_KEY "timeout-ns"
#define TIMEOUT_FACTOR 10
#define TIMEOUT_MIN (INT64_C(60) * 1000000000)

void rcc_runner_init(struct rcc_runner *r, struct rcc_experiment *x,
		     const struct rcc_executor *executor)
{
	const struct rcc_study *study = &x->study;

	*r = (struct rcc_runner){
		.x = x,
		.reference = rcc_experiment_path(x, "reference"),
		.directory = rcc_experiment_path(x, "cwd"),
	};
	r->measure = (struct rcc_measure){
		.setup =
			{
				.executor = executor,
				.environment = environ,
				.output_limit = study->output_limit,
				.directory = study->has_fresh_cwd ? r->directory
								  : NULL,
				.template_dir = study->template_dir,
				.prepare = study->prepare,
				.cleanup = study->cleanup,
				.cool_down_ns =
					(int64_t)(study->cool_down * 1e9),
			},
		.command = {.has_shell = study->has_shell},
		.stdin_path = study->stdin_path,
		.verify = study->verify,
		.exit_status = study->exit_status,
		.values = &r->values,
		.control = &study->control,
		.has_libraries =
			x->linked != NULL &&
			rcc_linked_any_libraries(x->linked, study->n_systems),
		.has_padding = study->has_random_env,
	};
	rcc_metric_values_init(&r->values, study->metric, study->n_metrics,
			       study->n_iterations);
	r->values.directory = r->measure.setup.directory;
}

void rcc_runner_release(struct rcc_runner *r)
{
	rcc_metric_values_release(&r->values);
	rcc_input_watch_release(&r->watch);
	free(r->reference);
	free(r->directory);
}

int rcc_runner_recall_timeout(struct rcc_runner *r)
{
	int64_t *timeout_ns = &r->measure.setup.timeout_ns;
	char *text = NULL;

	*timeout_ns = (int64_t)(r->x->study.timeout * 1e9);
	if (rcc_store_get(r->x->store, TIMEOUT_KEY, &text) != 0)
		return rcc_experiment_store_failed(r->x, "read the time limit");
	if (text != NULL && *timeout_ns == 0)
		*timeout_ns = strtoll(text, NULL, 10);
	free(text);
	return RCC_EXIT_OK;
}

int rcc_runner_settle_timeout(struct rcc_runner *r, int64_t wall_ns)
{
	int64_t *timeout_ns = &r->measure.setup.timeout_ns;
	char text[24];

	if (*timeout_ns != 0)
		return RCC_EXIT_OK;
	*timeout_ns = wall_ns * TIMEOUT_FACTOR;
	if (*timeout_ns < TIMEOUT_MIN)
		*timeout_ns = TIMEOUT_MIN;
	snprintf(text, sizeof(text), "%" PRId64, *timeout_ns);
	if (rcc_store_set(r->x->store, TIMEOUT_KEY, text) != 0)
		return rcc_experiment_store_failed(r->x,
						   "store the time limit");
	return RCC_EXIT_OK;
}

/* Print that the kernel refused to execute the program, or refused one of its
 * settings. */
static void say_refused(const struct rcc_runner *r, const char *program,
			const struct rcc_measure_detail *d)
{
	char **argv = rcc_command_line_argv(&r->measure.command, program);
	const char *remedy = NULL;

	errno = d->error_number;
	if (d->refused != NULL) {
		rcc_error_errno("cannot set %s for the runs", d->refused);
		remedy =
			rcc_process_control_remedy(d->refused, d->error_number);
	} else {
		rcc_error_errno("cannot run \"%s\"", argv[0]);
	}
	if (remedy != NULL)
		rcc_hint("%s", remedy);
	rcc_command_line_free(argv);
}

void rcc_runner_say_unmeasured(struct rcc_runner *r, const char *program,
			       enum rcc_measured got,
			       const struct rcc_measure_detail *d)
{
	const int error_number = errno;

	if (got != RCC_MEASURED)
		rcc_progress_clear(&r->progress);
	errno = error_number;
	if (got == RCC_MEASURE_FAILED)
		rcc_error_errno("cannot measure \"%s\"", program);
	else if (got == RCC_MEASURE_NOT_PREPARED)
		rcc_error("%s", d->problem);
	else if (got == RCC_MEASURE_CANNOT_RUN)
		say_refused(r, program, d);
}

int rcc_runner_check_inputs(struct rcc_runner *r)
{
	const char *path = rcc_input_watch_changed(&r->watch);

	if (path == NULL)
		return RCC_EXIT_OK;
	rcc_progress_clear(&r->progress);
	rcc_error("\"%s\" changed while the study ran: the last run is not "
		  "stored",
		  path);
	rcc_hint("restore it and continue, or begin a new study in another "
		 "directory: runs with other inputs cannot be compared");
	return RCC_EXIT_USAGE;
}

enum rcc_measured rcc_runner_run(struct rcc_runner *r, int64_t layout,
				 unsigned env_bytes,
				 struct rcc_run_record *record,
				 struct rcc_measure_detail *d)
{
	struct rcc_place place;
	enum rcc_measured got;

	rcc_place_find(r->x, layout, &place);
	r->measure.place = &place;
	got = rcc_measure_run(&r->measure, place.program, env_bytes, record, d);
	r->measure.place = NULL;
	rcc_runner_say_unmeasured(r, place.program, got, d);
	rcc_place_release(&place);
	return got;
}
