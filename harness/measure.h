/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of one laid-out program: prepare, execute, judge.
 *
 * A run counts only if it ended as expected and printed what was expected: a
 * wrong program is fast for the wrong reason.
 */
#ifndef RCC_HARNESS_MEASURE_H
#define RCC_HARNESS_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/execute.h"
#include "harness/row.h"
#include "harness/values.h"

/* The name of the variable that enlarges the environment. */
#define RCC_MEASURE_PADDING "RANDSTUDY_PADDING"

struct rcc_measure {
	const struct rcc_executor *executor;
	/* The command; "{binary}" anywhere in it stands for the program. */
	char *const *command;
	size_t n_command;
	char *const *environment; /* to which the padding is added */
	const char *stdin_path;	  /* NULL: /dev/null */
	const char *reference;	  /* file with the right output, or NULL */
	const char *verify;	  /* shell command that reads the output */
	int exit_status;	  /* the right one */
	struct rcc_values *values; /* numbers of the study's own; NULL: none */
	int64_t timeout_ns;
	int64_t output_limit;
	bool has_padding; /* false: environment as it is, env_bytes unused */
};

/* What became of a run, beyond its row. */
enum rcc_measured {
	RCC_MEASURED = 0,
	RCC_MEASURE_ABANDONED, /* the user would not wait */
	RCC_MEASURE_CANNOT_RUN /* exec failed: why is the errno */
};

struct rcc_measure_detail {
	int error_number;
	/* The first byte that differs, -1 if none was compared or none does. */
	int64_t differs_at;
	int verify_status;
	char problem[256]; /* of RCC_OUTCOME_NO_METRIC */
	int stdout_fd; /* what it printed, until the next run */
	int stderr_fd;
};

/* Execute `binary` once.  Fills what is measured in *row and leaves the rest
 * of it alone.  Returns enum rcc_measured, or RCC_ESYS when we failed. */
int rcc_measure_run(const struct rcc_measure *m, const char *binary,
		    unsigned env_bytes, struct rcc_run_row *row,
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

#endif
