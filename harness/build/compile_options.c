/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/compile_options.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"

static json_int_t calls_of(const json_t *one)
{
	return json_integer_value(json_object_get(one, "calls"));
}

static void count(json_t *flags, const char *line)
{
	size_t i;
	json_t *one;

	json_array_foreach(flags, i, one)
	{
		if (strcmp(json_string_value(json_object_get(one, "options")),
			   line) == 0) {
			json_object_set_new(one, "calls",
					    json_integer(calls_of(one) + 1));
			return;
		}
	}
	/* A line that is not UTF-8 has no place in JSON. */
	one = json_pack("{s:o?,s:i}", "options", json_string(line), "calls", 1);
	if (json_is_string(json_object_get(one, "options")))
		json_array_append(flags, one);
	json_decref(one);
}

static int compare(const void *a, const void *b)
{
	const json_int_t x = calls_of(*(json_t *const *)a);
	const json_int_t y = calls_of(*(json_t *const *)b);

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Stable enough: what has the same number of calls may stand either way. */
static json_t *sort(json_t *flags)
{
	const size_t n = json_array_size(flags);
	json_t **one = rcc_mem_calloc(n + 1, sizeof(json_t *));
	json_t *sorted = json_array();

	for (size_t i = 0; i < n; i++)
		one[i] = json_array_get(flags, i);
	qsort(one, n, sizeof(json_t *), compare);
	for (size_t i = 0; i < n; i++)
		json_array_append(sorted, one[i]);
	free(one);
	json_decref(flags);
	return sorted;
}

json_t *rcc_flags_read(const char *record)
{
	char *path = rcc_file_join(record, "options");
	char *text = rcc_file_read(path, NULL);
	json_t *flags = json_array();
	char *at = text;

	while (at != NULL && *at != '\0') {
		char *end = strchr(at, '\n');

		if (end != NULL)
			*end = '\0';
		count(flags, at);
		at = end != NULL ? end + 1 : NULL;
	}
	free(text);
	free(path);
	return sort(flags);
}

char *rcc_flags_text(const json_t *flags, size_t max)
{
	const size_t n = json_array_size(flags);
	char *text = n != 0 ? rcc_mem_strdup("") : NULL;

	for (size_t i = 0; i < n && i < max; i++) {
		const json_t *one = json_array_get(flags, i);
		const char *options =
			json_string_value(json_object_get(one, "options"));
		char *longer = rcc_mem_printf(
			"%s%s%s (%lld call%s)", text, i != 0 ? ", " : "",
			options != NULL && options[0] != '\0' ? options
							      : "no options",
			(long long)calls_of(one),
			calls_of(one) == 1 ? "" : "s");

		free(text);
		text = longer;
	}
	if (n > max) {
		char *longer = rcc_mem_printf("%s, and %zu more (json)", text,
					      n - max);

		free(text);
		text = longer;
	}
	return text;
}
