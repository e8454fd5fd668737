/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/study_arguments.h"

const char *const rcc_text_or_json[] = {"text", "json", NULL};

void rcc_study_arguments_take_dir(const char *text,
				  const struct argp_state *state, void *values)
{
	struct rcc_study_arguments *o = values;

	if (o->dir != NULL)
		rcc_argument_error(state, "give one study, not \"%s\" too",
				   text);
	o->dir = text;
}

void rcc_study_arguments_check(const struct argp_state *state, void *values)
{
	const struct rcc_study_arguments *o = values;

	if (o->dir == NULL)
		rcc_argument_error(state, "DIR, the study, is missing");
}
