/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study's command, in which "{binary}" stands for the path of the program. */
#ifndef RCC_HARNESS_RUN_COMMAND_LINE_H
#define RCC_HARNESS_RUN_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct rcc_command_line {
	char *const *word; /* the words of the command; borrowed */
	size_t n;
	bool has_shell; /* whether /bin/sh runs the words as a command line */
};

/* Return the command with the program's path in place of "{binary}",
 * NULL-terminated.  The caller must free it by rcc_command_line_free(). */
char **rcc_command_line_argv(const struct rcc_command_line *command,
			     const char *program);
/* Free a command.  Accepts NULL. */
void rcc_command_line_free(char **argv);

#endif
