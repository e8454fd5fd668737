/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of one laid-out program: prepare, execute, judge.
 *
 * A run counts only if it ended as expected and wrote what was expected: a
 * wrong program is fast for the wrong reason.
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

/* The name of the variable that enlarges the environment. */
#define RCC_MEASURE_PADDING "RANDSTUDY_PADDING"

struct rcc_measure {
	struct rcc_setup setup;
	struct rcc_command_line command;
	const char *stdin_path; /* NULL: /dev/null */
	const char *reference;	/* file with the expected output, or NULL */
	const char *verify;	/* shell command that reads the output */
	int exit_status;	/* the expected one */
	struct rcc_metric_values *values; /* the study's metrics; or NULL */
	const struct rcc_process_control *control;
	/* The program's folder holds libraries that come before all others. */
	bool has_libraries;
	const struct rcc_place *place; /* NULL: the layout's folder */
	struct rcc_sampler *sampler; /* samples the next run; NULL: none */
	/* Path, without ".PID", of the files in which the dynamic linker logs
	 * what each process loads; NULL: it does not. */
	char *library_log;
	bool has_padding;    /* enlarge the environment */
	bool has_scheduling; /* the detail has main_thread_ns and queue_ns */
};

struct rcc_measure_detail {
	int error_number;    /* set for RCC_MEASURE_CANNOT_RUN */
	const char *refused; /* see struct rcc_exec_result */
	/* The first byte that differs; -1 if none does, or none was
	 * compared. */
	int64_t differs_at;
	int verify_status;
	/* Set for RCC_OUTCOME_NO_METRIC and RCC_MEASURE_NOT_PREPARED. */
	char problem[RCC_SETUP_PROBLEM_MAX];
	int stdout_fd; /* the program's output; valid until the next run */
	int stderr_fd;
	int64_t main_thread_ns; /* as rcc_exec_result has them */
	int64_t queue_ns;
	int64_t written_bytes;
};

/* Execute `program` once with the environment enlarged by env_bytes.  Sets the
 * measured fields of *record and leaves the others alone. */
enum rcc_measured rcc_measure_run(const struct rcc_measure *m,
				  const char *program, unsigned env_bytes,
				  struct rcc_run_record *record,
				  struct rcc_measure_detail *detail);

/* Its steps, for runs that are executed at the same time. */

/* A run that is prepared; it owns what its request points to. */
struct rcc_measure_launch {
	struct rcc_exec_request request;
	char **argv;
	char **env;
	struct rcc_strvec own;
};

/* Release *launch in any case. */
enum rcc_measured rcc_measure_prepare(const struct rcc_measure *m,
				      const char *program, unsigned env_bytes,
				      struct rcc_run_record *record,
				      struct rcc_measure_detail *detail,
				      struct rcc_measure_launch *launch);
void rcc_measure_launch_release(struct rcc_measure_launch *launch);
/* Judge the run that was executed, and clean up after it. */
enum rcc_measured rcc_measure_finish(const struct rcc_measure *m,
				     const struct rcc_exec_result *result,
				     struct rcc_run_record *record,
				     struct rcc_measure_detail *detail);

#endif
