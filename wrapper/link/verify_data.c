/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/verify.h"

#include <string.h>

#include "common/strmap.h"

/* A slot of the hash map (strmap.h) stands for one variable name.  `value` is
 * the variable's place: where it should be, by output section and rank.
 * `extra` counts how often the name occurs in the inputs (lower half) and in
 * the program (upper half). */
#define IN_PROGRAM (UINT64_C(1) << 32)

/* The lower bits of a place hold the rank, and the upper bits the variable's
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
		struct rcc_strmap_slot *s;
		int is_new;

		if (!rcc_rank_is_data(name->cls))
			continue;
		s = rcc_strmap_at(m, name->tail + name->unit_len + 1,
				  name->tail_len - name->unit_len - 1, &is_new);
		s->value = key_of(name);
		s->extra++;
	}
}

static struct rcc_strmap_slot *slot_of(struct rcc_strmap *m,
				       const struct rcc_output_symbol *v)
{
	int is_new;

	return rcc_strmap_at(m, v->name, strlen(v->name), &is_new);
}

/* Count the variables that can be compared, and how many of these are in the
 * wrong order within their section. */
static void compare(struct rcc_strmap *m, const struct rcc_output *out,
		    size_t *n, size_t *n_wrong)
{
	uint64_t last = 0;

	*n = 0;
	*n_wrong = 0;
	for (size_t i = 0; i < out->n_variables; i++)
		slot_of(m, &out->variable[i])->extra += IN_PROGRAM;
	for (size_t i = 0; i < out->n_variables; i++) {
		const struct rcc_strmap_slot *s = slot_of(m, &out->variable[i]);

		if (s->extra != (IN_PROGRAM | 1))
			continue;
		*n_wrong += s->value >> RANK_BITS == last >> RANK_BITS &&
			    s->value < last;
		last = s->value;
		++*n;
	}
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
