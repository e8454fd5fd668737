/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers on the command line, read strictly: the whole word, no blanks. */
#ifndef RCC_COMMON_NUMBER_H
#define RCC_COMMON_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Each returns 0, or -1 and leaves *value alone. */

/* A finite decimal number. */
int rcc_number_parse(const char *text, double *value);
/* Digits only, least … most. */
int rcc_number_parse_size(const char *text, size_t least, size_t most,
			  size_t *value);
/* "3,5,10": up to `room` of them; *n says how many. */
int rcc_number_parse_list(const char *text, double *value, size_t room,
			  size_t *n);

/* "1%" or "1": the fraction 0.01. */
int rcc_number_parse_percent(const char *text, double *fraction);
/* "90m", "2h", "1d", "300s" or "300": more than no seconds. */
int rcc_number_parse_time(const char *text, double *seconds);

/* A seed given as text, or a fresh one for NULL; -1 if it is none. */
int rcc_number_seed(const char *text, uint64_t *seed);

#endif
