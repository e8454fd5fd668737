/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store/store_json.h"

#include <stdlib.h>

int rcc_store_get_json(struct rcc_store *store, const char *key, json_t **json)
{
	char *text = NULL;
	const int result = rcc_store_get(store, key, &text);

	*json = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
	free(text);
	return result;
}

int rcc_store_set_json(struct rcc_store *store, const char *key,
		       const json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
	const int result = rcc_store_set(store, key, text);

	free(text);
	return result;
}
