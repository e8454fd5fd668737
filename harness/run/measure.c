/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/measure.h"

#include <errno.h>
#include <signal.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/file.h"
#include "common/strvec.h"
#include "harness/build/exchange.h"
#include "harness/run/libraries.h"
#include "harness/run/output_compare.h"

/* If a program has ended by SIGTERM, randstudy waits this long to see whether
 * it gets that signal too. */
#define GRACE_NS INT64_C(1000000000)

/* ---- The environment --------------------------------------------------- */

/* Return whether `env` sets the variable of `pair`, which is "NAME=VALUE". */
static bool sets_variable(const struct rcc_strvec *env, const char *pair)
{
	const size_t len = strcspn(pair, "=") + 1;

	for (size_t i = 0; i < env->n; i++)
		if (strncmp(env->item[i], pair, len) == 0)
			return true;
	return false;
}

/* Add the variables for the program's libraries.  If the program runs at its
 * own path, where the build linked it, its libraries are in the folders of
 * m->place.  Otherwise they are in the program's folder. */
static void add_library_path(const struct rcc_measure *m, const char *program,
			     struct rcc_strvec *own)
{
	const size_t n = (size_t)(rcc_file_base(program) - program);
	char *folder = NULL;

	if (m->place != NULL && m->place->library_path != NULL)
		folder = rcc_mem_strdup(m->place->library_path);
	else if (m->has_libraries && n >= 2)
		folder = rcc_mem_strndup(program, n - 1);
	rcc_libraries_environment(m->setup.environment, folder, m->library_log,
				  own);
	free(folder);
}

/* Return the environment of a run.  Its variables have the same order in every
 * run: randstudy's own variables come last, and the padding is the last of
 * them.  *own holds the strings of randstudy's own variables. */
static char **make_environment(const struct rcc_measure *m, const char *program,
			       unsigned bytes, struct rcc_strvec *own)
{
	char *const *const base = m->setup.environment;
	size_t n = 0;
	char **env;

	add_library_path(m, program, own);
	if (m->has_padding) {
		static const char name[] = RCC_MEASURE_PADDING "=";
		char *padding = rcc_mem_alloc(sizeof(name) + bytes);

		memcpy(padding, name, sizeof(name) - 1);
		memset(padding + sizeof(name) - 1, 'x', bytes);
		padding[sizeof(name) - 1 + bytes] = '\0';
		rcc_strvec_take(own, padding);
	}
	while (base[n] != NULL)
		n++;
	env = rcc_mem_calloc(n + own->n + 1, sizeof(*env));
	n = 0;
	for (size_t i = 0; base[i] != NULL; i++)
		if (!sets_variable(own, base[i]))
			env[n++] = base[i];
	for (size_t i = 0; i < own->n; i++)
		env[n++] = own->item[i];
	return env;
}

/* ---- Judging ----------------------------------------------------------- */

/* Compare the program's output with the reference.  Ignore numbers that are
 * metrics, since these differ from run to run. */
static int compare_output(const struct rcc_measure *m, int fd, int64_t *at)
{
	if (m->values != NULL && rcc_metric_values_in_output(m->values))
		return rcc_metric_values_compare(m->values, fd, m->reference,
						 at);
	return rcc_output_compare(fd, m->reference, at);
}

/* Run the user's --verify command with the program's output as its standard
 * input. */
static enum rcc_measured run_verifier(const struct rcc_measure *m,
				      int stdout_fd, int *status)
{
	char *path = rcc_mem_printf("/proc/self/fd/%d", stdout_fd);
	const enum rcc_measured got =
		rcc_setup_shell(&m->setup, m->verify, path, status);

	free(path);
	return got;
}

/* Compare the output with the reference, and run --verify. */
static enum rcc_measured judge_output(const struct rcc_measure *m,
				      const struct rcc_exec_result *r,
				      struct rcc_run_record *record,
				      struct rcc_measure_detail *d)
{
	if (m->reference != NULL) {
		if (compare_output(m, r->stdout_fd, &d->differs_at) != 0)
			return RCC_MEASURE_FAILED;
		if (d->differs_at >= 0)
			record->outcome = RCC_OUTCOME_WRONG_OUTPUT;
	}
	if (m->verify != NULL && record->outcome == RCC_OUTCOME_OK) {
		const enum rcc_measured got =
			run_verifier(m, r->stdout_fd, &d->verify_status);

		if (got != RCC_MEASURED)
			return got;
		if (d->verify_status != 0)
			record->outcome = RCC_OUTCOME_WRONG_OUTPUT;
	}
	return RCC_MEASURED;
}

static enum rcc_measured read_values(const struct rcc_measure *m,
				     const struct rcc_exec_result *r,
				     struct rcc_run_record *record,
				     struct rcc_measure_detail *d)
{
	const int result =
		rcc_metric_values_read(m->values, r->stdout_fd, r->stderr_fd,
				       d->problem, sizeof(d->problem));

