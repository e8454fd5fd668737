/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing numbers strictly: the whole text, without blanks. */
#ifndef RCC_COMMON_NUMBER_H
#define RCC_COMMON_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Each function returns 0, or -1 if the text is not as described. */

/* A finite decimal number. */
int rcc_number_parse(const char *text, double *value);
/* Digits only, from `least` to `most`. */
int rcc_number_parse_size(const char *text, size_t least, size_t most,
			  size_t *value);
/* "3,5,10": up to `room` numbers; *n is set to how many there are. */
int rcc_number_parse_list(const char *text, double *value, size_t room,
			  size_t *n);

/* "1%" or "1": the fraction 0.01. */
int rcc_number_parse_percent(const char *text, double *fraction);
/* A time greater than 0: "90m", "2h", "1d", "300s" or "300". */
int rcc_number_parse_time(const char *text, double *seconds);

/* A seed; NULL: a new random one. */
int rcc_number_seed(const char *text, uint64_t *seed);

#endif
