/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/arguments.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/number.h"
#include "common/strbuf.h"

static int parse_one(int key, char *arg, struct argp_state *state,
		     const char *too_many, const char *missing)
{
	const char **value = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*value != NULL)
			argp_error(state, "%s", too_many);
		*value = arg;
		return 0;
	case ARGP_KEY_END:
		if (*value == NULL)
			argp_error(state, "%s", missing);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_study(int key, char *arg, struct argp_state *state)
{
	return parse_one(key, arg, state, "one study at a time",
			 "which study? DIR");
}

const struct argp rcc_argument_study = {.parser = parse_study};

static int parse_program(int key, char *arg, struct argp_state *state)
{
	return parse_one(key, arg, state, "one program at a time",
			 "which program? FILE");
}

const struct argp rcc_argument_program = {.parser = parse_program};

static int parse_metric(int key, char *arg, struct argp_state *state)
{
	const char **metric = state->input;

	if (key != 'm')
		return ARGP_ERR_UNKNOWN;
	*metric = arg;
	return 0;
}

static const struct argp_option metric_option[] = {
	{"metric", 'm', "NAME", 0,
	 "wall, user, memory, ... or one of the study's own (default: its "
	 "first, or wall)",
	 0},
	{0},
};

const struct argp rcc_argument_metric = {.options = metric_option,
					 .parser = parse_metric};

static char *list_of(const char *const *word)
{
	struct rcc_strbuf list = {0};

	for (size_t i = 0; word[i] != NULL; i++)
		rcc_strbuf_add_item(&list, ", ", word[i]);
	return rcc_strbuf_take(&list);
}

int rcc_argument_choice(const struct argp_state *state, const char *option,
			const char *text, const char *const *word)
{
	char *list;

	for (int i = 0; word[i] != NULL; i++)
		if (strcmp(text, word[i]) == 0)
			return i;
	list = list_of(word);
	argp_error(state, "--%s: \"%s\" is none of %s", option, text, list);
	free(list);
	return 0;
}

bool rcc_argument_is_json(const struct argp_state *state, const char *text)
{
	static const char *const format[] = {"text", "json", NULL};

	return rcc_argument_choice(state, "format", text, format) == 1;
}

enum rcc_statistic rcc_argument_statistic(const struct argp_state *state,
					  const char *option, const char *text)
{
	const char *name[RCC_STATISTIC_MIN + 2] = {NULL};

	for (int i = 0; i <= RCC_STATISTIC_MIN; i++)
		name[i] = rcc_statistic_name((enum rcc_statistic)i);
	return (enum rcc_statistic)rcc_argument_choice(state, option, text,
						       name);
}

double rcc_argument_number(const struct argp_state *state, const char *option,
			   const char *text, double least, double most)
{
	double number = 0;

	if (rcc_number_parse(text, &number) != 0 || number < least ||
	    number > most)
		argp_error(state, "--%s: \"%s\" is not a number from %g to %g",
			   option, text, least, most);
	return number;
}
