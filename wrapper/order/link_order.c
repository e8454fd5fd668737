/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shuffling the inputs of a link, or the members of an archive.  An input or a
 * member is called an item.  link_order.h says when an item is pinned or
 * chained, and what a span is.
 */
#include "wrapper/order/link_order.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/strmap.h"

bool rcc_link_order_is_start_file(const char *path)
{
	static const char *const pattern[] = {
		"crt?.o",	  "[SMgr]crt?.o",  "grcrt?.o",	 "crtbegin*.o",
		"crtend*.o",	  "crtfast*.o",	   "crtprec*.o", "crtoff*.o",
		"lib*_preinit.o", "[SMg]crt?_*.o", "Scrt?.o",
	};
	const char *base = rcc_file_base(path);

	for (size_t i = 0; i < sizeof(pattern) / sizeof(pattern[0]); i++)
		if (fnmatch(pattern[i], base, 0) == 0)
			return true;
	return false;
}

/* If an earlier item defines a weak symbol of item i, chain item i and the
 * first item that defines this symbol.  The keys of `seen` are the weak symbols
 * of earlier items, and `value` is the index of the first item with the
 * symbol. */
static void chain_weak(struct rcc_link_item *item, size_t i,
		       struct rcc_strmap *seen)
{
	const struct rcc_object *o = item[i].object;

	for (size_t k = 0; k < o->n_weak; k++) {
		int is_new;
		struct rcc_strmap_slot *s = rcc_strmap_at(
			seen, o->weak[k], strlen(o->weak[k]), &is_new);

		if (is_new) {
			s->value = i;
			continue;
		}
		item[i].is_chained = true;
		item[s->value].is_chained = true;
	}
}

/* Mark each COMDAT name whose group in this object differs from the first group
 * that defines the name.  The mark is `extra` in the name's slot of `seen`. */
static void compare_comdats(const struct rcc_object *o, struct rcc_strmap *seen)
{
	for (size_t k = 0; k < o->n_comdats; k++) {
		const struct rcc_comdat *c = &o->comdat[k];
		int is_new;
		struct rcc_strmap_slot *s =
			rcc_strmap_at(seen, c->name, strlen(c->name), &is_new);

		if (is_new)
			s->value = c->digest;
		else if (s->value != c->digest)
			s->extra = 1;
	}
}

/* Return whether the object has a COMDAT name that is marked in `seen`: the
 * groups that define it differ, or it is also a weak symbol outside groups. */
static bool has_differing_comdat(const struct rcc_object *o,
				 struct rcc_strmap *seen)
{
	for (size_t k = 0; k < o->n_comdats; k++) {
		const char *name = o->comdat[k].name;
		int is_new;

		if (rcc_strmap_at(seen, name, strlen(name), &is_new)->extra !=
		    0)
			return true;
	}
	return false;
}

/* Chain an item if it defines a weak symbol and a COMDAT group of some object
 * defines the same name.  The linker keeps the definition that comes first, so
 * the order of the definitions must stay.  Mark the name, so that the objects
 * with such a group are chained too. */
static void chain_weak_and_comdat(struct rcc_link_item *item,
				  struct rcc_strmap *comdat)
{
	const struct rcc_object *o = item->object;

	for (size_t k = 0; k < o->n_weak; k++) {
		int is_new;
		struct rcc_strmap_slot *s = rcc_strmap_at(
			comdat, o->weak[k], strlen(o->weak[k]), &is_new);

		if (is_new)
			continue;
		s->extra = 1;
		item->is_chained = true;
	}
}

/* The traits of objects that keep their order.  Constructors run in the order of
 * the objects.  The linker joins sections of the same unusual name, or of a name
 * that is a C identifier, to a table, whose entries are in that order too.  Of
 * sections .gnu.linkonce.* it keeps the first of each name. */
#define CHAINED                                                                \
	(RCC_OBJECT_CONSTRUCTS | RCC_OBJECT_IN_SET | RCC_OBJECT_HAS_OTHER)

