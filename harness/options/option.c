/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/option.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"

void rcc_option_bad(struct argp_state *state, const char *fmt, ...)
{
	const struct rcc_run_options *o = state->input;
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	/* argp_error() would send the reader of a file's place to --help. */
	if (o->where != NULL)
		argp_failure(state, RCC_EXIT_USAGE, 0, "%s", text);
	argp_error(state, "%s", text);
	exit(RCC_EXIT_USAGE);
}

void rcc_option_set(struct rcc_run_options *o, const char *key, json_t *value,
		    struct argp_state *state)
{
	if (value == NULL)
		rcc_option_bad(state, "the argument of --%s is not valid UTF-8",
			       key);
	json_object_set_new(o->given, key, value);
}

void rcc_option_append(struct rcc_run_options *o, const char *key,
		       json_t *value, struct argp_state *state)
{
	json_t *array = json_object_get(o->given, key);

	if (array == NULL) {
		array = json_array();
		json_object_set_new(o->given, key, array);
	}
	if (json_array_append_new(array, value) != 0)
		rcc_option_bad(state, "the argument of --%s is not valid UTF-8",
			       key);
}

json_int_t rcc_option_integer(const struct rcc_option *row, const char *text,
			      struct argp_state *state)
{
	const char *digits = text + (text[0] == '-' && row->min < 0);
	char *end = NULL;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (digits[0] < '0' || digits[0] > '9' || *end != '\0' || errno != 0 ||
	    value < row->min || value > row->max)
		rcc_option_bad(state,
			       "--%s needs a whole number from %lld to %lld: "
			       "\"%s\"",
			       row->name, (long long)row->min,
			       (long long)row->max, text);
	return value;
}

void rcc_option_number(struct rcc_run_options *o, const struct rcc_option *row,
		       const char *text, struct argp_state *state)
{
	rcc_option_set(o, row->name,
		       json_integer(rcc_option_integer(row, text, state)),
		       state);
}

void rcc_option_seconds(struct rcc_run_options *o, const struct rcc_option *row,
			const char *text, struct argp_state *state)
{
	char *end = NULL;
	double seconds = strtod(text, &end);

	if (end == text || *end != '\0' || !(seconds > 0) || seconds > 1e9)
		rcc_option_bad(state,
			       "--%s needs a number of seconds above 0: \"%s\"",
			       row->name, text);
	rcc_option_set(o, row->name, json_real(seconds), state);
}

void rcc_option_text(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state)
{
	rcc_option_set(o, row->name, json_string(text), state);
}

void rcc_option_file(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state)
{
	char *real = realpath(text, NULL);

	if (real == NULL || access(real, R_OK) != 0)
		argp_failure(state, RCC_EXIT_USAGE, errno,
			     "cannot read \"%s\" (--%s)", text, row->name);
	rcc_option_set(o, row->name, json_string(real), state);
	free(real);
}

void rcc_option_choice(struct rcc_run_options *o, const struct rcc_option *row,
		       const char *text, struct argp_state *state)
{
	const size_t len = strlen(text);
	const char *at = row->choices;

	while (at != NULL && !(strncmp(at, text, len) == 0 && len != 0 &&
			       (at[len] == '|' || at[len] == '\0'))) {
		at = strchr(at, '|');
		at = at != NULL ? at + 1 : NULL;
	}
	if (at == NULL)
		rcc_option_bad(state, "--%s is one of %s, not \"%s\"",
			       row->name, row->choices, text);
	rcc_option_set(o, row->name, json_string(text), state);
}

void rcc_option_flag(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state)
{
	(void)text;
	rcc_option_set(o, row->name, json_true(), state);
}
