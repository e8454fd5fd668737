/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Break text into lines that fit a terminal. */
#ifndef RCC_HARNESS_DOCUMENT_WRAP_H
#define RCC_HARNESS_DOCUMENT_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define RCC_WRAP_WIDTH 80

/* Return the number of columns that the first `n` bytes of a UTF-8 text take.
 * Each character counts as one column. */
int rcc_wrap_columns_n(const char *text, size_t n);
int rcc_wrap_columns(const char *text);

/* Return whether the blank text[i] must not end a line, because it is between a
 * number and its unit, as in "12 %" and "1.5 ms". */
bool rcc_wrap_joins(const char *text, size_t i);

/* Return whether the text begins with "+-" before a number.  Formats with more
 * than ASCII print it as one character. */
bool rcc_wrap_is_plus_minus(const char *text);

/* Return the length in bytes of the word at the start of `text`.  A number and
 * its unit are one word. */
size_t rcc_wrap_word_length(const char *text);

/* Print `text`, broken at blanks.  The first line begins with `first`, padded
 * to `indent` columns; the other lines are indented by as many.  A word longer
 * than a line has a line to itself and is not broken. */
void rcc_wrap(FILE *out, const char *first, int indent, const char *text);

/* Like rcc_wrap(), for a format and its arguments. */
void rcc_wrapf(FILE *out, const char *first, int indent, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
