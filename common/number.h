/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing numbers strictly: the whole text must be a number, without blanks.
 * Each function returns 0, or -1 if it cannot parse the text. */
#ifndef RCC_COMMON_NUMBER_H
#define RCC_COMMON_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Parse a finite decimal number. */
int rcc_number_parse(const char *text, double *value);
/* Parse an integer from `least` to `most`, written in digits only. */
int rcc_number_parse_size(const char *text, size_t least, size_t most,
			  size_t *value);
/* Parse a list of at most `room` numbers, such as "3,5,10".  Sets *n to the
 * number of values. */
int rcc_number_parse_list(const char *text, double *value, size_t room,
			  size_t *n);

/* Parse a percentage.  Both "1%" and "1" set *fraction to 0.01. */
int rcc_number_parse_percent(const char *text, double *fraction);
/* Parse a duration greater than 0, such as "90m", "2h", "1d", "300s" or
 * "300". */
int rcc_number_parse_time(const char *text, double *seconds);

/* Parse a seed.  If `text` is NULL, draw a random seed. */
int rcc_number_seed(const char *text, uint64_t *seed);

#endif
