/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A hash map from strings to numbers, with open addressing.  A zeroed struct is
 * an empty map.  Keys are borrowed (n bytes, no NUL needed) and must outlive
 * the map.
 */
#ifndef RCC_COMMON_STRMAP_H
#define RCC_COMMON_STRMAP_H

#include <stddef.h>
#include <stdint.h>

struct rcc_strmap_slot {
	const char *key; /* NULL: empty */
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

/* The slot of a key.  A new key gets a slot with value 0 and extra 0, and sets
 * *is_new.  The slot is valid until the next call. */
struct rcc_strmap_slot *rcc_strmap_at(struct rcc_strmap *m, const char *key,
				      size_t n, int *is_new);
/* The slot of a key, or NULL. */
struct rcc_strmap_slot *rcc_strmap_find(const struct rcc_strmap *m,
					const char *key, size_t n);
/* Make room for n more keys. */
void rcc_strmap_reserve(struct rcc_strmap *m, size_t n);
void rcc_strmap_release(struct rcc_strmap *m);

#endif
