/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/study_arguments.h"

const char *const rcc_text_or_json[] = {"text", "json", NULL};

void rcc_study_arguments_take_dir(const char *text,
				  const struct argp_state *state, void *values)
{
	struct rcc_study_arguments *o = values;

	if (o->dir != NULL)
		rcc_argument_error(state,
				   "unexpected argument \"%s\": only one study "
				   "is reported at a time",
				   text);
	o->dir = text;
}

void rcc_study_arguments_check(const struct argp_state *state, void *values)
{
	const struct rcc_study_arguments *o = values;

	if (o->dir == NULL)
		rcc_argument_error(state, "the study's directory is missing");
}
