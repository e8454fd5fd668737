/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/arguments.h"


#include "common/arguments.h"

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

enum rcc_statistic rcc_argument_statistic(const struct argp_state *state,
					  const char *option, const char *text)
{
	return (enum rcc_statistic)rcc_argument_choice(state, option, text,
						       rcc_statistic_names);
}
