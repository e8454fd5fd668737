/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"

static void *checked(void *p)
{
	if (p == NULL)
		rcc_die("out of memory");
	return p;
}

void *rcc_mem_alloc(size_t n_bytes)
{
	return checked(malloc(n_bytes != 0 ? n_bytes : 1));
}

void *rcc_mem_calloc(size_t n, size_t size)
{
	return checked(calloc(n != 0 ? n : 1, size));
}

void *rcc_mem_realloc(void *old, size_t n, size_t size)
{
	return checked(reallocarray(old, n != 0 ? n : 1, size));
}

char *rcc_mem_strdup(const char *s)
{
	return (char *)checked(strdup(s));
}

char *rcc_mem_strndup(const char *s, size_t n)
{
	return (char *)checked(strndup(s, n));
}

char *rcc_mem_vprintf(const char *fmt, va_list ap)
{
	char *s = NULL;

	if (vasprintf(&s, fmt, ap) < 0)
		s = NULL;
	return (char *)checked(s);
}

char *rcc_mem_printf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = rcc_mem_vprintf(fmt, ap);
	va_end(ap);
	return s;
}

FILE *rcc_mem_open(char **text, size_t *n)
{
	return checked(open_memstream(text, n));
}

void rcc_mem_close(FILE *out)
{
	if (fclose(out) != 0)
		checked(NULL);
}

void *rcc_mem_grow(void *array, size_t n_used, size_t *n_allocated, size_t size)
{
	if (n_used < *n_allocated)
		return array;
	*n_allocated = *n_allocated != 0 ? *n_allocated * 2 : 16;
	return rcc_mem_realloc(array, *n_allocated, size);
}
