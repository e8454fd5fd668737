/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/wrap.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void rcc_wrap(FILE *out, const char *first, int indent, const char *text)
{
	int column = fprintf(out, "%-*s", indent, first);
	int is_line_start = 1;

	while (*text != '\0') {
		const int len = (int)strcspn(text, " \n");

		if (!is_line_start && column + 1 + len > RCC_REPORT_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
			is_line_start = 1;
		}
		if (!is_line_start)
			column += fprintf(out, " ");
		column += fprintf(out, "%.*s", len, text);
		is_line_start = 0;
		text += len;
		text += strspn(text, " \n");
	}
	fputc('\n', out);
}

void rcc_wrapf(FILE *out, const char *first, int indent, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0)
		rcc_wrap(out, first, indent, text);
	va_end(ap);
	free(text);
}
