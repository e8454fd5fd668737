/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in what a program wrote. */
#ifndef RCC_HARNESS_RUN_EXTRACT_H
#define RCC_HARNESS_RUN_EXTRACT_H

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

/* What stands where a number should. */
struct rcc_extract_bad {
	size_t line; /* from 1 */
	char text[64];
};

/* The numbers that the group of `re` matches in the file behind `fd`, from its
 * beginning, in order; a line may hold several.  *n of them were found, of which
 * the first `room` are in value[]; going on beyond is for the count.
 * RCC_EFORMAT with *bad set: what was matched is not a finite number.
 * RCC_ESYS: the file cannot be read. */
int rcc_extract_numbers(int fd, const regex_t *re, double *value, size_t room,
			size_t *n, struct rcc_extract_bad *bad);

/* Whether the file behind `fd` says the same as the one at `path`, line by line,
 * when the numbers that the groups of re[0 … n-1] match are left out.  *at is
 * where in `fd` the first line begins that does not, -1 if all do.  RCC_ESYS: one
 * of them cannot be read. */
int rcc_extract_compare(int fd, const char *path, const regex_t *const *re,
			size_t n, int64_t *at);

#endif
