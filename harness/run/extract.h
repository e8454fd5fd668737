/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Find numbers in the output of a program by regular expressions.  Each
 * expression has one group in parentheses, which matches the number. */
#ifndef RCC_HARNESS_RUN_EXTRACT_H
#define RCC_HARNESS_RUN_EXTRACT_H

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

/* The first match of the group that is not a finite number. */
struct rcc_extract_bad {
	size_t line; /* number of the line, from 1 */
	char text[64];
	/* The number of which the match is only a part; "" if the match is no
	 * number. */
	char whole[64];
};

/* Read the file of `fd` from its beginning, line by line, and find all matches
 * of the group of `re`.  *n is set to the number of matches.  The first `room`
 * numbers are stored in value[].  Returns 0, RCC_EFORMAT with *bad set if a
 * match is not a finite number or is only a part of one, or RCC_ESYS if the file cannot be read. */
int rcc_extract_numbers(int fd, const regex_t *re, double *value, size_t room,
			size_t *n, struct rcc_extract_bad *bad);

/* A byte that does not occur in text.  rcc_extract_masked() puts it in the
 * place of each number. */
#define RCC_EXTRACT_MASK '\x01'

/* Return about the first MiB of the file at `path`, with RCC_EXTRACT_MASK in
 * place of each number that a group of re[0 ... n-1] matches.  The caller must
 * free the result.  Returns NULL if the file cannot be opened. */
char *rcc_extract_masked(const char *path, const regex_t *const *re, size_t n);

/* Compare the file of `fd` with the file at `path`.  Ignore the numbers that
 * the groups of re[0 ... n-1] match.  *at is set to the offset in `fd` of the
 * first line that differs; -1 if all lines are equal.  Returns 0, or RCC_ESYS
 * if a file cannot be read. */
int rcc_extract_compare(int fd, const char *path, const regex_t *const *re,
			size_t n, int64_t *at);

#endif
