/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units`: which objects of a link line may change places, and
 * their new order.  Link order has a meaning, which must not change:
 *
 *	never moved	crt files, -l, archives, shared libraries, scripts,
 *			foreign formats, gcc IR (its order changes inlining),
 *			whatever RANDCC_PIN names; groups and --whole-archive
 *			spans, and everything under -z muldefs
 *	moved within	objects between two of those (a run)
 *	keep their order among themselves
 *			objects that construct, that contribute to a linker
 *			set, that define the same weak symbol outside a group,
 *			or that hold different copies of one group (the first
 *			copy wins: another would be other code)
 *
 * Members of archives move within these with some linkers (member_order.h).
 *
 * Pure: no file is opened here.
 */
#ifndef RCC_WRAPPER_ORDER_LINK_ORDER_H
#define RCC_WRAPPER_ORDER_LINK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

struct rcc_link_item {
	size_t run;	/* items of one run may change places */
	bool is_fixed;	/* never moved */
	bool is_chained; /* keeps its order among the chained ones */
	/* The object behind it, for the comparisons; NULL if none. */
	const struct rcc_object *object;
};

/* Sets is_chained by what the movable items hold, alone and together. */
void rcc_linkorder_chain(struct rcc_link_item *item, size_t n);

/* place[i] becomes the item that stands at position i.  Returns how many
 * items are not where they were. */
size_t rcc_linkorder_shuffle(const struct rcc_link_item *item, size_t n,
			     uint64_t seed, size_t *place);

/* Names of start files and the like, whose place is their meaning. */
bool rcc_linkorder_is_start_file(const char *path);

#endif
