/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shell command of the user's whose output goes to a file. */
#ifndef RCC_HARNESS_BUILD_LOGGED_COMMAND_H
#define RCC_HARNESS_BUILD_LOGGED_COMMAND_H

/* The command and its surroundings. */
struct rcc_logged_command {
	const char *name; /* in messages: "the build" */
	const char *text; /* for /bin/sh */
	const char *directory;
	char *const *envp; /* NULL: our environment */
	const char *log;   /* path of the file for its output */
};

/* Run it to its end.  A failure is printed, with the last lines of the output.
 * Returns an exit code (enum rcc_exit). */
int rcc_logged_command_run(const struct rcc_logged_command *command);

#endif