	if (result == RCC_EFORMAT)
		record->outcome = RCC_OUTCOME_NO_METRIC;
	return result == 0 || result == RCC_EFORMAT ? RCC_MEASURED
						    : RCC_MEASURE_FAILED;
}

/* Set the outcome of a run from the way it ended and from its output. */
static enum rcc_measured judge(const struct rcc_measure *m,
			       const struct rcc_exec_result *r,
			       struct rcc_run_record *record,
			       struct rcc_measure_detail *d)
{
	enum rcc_measured got;

	record->outcome = RCC_OUTCOME_OK;
	switch (r->ended) {
	case RCC_ENDED_ABANDONED:
		return RCC_MEASURE_ABANDONED;
	case RCC_ENDED_NOT_STARTED:
		return RCC_MEASURE_CANNOT_RUN;
	case RCC_ENDED_TIMEOUT:
		record->outcome = RCC_OUTCOME_TIMEOUT;
		return RCC_MEASURED;
	case RCC_ENDED_OUTPUT:
		record->outcome = RCC_OUTCOME_TOO_MUCH_OUTPUT;
		return RCC_MEASURED;
	case RCC_ENDED_SIGNALLED:
		record->outcome = RCC_OUTCOME_SIGNAL;
		return RCC_MEASURED;
	case RCC_ENDED_EXITED:
		break;
	}
	if (r->exit_status != m->exit_status) {
		record->outcome = RCC_OUTCOME_BAD_EXIT;
		return RCC_MEASURED;
	}
	got = judge_output(m, r, record, d);
	if (got == RCC_MEASURED && record->outcome == RCC_OUTCOME_OK &&
	    m->values != NULL)
		got = read_values(m, r, record, d);
	return got;
}

/* ---- Executing --------------------------------------------------------- */

static void fill_record(struct rcc_run_record *record,
			const struct rcc_exec_result *r)
{
	off_t size = lseek(r->stdout_fd, 0, SEEK_END);

	record->start_ns = r->start_ns;
	record->wall_ns = r->wall_ns;
	record->user_ns = r->user_ns;
	record->system_ns = r->system_ns;
	record->max_rss_kib = r->max_rss_kib;
	record->minor_faults = r->minor_faults;
	record->major_faults = r->major_faults;
	record->voluntary_switches = r->voluntary_switches;
	record->involuntary_switches = r->involuntary_switches;
	record->exit_status = r->exit_status;
	record->signal = r->signal;
	record->n_left_behind = r->n_left_behind;
	record->output_bytes = size > 0 ? (int64_t)size : 0;
}

/* Read the program's file once, so that the run does not read it from the disk.
 * Errors are ignored, since the run will report them. */
