/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/visible.h"

static const char *program = "randcc";
static int die_status = RCC_EXIT_OURS;
static bool is_watching;
static char *first_error;

void rcc_diag_program(const char *name)
{
	program = name;
}

const char *rcc_diag_program_name(void)
{
	return program;
}

void rcc_diag_exit_code(int status)
{
	die_status = status;
}

void rcc_diag_watch(void)
{
	free(first_error);
	first_error = NULL;
	is_watching = true;
}

char *rcc_diag_first_error(void)
{
	char *text = first_error;

	first_error = NULL;
	is_watching = false;
	return text;
}

/* Replace line breaks, which names of files may have, so that the message is one
 * line. */
static void join_lines(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\n')
			text[i] = '?';
}

/* Print one message.  With make -j, several of our programs may print at the
 * same time.  A single write keeps their messages apart. */
__attribute__((format(printf, 3, 0))) static void
emit(const char *kind, int errnum, const char *fmt, va_list ap)
{
	char line[4096];
	size_t room = sizeof(line) - 1;
	int n = snprintf(line, room, "%s: %s: ", program, kind);
	size_t len = n > 0 && (size_t)n < room ? (size_t)n : 0;
	size_t head;

	head = len;
	n = vsnprintf(line + len, room - len, fmt, ap);
	if (n > 0)
		len += (size_t)n < room - len ? (size_t)n : room - len - 1;
	if (errnum != 0) {
		n = snprintf(line + len, room - len, ": %s", strerror(errnum));
		if (n > 0)
			len += (size_t)n < room - len ? (size_t)n
						      : room - len - 1;
	}
	if (is_watching && first_error == NULL && strcmp(kind, "error") == 0)
		first_error = strndup(line + head, len - head);
	rcc_visible(line, len);
	/* A hint may quote a command that has several lines. */
	if (strcmp(kind, "hint") != 0)
		join_lines(line, len);
	line[len++] = '\n';
	fflush(stdout);
	fwrite(line, 1, len, stderr);
}

#define EMIT(kind, errnum)                                                     \
	do {                                                                   \
		va_list ap;                                                    \
		va_start(ap, fmt);                                             \
		emit(kind, errnum, fmt, ap);                                   \
		va_end(ap);                                                    \
	} while (0)

void rcc_error(const char *fmt, ...)
{
	EMIT("error", 0);
}

void rcc_warn(const char *fmt, ...)
{
	EMIT("warning", 0);
}

void rcc_hint(const char *fmt, ...)
{
	EMIT("hint", 0);
}

void rcc_error_errno(const char *fmt, ...)
{
	int saved = errno;

	EMIT("error", saved);
}

void rcc_die(const char *fmt, ...)
{
	EMIT("error", 0);
	exit(die_status);
}

void rcc_die_errno(const char *fmt, ...)
{
	int saved = errno;

	EMIT("error", saved);
	exit(die_status);
}
