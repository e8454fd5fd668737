/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/study_defaults.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/rank.h"
#include "harness/study/schedule.h"
#include "stats/rcc_stats.h"

#define OUTPUT_LIMIT_DEFAULT (INT64_C(256) << 20)

json_t *rcc_study_arms(const char *factors)
{
	return json_pack("[{s:s,s:s},{s:s,s:n}]", "name", "random", "factors",
			 factors, "name", "fixed", "factors");
}

/* Set the number of rounds, and whether blocks are run again, unless the user
 * chose them.  By default each program is executed once, as in Kalibera & Jones
 * 2013 (KJ13, stats/rcc_stats.h), and a second time if the first round was not
 * calm (session/further_rounds.h).  In tandem a study of one system has two
 * rounds, whose differences tell noise from layouts.  A comparison of systems
 * has one there, since the runs of a block share most of the machine's
 * noise. */
static void add_rounds(json_t *given)
{
	const char *runs = json_string_value(json_object_get(given, "runs"));
	const json_t *executions = json_object_get(given, "executions");
	const bool is_comparison =
		json_array_size(json_object_get(given, "systems")) > 1;
	bool is_redo;

	if (executions == NULL) {
		const bool is_tandem =
			runs != NULL && strcmp(runs, "tandem") == 0;

		json_object_set_new(
			given, "executions",
			is_tandem ? json_integer(is_comparison ? 1 : 2)
				  : json_string("auto"));
		executions = json_object_get(given, "executions");
	}
	/* Do not run blocks again in a study of several systems.  If one
	 * program varied more from run to run than the others, the repeats
	 * would remove slow runs of that program only. */
	is_redo = json_integer_value(executions) != 1 && !is_comparison;
	if (json_object_get(given, "redo") == NULL)
		json_object_set_new(given, "redo",
				    json_string(is_redo ? "on" : "off"));
	if (json_object_get(given, "schedule") == NULL)
		json_object_set_new(given, "schedule",
				    json_integer(RCC_SCHEDULE_VERSION));
}

void rcc_study_defaults(json_t *given)
{
	char factors[RCC_FACTORS_TEXT_MAX];
	json_t *defaults;

	/* A study that adds layouts by itself begins with few layouts. */
	if (json_object_get(given, "layouts") == NULL &&
	    (json_object_get(given, "precision") != NULL ||
	     json_object_get(given, "decide") != NULL ||
	     json_object_get(given, "budget") != NULL))
		json_object_set_new(given, "layouts",
				    json_integer(RCC_STOPPING_FEWEST));
	rcc_rank_factors_text(RCC_FACTORS_DEFAULT, factors);
	add_rounds(given);
	defaults = json_pack("{s:i,s:i,s:i,s:i,s:I,s:f,s:b,s:s,s:s,s:o}",
			     "layouts", 30, "iterations", 1, "warmup", 0,
			     "exit-status", 0, "output-limit",
			     (json_int_t)OUTPUT_LIMIT_DEFAULT, "timeout", 0.0,
			     "ignore-output", 0, "on-wrong", "stop", "env",
			     "random", "arms", rcc_study_arms(factors));
	json_object_update_missing(given, defaults);
	json_decref(defaults);
}

const char *rcc_study_add_variables(json_t *given)
{
	static const struct {
		const char *key;
		const char *variable;
	} table[] = {
		{"padding-max", "RANDCC_PADDING_MAX"},
		{"pin", "RANDCC_PIN"},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *value = getenv(table[i].variable);

		/* An empty variable counts as unset, as in randld. */
		if (value != NULL && value[0] != '\0' &&
		    json_object_set_new(given, table[i].key,
					json_string(value)) != 0)
			return table[i].variable;
	}
	return NULL;
}
