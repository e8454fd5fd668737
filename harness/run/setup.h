/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prepare a run, and clean up after it: the working directory, --prepare,
 * --cleanup, --cool-down.  The measured time includes none of this.
 */
#ifndef RCC_HARNESS_RUN_SETUP_H
#define RCC_HARNESS_RUN_SETUP_H

#include <stdint.h>

#include "harness/run/execute.h"

/* The result of an attempt to measure a run. */
enum rcc_measured {
	RCC_MEASURED = 0,
	RCC_MEASURE_ABANDONED,	/* the user asked to stop at once */
	RCC_MEASURE_CANNOT_RUN, /* the kernel refused execve(2) or a setting */
	/* The preparation failed: `problem` says why. */
	RCC_MEASURE_NOT_PREPARED,
	/* A system call of randstudy failed: see errno. */
	RCC_MEASURE_FAILED,
};

struct rcc_setup {
	const struct rcc_executor *executor;
	char *const *environment;
	/* Time limit of the program, and of each shell command. */
	int64_t timeout_ns;
	int64_t output_limit;
	/* Working directory that is made anew for each run; NULL if the runs
	 * use the working directory of randstudy. */
	const char *directory;
	/* Directory that is copied to `directory`; NULL if none is. */
	const char *template_dir;
	/* Shell commands before and after the run; NULL if none. */
	const char *prepare;
	const char *cleanup;
	int64_t cool_down_ns;
};

#define RCC_SETUP_PROBLEM_MAX 256

enum rcc_measured rcc_setup_prepare(const struct rcc_setup *setup,
				    char problem[RCC_SETUP_PROBLEM_MAX]);
enum rcc_measured rcc_setup_clean_up(const struct rcc_setup *setup,
				     char problem[RCC_SETUP_PROBLEM_MAX]);

/* Run a shell command of the user in the program's working directory.  Set
 * *status to its exit status; 128 if it was killed. */
enum rcc_measured rcc_setup_shell(const struct rcc_setup *setup,
				  const char *command, const char *stdin_path,
				  int *status);

#endif
