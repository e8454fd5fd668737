/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/parameters.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"

/* The largest number of values of a parameter. */
#define N_VALUES_MAX 100

/* ---- Reading values ---------------------------------------------------- */

struct reader {
	const char *text; /* the whole argument, for messages */
	const struct argp_state *state;
	json_t *values;
};

static void add_value(struct reader *r, const char *value)
{
	size_t i;
	json_t *other;

	json_array_foreach(r->values, i, other)
	{
		if (strcmp(json_string_value(other), value) == 0)
			rcc_argument_error(r->state,
					   "-P %s: the value \"%s\" is given "
					   "twice",
					   r->text, value);
	}
	if (json_array_size(r->values) == N_VALUES_MAX)
		rcc_argument_error(r->state, "-P %s: more than %d values",
				   r->text, N_VALUES_MAX);
	if (json_array_append_new(r->values, json_string(value)) != 0)
		rcc_argument_error(r->state,
				   "the argument of -P is not valid UTF-8");
}

/* Read a whole number.  Set *end to the text after the number.  Returns whether
 * there is a number. */
static bool read_number(const char *text, long *number, const char **end)
{
	const char *digits = text + (text[0] == '-');
	char *after = NULL;

	errno = 0;
	*number = strtol(text, &after, 10);
	*end = after;
	return digits[0] >= '0' && digits[0] <= '9' && errno == 0;
}

/* Return whether a number begins with a zero that the values of a range would not
 * have. */
static bool has_leading_zero(const char *number)
{
	const char *digits = number + (number[0] == '-');

	return digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
}

/* Add the values of FIRST..LAST[..STEP].  Returns whether the text has this
 * form. */
static bool add_range(struct reader *r, const char *text)
{
	long first;
	long last;
	long step = 1;
	unsigned long n_steps;
	bool is_padded = has_leading_zero(text);
	const char *at;

	if (!read_number(text, &first, &at) || strncmp(at, "..", 2) != 0)
		return false;
	is_padded |= has_leading_zero(at + 2);
	if (!read_number(at + 2, &last, &at))
		return false;
	if (strncmp(at, "..", 2) == 0 && !read_number(at + 2, &step, &at))
		return false;
	if (*at != '\0')
		return false;
	if (is_padded)
		rcc_argument_error(r->state,
				   "-P %s: the numbers of the range \"%s\" "
				   "cannot have leading zeros: list the values",
				   r->text, text);
	if (step <= 0 || first > last)
		rcc_argument_error(r->state,
				   "-P %s: \"%s\" is not a range: "
				   "FIRST..LAST..STEP, with FIRST at most LAST "
				   "and STEP above 0",
				   r->text, text);
	/* A difference of two numbers may exceed LONG_MAX. */
	n_steps = ((unsigned long)last - (unsigned long)first) /
		  (unsigned long)step;
	if (n_steps >= N_VALUES_MAX)
		rcc_argument_error(r->state, "-P %s: more than %d values",
				   r->text, N_VALUES_MAX);
	for (unsigned long n = 0; n <= n_steps; n++) {
		char *value =
			rcc_mem_printf("%ld", (long)((unsigned long)first +
						     n * (unsigned long)step));

		add_value(r, value);
		free(value);
	}
	return true;
}

/* Read one value, which ends at a comma.  Returns the text after the comma, or
 * NULL at the end of the text. */
static const char *take_value(const char *at, struct rcc_strbuf *value)
{
	for (; *at != '\0'; at++) {
		if (*at == ',')
			return at + 1;
		if (at[0] == '\\' && at[1] == ',')
			at++;
		rcc_strbuf_add_char(value, *at);
	}
	return NULL;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(const char *text, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (!is_letter(text[i]) && text[i] != '-' &&
		    (text[i] < '0' || text[i] > '9'))
			return false;
	return n != 0 && is_letter(text[0]);
}

void rcc_parameters_read(const struct rcc_argument *row, const char *text,
			 const struct argp_state *state, void *field)
{
	json_t **parameters = field;
	const char *equals = strchr(text, '=');
	const char *at = equals != NULL ? equals + 1 : NULL;
	struct reader r = {
		.text = text, .state = state, .values = json_array()};
	char *name;

	(void)row;
	if (equals == NULL || !is_name(text, (size_t)(equals - text)))
		rcc_argument_error(state,
				   "-P needs NAME=VALUE,... or "
				   "NAME=FIRST..LAST, not \"%s\"",
				   text);
	name = rcc_mem_strndup(text, (size_t)(equals - text));
	if (strcmp(name, "binary") == 0)
		rcc_argument_error(state, "{binary} stands for the laid-out "
					  "program: choose another name for "
					  "the parameter of -P");
	if (*parameters == NULL)
		*parameters = json_object();
	if (json_object_get(*parameters, name) != NULL)
		rcc_argument_error(state, "-P %s is given twice", name);
	while (at != NULL) {
		struct rcc_strbuf buffer = {0};
		char *value;

		at = take_value(at, &buffer);
		value = rcc_strbuf_take(&buffer);
		if (!add_range(&r, value))
			add_value(&r, value);
		free(value);
	}
	json_object_set_new(*parameters, name, r.values);
	free(name);
}

/* ---- Settings ---------------------------------------------------------- */

bool rcc_parameters_is_in(const char *placeholder, const json_t *setting)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_string(setting))
		return strstr(json_string_value(setting), placeholder) != NULL;
	json_array_foreach(setting, i, value)
	{
		if (rcc_parameters_is_in(placeholder, value))
			return true;
	}
	json_object_foreach((json_t *)setting, key, value)
	{
		if (rcc_parameters_is_in(placeholder, value))
			return true;
	}
	return false;
}

