/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages to the user and the exit codes of our programs.
 *
 * Messages are in lower case, with the problem first, the subject in quotes and
 * no full stop.  What to do about it goes on a second line, by rcc_hint().
 * Everything here writes to standard error; standard output is for results.
 */
#ifndef RCC_COMMON_DIAG_H
#define RCC_COMMON_DIAG_H

#include "common/error.h"

/* Exit codes.  The man pages list them; testsuite/0020-base-docs.bats
 * compares. */
enum rcc_exit {
	RCC_EXIT_OK = 0,
	/* randstudy: a run failed, or a comparison found a regression. */
	RCC_EXIT_FAILED = 1,
	/* randstudy: bad usage or input. */
	RCC_EXIT_USAGE = 2,
	/* randstudy: a comparison is undecided. */
	RCC_EXIT_UNDECIDED = 3,
	/* randcc, randld and randenv failed themselves (as env and timeout
	 * report). The status of the compiler, linker or command is passed
	 * through. */
	RCC_EXIT_OURS = 125,
	/* randenv: the command was found but could not be run / not found. */
	RCC_EXIT_CANNOT_RUN = 126,
	RCC_EXIT_NOT_FOUND = 127,
};

/* Set the program's name, with which messages begin; the default is "randcc".
 * `name` is borrowed for the life of the process. */
void rcc_diag_program(const char *name);
const char *rcc_diag_program_name(void);

/* Set the status with which rcc_die() ends; the default is RCC_EXIT_OURS. */
void rcc_diag_exit_code(int status);

/* Keep the text of the first error that is printed from now on. */
void rcc_diag_watch(void);
/* Stop keeping it.  Returns the text, or NULL if there was no error; caller
 * frees. */
char *rcc_diag_first_error(void);

void rcc_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rcc_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rcc_hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Print like rcc_error(), followed by ": " and strerror(errno). */
void rcc_error_errno(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/* Print an error and end the program.  Only for the programs' main files,
 * randstudy's subcommands and mem.c: libraries return errors. */
void rcc_die(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));
void rcc_die_errno(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));

#endif
