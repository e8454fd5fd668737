/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/json_options.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/number.h"

static void not_utf8(const char *option, const struct argp_state *state)
{
	rcc_argument_error(state, "the argument of --%s is not valid UTF-8",
			   option);
}

void rcc_json_option_set(json_t *object, const char *key, json_t *value,
			 const struct argp_state *state)
{
	if (value == NULL)
		not_utf8(key, state);
	json_object_set_new(object, key, value);
}

void rcc_json_option_append(json_t *object, const char *key, json_t *value,
			    const struct argp_state *state)
{
	json_t *array = json_object_get(object, key);

	if (array == NULL) {
		array = json_array();
		json_object_set_new(object, key, array);
	}
	if (json_array_append_new(array, value) != 0)
		not_utf8(key, state);
}

json_int_t rcc_json_option_parse(const struct rcc_argument *row,
				 const char *text,
				 const struct argp_state *state)
{
	const long long least = (long long)row->least;
	const long long most = (long long)row->most;
	const char *digits = text + (text[0] == '-' && least < 0);
	char *end = NULL;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (digits[0] < '0' || digits[0] > '9' || *end != '\0' || errno != 0 ||
	    value < least || value > most)
		rcc_argument_error(
			state,
			"--%s needs a whole number from %lld to %lld: \"%s\"",
			row->name, least, most, text);
	return value;
}

void rcc_json_option_integer(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field)
{
	json_t **object = field;

	rcc_json_option_set(
		*object, row->name,
		json_integer(rcc_json_option_parse(row, text, state)), state);
}

void rcc_json_option_seconds(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field)
{
	json_t **object = field;
	double seconds = 0;

	if (rcc_number_parse(text, &seconds) != 0 || seconds < row->least ||
	    seconds > row->most)
		rcc_argument_error(
			state,
			"--%s needs a number of seconds from %g to %g: \"%s\"",
			row->name, row->least, row->most, text);
	rcc_json_option_set(*object, row->name, json_real(seconds), state);
}

void rcc_json_option_percent(const struct rcc_argument *row, const char *text,
			     const struct argp_state *state, void *field)
{
	json_t **object = field;

	rcc_json_option_set(*object, row->name,
			    json_real(rcc_argument_percent(row, text, state)),
			    state);
}

void rcc_json_option_time(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field)
{
	json_t **object = field;

	rcc_json_option_set(*object, row->name,
			    json_real(rcc_argument_time(row, text, state)),
			    state);
}

void rcc_json_option_text(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field)
{
	json_t **object = field;

	rcc_json_option_set(*object, row->name, json_string(text), state);
}

void rcc_json_option_file(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field)
{
	json_t **object = field;
	char *path = realpath(text, NULL);

	if (path == NULL || access(path, R_OK) != 0)
		argp_failure(state, RCC_EXIT_USAGE, errno,
			     "cannot read \"%s\" (--%s)", text, row->name);
	rcc_json_option_set(*object, row->name, json_string(path), state);
	free(path);
}

void rcc_json_option_choice(const struct rcc_argument *row, const char *text,
			    const struct argp_state *state, void *field)
{
	json_t **object = field;

	rcc_argument_choice(state, row->name, text, row->choice);
	rcc_json_option_set(*object, row->name, json_string(text), state);
}

void rcc_json_option_flag(const struct rcc_argument *row, const char *text,
			  const struct argp_state *state, void *field)
{
	json_t **object = field;

	(void)text;
	rcc_json_option_set(*object, row->name, json_true(), state);
}