void rcc_link_order_chain(struct rcc_link_item *item, size_t n)
{
	struct rcc_strmap weak = {0};
	struct rcc_strmap comdat = {0};

	for (size_t i = 0; i < n; i++) {
		const struct rcc_object *o = item[i].object;

		if (o == NULL || item[i].is_pinned)
			continue;
		if ((o->traits & CHAINED) != 0)
			item[i].is_chained = true;
		chain_weak(item, i, &weak);
		compare_comdats(o, &comdat);
	}
	for (size_t i = 0; i < n; i++)
		if (item[i].object != NULL && !item[i].is_pinned)
			chain_weak_and_comdat(&item[i], &comdat);
	for (size_t i = 0; i < n; i++)
		if (item[i].object != NULL && !item[i].is_pinned &&
		    has_differing_comdat(item[i].object, &comdat))
			item[i].is_chained = true;
	rcc_strmap_release(&weak);
	rcc_strmap_release(&comdat);
}

static int by_number(const void *a, const void *b)
{
	size_t x = *(const size_t *)a;
	size_t y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* Shuffle the movable items of a span.  Their positions are in `slot`. */
static void shuffle_span(const struct rcc_link_item *item, const size_t *slot,
			 size_t n_slots, struct rcc_random *random,
			 size_t *order)
{
	size_t *mover = rcc_mem_alloc(n_slots * sizeof(*mover));
	size_t *chained = rcc_mem_alloc(n_slots * sizeof(*chained));
	size_t n_chained = 0;

	memcpy(mover, slot, n_slots * sizeof(*mover));
	rcc_random_shuffle(random, mover, n_slots);
	for (size_t i = 0; i < n_slots; i++) {
		order[slot[i]] = mover[i];
		if (item[mover[i]].is_chained)
			chained[n_chained++] = mover[i];
	}
	/* The shuffle gave some positions to chained items.  Distribute the
	 * chained items over these positions in their original order. */
	qsort(chained, n_chained, sizeof(*chained), by_number);
	for (size_t i = 0, k = 0; i < n_slots; i++)
		if (item[order[slot[i]]].is_chained)
			order[slot[i]] = chained[k++];
	free(mover);
	free(chained);
}

/* Return whether a run of items that may change places ends before item i. */
static bool ends_run(const struct rcc_link_item *item, size_t n, size_t i)
{
	return i == n || item[i].is_pinned ||
	       (i > 0 && item[i].span != item[i - 1].span);
}

size_t rcc_link_order_n_movable(const struct rcc_link_item *item, size_t n)
{
	size_t n_movable = 0;
	size_t n_run = 0;
	size_t n_free = 0;

	for (size_t i = 0; i <= n; i++) {
		if (ends_run(item, n, i)) {
			/* Chained items move if a free item can stand between
			 * them. */
			if (n_run > 1 && n_free > 0)
				n_movable += n_run;
			n_run = n_free = 0;
		}
		if (i < n && !item[i].is_pinned) {
			n_run++;
			n_free += !item[i].is_chained;
		}
	}
	return n_movable;
}

size_t rcc_link_order_shuffle(const struct rcc_link_item *item, size_t n,
			      uint64_t seed, size_t *order)
{
	size_t *slot = rcc_mem_alloc(n * sizeof(*slot));
	struct rcc_random random;
	size_t n_slots = 0;
	size_t n_moved = 0;

	rcc_random_stream(&random, seed, "link order");
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = 0; i <= n; i++) {
		if (ends_run(item, n, i)) {
			shuffle_span(item, slot, n_slots, &random, order);
			n_slots = 0;
		}
		if (i < n && !item[i].is_pinned)
			slot[n_slots++] = i;
	}
	for (size_t i = 0; i < n; i++)
		n_moved += order[i] != i;
	free(slot);
	return n_moved;
}
