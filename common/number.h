/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing numbers strictly: the whole text must be a number, without blanks. */
#ifndef RCC_COMMON_NUMBER_H
#define RCC_COMMON_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Each function returns 0, or -1 if the text is not as its comment says. */

/* Parse a finite decimal number. */
int rcc_number_parse(const char *text, double *value);
/* Parse an integer from `least` to `most`, written in digits only. */
int rcc_number_parse_size(const char *text, size_t least, size_t most,
			  size_t *value);
/* Parse a list such as "3,5,10" of at most `room` numbers, and set *n to how
 * many there are. */
int rcc_number_parse_list(const char *text, double *value, size_t room,
			  size_t *n);

/* Parse a percentage such as "1%" or "1", and set *fraction to 0.01. */
int rcc_number_parse_percent(const char *text, double *fraction);
/* Parse a duration greater than 0, such as "90m", "2h", "1d", "300s" or
 * "300". */
int rcc_number_parse_time(const char *text, double *seconds);

/* Parse a seed.  If `text` is NULL, draw a random seed. */
int rcc_number_seed(const char *text, uint64_t *seed);

#endif
