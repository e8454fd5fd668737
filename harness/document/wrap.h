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

/* Return whether the blank text[i] is between a number and its unit, as in "12
 * %" and "1.5 ms".  Such a blank must not end a line. */
bool rcc_wrap_joins(const char *text, size_t i);

/* Return whether the text begins with "+-" before a number.  Formats that are
 * not limited to ASCII print a plus-minus sign instead. */
bool rcc_wrap_is_plus_minus(const char *text);

/* Return the length in bytes of the word at the start of `text`.  A number and
 * its unit count as one word. */
size_t rcc_wrap_word_length(const char *text);

/* Print `text`, broken at blanks.  The first line begins with `first`, padded
 * to `indent` columns.  All other lines are indented by `indent` columns.  A
 * word that is longer than a line is printed unbroken on a line of its own. */
void rcc_wrap(FILE *out, const char *first, int indent, const char *text);

/* Like rcc_wrap(), but for a format and its arguments. */
void rcc_wrapf(FILE *out, const char *first, int indent, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
