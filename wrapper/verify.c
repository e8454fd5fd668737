/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/verify.h"

#include <stdlib.h>
#include <string.h>

#include "wrapper/strmap.h"

/* In a slot: value is the rank, extra how often the name was met in the inputs
 * (low half) and in the program (high half). */
#define IN_PROGRAM (UINT64_C(1) << 32)

static void collect(struct rcc_strmap *m, const struct rcc_object *o)
{
	for (size_t i = 0; i < o->n_functions; i++) {
		const struct rcc_rank_name *name = &o->function[i].name;
		int is_new;
		struct rcc_strmap_slot *s = rcc_strmap_at(
			m, name->tail + name->unit_len + 1,
			name->tail_len - name->unit_len - 1, &is_new);

		/* The class sorts before the rank; a rank of 64 bits loses its
		 * last three, which no two functions differ in alone. */
		s->value = (uint64_t)name->cls << 61 | name->rank >> 3;
		s->extra++;
	}
}

/* Counts neighbours, and those that stand the wrong way round. */
static void compare(struct rcc_strmap *m, const struct rcc_output *out,
		    size_t *n, size_t *n_wrong)
{
	uint64_t last = 0;
	int is_new;

	*n = 0;
	*n_wrong = 0;
	for (size_t i = 0; i < out->n_functions; i++)
		rcc_strmap_at(m, out->function[i].name,
			      strlen(out->function[i].name), &is_new)
			->extra += IN_PROGRAM;
	for (size_t i = 0; i < out->n_functions; i++) {
		const struct rcc_strmap_slot *s = rcc_strmap_at(
			m, out->function[i].name,
			strlen(out->function[i].name), &is_new);

		if (s->extra != (IN_PROGRAM | 1))
			continue;
		if (*n != 0 && s->value < last)
			++*n_wrong;
		last = s->value;
		++*n;
	}
}

bool rcc_verify_order(const struct rcc_link *l, const struct rcc_output *out)
{
	struct rcc_strmap m = {0};
	size_t n;
	size_t n_wrong;

	if (l->n_ranked == 0)
		return true;
	for (size_t i = 0; i < l->n_inputs; i++)
		for (size_t k = 0; k < l->input[i].file.n_objects; k++)
			collect(&m, &l->input[i].file.object[k]);
	compare(&m, out, &n, &n_wrong);
	rcc_strmap_release(&m);
	return 4 * n_wrong <= n;
}
