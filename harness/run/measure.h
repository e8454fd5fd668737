/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of a program: prepare it, execute it, judge it.
 *
 * A run counts only if the program ended as expected and printed what is
 * expected.  A program that does something else may be fast for that reason.
 */
#ifndef RCC_HARNESS_RUN_MEASURE_H
#define RCC_HARNESS_RUN_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/strvec.h"
#include "harness/build/place.h"
#include "harness/run/command_line.h"
#include "harness/run/metric_values.h"
#include "harness/run/setup.h"
#include "harness/store/records.h"

/* The environment variable whose value enlarges the environment of a run. */
#define RCC_MEASURE_PADDING "RANDSTUDY_PADDING"

struct rcc_measure {
	struct rcc_setup setup;
	struct rcc_command_line command;
	/* File for standard input; NULL for /dev/null. */
	const char *stdin_path;
	/* File with the expected output; NULL if the output is not compared. */
	const char *reference;
	/* Shell command that checks the output; NULL if none. */
	const char *verify;
	int exit_status;		  /* the expected exit status */
	struct rcc_metric_values *values; /* the study's metrics, or NULL */
	const struct rcc_process_control *control;
	/* Whether the dynamic linker must search for libraries in the program's
	 * folder first. */
	bool has_libraries;
	/* The place at which the program runs: its layout's folder or its own
	 * path (build/place.h).  NULL for a program that is no layout, such as
	 * true(1). */
	const struct rcc_place *place;
	/* The sampler of the next run; NULL if it is not sampled. */
	struct rcc_sampler *sampler;
	/* Path, without ".PID", of the files in which the dynamic linker logs
	 * what each process loads; NULL for no log. */
	char *library_log;
	bool has_padding; /* whether to enlarge the environment */
	/* Whether to set main_thread_ns and the five members below it in
	 * struct rcc_measure_detail. */
	bool has_scheduling;
};

struct rcc_measure_detail {
	int error_number;    /* set for RCC_MEASURE_CANNOT_RUN */
	const char *refused; /* see struct rcc_exec_result */
	/* Offset of the first difference in the output; -1 if there is none, or
	 * if the output was not compared.  It is the offset of the first byte
	 * that differs or, if the study has metrics in the output, of the first
	 * line that differs. */
	int64_t differs_at;
	int verify_status;
	/* A message, set if the outcome is RCC_OUTCOME_NO_METRIC or the result
	 * is RCC_MEASURE_NOT_PREPARED. */
	char problem[RCC_SETUP_PROBLEM_MAX];
	int stdout_fd; /* the program's output; valid until the next run */
	int stderr_fd;
	/* The next six members are those of struct rcc_exec_result. */
	int64_t main_thread_ns;
	int64_t queue_ns;
	int64_t own_ns;
	struct rcc_ready looks;
	int64_t late_ns;
	int64_t written_bytes;
};

/* Execute `program` once, with the environment enlarged by env_bytes, and judge
 * the run.  Sets the measured fields of *record and no others. */
enum rcc_measured rcc_measure_run(const struct rcc_measure *m,
				  const char *program, unsigned env_bytes,
				  struct rcc_run_record *record,
				  struct rcc_measure_detail *detail);

/* For runs that are executed at the same time, rcc_measure_run() is divided
 * into the steps below. */

/* A prepared run.  It owns the memory to which its request points. */
struct rcc_measure_launch {
	struct rcc_exec_request request;
	char **argv;
	char **env;
	struct rcc_strvec own;
};

/* Prepare a run.  The caller must release *launch, also after an error. */
enum rcc_measured rcc_measure_prepare(const struct rcc_measure *m,
				      const char *program, unsigned env_bytes,
				      struct rcc_run_record *record,
				      struct rcc_measure_detail *detail,
				      struct rcc_measure_launch *launch);
void rcc_measure_launch_release(struct rcc_measure_launch *launch);
/* Clean up after a run that was prepared, but is not judged because of an error.
 * Errors of this clean-up are ignored.  errno keeps its value. */
void rcc_measure_give_up(const struct rcc_measure *m);
/* Judge a run that was executed, and clean up after it, also after an error. */
enum rcc_measured rcc_measure_finish(const struct rcc_measure *m,
				     const struct rcc_exec_result *result,
				     struct rcc_run_record *record,
				     struct rcc_measure_detail *detail);

/* Return the times of a run that was made with has_scheduling. */
struct rcc_tandem_times
rcc_measure_tandem_times(const struct rcc_run_record *record,
			 const struct rcc_measure_detail *detail);

#endif
