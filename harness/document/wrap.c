/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/wrap.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

int rcc_wrap_columns_n(const char *text, size_t n)
{
	int columns = 0;

	/* Do not count bytes of the form 10xxxxxx, which continue a UTF-8
	 * character. */
	for (size_t i = 0; i < n; i++)
		columns += ((unsigned char)text[i] & 0xc0) != 0x80;
	return columns;
}

int rcc_wrap_columns(const char *text)
{
	return rcc_wrap_columns_n(text, strlen(text));
}

bool rcc_wrap_joins(const char *text, size_t i)
{
	static const char *const unit[] = {"%",	  "s",	 "ms",	"us",
					   "ns",  "B",	 "KiB", "MiB",
					   "GiB", "min", "GHz"};
	const char *after = text + i + 1;
	size_t n;

	/* At the end of the text, `after` is beyond it. */
	if (text[i] != ' ' || i == 0)
		return false;
	n = strcspn(after, " \n.,;:()");
	for (size_t k = 0; k < sizeof(unit) / sizeof(unit[0]); k++)
		if (n == strlen(unit[k]) && strncmp(after, unit[k], n) == 0)
			return k == 0 || isdigit((unsigned char)text[i - 1]);
	return false;
}

bool rcc_wrap_is_plus_minus(const char *text)
{
	return strncmp(text, "+-", 2) == 0 && isdigit((unsigned char)text[2]);
}

size_t rcc_wrap_word_length(const char *text)
{
	size_t n = strcspn(text, " \n");

	if (rcc_wrap_joins(text, n))
		n += 1 + strcspn(text + n + 1, " \n");
	return n;
}

void rcc_wrap(FILE *out, const char *first, int indent, const char *text)
{
	int column = rcc_wrap_columns(first);
	bool is_line_start = true;

	fputs(first, out);
	if (column < indent)
		column += fprintf(out, "%*s", indent - column, "");
	while (*text != '\0') {
		const size_t n = rcc_wrap_word_length(text);
		const int width = rcc_wrap_columns_n(text, n);

		if (!is_line_start && column + 1 + width > RCC_WRAP_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
			is_line_start = true;
		}
		if (!is_line_start)
			column += fprintf(out, " ");
		fwrite(text, 1, n, out);
		column += width;
		is_line_start = false;
		text += n;
		text += strspn(text, " \n");
	}
	fputc('\n', out);
}

void rcc_wrapf(FILE *out, const char *first, int indent, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = rcc_mem_vprintf(fmt, ap);
	va_end(ap);
	rcc_wrap(out, first, indent, text);
	free(text);
}
