/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/compile_options.h"

#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"

static json_int_t calls_of(const json_t *one)
{
	return json_integer_value(json_object_get(one, "calls"));
}

/* Count a call of the compiler in `list`, the array that
 * rcc_compile_options_read() returns.  `line` has the options of that call. */
static void count_line(json_t *list, const char *line)
{
	size_t i;
	json_t *one;

	json_array_foreach(list, i, one)
	{
		if (strcmp(json_string_value(json_object_get(one, "options")),
			   line) == 0) {
			json_object_set_new(one, "calls",
					    json_integer(calls_of(one) + 1));
			return;
		}
	}
	/* JSON cannot hold a line that is not UTF-8, so leave it out. */
	one = json_pack("{s:o?,s:i}", "options", json_string(line), "calls", 1);
	if (json_is_string(json_object_get(one, "options")))
		json_array_append(list, one);
	json_decref(one);
}

static int compare(const void *a, const void *b)
{
	const json_int_t x = calls_of(*(json_t *const *)a);
	const json_int_t y = calls_of(*(json_t *const *)b);

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Return a new array with the entries of `list`, sorted by number of calls, the
 * largest first.  Entries with the same number may be in any order. */
static json_t *sort(json_t *list)
{
	const size_t n = json_array_size(list);
	json_t **one = rcc_mem_calloc(n + 1, sizeof(json_t *));
	json_t *sorted = json_array();

	for (size_t i = 0; i < n; i++)
		one[i] = json_array_get(list, i);
	qsort(one, n, sizeof(json_t *), compare);
	for (size_t i = 0; i < n; i++)
		json_array_append(sorted, one[i]);
	free(one);
	json_decref(list);
	return sorted;
}

json_t *rcc_compile_options_read(const char *record)
{
	char *path = rcc_file_join(record, "options");
	char *text = rcc_file_read(path, NULL);
	json_t *list = json_array();
	char *at = text;

	while (at != NULL && *at != '\0') {
		char *end = strchr(at, '\n');

		if (end != NULL)
			*end = '\0';
		count_line(list, at);
		at = end != NULL ? end + 1 : NULL;
	}
	free(text);
	free(path);
	return sort(list);
}

char *rcc_compile_options_text(const json_t *options, size_t max)
{
	const size_t n = json_array_size(options);
	struct rcc_strbuf text = {0};

	if (n == 0)
		return NULL;
	for (size_t i = 0; i < n && i < max; i++) {
		const json_t *one = json_array_get(options, i);
		const char *line =
			json_string_value(json_object_get(one, "options"));

		rcc_strbuf_printf(
			&text, "%s%s (%lld call%s)", i != 0 ? ", " : "",
			line != NULL && line[0] != '\0' ? line : "no options",
			(long long)calls_of(one),
			calls_of(one) == 1 ? "" : "s");
	}
	if (n > max)
		rcc_strbuf_printf(&text, ", and %zu more (json)", n - max);
	return rcc_strbuf_take(&text);
}
