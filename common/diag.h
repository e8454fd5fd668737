/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages to the user, and the exit codes of our programs.
 *
 * Messages are in lower case, with the problem first, the subject in quotes and
 * no full stop.  A second line, printed by rcc_hint(), says what to do about
 * the problem.  All messages go to standard error; standard output is for
 * results.
 */
#ifndef RCC_COMMON_DIAG_H
#define RCC_COMMON_DIAG_H

#include "common/error.h"

/* Exit codes.  testsuite/0020-base-docs.bats compares them with the manual
 * pages. */
enum rcc_exit {
	RCC_EXIT_OK = 0,
	/* A run failed, or a comparison found a regression (randstudy). */
	RCC_EXIT_FAILED = 1,
	/* Bad usage or input (randstudy). */
	RCC_EXIT_USAGE = 2,
	/* A comparison is undecided (randstudy). */
	RCC_EXIT_UNDECIDED = 3,
	/* randcc, randld or randenv itself failed.  Otherwise these three
	 * programs return the status of the compiler, linker or command.
	 * env(1) and timeout(1) use the number 125 in the same way. */
	RCC_EXIT_OURS = 125,
	/* The command was found but could not be run (randenv). */
	RCC_EXIT_CANNOT_RUN = 126,
	/* The command was not found (randenv). */
	RCC_EXIT_NOT_FOUND = 127,
};

/* Set the name of the program.  Every message begins with this name.  The
 * default is "randcc".  `name` is borrowed for the life of the process. */
void rcc_diag_program(const char *name);
const char *rcc_diag_program_name(void);

/* Set the exit code of rcc_die().  The default is RCC_EXIT_OURS. */
void rcc_diag_exit_code(int status);

/* From now on, keep the text of the first message that rcc_error() or
 * rcc_error_errno() prints. */
void rcc_diag_watch(void);
/* End what rcc_diag_watch() began.  Returns the text of the first error (caller
 * frees), or NULL if none was printed. */
char *rcc_diag_first_error(void);

void rcc_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rcc_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rcc_hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Print an error, followed by ": " and strerror(errno). */
void rcc_error_errno(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/* Print an error and end the program.  Only the files with main(), randstudy's
 * subcommands and common/mem.c call this.  All other code returns errors
 * instead. */
void rcc_die(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));
void rcc_die_errno(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));

#endif
