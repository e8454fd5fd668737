/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/verify.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/strmap.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/unique.h"

/* The lower bits of a variable's place hold its rank, and the upper bits its
 * output section.  The rank loses its last three bits.  No two variables differ
 * in these bits alone. */
#define RANK_BITS 61

static uint64_t key_of(const struct rcc_rank_name *name)
{
	return (uint64_t)rcc_rank_group_of(name->cls) << RANK_BITS |
	       name->rank >> (64 - RANK_BITS);
}

/* Add the variables of an object to the hash map, with their places. */
static void collect(struct rcc_strmap *m, const struct rcc_object *o)
{
	for (size_t i = 0; i < o->n_functions; i++) {
		const struct rcc_rank_name *name = &o->function[i].name;
		size_t n;
		const char *symbol = rcc_object_symbol(name, &n);

		if (rcc_rank_is_data(name->cls))
			rcc_unique_plan(m, symbol, n, key_of(name));
	}
}

/* Count the variables that can be compared, and how many of these are in the
 * wrong order within their section. */
static void compare(struct rcc_strmap *m, const struct rcc_output *out,
		    size_t *n, size_t *n_wrong)
{
	struct rcc_strmap_slot **slot = rcc_mem_calloc(
		out->n_variables, sizeof(struct rcc_strmap_slot *));
	uint64_t last = 0;

	*n = 0;
	*n_wrong = 0;
	for (size_t i = 0; i < out->n_variables; i++)
		slot[i] = rcc_unique_meet(m, out->variable[i].name);
	for (size_t i = 0; i < out->n_variables; i++) {
		const struct rcc_strmap_slot *s = slot[i];

		if (!rcc_unique_is(s))
			continue;
		*n_wrong += s->value >> RANK_BITS == last >> RANK_BITS &&
			    s->value < last;
		last = s->value;
		++*n;
	}
	free(slot);
}

bool rcc_verify_variables(const struct rcc_inputs *inputs,
			  const struct rcc_output *out)
{
	struct rcc_strmap m = {0};
	size_t n;
	size_t n_wrong;

	for (size_t i = 0; i < inputs->n; i++) {
		const struct rcc_object_file *f = &inputs->item[i].file;

		for (size_t k = 0; k < f->n_objects; k++)
			collect(&m, &f->object[k]);
	}
	compare(&m, out, &n, &n_wrong);
	rcc_strmap_release(&m);
	return rcc_verify_is_order(n_wrong, n);
}
