/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units`: which objects of a link line may change places, and
 * their new order.  The order of a line has a meaning, which must not change:
 *
 *	never moved	crt files, -l, archives, shared libraries, scripts,
 *			foreign formats, gcc's IR (another order inlines
 *			differently), files that RANDCC_PIN names,
 *			--start-group and --whole-archive spans, and every
 *			input under -z muldefs
 *	moved within	objects between two of those (a span)
 *	keep their order among themselves
 *			objects that construct, that contribute to a linker
 *			set, that define the same weak symbol outside a COMDAT
 *			group, or that hold different copies of one such group
 *			(the linker keeps the first copy: another is other code)
 *
 * Members of archives move within them with some linkers (member_order.h).
 *
 * wrapper/link/input_order.c applies the first two rules, which depend on the
 * line; the third is here, as is the name of a start file.  No file is opened.
 */
#ifndef RCC_WRAPPER_ORDER_LINK_ORDER_H
#define RCC_WRAPPER_ORDER_LINK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* An input of a link, or a member of an archive. */
struct rcc_link_item {
	size_t span;	/* items of one span may change places */
	bool is_fixed;	/* never moved */
	bool is_chained; /* keeps its order among the chained ones */
	/* Its object, for the comparisons; NULL: it is none. */
	const struct rcc_object *object;
};

/* Set is_chained where the contents of the movable items, alone or compared
 * with each other, demand it. */
void rcc_link_order_chain(struct rcc_link_item *item, size_t n);

/* order[i] becomes the item that stands at position i.  Returns how many items
 * are not where they were. */
size_t rcc_link_order_shuffle(const struct rcc_link_item *item, size_t n,
			      uint64_t seed, size_t *order);

/* Whether a file is a start file or the like, by its name.  Such a file works
 * only in its place on the line. */
bool rcc_link_order_is_start_file(const char *path);

#endif
