/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/toolchains.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

json_t *rcc_toolchains_compilers(const char *text)
{
	json_t *json = json_object();

	while (*text != '\0') {
		const size_t n = strcspn(text, ",");
		char *item = rcc_mem_strndup(text, n);
		char *colon = strstr(item, ": ");

		if (colon != NULL) {
			*colon = '\0';
			json_object_set_new(
				json, item,
				json_integer(strtoll(colon + 2, NULL, 10)));
		}
		free(item);
		text += n + strspn(text + n, ", ");
	}
	return json;
}

bool rcc_toolchains_has_gcc(const char *text)
{
	return text == NULL || text[0] == '\0' || strstr(text, "gcc ") != NULL;
}
