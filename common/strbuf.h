/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A string that grows.  A zeroed struct is empty.  If memory runs out, the
 * program ends (common/mem.h).
 */
#ifndef RCC_COMMON_STRBUF_H
#define RCC_COMMON_STRBUF_H

#include <stddef.h>

struct rcc_strbuf {
	char *text; /* ends with NUL; NULL if nothing was added yet */
	size_t n;   /* bytes before the NUL */
	size_t room;
};

void rcc_strbuf_add(struct rcc_strbuf *b, const char *text);
/* Append bytes.  They may include NUL. */
void rcc_strbuf_add_bytes(struct rcc_strbuf *b, const void *bytes, size_t n);
void rcc_strbuf_add_char(struct rcc_strbuf *b, char c);
/* Append an element of a list.  Put `separator` before it unless the buffer is
 * empty. */
void rcc_strbuf_add_item(struct rcc_strbuf *b, const char *separator,
			 const char *item);
void rcc_strbuf_printf(struct rcc_strbuf *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Return the text and empty the buffer.  The text is "" if nothing was added.
 * Caller frees. */
char *rcc_strbuf_take(struct rcc_strbuf *b);
void rcc_strbuf_release(struct rcc_strbuf *b);

#endif
