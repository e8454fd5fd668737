/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command of a study, in which "{binary}" stands for the program. */
#ifndef RCC_HARNESS_RUN_COMMAND_LINE_H
#define RCC_HARNESS_RUN_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct rcc_command_line {
	char *const *word; /* borrowed */
	size_t n;
	bool has_shell; /* the words are a command for /bin/sh */
};

/* The command with the program in place, NULL-terminated; caller frees it by
 * rcc_command_line_free(). */
char **rcc_command_line_argv(const struct rcc_command_line *command,
			     const char *program);
/* Accepts NULL. */
void rcc_command_line_free(char **argv);

#endif