static void warm_file(const char *path)
{
	char block[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	while (read(fd, block, sizeof(block)) > 0)
		;
	close(fd);
}

static void warm_files(const struct rcc_measure *m, const char *program)
{
	const size_t n = m->place != NULL ? m->place->from.n : 0;

	if (n == 0)
		warm_file(program);
	for (size_t i = 0; i < n; i++)
		warm_file(m->place->from.item[i]);
}

enum rcc_measured rcc_measure_prepare(const struct rcc_measure *m,
				      const char *program, unsigned env_bytes,
				      struct rcc_run_record *record,
				      struct rcc_measure_detail *detail,
				      struct rcc_measure_launch *l)
{
	enum rcc_measured got;

	*l = (struct rcc_measure_launch){
		.argv = rcc_command_line_argv(&m->command, program)};
	l->env = make_environment(m, program, env_bytes, &l->own);
	l->request = (struct rcc_exec_request){
		.argv = l->argv,
		.envp = l->env,
		.stdin_path = m->stdin_path,
		.directory = m->setup.directory,
		.control = m->control,
		.timeout_ns = m->setup.timeout_ns,
		.output_limit = m->setup.output_limit,
		.counter = m->values != NULL ? m->values->counter : NULL,
		.sampler = m->sampler,
		.n_counters = m->values != NULL ? m->values->n_metrics : 0,
		.has_scheduling = m->has_scheduling,
	};
	if (m->place != NULL && m->place->mode == RCC_PLACE_MOUNT) {
		l->request.mount_from = m->place->from.item;
		l->request.mount_to = m->place->to.item;
	} else if (m->place != NULL && m->place->mode == RCC_PLACE_EXCHANGE) {
		l->request.exchanged_in = m->place->study;
	}
	*detail = (struct rcc_measure_detail){.differs_at = -1};
	record->env_bytes = m->has_padding ? (int64_t)env_bytes : 0;
	got = rcc_setup_prepare(&m->setup, detail->problem);
	warm_files(m, program);
	if (m->values != NULL)
		rcc_metric_values_clear(m->values);
	return got;
}

void rcc_measure_launch_release(struct rcc_measure_launch *l)
{
	free(l->env);
	rcc_strvec_release(&l->own);
	rcc_command_line_free(l->argv);
	*l = (struct rcc_measure_launch){0};
}

/* Batch systems end a job by sending SIGTERM to all its processes.  Return
 * whether such a SIGTERM ended the program.  The run then does not count
 * against the program.  This process gets the signal too, but maybe later than
 * the program.  Therefore wait for the signal. */
static bool was_told_to_end(const struct rcc_measure *m,
			    const struct rcc_exec_result *result)
{
	const struct rcc_executor *executor = m->setup.executor;
	const bool is_signalled = result->ended == RCC_ENDED_SIGNALLED &&
				  result->signal == SIGTERM;
	/* A shell gives this exit status if the signal ended its command. */
	const bool is_reported = result->ended == RCC_ENDED_EXITED &&
				 result->exit_status == 128 + SIGTERM &&
				 m->exit_status != 128 + SIGTERM;

	if (!is_signalled && !is_reported)
		return false;
	executor->pause(executor->self, GRACE_NS);
	return executor->stop_wanted(executor->self) != 0;
}

void rcc_measure_give_up(const struct rcc_measure *m)
{
	const int error_number = errno;
	char problem[RCC_SETUP_PROBLEM_MAX];

	rcc_setup_clean_up(&m->setup, problem);
	errno = error_number;
}

enum rcc_measured rcc_measure_finish(const struct rcc_measure *m,
				     const struct rcc_exec_result *result,
				     struct rcc_run_record *record,
				     struct rcc_measure_detail *detail)
{
	enum rcc_measured got;

	detail->error_number = result->error_number;
	detail->refused = result->refused;
	detail->stdout_fd = result->stdout_fd;
	detail->stderr_fd = result->stderr_fd;
	detail->main_thread_ns = result->main_thread_ns;
	detail->queue_ns = result->queue_ns;
	detail->own_ns = result->own_ns;
	detail->looks = result->looks;
	detail->late_ns = result->late_ns;
	detail->written_bytes = result->written_bytes;
	fill_record(record, result);
	got = judge(m, result, record, detail);
	if (got == RCC_MEASURED && was_told_to_end(m, result))
		got = RCC_MEASURE_ABANDONED;
	if (got == RCC_MEASURED)
		return rcc_setup_clean_up(&m->setup, detail->problem);
	rcc_measure_give_up(m);
	return got;
}

/* Execute the program.  If l->request.exchanged_in is set, put the layout's
 * files in the place of the build's files during the run. */
static enum rcc_measured execute(const struct rcc_measure *m,
				 const struct rcc_measure_launch *l,
				 struct rcc_exec_result *result,
				 struct rcc_measure_detail *detail)
{
	const struct rcc_executor *executor = m->setup.executor;
	const bool exchanges = l->request.exchanged_in != NULL;
	enum rcc_measured got = RCC_MEASURED;

	if (exchanges && rcc_exchange_begin(m->place->study, m->place) != 0) {
		snprintf(detail->problem, sizeof(detail->problem),
			 errno == EEXIST
				 ? "another study runs a layout at "
				   "\"%.140s\", or was interrupted: the "
				   "program itself is now "
				   "NAME.randstudy-original"
				 : "cannot put a layout in place of \"%.180s\"",
			 m->place->program);
		return RCC_MEASURE_NOT_PREPARED;
	}
	if (executor->run(executor->self, &l->request, result) != 0)
		got = RCC_MEASURE_FAILED;
	if (exchanges && rcc_exchange_undo(m->place->study) != 0)
		got = RCC_MEASURE_FAILED;
	return got;
}

enum rcc_measured rcc_measure_run(const struct rcc_measure *m,
				  const char *program, unsigned env_bytes,
				  struct rcc_run_record *record,
				  struct rcc_measure_detail *detail)
{
	struct rcc_measure_launch launch;
	struct rcc_exec_result result;
	enum rcc_measured got = rcc_measure_prepare(m, program, env_bytes,
						    record, detail, &launch);

	if (got == RCC_MEASURED) {
		got = execute(m, &launch, &result, detail);
		if (got == RCC_MEASURED)
			got = rcc_measure_finish(m, &result, record, detail);
		else
			rcc_measure_give_up(m);
	}
	rcc_measure_launch_release(&launch);
	return got;
}

struct rcc_tandem_times
rcc_measure_tandem_times(const struct rcc_run_record *record,
			 const struct rcc_measure_detail *detail)
{
	return (struct rcc_tandem_times){
		.wall_ns = record->wall_ns,
		.cpu_ns = record->user_ns + record->system_ns,
		.own_ns = detail->own_ns,
		.main_ns = detail->main_thread_ns,
		.queue_ns = detail->queue_ns,
		.late_ns = detail->late_ns,
		.looks = detail->looks,
	};
}
