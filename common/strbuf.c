/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static void reserve(struct rcc_strbuf *b, size_t n)
{
	const size_t need = b->n + n + 1;

	if (need <= b->room)
		return;
	b->room = b->room * 2 > need ? b->room * 2 : need;
	b->text = rcc_mem_realloc(b->text, b->room, 1);
}

void rcc_strbuf_add_bytes(struct rcc_strbuf *b, const void *bytes, size_t n)
{
	reserve(b, n);
	if (n != 0)
		memcpy(b->text + b->n, bytes, n);
	b->n += n;
	b->text[b->n] = '\0';
}

void rcc_strbuf_add(struct rcc_strbuf *b, const char *text)
{
	rcc_strbuf_add_bytes(b, text, strlen(text));
}

void rcc_strbuf_add_char(struct rcc_strbuf *b, char c)
{
	rcc_strbuf_add_bytes(b, &c, 1);
}

void rcc_strbuf_add_item(struct rcc_strbuf *b, const char *separator,
			 const char *item)
{
	if (b->n != 0)
		rcc_strbuf_add(b, separator);
	rcc_strbuf_add(b, item);
}

void rcc_strbuf_printf(struct rcc_strbuf *b, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	/* vsnprintf() fails only if the text is longer than INT_MAX bytes. */
	if (n <= 0)
		return;
	reserve(b, (size_t)n);
	va_start(args, format);
	vsnprintf(b->text + b->n, (size_t)n + 1, format, args);
	va_end(args);
	b->n += (size_t)n;
}

char *rcc_strbuf_take(struct rcc_strbuf *b)
{
	char *text = b->text != NULL ? b->text : rcc_mem_strdup("");

	*b = (struct rcc_strbuf){0};
	return text;
}

void rcc_strbuf_release(struct rcc_strbuf *b)
{
	free(b->text);
	*b = (struct rcc_strbuf){0};
}
