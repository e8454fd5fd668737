/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/json_values.h"

bool rcc_json_agree(const json_t *a, const json_t *b, const char *key)
{
	const json_t *x = json_object_get(a, key);
	const json_t *y = json_object_get(b, key);

	return x == y || json_equal(x, y) == 1;
}

bool rcc_json_agree_on(const json_t *a, const json_t *b,
		       const char *const *keys)
{
	for (; *keys != NULL; keys++)
		if (!rcc_json_agree(a, b, *keys))
			return false;
	return true;
}
