/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growing string.  A zeroed struct is an empty one.  Running out of memory
 * ends the program, as in common/mem.h.
 */
#ifndef RCC_COMMON_STRBUF_H
#define RCC_COMMON_STRBUF_H

#include <stddef.h>

struct rcc_strbuf {
	char *text; /* ends with NUL; NULL while nothing was added */
	size_t n;   /* bytes before the NUL */
	size_t room;
};

void rcc_strbuf_add(struct rcc_strbuf *b, const char *text);
/* `bytes` may contain NUL. */
void rcc_strbuf_add_bytes(struct rcc_strbuf *b, const void *bytes, size_t n);
void rcc_strbuf_add_char(struct rcc_strbuf *b, char c);
/* Add an element of a list: `separator` first, unless the buffer is empty. */
void rcc_strbuf_add_item(struct rcc_strbuf *b, const char *separator,
			 const char *item);
void rcc_strbuf_printf(struct rcc_strbuf *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The text, "" if nothing was added; the buffer is empty afterwards.  Caller
 * frees. */
char *rcc_strbuf_take(struct rcc_strbuf *b);
void rcc_strbuf_release(struct rcc_strbuf *b);

#endif
