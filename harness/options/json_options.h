/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options whose values are keys of a JSON object: readers for rows of struct
 * rcc_argument.  A row's `field` is the offset of the object, a json_t *; the
 * key is the option's name.
 */
#ifndef RCC_HARNESS_OPTIONS_JSON_OPTIONS_H
#define RCC_HARNESS_OPTIONS_JSON_OPTIONS_H

#include <argp.h>
#include <jansson.h>

#include "common/arguments.h"

/* A whole number from row->least to row->most. */
void rcc_json_option_integer(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field);
/* Seconds, above 0. */
void rcc_json_option_seconds(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field);
void rcc_json_option_text(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);
/* The absolute name of a file that can be read. */
void rcc_json_option_file(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);
/* One of row->choice, as a text. */
void rcc_json_option_choice(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field);
/* true */
void rcc_json_option_flag(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field);

/* These serve readers of single options: */

/* Set a key.  `value` is taken; NULL means that a text was not valid UTF-8. */
void rcc_json_option_set(json_t *object, const char *key, json_t *value,
			 const struct argp_state *state);
/* The same, as the last element of the array `key`. */
void rcc_json_option_append(json_t *object, const char *key, json_t *value,
			    const struct argp_state *state);
/* `text` as a whole number from row->least to row->most. */
json_int_t rcc_json_option_parse(const struct rcc_argument *row,
				 const char *text,
				 const struct argp_state *state);

#endif
