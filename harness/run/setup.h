/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preparing a run and cleaning up after it, which is not measured: the working
 * directory, --prepare, --cleanup, --cool-down.
 */
#ifndef RCC_HARNESS_RUN_SETUP_H
#define RCC_HARNESS_RUN_SETUP_H

#include <stdint.h>

#include "harness/run/execute.h"

/* The result of an attempt to measure a run. */
enum rcc_measured {
	RCC_MEASURED = 0,
	RCC_MEASURE_ABANDONED,	  /* the user asked to stop at once */
	RCC_MEASURE_CANNOT_RUN,	  /* execve(2), or a setting, was refused */
	RCC_MEASURE_NOT_PREPARED, /* the setup failed: `problem` says why */
	RCC_MEASURE_FAILED,	  /* a system call of ours failed: see errno */
};

struct rcc_setup {
	const struct rcc_executor *executor;
	char *const *environment;
	int64_t timeout_ns; /* the limit for the program, and for each helper */
	int64_t output_limit;
	const char *directory;	  /* made anew for each run; NULL: ours */
	const char *template_dir; /* copied there; NULL: it is empty */
	const char *prepare;	  /* shell commands; NULL: none */
	const char *cleanup;
	int64_t cool_down_ns;
};

#define RCC_SETUP_PROBLEM_MAX 256

enum rcc_measured rcc_setup_prepare(const struct rcc_setup *setup,
				    char problem[RCC_SETUP_PROBLEM_MAX]);
enum rcc_measured rcc_setup_clean_up(const struct rcc_setup *setup,
				     char problem[RCC_SETUP_PROBLEM_MAX]);

/* Run a shell command of the user's where the program runs.  *status is its
 * exit status, 128 if it was killed. */
enum rcc_measured rcc_setup_shell(const struct rcc_setup *setup,
				  const char *command, const char *stdin_path,
				  int *status);

#endif
