/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/strmap.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/rank.h"

static struct rcc_strmap_slot *find(const struct rcc_strmap *m, const char *key,
				    size_t n, uint64_t hash)
{
	for (size_t i = hash & (m->n_slots - 1);;
	     i = (i + 1) & (m->n_slots - 1)) {
		struct rcc_strmap_slot *s = &m->slot[i];

		if (s->key == NULL || (s->hash == hash && s->n == n &&
				       memcmp(s->key, key, n) == 0))
			return s;
	}
}

static void resize(struct rcc_strmap *m, size_t n_slots)
{
	struct rcc_strmap bigger = {.n_slots = n_slots, .n_used = m->n_used};

	bigger.slot = rcc_mem_calloc(bigger.n_slots, sizeof(*bigger.slot));
	for (size_t i = 0; i < m->n_slots; i++) {
		const struct rcc_strmap_slot *s = &m->slot[i];

		if (s->key != NULL)
			*find(&bigger, s->key, s->n, s->hash) = *s;
	}
	free(m->slot);
	*m = bigger;
}

void rcc_strmap_reserve(struct rcc_strmap *m, size_t n)
{
	size_t n_slots = m->n_slots != 0 ? m->n_slots : 64;

	while (n_slots < 2 * (m->n_used + n + 1))
		n_slots *= 2;
	if (n_slots != m->n_slots)
		resize(m, n_slots);
}

struct rcc_strmap_slot *rcc_strmap_find(const struct rcc_strmap *m,
					const char *key, size_t n)
{
	struct rcc_strmap_slot *s = NULL;

	if (m->n_slots != 0)
		s = find(m, key, n, rcc_rank_hash(key, n, 0));
	return s != NULL && s->key != NULL ? s : NULL;
}

struct rcc_strmap_slot *rcc_strmap_at(struct rcc_strmap *m, const char *key,
				      size_t n, int *is_new)
{
	uint64_t hash = rcc_rank_hash(key, n, 0);
	struct rcc_strmap_slot *s;

	if (2 * (m->n_used + 1) > m->n_slots)
		resize(m, m->n_slots != 0 ? 2 * m->n_slots : 64);
	s = find(m, key, n, hash);
	*is_new = s->key == NULL;
	if (*is_new) {
		*s = (struct rcc_strmap_slot){.key = key, .n = n, .hash = hash};
		m->n_used++;
	}
	return s;
}

void rcc_strmap_release(struct rcc_strmap *m)
{
	free(m->slot);
	memset(m, 0, sizeof(*m));
}
