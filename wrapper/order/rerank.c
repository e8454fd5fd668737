/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/order/rerank.h"

#include <string.h>

#include "common/rank.h"

void rcc_rerank_init(struct rcc_rerank *r, const struct rcc_settings *settings,
		     bool is_lto)
{
	memset(r, 0, sizeof(*r));
	r->settings = settings;
	r->is_lto = is_lto;
	r->has_groups = true;
}

void rcc_rerank_release(struct rcc_rerank *r)
{
	rcc_strmap_release(&r->unit);
}

/* Return the place of a function (common/rank.h): the ordinal of its unit, the
 * number of earlier units of the same name (`instance`), and the function's own
 * ordinal.  Units of the same name in two objects are different units, except
 * under LTO. */
static struct rcc_rank_place place_of(struct rcc_rerank *r,
				      const struct rcc_ranked_section *fn)
{
	struct rcc_rank_place place = {.function_ordinal = fn->ordinal};
	struct rcc_strmap_slot *s = r->last_unit;
	int is_new = 0;

	/* Most functions are in the same unit as the previous function.  Look
	 * up the unit only if its name differs from the previous one. */
	if (s == NULL || s->n != fn->name.unit_len ||
	    memcmp(s->key, fn->name.tail, s->n) != 0) {
		s = r->last_unit = rcc_strmap_at(&r->unit, fn->name.tail,
						 fn->name.unit_len, &is_new);
		r->has_last_rank = false;
	}
	if (is_new) {
		s->value = r->n_units++;
	} else if (s->extra != r->n_objects && !r->is_lto) {
		s->value = ((s->value >> 32) + 1) << 32 | r->n_units++;
		r->has_last_rank = false;
	}
	s->extra = r->n_objects;
	place.instance = (uint32_t)(s->value >> 32);
	place.unit_ordinal = (uint32_t)s->value;
	return place;
}

/* Return the rank of a function under RANDCC_ORDER.  Functions that are not
 * listed follow in the original order.  The last three bits of the rank are 0,
 * because the check after the link ignores these bits (link/verify.c). */
static uint64_t rank_in_list(struct rcc_rerank *r,
			     const struct rcc_ranked_section *fn,
			     const struct rcc_rank_place *place)
{
	size_t n;
	const char *symbol = rcc_object_symbol(&fn->name, &n);
	const struct rcc_strmap_slot *slot =
		rcc_strmap_find(r->settings->order, symbol, n);

	if (slot != NULL) {
		r->n_listed++;
		return (slot->value + 1) << 8;
	}
	return UINT64_C(1) << 63 | (uint64_t)place->unit_ordinal << 32 |
	       (uint64_t)place->function_ordinal << 3;
}

/* Return the rank of a function or variable.  One part of the rank depends on
 * the unit alone, so it is computed once for each unit.  Functions and
 * variables share this part, although different factors may apply to them. */
static uint64_t rank_of(struct rcc_rerank *r,
			const struct rcc_ranked_section *fn, unsigned factors,
			const struct rcc_rank_place *place)
{
	if (r->settings->order != NULL && !rcc_rank_is_data(fn->name.cls))
		return rank_in_list(r, fn, place);
	if (!r->has_last_rank)
		r->last_rank = rcc_rank_unit_of(r->settings->seed, factors,
						&fn->name, place);
	r->has_last_rank = true;
	return rcc_rank_in_unit(&r->last_rank, factors, &fn->name, place);
}

bool rcc_rerank_object(struct rcc_rerank *r, struct rcc_object_file *f,
		       struct rcc_object *o)
{
	const struct rcc_settings *set = r->settings;
	bool changed = false;

	r->n_objects++;
	for (size_t i = 0; i < o->n_functions; i++) {
		struct rcc_ranked_section *fn = &o->function[i];
		struct rcc_rank_place place = place_of(r, fn);
		unsigned factors =
			rcc_rank_factors_of(set->factors, fn->name.cls);

		if (set->is_original || factors == 0) {
			rcc_object_clear_rank(f->map.data, fn);
			changed |= fn->name.is_ranked != 0;
			continue;
		}
		fn->name.rank = rank_of(r, fn, factors, &place);
		if (rcc_rank_is_data(fn->name.cls))
			r->n_variables++;
		else
			r->n_ranked++;
		if (r->keeps_names) {
			rcc_object_clear_rank(f->map.data, fn);
			changed |= fn->name.is_ranked != 0;
			continue;
		}
		if (!r->has_groups && !rcc_rank_is_data(fn->name.cls))
			fn->name.cls = RCC_RANK_REST;
		fn->name.is_ranked = 1;
		rcc_object_set_rank(f->map.data, fn, fn->name.rank);
		changed = true;
	}
	return changed;
}

bool rcc_rerank_file(struct rcc_rerank *r, struct rcc_object_file *f)
{
	bool changed = false;

	for (size_t i = 0; i < f->n_objects; i++)
		changed |= rcc_rerank_object(r, f, &f->object[i]);
	return changed;
}
