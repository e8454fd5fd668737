/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/interim.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static const char *const decision_text[] = {
	[RCC_INTERIM_CONTINUE] = "more layouts",
	[RCC_INTERIM_PRECISE] = "precise enough",
	[RCC_INTERIM_TIME] = "out of time",
	[RCC_INTERIM_MOST] = "most layouts",
	[RCC_INTERIM_DECIDED] = "decided",
};

const char *rcc_interim_text(enum rcc_interim_decision decision)
{
	return decision_text[decision];
}

enum rcc_interim_decision rcc_interim_parse(const char *text)
{
	const size_t n = sizeof(decision_text) / sizeof(decision_text[0]);

	for (size_t i = 0; i < n; i++)
		if (text != NULL && strcmp(text, decision_text[i]) == 0)
			return (enum rcc_interim_decision)i;
	return RCC_INTERIM_CONTINUE;
}

char *rcc_interim_ended(int64_t n_layouts)
{
	json_t *array = json_pack("[{s:I,s:n,s:s}]", "layouts",
				  (json_int_t)n_layouts, "half-width", "then",
				  rcc_interim_text(RCC_INTERIM_MOST));
	char *text = json_dumps(array, JSON_COMPACT);

	json_decref(array);
	return text;
}

struct rcc_interim *rcc_interim_read(const char *text, size_t *n)
{
	json_t *array = text != NULL ? json_loads(text, 0, NULL) : NULL;
	struct rcc_interim *interim;

	*n = json_array_size(array);
	interim = rcc_mem_calloc(*n + 1, sizeof(*interim));
	for (size_t i = 0; i < *n; i++) {
		const json_t *one = json_array_get(array, i);
		const json_t *width = json_object_get(one, "half-width");

		interim[i] = (struct rcc_interim){
			.n_layouts = (unsigned)json_integer_value(
				json_object_get(one, "layouts")),
			.n_measured = (unsigned)json_integer_value(
				json_object_get(one, "measured")),
			.n_runs = (size_t)json_integer_value(
				json_object_get(one, "runs")),
			.half_width = json_is_number(width)
					      ? json_number_value(width)
					      : INFINITY,
			.decision = rcc_interim_parse(json_string_value(
				json_object_get(one, "then"))),
		};
	}
	json_decref(array);
	return interim;
}
