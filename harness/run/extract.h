/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding numbers in what a program wrote. */
#ifndef RCC_HARNESS_RUN_EXTRACT_H
#define RCC_HARNESS_RUN_EXTRACT_H

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

/* Matched text that is not a number. */
struct rcc_extract_bad {
	size_t line; /* from 1 */
	char text[64];
};

/* Find the numbers that the group of `re` matches in the file of `fd`, from its
 * beginning, line by line; a line may hold several.  *n counts all; the first
 * `room` are stored in value[].  Returns 0, RCC_EFORMAT with *bad set if a
 * match is not a finite number, or RCC_ESYS if the file cannot be read. */
int rcc_extract_numbers(int fd, const regex_t *re, double *value, size_t room,
			size_t *n, struct rcc_extract_bad *bad);

/* A byte that no text has. */
#define RCC_EXTRACT_MASK '\x01'

/* The lines of the file at `path`, about 1 MiB of them, in which each number
 * that the groups of re[0 ... n-1] match is replaced by that byte.  Caller frees;
 * NULL if the file cannot be opened. */
char *rcc_extract_masked(const char *path, const regex_t *const *re, size_t n);

/* Compare the file of `fd` with the one at `path`, without the numbers that the
 * groups of re[0 ... n-1] match.  *at is the offset in `fd` of the first line
 * that differs, -1 if none does.  Returns 0, or RCC_ESYS if a file cannot be
 * read. */
int rcc_extract_compare(int fd, const char *path, const regex_t *const *re,
			size_t n, int64_t *at);

#endif
