/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From strings to numbers: what was first said under a name.  Open addressing;
 * a zeroed struct is empty.  Keys are borrowed (n bytes, no NUL needed) and
 * must outlive the map.
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

/* The slot of a key, made with value 0 and extra 0 if it is new (*is_new is
 * then 1).  Valid until the next call. */
struct rcc_strmap_slot *rcc_strmap_at(struct rcc_strmap *m, const char *key,
				      size_t n, int *is_new);
/* NULL: it has none. */
struct rcc_strmap_slot *rcc_strmap_find(const struct rcc_strmap *m,
					const char *key, size_t n);
/* Make room for n more keys. */
void rcc_strmap_reserve(struct rcc_strmap *m, size_t n);
void rcc_strmap_release(struct rcc_strmap *m);

#endif
