/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run a shell command of the user and write its output to a file. */
#ifndef RCC_HARNESS_BUILD_LOGGED_COMMAND_H
#define RCC_HARNESS_BUILD_LOGGED_COMMAND_H

/* A command, its environment, and the file for its output. */
struct rcc_logged_command {
	const char *name; /* name in messages, such as "the build" */
	const char *text; /* the command for /bin/sh */
	const char *directory;
	char *const *envp; /* environment; NULL: this process's */
	const char *log;   /* path of the file for the output */
};

/* Run the command and wait until it ends.  If it fails, print an error and the
 * last lines of its output.  Returns an exit code (enum rcc_exit). */
int rcc_logged_command_run(const struct rcc_logged_command *command);

#endif
