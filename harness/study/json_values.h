/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compare objects of settings. */
#ifndef RCC_HARNESS_STUDY_JSON_VALUES_H
#define RCC_HARNESS_STUDY_JSON_VALUES_H

#include <stdbool.h>
#include <jansson.h>

/* Return whether both objects have equal values under a key, or both lack it.
 * NULL stands for an object without keys. */
bool rcc_json_agree(const json_t *a, const json_t *b, const char *key);

/* Return whether both objects agree on all keys of a list, which ends with
 * NULL. */
bool rcc_json_agree_on(const json_t *a, const json_t *b,
		       const char *const *keys);

#endif