bool rcc_parameters_any_in(const json_t *parameters, const json_t *setting)
{
	const char *name;
	json_t *values;
	bool is_any = false;

	json_object_foreach((json_t *)parameters, name, values)
	{
		char *placeholder = rcc_mem_printf("{%s}", name);

		is_any |= rcc_parameters_is_in(placeholder, setting);
		free(placeholder);
	}
	return is_any;
}

static json_t *replace_in_text(const char *text, const char *placeholder,
			       const char *value)
{
	struct rcc_strbuf out = {0};
	const char *at;
	json_t *replaced;
	char *taken;

	while ((at = strstr(text, placeholder)) != NULL) {
		rcc_strbuf_add_bytes(&out, text, (size_t)(at - text));
		rcc_strbuf_add(&out, value);
		text = at + strlen(placeholder);
	}
	rcc_strbuf_add(&out, text);
	taken = rcc_strbuf_take(&out);
	replaced = json_string(taken);
	free(taken);
	return replaced;
}

/* Return a copy of a setting with `text` in place of the placeholder. */
static json_t *replace_in(const json_t *setting, const char *placeholder,
			  const char *text)
{
	const char *key;
	json_t *value;
	json_t *copy;
	size_t i;

	if (json_is_string(setting))
		return replace_in_text(json_string_value(setting), placeholder,
				       text);
	copy = json_copy((json_t *)setting);
	json_array_foreach(setting, i, value)
	{
		json_array_set_new(copy, i,
				   replace_in(value, placeholder, text));
	}
	json_object_foreach((json_t *)setting, key, value)
	{
		json_object_set_new(copy, key,
				    replace_in(value, placeholder, text));
	}
	return copy;
}

json_t *rcc_parameters_replace(const json_t *setting, const char *name,
			       const char *value)
{
	char *placeholder = rcc_mem_printf("{%s}", name);
	json_t *copy = replace_in(setting, placeholder, value);

	free(placeholder);
	return copy;
}

/* ---- Unknown names ------------------------------------------------------ */

/* Return the placeholders that may be used, such as "{binary}, {a} and {b}";
 * caller frees. */
static char *known_placeholders(const json_t *parameters)
{
	struct rcc_strbuf text = {0};
	const size_t n = json_object_size(parameters);
	const char *name;
	json_t *values;
	size_t i = 0;

	rcc_strbuf_add(&text, "{binary}");
	json_object_foreach((json_t *)parameters, name, values)
	{
		rcc_strbuf_printf(&text, "%s{%s}", ++i == n ? " and " : ", ",
				  name);
	}
	return rcc_strbuf_take(&text);
}

/* Refuse a "{NAME}" that is neither {binary} nor a parameter.  Accept
 * "${NAME}", which is a variable of the shell. */
static void check_text(const char *text, const json_t *parameters,
		       const struct argp_state *state)
{
	for (const char *at = text; (at = strchr(at, '{')) != NULL; at++) {
		const size_t n = strcspn(at + 1, "}");
		char *name = rcc_mem_strndup(at + 1, n);
		char *known;

		if (at[n + 1] == '}' && is_name(name, n) &&
		    !(at > text && at[-1] == '$') &&
		    strcmp(name, "binary") != 0 &&
		    json_object_get(parameters, name) == NULL) {
			known = known_placeholders(parameters);
			rcc_argument_error(
				state,
				"\"{%s}\" is no parameter: there are "
				"%s; if the text is meant as it is, "
				"add -P %s='{%s}'",
				name, known, name, name);
		}
		free(name);
	}
}

static void check_setting(const json_t *setting, const json_t *parameters,
			  const struct argp_state *state)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_string(setting))
		check_text(json_string_value(setting), parameters, state);
	json_array_foreach(setting, i, value)
	{
		check_setting(value, parameters, state);
	}
	json_object_foreach((json_t *)setting, key, value)
	{
		check_setting(value, parameters, state);
	}
}

void rcc_parameters_check_names(const json_t *parameters, const json_t *given,
				const struct argp_state *state)
{
	static const char *const used[] = {"command",  "stdin",	 "expect",
					   "template", "build",	 "program",
					   "systems",  "library"};

	for (size_t i = 0; i < sizeof(used) / sizeof(used[0]); i++)
		check_setting(json_object_get(given, used[i]), parameters,
			      state);
}
