/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of one laid-out program: prepare, execute, judge.
 *
 * A run counts only if it ended as expected and printed what was expected: a
 * wrong program is fast for the wrong reason.
 */
#ifndef RCC_HARNESS_RUN_MEASURE_H
#define RCC_HARNESS_RUN_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/run/execute.h"
#include "harness/store/records.h"
#include "harness/study/study.h"
#include "harness/run/metric_values.h"

/* The name of the variable that enlarges the environment. */
#define RCC_MEASURE_PADDING "RANDSTUDY_PADDING"

struct rcc_measure {
	const struct rcc_executor *executor;
	/* The command; "{binary}" anywhere in it stands for the program. */
	char *const *command;
	size_t n_command;
	char *const *environment;  /* to which the padding is added */
	const char *stdin_path;	   /* NULL: /dev/null */
	const char *reference;	   /* file with the right output, or NULL */
	const char *verify;	   /* shell command that reads the output */
	int exit_status;	   /* the right one */
	struct rcc_values *values; /* numbers of the study's own; NULL: none */
	int64_t timeout_ns;
	int64_t output_limit;
	const struct rcc_process_control *control;
	const char *directory;	  /* made anew for each run; NULL: ours */
	const char *template_dir; /* what it holds then; NULL: nothing */
	const char *prepare;	  /* shell commands; NULL: none */
	const char *cleanup;
	int64_t cool_down_ns;
	bool has_shell;	  /* the command is one for /bin/sh */
	/* The program's folder has libraries that come before all others. */
	bool has_libraries;
	/* Files to which the dynamic linker of each process writes what it
	 * loads: their paths without ".PID"; NULL: it does not. */
	char *loaded;
	bool has_padding; /* false: environment as it is, env_bytes unused */
};

/* What became of a run, beyond its row. */
enum rcc_measured {
	RCC_MEASURED = 0,
	RCC_MEASURE_ABANDONED,	  /* the user would not wait */
	RCC_MEASURE_CANNOT_RUN,	  /* exec failed: why is the errno */
	RCC_MEASURE_NOT_PREPARED, /* detail.problem says why */
};

struct rcc_measure_detail {
	int error_number;
	const char *refused; /* as rcc_exec_result has it */
	/* The first byte that differs, -1 if none was compared or none does. */
	int64_t differs_at;
	int verify_status;
	char problem[256]; /* of RCC_OUTCOME_NO_METRIC, _NOT_PREPARED */
	int stdout_fd;	   /* what it printed, until the next run */
	int stderr_fd;
};

/* Execute `binary` once.  Fills what is measured in *row and leaves the rest
 * of it alone.  Returns enum rcc_measured, or RCC_ESYS when we failed. */
int rcc_measure_run(const struct rcc_measure *m, const char *binary,
		    unsigned env_bytes, struct rcc_run_record *row,
		    struct rcc_measure_detail *detail);

/* The command with {binary} replaced, NULL-terminated; caller frees it by
 * rcc_measure_free_argv(). */
char **rcc_measure_argv(const struct rcc_measure *m, const char *binary);
void rcc_measure_free_argv(char **argv);

/* Whether {binary} stands in the command. */
bool rcc_measure_has_binary(char *const *command, size_t n);

/* The first byte at which two files differ, -1 if they are the same,
 * RCC_MEASURE_UNREADABLE with errno set. */
#define RCC_MEASURE_UNREADABLE (-2)
int64_t rcc_measure_compare(int fd, const char *path);

/* The parts of a run that are not measured.  Each returns as
 * rcc_measure_run(). */
int rcc_measure_prepare(const struct rcc_measure *m,
			struct rcc_measure_detail *detail);
int rcc_measure_clean_up(const struct rcc_measure *m,
			 struct rcc_measure_detail *detail);
/* A helper in the runs' working directory, and one by the shell: 0 with its
 * *status (128 if it was killed), RCC_MEASURE_ABANDONED or RCC_ESYS. */
int rcc_measure_helper(const struct rcc_measure *m, char *const *argv,
		       const char *stdin_path, int *status);
int rcc_measure_shell(const struct rcc_measure *m, const char *command,
		      const char *stdin_path, int *status);

/* What of a study decides on its runs; borrowed from it.  `directory`: where
 * fresh working directories are made. */
void rcc_measure_set(struct rcc_measure *m, const struct rcc_study *study,
		     const char *directory);

#endif
