/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocating memory.  If memory runs out, these functions end the program,
 * because none of our programs could go on.  The only other library code that
 * ends a program is the parser of command lines (arguments.h).
 *
 * common/rank.c, common/random.c and stats/ do not use this file.  There the
 * caller supplies the memory.
 *
 * Caller frees every result with free().
 */
#ifndef RCC_COMMON_MEM_H
#define RCC_COMMON_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void *rcc_mem_alloc(size_t n_bytes);
void *rcc_mem_calloc(size_t n, size_t size);
/* Resize an array to n elements.  If n * size overflows, the program ends, as
 * it does when memory runs out. */
void *rcc_mem_realloc(void *old, size_t n, size_t size);
char *rcc_mem_strdup(const char *s);
char *rcc_mem_strndup(const char *s, size_t n);
char *rcc_mem_printf(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));
char *rcc_mem_vprintf(const char *fmt, va_list ap)
	__attribute__((format(printf, 1, 0)));

/* Make room for one more element in an array that holds n_used elements.
 * Returns the array, which may have moved, and updates *n_allocated. */
void *rcc_mem_grow(void *array, size_t n_used, size_t *n_allocated,
		   size_t size);

/* Open a stream that collects what is written to it.  rcc_mem_close() sets
 * *text (caller frees) and *n. */
FILE *rcc_mem_open(char **text, size_t *n);
void rcc_mem_close(FILE *out);

#endif
