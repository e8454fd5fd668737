/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The factor `units`: the new order of the objects on a link line.
 *
 * The order of the inputs can affect what a program does, and a new order must
 * not change that.  Therefore there are three kinds of items:
 *
 *	pinned		It never moves: start files, -l, archives, shared
 *			libraries, scripts, foreign formats, gcc's IR (another
 *			order inlines differently), files that RANDCC_PIN names,
 *			everything inside --start-group or --whole-archive, and
 *			every input under -z muldefs.
 *	chained		It moves, but the chained items keep their order among
 *			themselves.  An object is chained if
 *			- it has constructors, or
 *			- it has entries of a linker set (a table that the
 *			  linker makes of all sections of one name), or
 *			- it defines a weak symbol outside a COMDAT group, and
 *			  another object defines that symbol too, or
 *			- its copy of a COMDAT group differs from another
 *			  object's copy.  The linker keeps the first copy, so
 *			  another order would choose other code, or
 *			- one of its COMDAT groups defines a symbol that a group
 *			  of another signature defines in another object, or
 *			- it has sections that a user's script may gather into
 *			  a table, or sections .gnu.linkonce.*
 *			  (RCC_OBJECT_HAS_OTHER).
 *	free		It moves: every other object.
 *
 * An item moves only within its span.  Pinned items and options such as
 * --whole-archive separate spans.
 *
 * wrapper/link/input_order.c decides what is pinned, because that depends on
 * the line.  This module finds the chained items and knows the names of start
 * files.  It opens no file.  member_order.h chains the members of an archive
 * by the same rules and pins some of them, and wrapper/link/ranks.c pins whole
 * archives.
 */
#ifndef RCC_WRAPPER_ORDER_LINK_ORDER_H
#define RCC_WRAPPER_ORDER_LINK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrapper/elf/object.h"

/* An input of a link, or a member of an archive. */
struct rcc_link_item {
	size_t span;	 /* items move only within their span */
	bool is_pinned;	 /* never moves */
	bool is_chained; /* keeps its order among the chained items */
	/* The contents of the item.  NULL if the item is not an object.  A
	 * pinned item may have NULL even if it is an object. */
	const struct rcc_object *object;
};

/* Find the movable items that must be chained, and set their is_chained. */
void rcc_link_order_chain(struct rcc_link_item *item, size_t n);

/* Return how many items some seed moves. */
size_t rcc_link_order_n_movable(const struct rcc_link_item *item, size_t n);

/* Shuffle the items.  order[i] becomes the index of the item that takes
 * position i.  Returns how many items moved. */
size_t rcc_link_order_shuffle(const struct rcc_link_item *item, size_t n,
			      uint64_t seed, size_t *order);

/* Return whether a file has the name of a start file, such as crt1.o.  Start
 * files work only at their place on the line. */
bool rcc_link_order_is_start_file(const char *path);

#endif
