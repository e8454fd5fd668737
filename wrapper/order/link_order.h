/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units`: the new order of the objects on a link line.
 *
 * The order of a line has a meaning, which must not change.  Therefore an item
 * of the line is of one of three kinds:
 *
 *	pinned		It never moves: start files, -l, archives, shared
 *			libraries, scripts, foreign formats, gcc's IR (another
 *			order inlines differently), files that RANDCC_PIN names,
 *			everything inside --start-group or --whole-archive, and
 *			every input under -z muldefs.
 *	chained		It moves, but the chained items keep their order among
 *			themselves: objects with constructors, objects that
 *			contribute to a linker set, that define the same weak
 *			symbol outside a COMDAT group, or that hold different
 *			copies of one COMDAT group (the linker keeps the first
 *			copy, and another copy is other code).
 *	free		It moves: every other object.
 *
 * An item moves only within its span, the items between two pinned ones.
 *
 * wrapper/link/input_order.c decides what is pinned, which depends on the line.
 * This module finds the chained items, and knows the names of start files.  It
 * opens no file.  member_order.h applies the same rules to archive members.
 */
#ifndef RCC_WRAPPER_ORDER_LINK_ORDER_H
#define RCC_WRAPPER_ORDER_LINK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* An input of a link, or a member of an archive. */
struct rcc_link_item {
	size_t span;	 /* an item moves only among items of its span */
	bool is_pinned;	 /* never moves */
	bool is_chained; /* keeps its order among the chained items */
	/* The contents of the item; NULL if it is no object, and may be NULL if
	 * it is pinned. */
	const struct rcc_object *object;
};

/* Set is_chained in the movable items whose contents, alone or compared with
 * each other, demand it. */
void rcc_link_order_chain(struct rcc_link_item *item, size_t n);

/* Shuffle the items: order[i] becomes the index of the item that takes position
 * i.  Returns how many items moved. */
size_t rcc_link_order_shuffle(const struct rcc_link_item *item, size_t n,
			      uint64_t seed, size_t *order);

/* Return whether the name of a file is that of a start file, such as crt1.o.
 * Start files work only in their place on the line. */
bool rcc_link_order_is_start_file(const char *path);

#endif
