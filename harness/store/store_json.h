/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read and write the texts of a study's database that are JSON (store.h).
 * Functions return 0 or a negative enum rcc_error. */
#ifndef RCC_HARNESS_STORE_STORE_JSON_H
#define RCC_HARNESS_STORE_STORE_JSON_H

#include <jansson.h>

#include "harness/store/store.h"

/* Read the text of a key as JSON.  *json is NULL if the key is missing or its
 * text is not JSON; caller owns it. */
int rcc_store_get_json(struct rcc_store *store, const char *key, json_t **json);
/* Write `json` as the text of a key.  `json` stays the caller's. */
int rcc_store_set_json(struct rcc_store *store, const char *key,
		       const json_t *json);

#endif
