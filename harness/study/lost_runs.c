/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/lost_runs.h"

#include <inttypes.h>
#include <jansson.h>

/* Parse `list`, the JSON array of losses.  Returns an empty array if `list` is
 * NULL or damaged. */
static json_t *load(const char *list)
{
	json_t *array = list != NULL ? json_loads(list, 0, NULL) : NULL;

	if (json_is_array(array))
		return array;
	json_decref(array);
	return json_array();
}

char *rcc_lost_runs_add(const char *list, const struct rcc_lost_runs *lost)
{
	json_t *array = load(list);
	char *text;

	json_array_append_new(
		array, json_pack("{s:s?,s:I,s:b,s:b}", "machine", lost->machine,
				 "back", (json_int_t)lost->n_back, "again",
				 (int)lost->is_begun_again, "later",
				 (int)lost->may_have_later));
	text = json_dumps(array, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(array);
	return text;
}

void rcc_lost_runs_say(const char *list, unsigned machine,
		       struct rcc_strvec *sentence)
{
	json_t *array = load(list);
	size_t i;
	const json_t *one;

	json_array_foreach(array, i, one)
	{
		const int64_t n =
			json_integer_value(json_object_get(one, "back"));

		if (json_is_true(json_object_get(one, "again")))
			rcc_strvec_pushf(
				sentence,
				"machine %u was begun again on another "
				"computer: %" PRId64 " run%s that had come "
				"back %s not used%s",
				machine, n, n == 1 ? "" : "s",
				n == 1 ? "is" : "are",
				json_is_true(json_object_get(one, "later"))
					? ", and later ones are lost"
					: "");
		else
			rcc_strvec_pushf(
				sentence,
				"the disk of machine %u was emptied: it went "
				"on after the %" PRId64
				" run%s that had come back, and later "
				"ones are lost",
				machine, n, n == 1 ? "" : "s");
	}
	json_decref(array);
}
