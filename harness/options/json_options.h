/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions that read the value of an option, and store it in a JSON object
 * under the option's name.
 *
 *	row	the option's row in the table of options (struct rcc_argument)
 *	field	the address of a pointer to the JSON object; its offset in the
 *		struct of all options is row->field
 */
#ifndef RCC_HARNESS_OPTIONS_JSON_OPTIONS_H
#define RCC_HARNESS_OPTIONS_JSON_OPTIONS_H

#include <argp.h>
#include <jansson.h>

#include "common/arguments.h"

/* Store a whole number from row->least to row->most. */
void rcc_json_option_integer(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field);
/* Store a number of seconds from row->least to row->most. */
void rcc_json_option_seconds(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field);
/* Store a percentage as a fraction.  The percentage must be above 0 and at most
 * row->most. */
void rcc_json_option_percent(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field);
/* Read a duration such as "90m" or "300", and store it in seconds. */
void rcc_json_option_time(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);
void rcc_json_option_text(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);
/* Store the absolute name of a file that can be read. */
void rcc_json_option_file(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);
/* Store one of the words in row->choice. */
void rcc_json_option_choice(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field);
/* Store true. */
void rcc_json_option_flag(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);

/* Use the functions below for an option whose value no function above reads. */

/* Set a key of `object`, and take ownership of `value`.  If `value` is NULL,
 * the argument was not valid UTF-8, which is an error. */
void rcc_json_option_set(json_t *object, const char *key, json_t *value,
			 const struct argp_state *state);
/* Append `value` to the array `key` of `object`, and take ownership of `value`.
 * If `value` is NULL, the argument was not valid UTF-8, which is an error. */
void rcc_json_option_append(json_t *object, const char *key, json_t *value,
			    const struct argp_state *state);
/* Return `text` as a whole number from row->least to row->most. */
json_int_t rcc_json_option_parse(const struct rcc_argument *row,
				 const char *text,
				 const struct argp_state *state);

#endif
