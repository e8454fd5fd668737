/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/unique.h"

#include <string.h>

/* The field `extra` of a slot counts how often its name was planned (lower
 * half) and met (upper half). */
#define PLANNED UINT64_C(1)
#define MET (UINT64_C(1) << 32)

void rcc_unique_plan(struct rcc_strmap *m, const char *name, size_t len,
		     uint64_t value)
{
	int is_new;
	struct rcc_strmap_slot *s = rcc_strmap_at(m, name, len, &is_new);

	s->value = value;
	s->extra += PLANNED;
}

struct rcc_strmap_slot *rcc_unique_meet(struct rcc_strmap *m, const char *name)
{
	struct rcc_strmap_slot *s = rcc_strmap_find(m, name, strlen(name));

	if (s != NULL)
		s->extra += MET;
	return s;
}

bool rcc_unique_is(const struct rcc_strmap_slot *s)
{
	return s != NULL && s->extra == (PLANNED | MET);
}
