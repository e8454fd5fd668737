/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/tail.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"

/* The number of lines to print, and the number of bytes to keep of each. */
#define N_LINES 10
#define LINE_MAX_BYTES 400

/* Return the beginning of the last lines of a text. */
static const char *find_last_lines(const char *text, size_t n)
{
	const char *at;
	int n_lines = 0;

	for (at = text + n - 1; at > text; at--)
		if (at[-1] == '\n' && ++n_lines == N_LINES)
			break;
	return at;
}

static void print_line(const char *line, size_t n)
{
	const bool is_cut = n > LINE_MAX_BYTES;

	if (is_cut)
		n = LINE_MAX_BYTES;
	fputs("  | ", stderr);
	for (size_t i = 0; i < n; i++) {
		const unsigned char c = (unsigned char)line[i];
		/* Keep bytes above 0x7f, which may be UTF-8. */
		const bool is_shown = (c >= ' ' && c != 0x7f) || c == '\t';

		fputc(is_shown ? c : '?', stderr);
	}
	fputs(is_cut ? " ...\n" : "\n", stderr);
}

void rcc_tail_print(const char *path)
{
	size_t n = 0;
	char *text = rcc_file_read(path, &n);
	const char *at = n != 0 ? find_last_lines(text, n) : NULL;
	const char *const end = n != 0 ? text + n : NULL;

	while (at != NULL && at < end) {
		const char *line_end = memchr(at, '\n', (size_t)(end - at));

		if (line_end == NULL)
			line_end = end;
		print_line(at, (size_t)(line_end - at));
		at = line_end + 1;
	}
	free(text);
}
