/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A hash map from strings to numbers, with open addressing.  A zeroed struct is
 * an empty map.  A key has n bytes and needs no NUL.  Keys are borrowed and
 * must outlive the map.
 */
#ifndef RCC_COMMON_STRMAP_H
#define RCC_COMMON_STRMAP_H

#include <stddef.h>
#include <stdint.h>

/* A slot of the map.  The caller sets `value` and `extra`. */
struct rcc_strmap_slot {
	const char *key; /* NULL: the slot is empty */
	size_t n;
	uint64_t hash;
	uint64_t value;
	uint64_t extra;
};

struct rcc_strmap {
	struct rcc_strmap_slot *slot;
	size_t n_slots; /* a power of two, or 0 */
	size_t n_used;
};

/* Return the slot of a key.  If the map does not have the key, adds a slot with
 * value 0 and extra 0.  *is_new says whether the slot was added.  The slot is
 * valid until the next call of this function or of rcc_strmap_reserve(). */
struct rcc_strmap_slot *rcc_strmap_at(struct rcc_strmap *m, const char *key,
				      size_t n, int *is_new);
/* Return the slot of a key, or NULL if the map does not have the key. */
struct rcc_strmap_slot *rcc_strmap_find(const struct rcc_strmap *m,
					const char *key, size_t n);
/* Make room for n more keys. */
void rcc_strmap_reserve(struct rcc_strmap *m, size_t n);
void rcc_strmap_release(struct rcc_strmap *m);

#endif
